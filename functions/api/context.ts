import type { Context } from 'hono'
import type { Job, LiveRecord } from '../../shared/job/job.ts'
import type { Invocation } from '../reporting/telemetry.ts'
import type { ProblemName } from './problem.ts'

/** What the context of any request has; one more variable is set where something more has become known. */
export interface ApiEnv {
  /** What API Gateway and Lambda tell of a request, beside the request; nothing in tests of the routes alone. */
  readonly Bindings: Invocation
  readonly Variables: {
    /** The id by which the request, and all that comes of it, is found in every log. */
    readonly correlationId?: string
    /** Whose request it is, once it was let in. */
    readonly owner?: string
    /** The job that it names or makes, for the log: it may be nobody's. */
    readonly jobId?: string
    /** What its looks at a job have read of the table so far, in read units. */
    readonly readUnits?: number
    /** Which problem it was answered with, for the log. */
    readonly problem?: ProblemName
  }
}

/** Of a request that was let in. */
export interface OwnerEnv extends ApiEnv {
  readonly Variables: ApiEnv['Variables'] & { readonly owner: string }
}

/** Of a request about a job of its owner's. */
export interface JobEnv extends OwnerEnv {
  readonly Variables: OwnerEnv['Variables'] & { readonly job: Job }
}

/** Of one that needs the job's parts as well. */
export interface RecordEnv extends JobEnv {
  readonly Variables: JobEnv['Variables'] & { readonly record: LiveRecord }
}

/** All parameters of a request. (Hono's own `query()` has the first value of each alone.) */
export function queryOf({ req }: Pick<Context, 'req'>): URLSearchParams {
  return new URL(req.url).searchParams
}
