import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { CORRELATION_HEADER, correlationIn } from '../../shared/protocol/correlation.ts'
import { failuresOnly } from '../telemetry.ts'
import { jobIdIn, ownerIn } from './admission.ts'
import { problemIn } from './problem.ts'
import type { ApiServices } from './services.ts'

const CORRELATION = 'correlationId'

/** What API Gateway and Lambda tell of a request, beside the request. */
export interface Invoked {
  /** Lambda's name for the invocation; its platform's own lines have it, too. */
  readonly requestId?: string | undefined
}

/**
 * Names each request, and all that comes of it, by one id: the client's, or that of its invocation. Then logs it in
 * a line: never its address, which a stranger writes, but its route; nothing of its headers, its query and its body.
 */
export function requestLog({ watch = failuresOnly }: Pick<ApiServices, 'watch'>): MiddlewareHandler {
  return async (c, next) => {
    // Where Hono has no environment, as in tests of one request, it is undefined.
    const { requestId }: Invoked = c.env ?? {}
    const correlationId = correlationIn(c.req.header(CORRELATION_HEADER)) ?? requestId
    if (correlationId) c.set(CORRELATION, correlationId)
    const line = watch.begin({ correlationId, method: c.req.method.slice(0, 10) }, { requestId })
    await next()
    if (correlationId) c.res.headers.set(CORRELATION_HEADER, correlationId)
    const { status } = c.res
    line.add({ route: routePath(c, -1), status, problem: problemIn(c), jobId: jobIdIn(c), owner: ownerIn(c) })
    if (status < 500) line.end('request handled')
    else line.fail('request failed', c.error ?? new Error(`answered ${status}`))
  }
}

/** The id that a request, and what comes of it, goes by. */
export function correlationOf(c: Context): string | undefined {
  return c.get(CORRELATION)
}
