import { Duration } from 'aws-cdk-lib'
import { AttributeType, BillingMode, type ITable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { type DeadLetterQueue, Queue, QueueEncryption, RedrivePermission } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import * as settings from '../settings/settings.ts'
import { type Deployment, keyOf, removalPolicyOf, type Stage } from './deployment.ts'
import { acknowledge } from './service-function.ts'

/** The table of jobs, their results and their owners' keys; `shared/aws/table.ts` has a drawing of it. */
export type JobTable = Omit<ITable, 'tableStreamArn'>

/**
 * The table that the functions use. Where that is one that was restored from a backup, the stack's own stays beside it,
 * because it holds what was written since. A protected one cannot be deleted before somebody says so.
 */
export function jobTable(scope: Construct, { stage, isProtected, restoredTable }: Deployment): JobTable {
  const encryptionKey = keyOf(scope, 'TableKey', stage)
  const { most, warm } = stage
  const own = new Table(scope, 'Table', {
    partitionKey: { name: settings.TABLE_KEYS.partition, type: AttributeType.STRING },
    sortKey: { name: settings.TABLE_KEYS.sort, type: AttributeType.STRING },
    timeToLiveAttribute: settings.TABLE_KEYS.timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    maxReadRequestUnits: most.reads,
    maxWriteRequestUnits: most.writes,
    ...(warm && { warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes } }),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    // By default with the key that DynamoDB owns, which is free; a key in KMS is billed by the month and by the call.
    encryption: encryptionKey ? TableEncryption.CUSTOMER_MANAGED : TableEncryption.DEFAULT,
    ...(encryptionKey && { encryptionKey }),
    deletionProtection: isProtected,
    removalPolicy: removalPolicyOf(stage),
  })
  return restoredTable === undefined ? own : Table.fromTableName(scope, 'TableRestored', restoredTable)
}

/** The queues: chunks of long jobs, of short jobs, and out of attempts; and ends of jobs that are to be told. A fair queue needs no setting of its own. */
export function queuesIn(scope: Construct, stage: Stage) {
  const deadLetters = queue('DeadLetters', settings.DEAD_LETTER_RETENTION_DAYS)
  acknowledge(deadLetters, {
    'Serverless-SQSRedrivePolicy': 'This is the dead-letter queue itself, and a function consumes it.',
  })
  const deadLetterQueue = { queue: deadLetters, maxReceiveCount: settings.MAX_ATTEMPTS }
  const bulk = queue('Bulk', settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
  const express = queue('Express', settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
  const events = queue('Events', settings.QUEUE_RETENTION_DAYS)
  const noDeadLetters =
    'The function itself counts attempts and gives up; what it fails on comes again until its retention ends.'
  acknowledge(events, { 'Serverless-SQSRedrivePolicy': noDeadLetters, 'AwsSolutions-SQS3': noDeadLetters })
  return { bulk, express, deadLetters, events }

  function queue(name: string, retentionDays: number, deadLetterQueue?: DeadLetterQueue): Queue {
    const encryptionMasterKey = keyOf(scope, `${name}Key`, stage)
    return new Queue(scope, name, {
      encryption: encryptionMasterKey ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED,
      // A data key is asked for once an hour, and not every five minutes.
      ...(encryptionMasterKey && { encryptionMasterKey, dataKeyReuse: Duration.hours(1) }),
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(settings.VISIBILITY_TIMEOUT_S),
      retentionPeriod: Duration.days(retentionDays),
      // The same as the table's: if an update threw chunks away, their jobs would never end.
      removalPolicy: removalPolicyOf(stage),
      // No other queue may move its dead letters to one of chunks. The queue of dead letters cannot name the two whose
      // letters it takes: CloudFormation makes their names, and makes them after it.
      ...(deadLetterQueue && {
        deadLetterQueue,
        redriveAllowPolicy: { redrivePermission: RedrivePermission.DENY_ALL },
      }),
    })
  }
}
export type Queues = ReturnType<typeof queuesIn>
