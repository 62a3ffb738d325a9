import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { secureHeaders } from 'hono/secure-headers'
import { QueueRefusal } from '../shared/aws/queue.ts'
import { VersionError } from '../shared/job/packed/byte-format.ts'
import { parseQuery } from '../shared/protocol/requests.ts'
import type { Problem as ProblemBody } from '../shared/protocol/views.ts'
import { admission, ownJob, ownPagesOnly, rateLimit } from './api/admission.ts'
import { limitedBody } from './api/body.ts'
import { ChunkResults } from './api/chunk-results.ts'
import { type ApiEnv, prefixOf, queryOf } from './api/context.ts'
import { listDeliveries, sendAgain } from './api/deliveries.ts'
import { fileRoutes } from './api/files.ts'
import { cancelJob, deleteJob, redriveJob } from './api/job-actions.ts'
import { listJobs, POLL_HEADERS_OF_304, pollJob } from './api/jobs.ts'
import { listParts, putPart, sealJob } from './api/parts.ts'
import { accepted, PROBLEMS, Problem } from './api/problem.ts'
import { explainProblem } from './api/problem-page.ts'
import { requestLog } from './api/request-log.ts'
import { getResults } from './api/results.ts'
import { type ApiServices, RETRY_AFTER } from './api/services.ts'
import { submitJob } from './api/submit.ts'

/** The routes. What goes wrong is thrown, and answered in one place: every error is a problem (RFC 9457). */
export function createApi(services: ApiServices): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  const chunks = new ChunkResults(services.table)
  app.onError((error, c) => answerTo(c, problemOf(error)))
  app.notFound((c) => answerTo(c, new Problem('unknown-route')))
  app.use(requestLog(services), guardHeaders, methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }))

  app.use('/jobs/*', keptByNobody, ownPagesOnly(services.origins ?? []), admission(services), rateLimit(services))
  app.post('/jobs', limitedBody, submitJob(services, chunks))
  app.get('/jobs', listJobs(services))
  app.get('/jobs/:id', noParameters, pollEtag, ownJob(services, { mayHaveExpired: true }), pollJob(services))
  app.delete('/jobs/:id', noParameters, deleteJob(services))
  app.get('/jobs/:id/parts', ownJob(services, { withParts: false }), listParts(services))
  app.put('/jobs/:id/parts/:part', limitedBody, ownJob(services, { withParts: false }), putPart(services))
  app.post('/jobs/:id/seal', noParameters, limitedBody, ownJob(services), sealJob(services))
  app.post('/jobs/:id/cancel', noParameters, ownJob(services), cancelJob(services))
  app.post('/jobs/:id/redrive', noParameters, ownJob(services), redriveJob(services))
  app.get('/jobs/:id/results', ownJob(services), getResults(services, chunks))
  app.get('/jobs/:id/deliveries', noParameters, ownJob(services, { withParts: false }), listDeliveries(services))
  app.post('/jobs/:id/deliveries', noParameters, ownJob(services), sendAgain(services))

  app.get('/problems/:name', explainProblem)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', fileRoutes(services.files))
  return app
}

/** The headers that guard every answer which does not set them itself. */
const guardHeaders = secureHeaders({
  overwrite: false,
  // An answer that is no page loads nothing, and stands in no frame: none of the older headers says more.
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  strictTransportSecurity: 'max-age=31536000',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** What is between a client and the service keeps no answer for others, an error neither, unless the answer says how. */
const keptByNobody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
}

/** Refuses any parameter. */
const noParameters: MiddlewareHandler<ApiEnv> = async (c, next) => {
  accepted(parseQuery({}, queryOf(c)))
  await next()
}

const pollEtag = etag({ retainedHeaders: POLL_HEADERS_OF_304 })

function wrongMethod(c: Context<ApiEnv>, allowed: readonly string[]): Response {
  return answerTo(c, new Problem('wrong-method', { headers: { allow: allowed.join(', ') } }))
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
