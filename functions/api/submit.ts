import type { Context } from 'hono'
import { chunksOf, puzzlesPerChunk } from '../../shared/job/chunk.ts'
import { type Job, newPart, RETENTION_DAYS } from '../../shared/job/job.ts'
import { type Parsed, type ParsedJob, parseJobRequest, parseJobText } from '../../shared/protocol.ts'
import { viewOf } from './job-view.ts'
import { type ApiParts, RETRY_AFTER } from './parts.ts'
import { problem } from './problem.ts'

const RETENTION_S = RETENTION_DAYS * 24 * 3600

/** `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue. */
export function submitJob({ table, queue, now, newId, ownerOf }: ApiParts) {
  return async (c: Context): Promise<Response> => {
    const request = await parsedBody(c)
    if (request instanceof Response) return request
    if (!request.ok) return problem(c, 'invalid-request', { errors: request.errors })
    const { options, entries } = request.value
    const createdAt = now()
    const job: Job = {
      id: newId(),
      owner: await ownerOf(c.req.raw),
      options,
      createdAt,
      expiresAt: Math.ceil(createdAt / 1000) + RETENTION_S,
      sealed: false,
    }
    const place = { jobId: job.id, part: 0, line: 1, options, expiresAt: job.expiresAt }
    const chunks = chunksOf(place, entries, puzzlesPerChunk(options, entries.length))
    const part = newPart(0, entries.length, chunks.length, createdAt)
    await table.putJob(job, part)
    await queue.send(chunks)
    // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
    await table.sealJob(job.id)
    const view = viewOf({ job: { ...job, sealed: true }, parts: [part] }, createdAt)
    return c.json(view, 202, { location: view.links.self, ...RETRY_AFTER })
  }
}

/** The job that a body asks for, by its media type. */
async function parsedBody(c: Context): Promise<Parsed<ParsedJob> | Response> {
  const mediaType = c.req.header('content-type')?.split(';')[0].trim().toLowerCase()
  if (mediaType === 'text/plain') return parseJobText(await c.req.text(), c.req.query())
  if (mediaType !== 'application/json') {
    const detail = `found ${mediaType ?? 'none'}, expected application/json or text/plain`
    return problem(c, 'unsupported-media-type', { detail, headers: { accept: 'application/json, text/plain' } })
  }
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    return problem(c, 'not-json', { detail: (error as SyntaxError).message })
  }
  return parseJobRequest(body)
}
