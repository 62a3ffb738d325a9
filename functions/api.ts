import { createHash } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { routePath } from 'hono/route'
import { QueueRefusal } from '../shared/aws/queue.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { CORRELATION_HEADER, CORRELATION_ID } from '../shared/protocol/correlation.ts'
import { parseQuery } from '../shared/protocol/requests.ts'
import type { Problem as ProblemBody } from '../shared/protocol/views.ts'
import { admission, ownJob, ownPagesOnly, rateLimit } from './api/admission.ts'
import { limitedBody } from './api/body.ts'
import { cancelJob, deleteJob, listDeliveries, redriveJob, sendAgain } from './api/job-actions.ts'
import { listJobs, pollEtag, pollJob } from './api/jobs.ts'
import { fileRoutes } from './api/page-files.ts'
import { listParts, putPart, sealJob } from './api/parts.ts'
import { accepted, PROBLEMS, Problem, type ProblemKind } from './api/problem.ts'
import { type ChunkResults, chunkResults } from './api/read-results.ts'
import { getResults } from './api/results.ts'
import { type ApiEnv, type ApiServices, prefixOf, queryOf, RETRY_AFTER } from './api/services.ts'
import { submitJob } from './api/submit.ts'
import { failuresOnly } from './reporting/telemetry.ts'

/** The routes. What goes wrong is thrown, and answered in one place: every error is a problem (RFC 9457). */
export function createApi(services: ApiServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const chunks = chunkResults(services.table)
  const by = <E extends ApiEnv>(handle: (c: Context<E>, ...of: [ApiServices, ChunkResults]) => Promise<Response>) => {
    return (c: Context<E>) => handle(c, services, chunks)
  }
  app.onError((error, c) => answerTo(c, problemOf(error)))
  app.notFound((c) => answerTo(c, new Problem('unknown-route')))
  const onMethodNotAllowed = (c: Context<ApiEnv>, allowed: readonly string[]) =>
    answerTo(c, new Problem('wrong-method', { headers: { allow: allowed.join(', ') } }))
  app.use(requestLog(services), byDefault(GUARDS), methodNotAllowed({ app, onMethodNotAllowed }))

  app.use(
    '/jobs/*',
    byDefault(KEPT_BY_NOBODY),
    ownPagesOnly(services.origins ?? []),
    admission(services),
    rateLimit(services),
  )
  app.post('/jobs', limitedBody, by(submitJob))
  app.get('/jobs', by(listJobs))
  app.get('/jobs/:id', noParameters, pollEtag, ownJob(services, { mayHaveExpired: true }), by(pollJob))
  app.delete('/jobs/:id', noParameters, by(deleteJob))
  app.get('/jobs/:id/parts', ownJob(services, { withParts: false }), by(listParts))
  app.put('/jobs/:id/parts/:part', limitedBody, ownJob(services, { withParts: false }), by(putPart))
  app.post('/jobs/:id/seal', noParameters, limitedBody, ownJob(services), by(sealJob))
  app.post('/jobs/:id/cancel', noParameters, ownJob(services), by(cancelJob))
  app.post('/jobs/:id/redrive', noParameters, ownJob(services), by(redriveJob))
  app.get('/jobs/:id/results', ownJob(services), by(getResults))
  app.get('/jobs/:id/deliveries', noParameters, ownJob(services, { withParts: false }), by(listDeliveries))
  app.post('/jobs/:id/deliveries', noParameters, ownJob(services), by(sendAgain))

  app.get('/problems/:name', explainProblem)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', fileRoutes(services.files))
  return app
}

/** The headers that guard an answer. */
const GUARDS = {
  // An answer that is no page loads nothing, and stands in no frame: none of the older headers says more.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}
/** What is between a client and the service keeps no answer for others, an error neither. */
const KEPT_BY_NOBODY = { 'cache-control': 'no-store' }

/** Gives these headers to every answer that does not set them itself. */
function byDefault(headers: Readonly<Record<string, string>>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

const noParameters: MiddlewareHandler<ApiEnv> = async (c, next) => {
  accepted(parseQuery({}, queryOf(c)))
  await next()
}

function answerTo(c: Context<ApiEnv>, { problem, details: { headers, ...members } }: Problem): Response {
  c.set('problem', problem)
  const { status, title } = PROBLEMS[problem]
  const { correlationId } = c.var
  const named = { type: `${prefixOf(c)}/problems/${problem}`, code: problem, status, title, ...members }
  // In the body, too: whoever passes on an answer's text passes on by what its log lines are found.
  const body: ProblemBody = { ...named, ...(correlationId !== undefined && { correlationId }) }
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/problem+json', ...headers })
}

/**
 * A failure of AWS is worth another try, and so is data that newer code wrote: a deployment replaces workers first, and
 * this code within minutes. Anything else that nobody foresaw is ours to mend.
 */
function problemOf(error: Error): Problem {
  if (error instanceof Problem) return error
  const fromAws = '$metadata' in error || 'syscall' in error || error instanceof QueueRefusal
  const isNewer = error instanceof VersionError && error.isNewer
  return fromAws || isNewer ? new Problem('unavailable', { headers: RETRY_AFTER }) : new Problem('internal')
}

/**
 * Names each request, and all that comes of it, by one id: the client's, or that of its invocation. (`hono/request-id`
 * would take `=` as well, and its header would be missing from a 304.) Then logs it in a line: never its address,
 * which a stranger writes, but its route; nothing of its headers, its query and its body.
 */
function requestLog({ telemetry = failuresOnly }: Pick<ApiServices, 'telemetry'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Where Hono has no environment, as in tests of one request, it is undefined.
    const { requestId } = c.env ?? {}
    const sent = c.req.header(CORRELATION_HEADER) ?? ''
    const correlationId = CORRELATION_ID.test(sent) ? sent : requestId
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

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `GET /problems/{name}`: what a kind of problem is, what causes it and what to do. */
function explainProblem(c: Context<ApiEnv, '/problems/:name'>): Response {
  const code = c.req.param('name')
  const kind = Object.entries<ProblemKind>(PROBLEMS).find(([known]) => known === code)?.[1]
  if (!kind) throw new Problem('unknown-route')
  const { status, title, cause, remedy } = kind
  const types = ['application/json', 'text/html']
  c.header('vary', 'accept')
  if (accepts(c, { header: 'Accept', supports: types, default: 'application/json' }) !== 'text/html') {
    return c.json({ type: `${prefixOf(c)}/problems/${code}`, code, title, status, cause, remedy })
  }
  return c.html(pageOf(code, kind, prefixOf(c)), 200, { 'content-security-policy': POLICY })
}

function pageOf(code: string, { status, title, cause, remedy }: ProblemKind, prefix: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${code}: ${htmlOf(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${htmlOf(title)}</h1>
<p>Status ${status}, code <code>${code}</code>.</p>
<h2>Cause</h2>
<p>${htmlOf(cause)}</p>
<h2>Remedy</h2>
<p>${htmlOf(remedy)}</p>
<p><a href="${prefix}/docs">The API’s description</a></p>
</main>
</html>
`
}

/** A text as HTML; what stands in backticks is code. */
function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
