import type { Context } from 'hono'
import { EVERYONE } from '../../shared/aws/owners.ts'
import type { Queue } from '../../shared/aws/queue.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Job, LiveRecord } from '../../shared/job/job.ts'
import type { OwnerLimits } from '../../shared/job/limits.ts'
import type { EndServices } from '../reporting/job-end.ts'
import type { Invocation, Telemetry } from '../reporting/telemetry.ts'
import type { Webhooks } from '../reporting/webhook.ts'
import type { ProblemName } from './problem.ts'

export interface ApiServices extends EndServices {
  readonly table: Table
  /** For work of any length. */
  readonly queue: Queue
  /** For jobs that are done in a second, so that they need not wait behind those that are not. */
  readonly expressQueue: Queue
  /** The page, the documentation and the API's description, as they were built: each gzipped, `.gz` behind its name. */
  readonly files: { read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> }
  /** A new job's id; has to be unguessable. */
  readonly newId: () => string
  /** The owner whose request this is; undefined for strangers. */
  readonly ownerOf: (request: Request) => Promise<string | undefined>
  /** The owner whose it was when this instance last read its key: enough to refuse it, and never to let it in. */
  readonly lastOwnerOf?: (request: Request) => string | undefined
  /** How many answers may be held at once beyond the first second of their jobs, by all instances together; any number by default. */
  readonly heldPolls?: number | undefined
  /** Waits between two looks of a held answer; in real time by default. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** The most that one owner may use; without limits they may use as much as they like. */
  readonly limits?: OwnerLimits | undefined
  /** Sites whose pages may submit and cancel, besides our own. */
  readonly origins?: readonly string[]
  /** Where jobs may have webhooks; `off` by default. */
  readonly webhooks?: Webhooks
  /** Takes what there is to say of requests; by default the console does, of failures. */
  readonly telemetry?: Telemetry
}

/**
 * The message group of a job's chunks. By owner, nobody gets more of the workers for cutting their work into many
 * jobs; that an owner's jobs then wait for each other is up to the owner. Where all are one owner, it is by job.
 */
export function groupOf({ owner }: Pick<Job, 'owner'>): string | undefined {
  return owner === EVERYONE ? undefined : owner
}

/** The pause that clients are told to leave between two polls. */
export const RETRY_AFTER = { 'retry-after': '1' }

/** The context of any request; another variable is set when something more has become known. */
export interface ApiEnv {
  /** API Gateway and Lambda tell this of a request, beside the request; tests of the routes alone have none. */
  readonly Bindings: Invocation
  readonly Variables: {
    /** The id by which the request, and all that comes of it, is found in every log. */
    readonly correlationId?: string
    readonly owner?: string
    /** The job that it names or makes, for the log: it may be nobody's. */
    readonly jobId?: string
    /** The read units that its looks at a job have taken so far. */
    readonly readUnits?: number
    readonly problem?: ProblemName
  }
}

/** Belongs to a request that was let in. */
export type OwnerEnv = ApiEnv & { readonly Variables: { readonly owner: string } }
/** Belongs to a request about a job of its owner's. */
export type JobEnv = OwnerEnv & { readonly Variables: { readonly job: Job } }
/** Belongs to one that needs the job's parts as well. */
export type RecordEnv = JobEnv & { readonly Variables: { readonly record: LiveRecord } }

/** Segments without anything that leads elsewhere. */
const PREFIX = /^(?:\/[\w-]{1,40}){1,4}$/

/**
 * The path under which a proxy shows the service, as it says by `X-Forwarded-Prefix`; the addresses in an answer begin
 * with it. A made-up one harms nobody else: no answer is kept for others.
 */
export function prefixOf({ req }: Pick<Context, 'req'>): string {
  const prefix = req.header('x-forwarded-prefix') ?? ''
  return PREFIX.test(prefix) ? prefix : ''
}

/** All parameters of a request. (Hono's own `query()` has the first value of each alone.) */
export function queryOf({ req }: Pick<Context, 'req'>): URLSearchParams {
  return new URL(req.url).searchParams
}
