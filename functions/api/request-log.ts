import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { CORRELATION_HEADER, correlationIn } from '../../shared/protocol/correlation.ts'
import { failuresOnly } from '../reporting/telemetry.ts'
import type { ApiEnv } from './context.ts'
import type { ApiServices } from './services.ts'

/**
 * Names each request, and all that comes of it, by one id: the client's, or that of its invocation. (`hono/request-id`
 * would take `=` as well, and its header would be missing from a 304.) Then logs it in a line: never its address,
 * which a stranger writes, but its route; nothing of its headers, its query and its body.
 */
export function requestLog({ telemetry = failuresOnly }: Pick<ApiServices, 'telemetry'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Where Hono has no environment, as in tests of one request, it is undefined.
    const { requestId } = c.env ?? {}
    const correlationId = correlationIn(c.req.header(CORRELATION_HEADER)) ?? requestId
    if (correlationId) c.set('correlationId', correlationId)
    const line = telemetry.begin({ correlationId, method: c.req.method.slice(0, 10) }, { requestId })
    await next()
    if (correlationId) c.res.headers.set(CORRELATION_HEADER, correlationId)
    const { status } = c.res
    const { problem, jobId, owner } = c.var
    line.add({ route: routePath(c, -1), status, problem, jobId, owner })
    if (status < 500) line.end('request handled')
    else line.fail('request failed', c.error ?? new Error(`answered ${status}`))
  }
}
