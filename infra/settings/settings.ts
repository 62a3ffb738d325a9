import { type Level, SERVICES, type Service } from '../../functions/reporting/telemetry.ts'
import type { Webhooks } from '../../functions/reporting/webhook.ts'
import { RETENTION_DAYS } from '../../shared/job/job.ts'

/** The numbers that the cloud stack and the local one share, each with its reason. */

/** How long one message may hold a worker before the rest of its chunk goes back to the queue. */
export const SLICE_MS = 2_000
/**
 * Messages of one invocation. Ten would save US$0.000014 a million puzzles, in invocations and calls to SQS. But then
 * messages wait behind each other, also those of short jobs, while other workers idle; and what one of them waits for
 * in vain uses up the time of all.
 */
export const WORKER_BATCH_SIZE = 1
/** A slice, ten seconds to read and write, with the SDK's attempts, and three to give back what failed. */
export const WORKER_TIMEOUT_S = 15
/** How long a message waits that failed for the first time; the next pauses are longer (`functions/chunk-handler.ts`). */
export const RETRY_PAUSE_S = 1
/**
 * AWS gives a function one whole processor at 1,769 MB, and a smaller share at less memory. Solving is one thread, so
 * a second of a processor costs 1.73 GB-s at any size up to this one, and twice that at twice the size, where the
 * second processor idles; half the size would take twice as long. A worker used 205 MB for a million puzzles, and 228
 * for ten million.
 */
export const WORKER_MEMORY_MB = 1769
/**
 * The API mostly waits in polls, and the price of waiting grows with the memory, while that of computing does not
 * (above). For a million puzzles it took 2.0 s of a processor and 11.4 s of waiting (bench/results/bulk-xeon.md):
 * 2.0 s × 1.73 GB + 11.4 s × 0.5 GB are 9 GB-s, against 23 at the worker's size. Its memory would allow less, as the
 * largest body took it to 141 MB here; but the 0.03 s of a processor that a request takes on average are 0.11 s at
 * 512 MB already, and would be 0.23 s at 256.
 */
export const API_MEMORY_MB = 512
/**
 * The part of the write units which a table takes that is for large results. A single grid makes three or four writes of
 * one unit, so that a fifth of 4,000 leaves room for 200 of them a second.
 */
export const BULK_SHARE_OF_WRITES = 0.8
/** AWS: at least six times the function's timeout. Only a message whose function died waits for it. */
export const VISIBILITY_TIMEOUT_S = 6 * WORKER_TIMEOUT_S
/** AWS: at least five, as throttled invocations count as attempts too. The pauses of eight add up to 18 minutes. */
export const MAX_ATTEMPTS = 8
/** API Gateway gives up on a request after 30 s; a poll may wait for 20 s. */
export const API_TIMEOUT_S = 29
/** As long as a job is kept, so that SQS drops no chunk of a job that can still be read. AWS: 14 at most. */
export const QUEUE_RETENTION_DAYS = RETENTION_DAYS
/**
 * The most that AWS allows. SQS counts from when a chunk was first sent, so this has to exceed the queues' retention.
 */
export const DEAD_LETTER_RETENTION_DAYS = 14
/**
 * The puzzles that the service gives itself each minute: 129,600 jobs of one grid a month. Within the ten minutes that a
 * release has a tenth of the work, it is the released version that gets one of them in 96 of 100 cases, however quiet
 * the service is.
 */
export const CANARIES = 3
/** It mostly waits for other people's servers, and waiting costs by the size. */
export const NOTIFIER_MEMORY_MB = 256
/** How long a webhook that did not take an event is left alone at first; each pause after that is twice as long. */
export const EVENT_PAUSE_S = 5
/** The attributes that are the keys of a table item, and the one that DynamoDB's TTL reads. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk', timeToLive: 'expiresAt' } as const

/** Where the service on this machine answers, if nothing else is asked for. */
export const LOCAL_PORT = 3000

/** The service cannot be started on this machine, for a reason that can be removed there. */
export class ServeError extends Error {}

export const AUTHS = ['open', 'keys'] as const
export type Auth = (typeof AUTHS)[number]

/** What each of the functions has of something. */
export function eachService<T>(of: (service: Service) => T): Record<Service, T> {
  return Object.fromEntries(SERVICES.map((service) => [service, of(service)])) as Record<Service, T>
}

export interface FunctionEnvironment {
  readonly TABLE_NAME: string
  readonly QUEUE_URL: string
  readonly EXPRESS_QUEUE_URL: string
  /** The queue of what is to be told of jobs' ends. */
  readonly EVENT_QUEUE_URL: string
  /** The name of an event bus that is told of every job's end; empty for none. */
  readonly EVENT_BUS: string
  readonly WEBHOOKS: Webhooks
  /** The first pause before an event is sent to a webhook again, in seconds. */
  readonly EVENT_PAUSE_S: string
  readonly SLICE_MS: string
  readonly RETRY_PAUSE_S: string
  /** The write units a second that large results may take of the table together; empty where it takes any number. */
  readonly BULK_WRITES_PER_S: string
  /** `keys`: every caller needs an API key. `open`: no caller does, and all of them are one owner. */
  readonly AUTH: Auth
  /** The requests that one owner may send, where callers have keys: `requests` and `windowS` of `OwnerLimits`, as JSON. */
  readonly OWNER_REQUESTS: string
  /** How many polls may be held for longer than a second at once, for all owners together. */
  readonly HELD_POLLS: string
  /** The origins of sites whose pages may use the API, separated by commas; empty for none. */
  readonly CORS_ORIGINS: string
  /** The folder of the built page, with a slash at its end; relative to the handler. */
  readonly FILES: string
  /** Log lines of a lower level are not written. */
  readonly LOG_LEVEL: Level
  /** The CloudWatch namespace of the functions' own metrics; empty to send none. */
  readonly METRICS_NAMESPACE: string
}
