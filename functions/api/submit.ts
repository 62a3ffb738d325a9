import type { Context } from 'hono'
import { type Chunk, chunksOf, puzzlesPerChunk } from '../../shared/job/chunk.ts'
import { type Job, newPart, type Part, RETENTION_DAYS } from '../../shared/job/job.ts'
import { type Parsed, type ParsedJob, parseJobRequest, parseJobText } from '../../shared/protocol.ts'
import { viewOf } from './job-view.ts'
import { type ApiParts, RETRY_AFTER } from './parts.ts'
import { problem } from './problem.ts'

const RETENTION_S = RETENTION_DAYS * 24 * 3600

/**
 * A part's item lists the slices that are counted in it, 3 or 4 bytes each, at worst one for
 * every puzzle: this keeps it below 40 KB, and a write to it below 40 units.
 */
const PUZZLES_PER_PART = 10_000

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
    const perChunk = puzzlesPerChunk(options, entries.length)
    const chunks: Chunk[] = []
    const parts: Part[] = []
    for (let start = 0; start < entries.length; start += PUZZLES_PER_PART) {
      const place = { jobId: job.id, part: parts.length, line: start + 1, options, expiresAt: job.expiresAt }
      const ofPart = entries.slice(start, start + PUZZLES_PER_PART)
      const cut = chunksOf(place, ofPart, perChunk)
      parts.push(newPart(place.part, ofPart.length, cut.length, createdAt))
      chunks.push(...cut)
    }
    await table.putJob(job, parts)
    await queue.send(chunks)
    // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
    await table.sealJob(job.id)
    const view = viewOf({ job: { ...job, sealed: true }, parts }, createdAt)
    return c.json(view, 202, { location: view.links.self, ...RETRY_AFTER })
  }
}

/** The job that a body asks for, by its media type. */
async function parsedBody(c: Context): Promise<Parsed<ParsedJob> | Response> {
  const [mediaType, ...parameters] = (c.req.header('content-type') ?? 'none').toLowerCase().split(/\s*;\s*/)
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const encoding = c.req.header('content-encoding') ?? 'identity'
  const isText = mediaType === 'text/plain'
  const isReadable = encoding === 'identity' && (!charset || /^charset="?(utf-8|us-ascii)"?$/.test(charset))
  if (!isReadable || !(isText || mediaType === 'application/json')) {
    const found = [mediaType, charset, encoding !== 'identity' && encoding].filter(Boolean).join(', ')
    const detail = `found ${found}, expected application/json or text/plain, in UTF-8`
    return problem(c, 'unsupported-media-type', { detail, headers: { accept: 'application/json, text/plain' } })
  }
  if (isText) return parseJobText(await c.req.text(), c.req.query())
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    return problem(c, 'not-json', { detail: (error as SyntaxError).message })
  }
  return parseJobRequest(body, c.req.query())
}
