import { Duration } from 'aws-cdk-lib'
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb'
import { type DeadLetterQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import * as settings from '../settings.ts'
import { TABLE_KEYS } from '../settings.ts'
import { removalPolicyOf, type Stage } from './deployment.ts'
import { acknowledge } from './service-function.ts'

/** Jobs, their results and the keys of their owners; `shared/aws/table.ts` draws it. */
export class JobTable extends Table {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      partitionKey: { name: TABLE_KEYS.partition, type: AttributeType.STRING },
      sortKey: { name: TABLE_KEYS.sort, type: AttributeType.STRING },
      timeToLiveAttribute: TABLE_KEYS.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // By the key that DynamoDB owns: free, where a key in KMS costs by the month and by the call.
      encryption: TableEncryption.DEFAULT,
      deletionProtection: stage.isKept,
      removalPolicy: removalPolicyOf(stage),
    })
  }
}

/** The chunks of long jobs, those of short ones, and those out of attempts. Fair queues need nothing of a queue. */
export class Queues extends Construct {
  readonly bulk: Queue
  readonly express: Queue
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.deadLetters = this.#queue('DeadLetters', stage, settings.DEAD_LETTER_RETENTION_DAYS)
    acknowledge(this.deadLetters, { 'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue and has a function.' })
    const deadLetterQueue = { queue: this.deadLetters, maxReceiveCount: settings.MAX_ATTEMPTS }
    this.bulk = this.#queue('Bulk', stage, settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
    this.express = this.#queue('Express', stage, settings.QUEUE_RETENTION_DAYS, deadLetterQueue)
  }

  #queue(name: string, stage: Stage, retentionDays: number, deadLetterQueue?: DeadLetterQueue): Queue {
    return new Queue(this, name, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(settings.VISIBILITY_TIMEOUT_S),
      retentionPeriod: Duration.days(retentionDays),
      // As the table's: chunks that an update threw away would leave jobs that never end.
      removalPolicy: removalPolicyOf(stage),
      ...(deadLetterQueue && { deadLetterQueue }),
    })
  }
}
