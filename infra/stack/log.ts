import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { removalPolicyOf, type Stage } from './stage.ts'

/** A log that is kept for a month: a job lives for a week. Logs are kept, and paid for, for ever otherwise. */
export class Log extends LogGroup {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, { retention: RetentionDays.ONE_MONTH, removalPolicy: removalPolicyOf(stage) })
  }
}
