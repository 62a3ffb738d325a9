import type { MiddlewareHandler } from 'hono'
import { problem } from '../problem.ts'

/** What browsers are told of every answer, where it says nothing else itself. */
export const GUARDS: Readonly<Record<string, string>> = {
  // An answer that is no page loads nothing, and stands in no frame.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

export const guardHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(GUARDS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
}

const IS_READING = /^(GET|HEAD|OPTIONS)$/

/**
 * Refuses what a browser sends in the name of another site's page. It could read no answer, but where the service
 * is open to everybody it could submit and cancel. Browsers say so in `Sec-Fetch-Site`; programs send none.
 *
 * @param origins of sites whose pages may, e.g. `https://puzzles.example`
 */
export function ownPagesOnly(origins: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'none'
    const isOurs = site === 'same-origin' || site === 'none' || origins.includes(c.req.header('origin') ?? '')
    if (!isOurs && !IS_READING.test(c.req.method)) return problem(c, 'cross-site')
    await next()
  }
}
