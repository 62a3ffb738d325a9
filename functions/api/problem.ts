import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Refused } from '../../shared/protocol/parsed.ts'
import type { Problem } from '../../shared/protocol/views.ts'

/** Every way in which a request can fail; the key ends the problem's `type`. */
export const PROBLEMS = {
  'not-json': { status: 400, title: 'The body is not JSON' },
  'invalid-gzip': { status: 400, title: 'The body is not gzip' },
  'invalid-cursor': { status: 400, title: 'The cursor is not one that this service gave out' },
  unauthorized: { status: 401, title: 'The request carries no key, or one that is not valid' },
  'cross-site': { status: 403, title: 'The request comes from the page of another site' },
  'unknown-job': { status: 404, title: 'There is no such job' },
  'unknown-route': { status: 404, title: 'There is nothing at this address' },
  'wrong-method': { status: 405, title: 'This address does not take that method' },
  'not-acceptable': { status: 406, title: 'None of the accepted media types can be had' },
  'job-not-open': { status: 409, title: 'The job takes no more parts' },
  'part-conflict': { status: 409, title: 'The part is there already, with other content' },
  'missing-parts': { status: 409, title: 'The parts that are in are not those that the job is to have' },
  'job-ended': { status: 409, title: 'The job has ended' },
  'expired-job': { status: 410, title: 'The job has expired and its results are gone' },
  'too-large': { status: 413, title: 'The body is too large' },
  'too-large-unpacked': { status: 413, title: 'The body is too large once it is unpacked' },
  'unsupported-media-type': { status: 415, title: 'The body is of a media type that is not taken' },
  'invalid-request': { status: 422, title: 'The request does not fit its schema' },
  'too-complex': { status: 422, title: 'The JSON is nested deeper, or has more in it, than any request needs' },
  'too-many-puzzles': {
    status: 422,
    title: 'The puzzles are more than one request can bring; a job takes more in parts',
  },
  'too-many-parts': { status: 422, title: 'The parts are more than one job can have' },
  'too-many-solutions': { status: 422, title: 'The solutions are more than can be looked for' },
  'too-many-backtracks': { status: 422, title: 'The limit of backtracks is higher than one puzzle can be given' },
  'unsupported-size': { status: 422, title: 'Grids of that size are not solved here' },
  'too-many-requests': { status: 429, title: 'This owner asks more often than he may' },
  'too-many-jobs-in-flight': { status: 429, title: 'This owner has as many jobs under way as he may' },
  'too-many-puzzles-in-flight': { status: 429, title: 'This owner has as many puzzles under way as he may' },
  'idempotency-conflict': { status: 422, title: 'The idempotency key was used for another request' },
  internal: { status: 500, title: 'Something went wrong on this side' },
  unavailable: { status: 503, title: 'The service cannot take this right now' },
} as const satisfies Record<string, { status: ContentfulStatusCode; title: string }>
export type ProblemName = keyof typeof PROBLEMS

/** Answers to what was no request, or asks for more than there is to be had. */
export function refusal(c: Context, { errors, limit }: Refused): Response {
  return problem(c, limit ?? 'invalid-request', { errors })
}

const PROBLEM = 'problem'

/** Which problem a request was answered with, for the log. */
export function problemIn(c: Context): ProblemName | undefined {
  return c.get(PROBLEM)
}

/** Answers with a problem (RFC 9457). */
export function problem(
  c: Context,
  name: ProblemName,
  more: { detail?: string; errors?: readonly string[]; headers?: Record<string, string> } = {},
): Response {
  const { headers, ...members } = more
  c.set(PROBLEM, name)
  const body: Problem = { type: `/problems/${name}`, ...PROBLEMS[name], ...members }
  return c.body(JSON.stringify(body), PROBLEMS[name].status, {
    'content-type': 'application/problem+json',
    ...headers,
  })
}
