import type { Context } from 'hono'
import { hasExpired } from '../../shared/job/job.ts'
import { parsePartRequest } from '../../shared/protocol/job-request.ts'
import type { Parsed } from '../../shared/protocol/parsed.ts'
import { MAX_PARTS, parsePartNumber, parsePartQuery } from '../../shared/protocol/queries.ts'
import { acceptPart } from './accept-part.ts'
import { bodyOf, jsonIn, puzzlesIn, type Read, wrongNumberOf } from './body.ts'
import { partView } from './job-view.ts'
import { problem } from './problem.ts'
import { type ApiServices, ownHead } from './services.ts'

/** `PUT /jobs/{id}/parts/{number}`: adds puzzles to an open job; answers once every one of them is durably in the queue. */
export function putPart(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const job = await ownHead(services, c)
    if (!job) return problem(c, 'unknown-job')
    if (hasExpired(job, services.now())) return problem(c, 'expired-job')
    const number = parsePartNumber(c.req.param('part') ?? '')
    if (!number) return problem(c, 'unknown-route', { detail: `parts are numbered from 1 to ${MAX_PARTS}` })
    const query = parsePartQuery(c.req.query())
    if (!query.ok) return problem(c, 'invalid-request', { errors: query.errors })
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
    if (!read.ok) return problem(c, 'invalid-request', { errors: read.errors })
    const wrong = wrongNumberOf(read.value.puzzles)
    if (wrong) return problem(c, 'invalid-request', { errors: [`the body: ${wrong}`] })
    const part = await acceptPart(services, job, number, { ...read.value, digest: body.digest }, services.queue)
    return typeof part === 'string' ? problem(c, part) : c.json(partView(part))
  }
}
