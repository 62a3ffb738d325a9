import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { QueueRefusal } from '../shared/aws/queue.ts'
import { admission, guardHeaders, ownPagesOnly, rateLimit } from './api/admission.ts'
import { limitedBody } from './api/body.ts'
import { fileRoutes } from './api/files.ts'
import { cancelJob, redriveJob } from './api/job-actions.ts'
import { listJobs, POLL_HEADERS_OF_304, pollJob } from './api/jobs.ts'
import { putPart, sealJob } from './api/parts.ts'
import { PROBLEMS, type ProblemName, problem } from './api/problem.ts'
import { requestLog } from './api/request-log.ts'
import { getResults } from './api/results.ts'
import { type ApiServices, RETRY_AFTER } from './api/services.ts'
import { submitJob } from './api/submit.ts'

/** The routes. Every error is a problem (RFC 9457). */
export function createApi(services: ApiServices): Hono {
  const app = new Hono()
  app.use(requestLog(services), guardHeaders)
  app.use(methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }))
  app.notFound((c) => problem(c, 'unknown-route'))
  app.onError(failure)

  app.use('/jobs/*', ownPagesOnly(services.origins ?? []), admission(services), rateLimit(services))
  app.post('/jobs', limitedBody, submitJob(services))
  app.get('/jobs', listJobs(services))
  app.get('/jobs/:id', etag({ retainedHeaders: POLL_HEADERS_OF_304 }), pollJob(services))
  app.put('/jobs/:id/parts/:part', limitedBody, putPart(services))
  app.post('/jobs/:id/seal', limitedBody, sealJob(services))
  app.post('/jobs/:id/cancel', cancelJob(services))
  app.post('/jobs/:id/redrive', redriveJob(services))
  app.get('/jobs/:id/results', getResults(services))
  app.get('/problems/:name', (c) => {
    const name = c.req.param('name')
    return Object.hasOwn(PROBLEMS, name) ? c.json(PROBLEMS[name as ProblemName]) : problem(c, 'unknown-route')
  })
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', fileRoutes(services.files))
  return app
}

function wrongMethod(c: Context, allowed: readonly string[]): Response {
  return problem(c, 'wrong-method', { headers: { allow: allowed.join(', ') } })
}

/** What went wrong at AWS is worth another try; anything else is ours to mend. */
function failure(error: Error, c: Context): Response {
  const fromAws = '$metadata' in error || 'syscall' in error || error instanceof QueueRefusal
  return fromAws ? problem(c, 'unavailable', { headers: RETRY_AFTER }) : problem(c, 'internal')
}
