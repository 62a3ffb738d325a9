import { PROBLEMS, type ProblemName } from '../../functions/api/problem.ts'
import type { Door } from './doors.ts'
import type { Auth } from './settings.ts'

/**
 * What stands before the gateway: `cloudfront`, a distribution with a firewall (a web ACL of AWS WAF), or `none`.
 */
export const FRONTS = ['cloudfront', 'none'] as const
export type Front = (typeof FRONTS)[number]

/**
 * The paths under which all is an owner's. The stack and the service on this machine compare a path with it after they
 * have decoded it once (`/%6aobs`) and taken out dots and doubled slashes, so that no other spelling gets by.
 */
export const OWNERS_PATHS = '/jobs'

/** In the place of the API's. */
interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Refuses each request under `OWNERS_PATHS` whose `Authorization` is not of a form, but for preflights of some origins. */
interface FormRule {
  readonly kind: 'form'
  readonly form: RegExp
  /** A browser sends no key with its `OPTIONS`, so that those of these origins, with such an `Origin`, are let through. */
  readonly preflightsOf: readonly string[]
}

/**
 * Refuses requests of one address, or with one `Authorization`, while more than `limit` of those that rules before it
 * let through have come within the window.
 *
 * AWS: the limit is at least 10, and the window 60, 120, 300 or 600 s. WAF estimates the rate, with more weight on what
 * is recent, and acts near the limit and not exactly at it. It usually acts within 30 s, and "for up to several minutes"
 * it may not; as late it lets somebody in again. What comes in until then meets the throttles of the gateway's routes,
 * and the owner's own limits.
 */
export interface RateRule {
  readonly kind: 'rate'
  readonly by: 'address' | 'authorization'
  readonly limit: number
  readonly windowS: 60 | 120 | 300 | 600
}

export type FrontRule = (FormRule | RateRule) & { readonly name: string; readonly answer: Answer }

/**
 * A key as people and programs send it; `shared/aws/owners.ts` makes its text, and a test compares. Both Node and WAF
 * (PCRE) read this expression, so that it has no flags.
 */
const KEY_FORM = /^[Bb][Ee][Aa][Rr][Ee][Rr] +sudoku_[0-9a-f]{16}_[A-Za-z0-9_-]{43} *$/
const WINDOW_S = 60
/** An owner who keeps to the limits does not meet the firewall, whose refusals say less than the API's. */
const MARGIN = 1.25

/**
 * The rules in their order: the first that refuses answers. The form of a key comes first, because it costs nothing to
 * look at and needs no count: whoever sends no key is turned away with the first request.
 *
 * Paths that are nobody's count for the address only: CloudFront answers them from its cache.
 */
export function frontRules({
  auth,
  owner: { requests, windowS },
  origins,
}: Pick<Door, 'owner'> & { readonly auth: Auth; readonly origins: readonly string[] }): readonly FrontRule[] {
  // What an owner may send from rest within the window.
  const most = requests + (requests / windowS) * WINDOW_S
  const limit = Math.floor(MARGIN * most)
  const rate = (name: string, by: RateRule['by']): FrontRule => ({
    kind: 'rate',
    name,
    by,
    limit,
    windowS: WINDOW_S,
    answer: answerOf('too-many-requests', { 'retry-after': String(WINDOW_S) }),
  })
  const noKey = answerOf('unauthorized', { 'www-authenticate': 'Bearer realm="sudoku"' })
  return auth === 'keys'
    ? [
        { kind: 'form', name: 'KeyForm', form: KEY_FORM, preflightsOf: origins, answer: noKey },
        rate('AddressRate', 'address'),
        rate('KeyRate', 'authorization'),
      ]
    : [rate('AddressRate', 'address')]
}

/**
 * A problem as the API has it, with the same words. Its type is `application/json`, because WAF lets no answer of its own
 * say `application/problem+json`.
 */
function answerOf(problem: ProblemName, headers: Answer['headers']): Answer {
  const { status, title } = PROBLEMS[problem]
  return { status, headers, body: JSON.stringify({ type: `/problems/${problem}`, code: problem, status, title }) }
}
