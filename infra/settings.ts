import { RETENTION_DAYS } from '../shared/job/job.ts'

/** The numbers that the cloud stack and the local one share, each with its reason. */

/** How long one message may hold a worker before the rest of it goes back to the queue. */
export const SLICE_MS = 2_000
/** Messages of one invocation. Ten need no batching window, and their slices fit the timeout. */
export const WORKER_BATCH_SIZE = 10
/** Ten slices, and half as much again for reading and writing. */
export const WORKER_TIMEOUT_S = 30
/** AWS: 1,769 MB is one whole processor. Less costs the same per puzzle, more buys a second one that idles. */
export const WORKER_MEMORY_MB = 1769
/**
 * It mostly waits in polls, and waiting is paid by the megabyte. The largest body took it to 141 MB here;
 * the rest buys the share of a processor that parses that body.
 */
export const API_MEMORY_MB = 512
/** AWS: at least six times the function's timeout. */
export const VISIBILITY_TIMEOUT_S = 6 * WORKER_TIMEOUT_S
/** AWS: at least five, as throttled invocations count as attempts too. */
export const MAX_ATTEMPTS = 5
/** API Gateway gives up after 30 s; a poll may wait for 20. */
export const API_TIMEOUT_S = 29
/**
 * Functions that run at once: AWS gives an account 1,000 to begin with, and all of ours have to fit.
 * API_RATE_PER_S × 20 s of the longest poll + API_BURST + WORKER_MAX_CONCURRENCY + EXPRESS_MAX_CONCURRENCY + DEAD_LETTER_MAX_CONCURRENCY = 982.
 */
export const FUNCTIONS_AT_ONCE = 1_000
/** With the express queue's a tenth of the quota: without this cap, throttled pollers would burn attempts. AWS: 2 to 1,000. */
export const WORKER_MAX_CONCURRENCY = 80
/** Workers that long jobs cannot take; each message holds one for two seconds at most. */
export const EXPRESS_MAX_CONCURRENCY = 20
/** AWS: the least there is. Dead letters are few, and nobody is in a hurry for them. */
export const DEAD_LETTER_MAX_CONCURRENCY = 2
/** What is left of the quota when every request is a poll that waits. */
export const API_RATE_PER_S = 40
/** Two seconds' worth, so that a page that loads does not run into the limit. */
export const API_BURST = 2 * API_RATE_PER_S
/** As long as a job is kept: SQS drops no chunk whose job can still be asked for. AWS: 14 at most. */
export const QUEUE_RETENTION_DAYS = RETENTION_DAYS
/** AWS: the most. SQS counts from when the chunk was first sent, so this has to exceed the queue's own. */
export const DEAD_LETTER_RETENTION_DAYS = 14
/** Long enough to look into a job a month old; logs are kept, and paid for, for ever otherwise. */
export const LOG_RETENTION_DAYS = 30
/** The names that table items are kept under, and the attribute that DynamoDB's TTL reads. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk', timeToLive: 'expiresAt' } as const

/** Environment variables of the functions. */
export interface FunctionEnvironment {
  readonly TABLE_NAME: string
  readonly QUEUE_URL: string
  readonly EXPRESS_QUEUE_URL: string
  readonly SLICE_MS: string
  /** The folder of the built page, with a slash at its end; relative to the handler. */
  readonly FILES: string
}
