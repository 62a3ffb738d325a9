import { RemovalPolicy } from 'aws-cdk-lib'
import { MAX_WAIT_S } from '../../functions/api/wait.ts'

/** What tells one installation from another. Names are never part of it: AWS generates those. */
export interface Stage {
  /** Whether its jobs matter: its table cannot be deleted by mistake, and outlives its stack. */
  readonly isKept: boolean
  /** Workers that run at once for long jobs, and those that long jobs cannot take. AWS: 2 to 1,000 each. */
  readonly bulkWorkers: number
  readonly expressWorkers: number
  /** AWS: two at least. Dead letters are few, and nobody is in a hurry for them. */
  readonly deadLetterWorkers: number
  /** Requests that API Gateway lets in, and how many at once on top: a page loads a dozen files together. */
  readonly apiRatePerS: number
  readonly apiBurst: number
  /** What the account may cost a month before somebody is told, in US dollars. */
  readonly budgetUsd: number
}

/**
 * AWS gives an account 1,000 functions at once and keeps 100 of them from being reserved. Both stages, side by side
 * in one account, reserve what they can come to use at most (`reservedConcurrency`):
 *
 *          api                     worker     deadLetter
 *     prod 25/s × 21 s + 50 = 575  80 + 20    2            677
 *     dev   8/s × 21 s + 40 = 208   8 +  4    2            222
 *                                                          899 of 900
 *
 * A reserve costs nothing, and holds both ways. Nobody else in the account can starve a worker, whose throttled
 * pollers would burn attempts; and however many requests come in, they take no other function's place.
 */
export const STAGES = {
  dev: {
    isKept: false,
    bulkWorkers: 8,
    expressWorkers: 4,
    deadLetterWorkers: 2,
    apiRatePerS: 8,
    apiBurst: 40,
    budgetUsd: 10,
  },
  prod: {
    isKept: true,
    bulkWorkers: 80,
    expressWorkers: 20,
    deadLetterWorkers: 2,
    apiRatePerS: 25,
    apiBurst: 50,
    budgetUsd: 100,
  },
} as const satisfies Record<string, Stage>

export type StageName = keyof typeof STAGES

/** The longest poll, its last look at the table and a cold start. */
const LONGEST_REQUEST_S = MAX_WAIT_S + 1

/**
 * How many of each function can run at once: the API's as if every request were the longest poll, the workers' the
 * sum of what their event sources may invoke.
 */
export function reservedConcurrency(stage: Stage) {
  return {
    api: stage.apiRatePerS * LONGEST_REQUEST_S + stage.apiBurst,
    worker: stage.bulkWorkers + stage.expressWorkers,
    deadLetter: stage.deadLetterWorkers,
  }
}

/** What becomes of stored jobs, queued chunks and logs when their stack goes, or an update replaces them. */
export function removalPolicyOf({ isKept }: Stage): RemovalPolicy {
  return isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
}
