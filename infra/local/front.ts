import { type FrontRule, OWNERS_PATHS, type RateRule } from '../settings/front.ts'
import type { Arrival, Guard, Refusal } from './gateway.ts'

/** AWS: WAF looks at the rates of a rule "about every 10 seconds". */
const LOOK_EVERY_MS = 10_000
/** AWS: what a look finds is usually acted on within 30 seconds, of which up to ten have gone by before the look. */
const LAG_MS = 20_000

/** The rules of the front, as WAF keeps them: in their order, of which the first that refuses answers. */
export function frontOf(rules: readonly FrontRule[]): Guard {
  const made = rules.map((rule) => ({ refusal: refusalBy(rule), refuses: refuserOf(rule) }))
  return { refusalOf: (arrival, now) => made.find(({ refuses }) => refuses(arrival, now))?.refusal }
}

function refusalBy({ name, answer: { status: statusCode, headers, body } }: FrontRule): Refusal {
  return { reason: `front: ${name}`, statusCode, headers: { 'content-type': 'application/json', ...headers }, body }
}

function refuserOf(rule: FrontRule): (arrival: Arrival, now: number) => boolean {
  if (rule.kind === 'rate') {
    const rates = new Rates(rule)
    const whose = ({ path, address, authorization }: Arrival) =>
      rule.by === 'address' ? address : isOwners(path) ? authorization : undefined
    return (arrival, now) => rates.isOver(whose(arrival), now)
  }
  const { form, preflightsOf } = rule
  return ({ method, path, origin, authorization = '' }) =>
    isOwners(path) && !form.test(authorization) && !(method === 'OPTIONS' && preflightsOf.includes(origin ?? ''))
}

/** Whether a path begins as all that is an owner's does, in whatever spelling. */
function isOwners(path: string): boolean {
  const decoded = path.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const segments: string[] = []
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`.startsWith(OWNERS_PATHS)
}

/**
 * Who has sent more than the limit within the window. WAF looks from time to time, and acts later; from then until what a
 * later look finds is acted on, those whom it found are over the limit, and nobody else. Refused requests count, too.
 *
 *     requests   ├────10 s────┼────10 s────┤look                    ┊
 *                ├──────────── window ─────┤├───────── lag ─────────┤acts
 */
export class Rates {
  readonly #rule: Pick<RateRule, 'limit' | 'windowS'>
  /** Requests by whose they are, for each stretch between two looks within the window; the newest one last. */
  #counts: Map<string, number>[] = [new Map()]
  /** Those over the limit, and from when on they are refused: at most the first of these holds now. */
  #found: { readonly from: number; readonly over: ReadonlySet<string> }[] = []
  #nextLook: number | undefined

  constructor(rule: Pick<RateRule, 'limit' | 'windowS'>) {
    this.#rule = rule
  }

  /** Counts a request, and says whether it is to be refused. One that is nobody's is neither. */
  isOver(whose: string | undefined, now: number): boolean {
    if (whose === undefined) return false
    this.#nextLook ??= now + LOOK_EVERY_MS
    for (; this.#nextLook <= now; this.#nextLook += LOOK_EVERY_MS) this.#look(this.#nextLook)
    const counts = this.#counts.at(-1)
    counts?.set(whose, (counts.get(whose) ?? 0) + 1)
    while (this.#found[1] && this.#found[1].from <= now) this.#found.shift()
    const [current] = this.#found
    return current !== undefined && current.from <= now && current.over.has(whose)
  }

  #look(at: number): void {
    const { limit, windowS } = this.#rule
    const sums = new Map<string, number>()
    for (const counts of this.#counts)
      for (const [whose, count] of counts) sums.set(whose, (sums.get(whose) ?? 0) + count)
    const over = new Set([...sums].filter(([, sum]) => sum > limit).map(([whose]) => whose))
    this.#found.push({ from: at + LAG_MS, over })
    // The stretch that begins now is one of them.
    this.#counts = [...this.#counts, new Map<string, number>()].slice((-windowS * 1000) / LOOK_EVERY_MS)
  }
}
