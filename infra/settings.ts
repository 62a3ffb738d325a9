import type { Level, Service } from '../functions/telemetry.ts'
import { RETENTION_DAYS } from '../shared/job/job.ts'

/** The numbers that the cloud stack and the local one share, each with its reason. */

/** How long one message may hold a worker before the rest of it goes back to the queue. */
export const SLICE_MS = 2_000
/**
 * Messages of one invocation; their slices fit the timeout. AWS wants a batching window for more than ten. There is
 * none here: a window makes every single grid wait, and would save invocations, of which a million puzzles take 11.
 */
export const WORKER_BATCH_SIZE = 10
/** Ten slices, and half as much again for reading and writing. */
export const WORKER_TIMEOUT_S = 30
/**
 * AWS: 1,769 MB is one whole processor, and below that its share shrinks with the memory. Solving is one thread, so
 * a second of a processor costs 1.73 GB-s at any size up to here and twice that at twice the size, where the second
 * processor idles; half the size would take twice as long. It held 187 MB of it at a million puzzles, 220 at ten.
 */
export const WORKER_MEMORY_MB = 1769
/**
 * It mostly waits in polls, and waiting is paid by the megabyte, computing not (above). A million puzzles took it
 * 5.3 s of a processor and 9.5 s of waiting (bench/results/bulk-xeon.md): 5.3 s × 1.73 GB + 9.5 s × 0.5 GB are
 * 14 GB-s, and 26 at the worker's size. Memory would allow less, as the largest body took it to 141 MB here; but the
 * 0.11 s of a processor that a request takes on average are 0.4 s at 512 MB already, and would be 0.8 s at 256.
 */
export const API_MEMORY_MB = 512
/** AWS: at least six times the function's timeout. */
export const VISIBILITY_TIMEOUT_S = 6 * WORKER_TIMEOUT_S
/** AWS: at least five, as throttled invocations count as attempts too. */
export const MAX_ATTEMPTS = 5
/** API Gateway gives up after 30 s; a poll may wait for 20. */
export const API_TIMEOUT_S = 29
/** As long as a job is kept: SQS drops no chunk whose job can still be asked for. AWS: 14 at most. */
export const QUEUE_RETENTION_DAYS = RETENTION_DAYS
/** AWS: the most. SQS counts from when the chunk was first sent, so this has to exceed the queue's own. */
export const DEAD_LETTER_RETENTION_DAYS = 14
/** The names that table items are kept under, and the attribute that DynamoDB's TTL reads. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk', timeToLive: 'expiresAt' } as const
/** The partition of the API keys, which no function may write to. */
export const API_KEYS_PARTITION = 'apikeys'

export const AUTHS = ['open', 'keys'] as const
export type Auth = (typeof AUTHS)[number]

/** Environment variables of the functions. */
export interface FunctionEnvironment {
  readonly TABLE_NAME: string
  readonly QUEUE_URL: string
  readonly EXPRESS_QUEUE_URL: string
  readonly SLICE_MS: string
  /** `keys`: who asks carries an API key. `open`: everybody may, and all are one owner. */
  readonly AUTH: Auth
  /** Of sites whose pages may use the API, with commas between; none where it is empty. */
  readonly CORS_ORIGINS: string
  /** The folder of the built page, with a slash at its end; relative to the handler. */
  readonly FILES: string
  /** Lines of less are not written. */
  readonly LOG_LEVEL: Level
  /** Where the functions' own metrics go; none are sent where it is empty. */
  readonly METRICS_NAMESPACE: string
}

/**
 * The most that a function's bundle may weigh, minified, in KiB; its tests fail above. Node reads and compiles all of
 * it at every cold start (bench/results/bundle-xeon.md), so more than this wants a reason.
 */
export const BUNDLE_BUDGET_KIB: Readonly<Record<Service, number>> = { api: 650, worker: 600, deadLetter: 600 }
