import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { RETAINED_304_HEADERS } from 'hono/etag'
import { parseWait } from '../../shared/protocol/queries.ts'
import { ownJob } from './admission/access.ts'
import { viewOf } from './job-view.ts'
import { problem } from './problem.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'
import { MAX_WAIT_S, waitFor } from './wait.ts'

/** What a poll's 304 also says. */
export const POLL_HEADERS_OF_304 = [...RETAINED_304_HEADERS, 'retry-after', 'preference-applied']

/** `GET /jobs/{id}`: the job as it stands; where the client prefers to wait, as it stands after the next change. */
export function pollJob(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const wait = parseWait(c.req.header('prefer'), MAX_WAIT_S)
    const known = tagsIn(c.req.header('if-none-match'))
    let first: string | undefined
    const seen = await waitFor(
      async () => stateSeen(services, c),
      (state) => {
        if (!state?.mayChange) return true
        first ??= state.etag
        return known.length > 0 ? !known.includes(state.etag) : state.etag !== first
      },
      { seconds: wait, now: services.now },
    )
    if (!seen) return problem(c, 'unknown-job')
    return c.body(seen.body, 200, {
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      etag: seen.etag,
      ...(seen.mayChange && RETRY_AFTER),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    })
  }
}

/** The tags of an `If-None-Match` header, weak ones as strong ones, as it compares them; none of `*`. */
function tagsIn(header: string | undefined): string[] {
  return header?.match(/"[^"]*"/g) ?? []
}

async function stateSeen(services: ApiServices, c: Context) {
  const record = await ownJob(services, c)
  if (!record) return undefined
  const view = viewOf(record, services.now())
  const body = JSON.stringify(view)
  return {
    body,
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    mayChange: view.state === 'running' || view.state === 'open' || view.state === 'cancelling',
  }
}
