import type { Context } from 'hono'
import type { Job, LiveRecord } from '../../shared/job/job.ts'
import type { Invocation } from '../reporting/telemetry.ts'
import type { ProblemName } from './problem.ts'

/** The context of any request; another variable is set when something more has become known. */
export interface ApiEnv {
  /** API Gateway and Lambda tell this of a request, beside the request; tests of the routes alone have none. */
  readonly Bindings: Invocation
  readonly Variables: {
    /** The id by which the request, and all that comes of it, is found in every log. */
    readonly correlationId?: string
    /** Whose request it is, once it was let in. */
    readonly owner?: string
    /** The job that it names or makes, for the log: it may be nobody's. */
    readonly jobId?: string
    /** The read units that its looks at a job have taken so far. */
    readonly readUnits?: number
    /** Which problem it was answered with, for the log. */
    readonly problem?: ProblemName
  }
}

/** Belongs to a request that was let in. */
export interface OwnerEnv extends ApiEnv {
  readonly Variables: ApiEnv['Variables'] & { readonly owner: string }
}

/** Belongs to a request about a job of its owner's. */
export interface JobEnv extends OwnerEnv {
  readonly Variables: OwnerEnv['Variables'] & { readonly job: Job }
}

/** Belongs to one that needs the job's parts as well. */
export interface RecordEnv extends JobEnv {
  readonly Variables: JobEnv['Variables'] & { readonly record: LiveRecord }
}

/** Segments without anything that leads elsewhere. */
const PREFIX = /^(?:\/[\w-]{1,40}){1,4}$/

/**
 * The path under which a proxy shows the service, as it says by `X-Forwarded-Prefix`; the addresses in an answer begin
 * with it. Whoever makes one up leads nobody but himself astray: no answer is kept for another.
 */
export function prefixOf({ req }: Pick<Context, 'req'>): string {
  const prefix = req.header('x-forwarded-prefix') ?? ''
  return PREFIX.test(prefix) ? prefix : ''
}

/** All parameters of a request. (Hono's own `query()` has the first value of each alone.) */
export function queryOf({ req }: Pick<Context, 'req'>): URLSearchParams {
  return new URL(req.url).searchParams
}
