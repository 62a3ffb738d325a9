import type { SQSClient } from '@aws-sdk/client-sqs'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Context } from 'aws-lambda'
import { inTime } from '../time-left.ts'
import { optional } from './environment.ts'

/**
 * The event with which CodeDeploy asks a function to try its newest code, before the version that is made of it has any
 * work (`infra/stack.ts`). Nobody else can send one: neither API Gateway nor SQS passes on what has this form.
 */
export interface TrialEvent {
  readonly DeploymentId: string
  readonly LifecycleEventHookExecutionId: string
}

/** So much of an invocation's time a trial may take: what is killed at its end answers nothing. */
const SHARE_OF_TIME = 0.7

/**
 * A function that also tries itself, where CodeDeploy asks for it, and tells CodeDeploy whether it may have work.
 *
 * @param attempt throws what is wrong
 * @param sqs signs and sends the answer: a client of CodeDeploy's own would be 40 KiB of each bundle
 */
export function triedFirst<Event extends object, Result>(
  handler: (event: Event, context?: Partial<Context>) => Promise<Result>,
  { attempt, sqs }: { attempt: (context?: Partial<Context>) => Promise<void>; sqs: SQSClient },
) {
  return async (event: Event | TrialEvent, context?: Partial<Context>): Promise<Result | undefined> => {
    if (!('LifecycleEventHookExecutionId' in event)) return handler(event, context)
    const leftMs = context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY
    const fault = await inTime(attempt(context), SHARE_OF_TIME * leftMs).catch((error: Error) => error)
    // Lambda adds the time and the level.
    if (fault) console.error('the trial of a release failed', fault)
    await answer(sqs, event, fault ? 'Failed' : 'Succeeded')
  }
}

/** @throws {Error} if CodeDeploy does not take it; then it waits for another for an hour, and turns the release back */
async function answer(sqs: SQSClient, event: TrialEvent, status: 'Succeeded' | 'Failed'): Promise<void> {
  const { region, credentials, sha256 } = sqs.config
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event
  const url = new URL(optional('AWS_ENDPOINT_URL_CODEDEPLOY') ?? `https://codedeploy.${await region()}.amazonaws.com`)
  const body = JSON.stringify({ deploymentId, lifecycleEventHookExecutionId, status })
  const { headers } = await new SignatureV4({ service: 'codedeploy', region, credentials, sha256 }).sign({
    ...{ method: 'POST', protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {}, body },
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus',
    },
  })
  const taken = await fetch(url, { method: 'POST', headers, body })
  if (!taken.ok) throw new Error(`CodeDeploy answered ${taken.status} ${await taken.text()}`)
}
