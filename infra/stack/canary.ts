import { Duration } from 'aws-cdk-lib'
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { CanaryEvent } from '../../functions/reporting/canary.ts'
import { CANARIES } from '../settings/settings.ts'
import { acknowledge } from './service-function.ts'

/**
 * Has the API's function give the service some puzzles every minute. One that could not be given is not given later:
 * the alarm rings for it, and the next one comes soon.
 */
export class Canary extends Construct {
  /**
   * @param lambda as requests meet it, whichever version that is
   * @param url where clients reach the service
   */
  constructor(scope: Construct, id: string, lambda: IFunction, url: string) {
    super(scope, id)
    const maxEventAge = Duration.minutes(1)
    lambda.configureAsyncInvoke({ retryAttempts: 0, maxEventAge })
    const rule = new Rule(this, 'Schedule', { schedule: Schedule.rate(Duration.minutes(1)) })
    const noLetters = 'A canary that is lost is an alarm, and of no use later.'
    acknowledge(lambda, { 'Serverless-LambdaAsyncFailureDestination': noLetters })
    acknowledge(rule, { 'Serverless-EventBusDLQ': noLetters })
    const event = RuleTargetInput.fromObject({ source: 'aws.events', url } satisfies CanaryEvent)
    // Each is invoked by itself, so that a released version gets its share of them.
    for (let i = 0; i < CANARIES; i++)
      rule.addTarget(new LambdaFunction(lambda, { event, retryAttempts: 0, maxEventAge }))
  }
}
