import { posix } from 'node:path'
import { type Door, ROUTES, type RouteName, type Throttle } from '../settings/doors.ts'
import { type FrontRule, OWNERS_PATHS, type RateRule } from '../settings/front.ts'

/** The parts of a request that tell whether it is let through. */
export interface Arrival {
  readonly method: string
  /** Without its query. */
  readonly path: string
  /** The client's. */
  readonly address: string
  readonly origin: string | undefined
  readonly authorization: string | undefined
}

/** An answer in the place of the function's. */
export interface Refusal {
  /** Who refuses it and why, by which refusals are counted. */
  readonly reason: string
  readonly statusCode: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A bucket of tokens as API Gateway keeps them: it holds as many as the burst and is full at first, each request takes
 * one, and as many as the rate come back each second. A request that finds none is refused, and takes none.
 */
export function tokenBucket({ ratePerS, burst }: Throttle) {
  let left = burst
  let at = Number.NEGATIVE_INFINITY
  /** @param tokens that it takes if there is one: more are owed */
  return (now: number, tokens = 1): boolean => {
    left = Math.min(burst, left + ((now - at) / 1000) * ratePerS)
    at = now
    if (left < 1) return false
    left -= tokens
    return true
  }
}

/** Base64, in which most of a large item comes, is longer than its bytes by a third. */
const BASE64 = 3 / 4
const UNIT_BYTES = 1024

/**
 * The write units that a table takes: so many a second, and no more than those of a second at once. DynamoDB counts them as
 * it has written, so that a large write goes through where any unit is left, and what comes after it waits.
 */
export function writeUnitsOf(perS: number) {
  const take = tokenBucket({ ratePerS: perS, burst: perS })
  /** Writes that went through, and those that were turned away. */
  const counts = { taken: 0, refused: 0 }
  return {
    perS,
    counts,
    /**
     * Whether the table takes a request; those that write nothing it always does.
     *
     * @param target e.g. `DynamoDB_20120810.PutItem`
     */
    take(target: string, body: Buffer): boolean {
      if (!/\.(Put|Update|Delete)Item$/.test(target)) return true
      const units = target.endsWith('.PutItem') ? Math.ceil((body.length * BASE64) / UNIT_BYTES) : 1
      const isIn = take(performance.now(), units)
      counts[isIn ? 'taken' : 'refused']++
      return isIn
    },
  }
}
export type WriteUnits = ReturnType<typeof writeUnitsOf>

const TOO_MANY: Refusal = { reason: 'gateway: throttled', statusCode: 429, body: '{"message":"Too Many Requests"}' }
/**
 * Lambda has no instance left. HTTP APIs have been seen to answer so; Lambda's documentation, which speaks of all kinds of
 * APIs, has a 500. Clients take both for the same.
 */
const NO_INSTANCE: Refusal = {
  reason: 'gateway: no instance',
  statusCode: 503,
  body: '{"message":"Service Unavailable"}',
}

/**
 * What stands before the function on AWS, in the order in which a request meets it: the front, the bucket of its route,
 * and the number of instances that Lambda reserves, each of which takes one request at a time. All routes together take
 * a sixteenth of what AWS lets an account have at most, so that the account's own bucket is never empty.
 *
 * @param reserved the requests that the function may work on at once; any number by default
 */
export function gatewayOf({
  throttles,
  reserved = Number.POSITIVE_INFINITY,
  front,
}: Pick<Door, 'throttles'> & { reserved?: number | undefined; front?: ReturnType<typeof frontOf> | undefined }) {
  /** Requests by who refused them and why; `passed` are those that the function got. */
  const counts: Record<string, number> = { passed: 0 }
  const count = (reason: string) => {
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  const routes = Object.entries(ROUTES).map(([name, key]) => ({
    // `$default` is the last of them, and takes what no other does; the others take any method.
    pattern: new RegExp(key === '$default' ? '' : `^${key.replace('ANY ', '').replace('{proxy+}', '.+')}$`),
    take: tokenBucket(throttles[name as RouteName]),
  }))
  let running = 0
  return {
    counts,
    /**
     * The refusal of a request before the function is asked; undefined where it may be.
     *
     * @param now milliseconds of any clock that only goes forward
     */
    refusalOf(arrival: Arrival, now: number): Refusal | undefined {
      const route = routes.find(({ pattern }) => pattern.test(arrival.path))
      const refusal = front?.(arrival, now) ?? (route?.take(now) ? undefined : TOO_MANY)
      if (refusal) count(refusal.reason)
      return refusal
    },
    /** Has the function work on a request, unless all of its instances do. */
    async invoke<T>(work: () => Promise<T>): Promise<T | Refusal> {
      if (running >= reserved) {
        count(NO_INSTANCE.reason)
        return NO_INSTANCE
      }
      count('passed')
      running++
      try {
        return await work()
      } finally {
        running--
      }
    },
  }
}
export type Gateway = ReturnType<typeof gatewayOf>

/** AWS: WAF looks at the rates of a rule "about every 10 seconds". */
const LOOK_EVERY_MS = 10_000
/** AWS: what a look finds is usually acted on within 30 seconds, of which up to ten have gone by before the look. */
const LAG_MS = 20_000

/** The rules of the front, as WAF keeps them: in their order, of which the first that refuses answers. */
export function frontOf(rules: readonly FrontRule[]) {
  const made = rules.map((rule) => {
    const { status: statusCode, headers, body } = rule.answer
    const json = { 'content-type': 'application/json', ...headers }
    const refusal: Refusal = { reason: `front: ${rule.name}`, statusCode, headers: json, body }
    return { refusal, refuses: refuserOf(rule) }
  })
  return (arrival: Arrival, now: number) => made.find(({ refuses }) => refuses(arrival, now))?.refusal
}

function refuserOf(rule: FrontRule): (arrival: Arrival, now: number) => boolean {
  if (rule.kind === 'rate') {
    const isOver = ratesOf(rule)
    return ({ path, address, authorization }, now) =>
      isOver(rule.by === 'address' ? address : isOwners(path) ? authorization : undefined, now)
  }
  const { form, preflightsOf } = rule
  return ({ method, path, origin, authorization = '' }) =>
    isOwners(path) && !form.test(authorization) && !(method === 'OPTIONS' && preflightsOf.includes(origin ?? ''))
}

/** Whether a path begins as all that is an owner's does, in whatever spelling. */
function isOwners(path: string): boolean {
  const decoded = path.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return posix.normalize(`/${decoded}`).startsWith(OWNERS_PATHS)
}

/**
 * Who has sent more than the limit within the window. WAF looks from time to time, and acts later; from then until what a
 * later look finds is acted on, those whom it found are over the limit, and nobody else. Refused requests count, too.
 *
 *     requests   ├────10 s────┼────10 s────┤look                    ┊
 *                ├──────────── window ─────┤├───────── lag ─────────┤acts
 */
export function ratesOf({ limit, windowS }: Pick<RateRule, 'limit' | 'windowS'>) {
  /** Requests by whose they are, for each stretch between two looks within the window; the newest one last. */
  let counts = [new Map<string, number>()]
  /** Those over the limit, and from when on they are refused: at most the first of these holds now. */
  const found: { readonly from: number; readonly over: ReadonlySet<string> }[] = []
  let nextLook: number | undefined
  /** Counts a request, and says whether it is to be refused. One that is nobody's is neither. */
  return (whose: string | undefined, now: number): boolean => {
    if (whose === undefined) return false
    nextLook ??= now + LOOK_EVERY_MS
    for (; nextLook <= now; nextLook += LOOK_EVERY_MS) look(nextLook)
    const newest = counts.at(-1)
    newest?.set(whose, (newest.get(whose) ?? 0) + 1)
    while (found[1] && found[1].from <= now) found.shift()
    const [current] = found
    return current !== undefined && current.from <= now && current.over.has(whose)
  }

  function look(at: number): void {
    const sums = new Map<string, number>()
    for (const stretch of counts) for (const [whose, count] of stretch) sums.set(whose, (sums.get(whose) ?? 0) + count)
    const over = new Set([...sums].filter(([, sum]) => sum > limit).map(([whose]) => whose))
    found.push({ from: at + LAG_MS, over })
    // The stretch that begins now is one of them.
    counts = [...counts, new Map<string, number>()].slice((-windowS * 1000) / LOOK_EVERY_MS)
  }
}
