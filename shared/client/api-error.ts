import { errorInWords } from '../protocol/problem-error.ts'
import type { Problem } from '../protocol/views.ts'

/** The service refused a request; `problem` says why, in the service's words. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem
  /** The id under which the service's log has the request. */
  readonly correlationId: string | undefined

  constructor(problem: Problem, correlationId?: string) {
    super([problem.title, problem.detail, ...(problem.errors ?? []).map(errorInWords)].filter(Boolean).join('\n'))
    this.name = 'ApiError'
    this.status = problem.status
    this.problem = problem
    this.correlationId = correlationId
  }
}

/** The service could not be reached, or something else answered in its place. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}
