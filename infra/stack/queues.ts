import { Duration } from 'aws-cdk-lib'
import { type DeadLetterQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import * as settings from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import { removalPolicyOf, type Stage } from './stage.ts'

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
