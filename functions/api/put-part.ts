import type { Context } from 'hono'
import { hasExpired } from '../../shared/job/job.ts'
import { MAX_PARTS } from '../../shared/job/limits.ts'
import { parsePartRequest } from '../../shared/protocol/job-request.ts'
import type { Parsed } from '../../shared/protocol/parsed.ts'
import { parsePartNumber, parsePartQuery } from '../../shared/protocol/queries.ts'
import { acceptPart, isIn } from './accept-part.ts'
import { ownHead } from './admission/access.ts'
import { addInFlight } from './admission/in-flight.ts'
import { bodyOf, cutOf, jsonIn, puzzlesIn, type Read } from './body.ts'
import { partView } from './job-view.ts'
import { problem, refusal } from './problem.ts'
import { correlationOf } from './request-log.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/** `PUT /jobs/{id}/parts/{number}`: adds puzzles to an open job; answers once every one of them is durably in the queue. */
export function putPart(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const job = await ownHead(services, c)
    if (!job) return problem(c, 'unknown-job')
    if (hasExpired(job, services.now())) return problem(c, 'expired-job')
    const number = parsePartNumber(c.req.param('part') ?? '')
    if (!number) return problem(c, 'unknown-route', { detail: `parts are numbered from 1 to ${MAX_PARTS}` })
    if (number > MAX_PARTS) return problem(c, 'too-many-parts', { detail: `parts are numbered from 1 to ${MAX_PARTS}` })
    const query = parsePartQuery(c.req.query())
    if (!query.ok) return refusal(c, query)
    const body = await bodyOf(c)
    if (body instanceof Response) return body
    if (query.value.format && body.kind !== 'text') {
      return problem(c, 'invalid-request', { errors: ['format: only a text is of several'] })
    }
    let read: Parsed<Read>
    if (body.kind === 'json') {
      const parsed = jsonIn(c, body)
      if (parsed instanceof Response) return parsed
      const puzzles = parsePartRequest(parsed.json)
      read = puzzles.ok ? { ok: true, value: { puzzles: puzzles.value, format: 'json' } } : puzzles
    } else read = puzzlesIn(body, { size: job.options.size, ...query.value })
    if (!read.ok) return refusal(c, read)
    const cut = cutOf(read.value, job.options, 'the body')
    if (!cut.ok) return refusal(c, cut)
    if (job.sealed !== undefined && number > job.sealed) return problem(c, 'job-not-open')
    const { digest } = body
    const asked = { ...read.value, digest, perChunk: cut.value, correlationId: correlationOf(c) }
    const full = await addInFlight(services, job, asked.puzzles.count)
    if (full && !(await isIn(services, job, number, asked))) return problem(c, full, { headers: RETRY_AFTER })
    const part = await acceptPart(services, job, number, asked, services.queue)
    return typeof part === 'string' ? problem(c, part) : c.json(partView(part))
  }
}
