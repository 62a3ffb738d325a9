import type { MiddlewareHandler } from 'hono'
import { problem } from '../problem.ts'
import type { ApiServices } from '../services.ts'
import { ownerIn } from './access.ts'

/** What is counted, as the headers name it. */
const POLICY = 'requests'
/** Counts of windows that are over are kept a while: clocks of instances differ. */
const KEPT_S = 60

/**
 * Lets an owner ask so often and no more, in each window of time, whichever instances he meets; nothing where there are
 * no limits. The headers are those of draft-ietf-httpapi-ratelimit-headers.
 */
export function rateLimit({ table, limits, now }: ApiServices): MiddlewareHandler {
  return async (c, next) => {
    if (!limits) return next()
    const { requests: most, windowS } = limits
    const seconds = now() / 1000
    const window = Math.floor(seconds / windowS)
    const endsAt = (window + 1) * windowS
    const count = await table.countRequest(ownerIn(c), window, endsAt + KEPT_S)
    const secondsLeft = Math.max(1, Math.ceil(endsAt - seconds))
    const headers = {
      'ratelimit-policy': `"${POLICY}";q=${most};w=${windowS}`,
      ratelimit: `"${POLICY}";r=${Math.max(0, most - count)};t=${secondsLeft}`,
    }
    if (count > most) {
      const detail = `expected at most ${most} requests in ${windowS} s`
      return problem(c, 'too-many-requests', { detail, headers: { ...headers, 'retry-after': String(secondsLeft) } })
    }
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}
