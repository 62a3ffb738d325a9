/** The numbers that the cloud stack and the local one share, each with its reason. */

/** How long one message may hold a worker before the rest of it goes back to the queue. */
export const SLICE_MS = 2_000
/** Messages of one invocation. Ten need no batching window, and their slices fit the timeout. */
export const WORKER_BATCH_SIZE = 10
/** Ten slices, and half as much again for reading and writing. */
export const WORKER_TIMEOUT_S = 30
/** AWS: at least six times the function's timeout. */
export const VISIBILITY_TIMEOUT_S = 6 * WORKER_TIMEOUT_S
/** AWS: at least five, as throttled invocations count as attempts too. */
export const MAX_ATTEMPTS = 5
/** API Gateway gives up after 30 s; a poll may wait for 20. */
export const API_TIMEOUT_S = 29
/** The names that table items are kept under, and the attribute that DynamoDB's TTL reads. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk', timeToLive: 'expiresAt' } as const

/** Environment variables of the functions. */
export interface FunctionEnvironment {
  readonly TABLE_NAME: string
  readonly QUEUE_URL: string
  readonly SLICE_MS: string
  /** Where the files of the documentation page lie; relative to the handler. */
  readonly DOCS_FILES: string
}
