import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Problem } from '../../shared/protocol/views.ts'

/** Every way in which a request can fail; the key ends the problem's `type`. */
export const PROBLEMS = {
  'not-json': { status: 400, title: 'The body is not JSON' },
  'invalid-gzip': { status: 400, title: 'The body is not gzip' },
  'invalid-cursor': { status: 400, title: 'The cursor is not one that this service gave out' },
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
  'unsupported-media-type': { status: 415, title: 'The body is of a media type that is not taken' },
  'invalid-request': { status: 422, title: 'The request does not fit its schema' },
  'idempotency-conflict': { status: 422, title: 'The idempotency key was used for another request' },
  internal: { status: 500, title: 'Something went wrong on this side' },
  unavailable: { status: 503, title: 'The service cannot take this right now' },
} as const satisfies Record<string, { status: ContentfulStatusCode; title: string }>
export type ProblemName = keyof typeof PROBLEMS

/** Answers with a problem (RFC 9457). */
export function problem(
  c: Context,
  name: ProblemName,
  more: { detail?: string; errors?: readonly string[]; headers?: Record<string, string> } = {},
): Response {
  const { headers, ...members } = more
  const body: Problem = { type: `/problems/${name}`, ...PROBLEMS[name], ...members }
  return c.body(JSON.stringify(body), PROBLEMS[name].status, {
    'content-type': 'application/problem+json',
    ...headers,
  })
}
