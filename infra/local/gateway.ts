import { type Door, ROUTES, type RouteName, type Throttle } from '../settings/doors.ts'

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

/** Something that stands before the function; told the time in milliseconds, of any clock that only goes forward. */
export interface Guard {
  refusalOf(arrival: Arrival, now: number): Refusal | undefined
}

interface GatewayOptions extends Pick<Door, 'throttles'> {
  /** The requests that the function may work on at once; any number by default. */
  readonly reserved?: number | undefined
  /** Stands before the gateway. */
  readonly front?: Guard | undefined
}

/**
 * A bucket of tokens as API Gateway keeps them: it holds as many as the burst and is full at first, each request takes
 * one, and as many as the rate come back each second. A request that finds none is refused, and takes none.
 */
export class TokenBucket {
  readonly #throttle: Throttle
  #tokens: number
  #at = Number.NEGATIVE_INFINITY

  constructor(throttle: Throttle) {
    this.#throttle = throttle
    this.#tokens = throttle.burst
  }

  /** @param tokens that it takes if there is one: more are owed */
  take(now: number, tokens = 1): boolean {
    const { ratePerS, burst } = this.#throttle
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#at) / 1000) * ratePerS)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens -= tokens
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
export class WriteUnits {
  readonly perS: number
  /** Writes that went through, and those that were turned away. */
  readonly counts = { taken: 0, refused: 0 }
  readonly #bucket: TokenBucket

  constructor(perS: number) {
    this.perS = perS
    this.#bucket = new TokenBucket({ ratePerS: perS, burst: perS })
  }

  /**
   * Whether the table takes a request; those that write nothing it always does.
   *
   * @param target e.g. `DynamoDB_20120810.PutItem`
   */
  take(target: string, body: Buffer): boolean {
    if (!/\.(Put|Update|Delete)Item$/.test(target)) return true
    const units = target.endsWith('.PutItem') ? Math.ceil((body.length * BASE64) / UNIT_BYTES) : 1
    const isIn = this.#bucket.take(performance.now(), units)
    this.counts[isIn ? 'taken' : 'refused']++
    return isIn
  }
}

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
 */
export class Gateway {
  /** Requests by who refused them and why; `passed` are those that the function got. */
  readonly counts: Record<string, number> = { passed: 0 }
  readonly #front: Guard | undefined
  readonly #routes: readonly (readonly [RegExp, TokenBucket])[]
  readonly #reserved: number
  #running = 0

  constructor({ throttles, reserved = Number.POSITIVE_INFINITY, front }: GatewayOptions) {
    this.#front = front
    this.#reserved = reserved
    // `$default` is the last of them, and takes what no other does.
    const bucketOf = (name: string) => new TokenBucket(throttles[name as RouteName])
    this.#routes = Object.entries(ROUTES).map(([name, key]) => [patternOf(key), bucketOf(name)])
  }

  /** The refusal of a request before the function is asked; undefined where it may be. */
  refusalOf(arrival: Arrival, now: number): Refusal | undefined {
    const asRouted = `${arrival.method} ${arrival.path}`
    const [, bucket] = this.#routes.find(([pattern]) => pattern.test(asRouted)) ?? []
    const refusal = this.#front?.refusalOf(arrival, now) ?? (bucket?.take(now) ? undefined : TOO_MANY)
    if (refusal) this.#count(refusal.reason)
    return refusal
  }

  /** Has the function work on a request, unless all of its instances do. */
  async invoke<T>(work: () => Promise<T>): Promise<T | Refusal> {
    if (this.#running >= this.#reserved) {
      this.#count(NO_INSTANCE.reason)
      return NO_INSTANCE
    }
    this.#count('passed')
    this.#running++
    try {
      return await work()
    } finally {
      this.#running--
    }
  }

  #count(reason: string): void {
    this.counts[reason] = (this.counts[reason] ?? 0) + 1
  }
}

/** Matches a method and a path, as the key of a route has them: `ANY /jobs/{proxy+}`. */
function patternOf(key: string): RegExp {
  if (key === '$default') return /^/
  return new RegExp(`^${key.replace('ANY', '\\S+').replace('{proxy+}', '.+')}$`)
}
