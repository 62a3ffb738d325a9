import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Checked } from '../../shared/checked.ts'
import type { LimitName, RequestErrors } from '../../shared/protocol/request-errors.ts'

/** A kind of problem: the answer to it, what `/problems/{name}` tells of it and how OpenAPI describes it. */
export interface ProblemKind {
  readonly status: ContentfulStatusCode
  readonly title: string
  /** The header that tells the client how to go on. */
  readonly header?: 'Accept' | 'Allow' | 'Retry-After' | 'WWW-Authenticate'
}

/** Every way in which a request can fail; the key ends the problem's `type`. */
export const PROBLEMS = {
  'not-json': { status: 400, title: 'The body is not JSON' },
  'invalid-gzip': { status: 400, title: 'The body is not gzip' },
  'invalid-cursor': { status: 400, title: 'The cursor is not one that this service gave out' },
  unauthorized: {
    status: 401,
    title: 'The request carries no key, or one that is not valid',
    header: 'WWW-Authenticate',
  },
  'cross-site': { status: 403, title: 'The request comes from the page of another site' },
  'unknown-job': { status: 404, title: 'There is no such job' },
  'unknown-route': { status: 404, title: 'There is nothing at this address' },
  'wrong-method': { status: 405, title: 'This address does not take that method', header: 'Allow' },
  'not-acceptable': { status: 406, title: 'The service has none of the media types that the request accepts' },
  'job-not-open': { status: 409, title: 'The job takes no more parts' },
  'part-conflict': { status: 409, title: 'The part is there already, with other content' },
  'missing-parts': { status: 409, title: 'The parts that have come in are not those that the job should have' },
  'job-ended': { status: 409, title: 'The job has ended' },
  'expired-job': { status: 410, title: 'The job has expired and its results are gone' },
  'too-large': { status: 413, title: 'The body is too large' },
  'too-large-unpacked': { status: 413, title: 'The body is too large once it is unpacked' },
  'unsupported-media-type': {
    status: 415,
    title: 'The service does not take bodies of that media type',
    header: 'Accept',
  },
  'invalid-request': { status: 422, title: 'The request does not fit its schema' },
  'too-complex': { status: 422, title: 'The JSON is nested deeper, or has more in it, than any request needs' },
  'too-many-puzzles': {
    status: 422,
    title: 'There are more puzzles than one request can bring; a job takes more in parts',
  },
  'too-many-parts': { status: 422, title: 'There are more parts than one job can have' },
  'too-many-solutions': { status: 422, title: 'The request asks for more solutions than the service looks for' },
  'too-many-backtracks': { status: 422, title: 'The backtrack limit is higher than the service allows' },
  'unsupported-size': { status: 422, title: 'The service does not solve grids of that size' },
  'idempotency-conflict': { status: 422, title: 'The idempotency key was used for another request' },
  'too-many-requests': {
    status: 429,
    title: 'This owner sends more requests than the service allows',
    header: 'Retry-After',
  },
  'too-many-jobs-in-flight': {
    status: 429,
    title: 'This owner has as many jobs under way as the service allows',
    header: 'Retry-After',
  },
  'too-many-puzzles-in-flight': {
    status: 429,
    title: 'This owner has as many puzzles under way as the service allows',
    header: 'Retry-After',
  },
  internal: { status: 500, title: 'Something went wrong in the service' },
  unavailable: { status: 503, title: 'The service cannot take this right now', header: 'Retry-After' },
} as const satisfies Readonly<Record<LimitName, ProblemKind> & Record<string, ProblemKind>>

export type ProblemName = keyof typeof PROBLEMS

interface ProblemDetails {
  /** What came, and what was expected. */
  readonly detail?: string
  /** Of a request that does not fit: each place that is wrong. */
  readonly errors?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a request is not done. Whatever finds it out throws it, and the app answers with it (RFC 9457). */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly details: ProblemDetails

  constructor(problem: ProblemName, details: ProblemDetails = {}) {
    super(PROBLEMS[problem].title)
    this.name = 'Problem'
    this.problem = problem
    this.details = details
  }
}

/** What a request asks for, where it can be had. */
export function accepted<T>(request: Checked<T, RequestErrors>): T {
  if (request.ok) return request.value
  const { errors, limit = 'invalid-request' } = request.error
  throw new Problem(limit, { errors })
}

/** What `/problems/{name}` tells of a kind of problem. */
export function describedProblem(name: string): Pick<ProblemKind, 'status' | 'title'> {
  const kind = Object.entries<ProblemKind>(PROBLEMS).find(([known]) => known === name)?.[1]
  if (!kind) throw new Problem('unknown-route')
  return { status: kind.status, title: kind.title }
}
