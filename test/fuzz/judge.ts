import type { ProblemError } from '../../shared/protocol/problem-error.ts'
import type { Problem } from '../../shared/protocol/views.ts'
import { type Answer, judged, type Operation, operationAt } from '../api/described.ts'
import { decoded } from './lambda-door.ts'
import type { SentRequest } from './requests.ts'

/** No answer may be one of these, whatever was asked. */

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
/** Problems of an address or a method that is not described, or of another site's page. */
const REFUSED: Operation = {
  responses: {
    403: { content: problem },
    404: { content: problem },
    405: { headers: { allow: {} }, content: problem },
  },
}
/** Problems that nobody can meet who asks as it is described. */
const BLAMING = /^\/problems\/(invalid-request|not-json|invalid-gzip|unsupported-media-type|too-large|wrong-method)$/

/** Wishes that do not go together, as no schema tells: a technique on 16×16, a pattern of too few cells, `30..24`. */
const isWish = ({ pointer = '', detail }: ProblemError) =>
  /^#\/generate(\/(clues|countOf|er|pattern))?$/.test(pointer) && /^(size: )?found /.test(detail)

const UNRATED = /^the job has no ratings|expected the lower rating first$/
const LEVEL = /^found it with \S+, expected human-1$/

export function wrongWith(request: SentRequest, { status, headers, bytes }: Answer): string[] {
  const method = request.method.toUpperCase()
  const isHead = method === 'HEAD'
  const operation = operationAt(addressOf(request), isHead ? 'GET' : method) ?? REFUSED
  const { body, wrong } = isHead ? { body: '', wrong: [] } : judged({ status, headers, bytes }, operation)
  const { type = '', errors = [] } = (status >= 400 ? body : {}) as Partial<Problem>
  const isBlamed = request.isAllowed && BLAMING.test(type) && !isExcepted(request, errors)
  return [
    ...(status >= 500 ? [`answers ${status}`] : []),
    ...wrong,
    ...(isHead && bytes.length > 0 ? ['has a body, and was asked by HEAD'] : []),
    ...(isHead && !operation.responses[status] ? ['is not described'] : []),
    ...(isBlamed ? [`is refused, and is as described: ${JSON.stringify(body)}`] : []),
  ]
}

/**
 * No schema can say this, and the description does: packed results come as they are, whatever they are asked by; that a
 * job has no ratings, which end of a range is the lower one, and which rule set has levels; and whom the service may call is a matter of where it
 * runs.
 */
function isExcepted({ query }: SentRequest, errors: NonNullable<Problem['errors']>): boolean {
  if (query.includes('format=packed') && /\b(status|er|technique)=/.test(query)) return true
  return (
    errors.length > 0 &&
    errors.every(
      (error) =>
        /^#\/webhook(\/url)?$/.test(error.pointer ?? '') ||
        [UNRATED, LEVEL].some((words) => words.test(error.detail)) ||
        isWish(error),
    )
  )
}

/** The path as the service understands it, escapes that hide nothing decoded. */
function addressOf({ path, event }: SentRequest): string {
  const url = new URL('http://localhost')
  url.pathname = event === 'path decoded' ? decoded(path) : path
  return url.pathname.replace(/(%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURI(escapes)
    } catch {
      return escapes
    }
  })
}
