import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isShort } from '../../shared/job/chunk.ts'
import { expiryFrom, type Job } from '../../shared/job/job.ts'
import type { Parsed } from '../../shared/protocol/parsed.ts'
import { type ParsedJob, parseJobRequest, parseTextQuery } from '../../shared/protocol/requests.ts'
import { addInFlight, ownerIn, setJob } from './admission.ts'
import { type Body, bodyOf, cutOf, jsonIn, puzzlesIn, type Read } from './body.ts'
import { settleCancel } from './job-actions.ts'
import { viewOf } from './jobs.ts'
import { acceptPart, isIn } from './parts.ts'
import { problem, refusal } from './problem.ts'
import { correlationOf } from './request-log.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/** What a header can well carry; DynamoDB takes keys up to 2 KB. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue; or opens a job for parts. */
export function submitJob(services: ApiServices) {
  return async (c: Context): Promise<Response> => {
    const body = await bodyOf(c)
    if (body instanceof Response) return body
    const request = parsedJob(c, body)
    if (request instanceof Response) return request
    if (!request.ok) return refusal(c, request)
    const { options, puzzles, format } = request.value
    const cut = puzzles && cutOf({ puzzles }, options, body.kind === 'json' ? 'puzzles' : 'the body')
    if (cut && !cut.ok) return refusal(c, cut)

    const content = { digest: body.digest, format }
    const claimed = await claimedJob(services, c, content, options)
    if (claimed instanceof Response) return claimed
    const { table, now } = services
    const { id } = claimed
    setJob(c, id)
    const full = puzzles && (await addInFlight(services, claimed, puzzles.count))
    if (full && !(await isIn(services, claimed, 1, content))) return problem(c, full, { headers: RETRY_AFTER })
    await table.putJob(claimed)
    if (cut) {
      const queue = isShort(options, puzzles.count) ? services.expressQueue : services.queue
      const correlationId = correlationOf(c)
      const asked = { puzzles, ...content, perChunk: cut.value, correlationId }
      const part = await acceptPart(services, claimed, 1, asked, queue)
      // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
      if (typeof part !== 'string') await table.sealJob(id, 1)
    }
    let record = await table.getJob(id)
    // Cancelled before it was accepted, by somebody who may have died over it: what is answered has to end.
    if (puzzles && record?.job.sealed === undefined && record?.job.cancel === 'asked') {
      await settleCancel(table, id)
      record = await table.getJob(id)
    }
    if (!record) throw new Error(`job ${id} is not there, though it was just written`)
    const view = viewOf(record, now())
    return c.json(view, puzzles ? 202 : 201, { location: view.links.self, ...(puzzles && RETRY_AFTER) })
  }
}

type AskedJob = Pick<ParsedJob, 'options'> & { readonly puzzles: Read['puzzles'] | undefined; readonly format: string }

/** The job that a body asks for, by its media type. */
function parsedJob(c: Context, body: Body): Parsed<AskedJob> | Response {
  if (body.kind === 'json') {
    const parsed = jsonIn(c, body)
    if (parsed instanceof Response) return parsed
    const request = parseJobRequest(parsed.json, c.req.query())
    return request.ok ? { ok: true, value: { ...request.value, format: 'json' } } : request
  }
  const query = parseTextQuery(c.req.query())
  if (!query.ok) return query
  const { options, format } = query.value
  const read = puzzlesIn(body, { size: options.size, format })
  return read.ok ? { ok: true, value: { options, ...read.value } } : read
}

/**
 * A new job; with an `Idempotency-Key`, the one that this key stands for.
 *
 * @param content its puzzles, as they came and as they were understood
 */
async function claimedJob(
  services: ApiServices,
  c: Context,
  content: { readonly digest: string; readonly format: string },
  options: Job['options'],
): Promise<Job | Response> {
  const owner = ownerIn(c)
  const key = c.req.header('idempotency-key')
  const createdAt = services.now()
  const expiresAt = expiryFrom(createdAt)
  const job: Job = { id: services.newId(), owner, options, createdAt, expiresAt }
  if (key === undefined) return job
  if (!IDEMPOTENCY_KEY.test(key)) {
    return problem(c, 'invalid-request', { errors: ['Idempotency-Key: expected 1 to 255 visible ASCII characters'] })
  }
  const digest = createHash('sha256')
    .update(`${content.format} ${content.digest}\n${JSON.stringify(options)}`)
    .digest('base64url')
  const claim = await services.table.claimKey(owner, key, { jobId: job.id, digest, createdAt, expiresAt })
  if (claim.digest !== digest) return problem(c, 'idempotency-conflict')
  // Begun before and perhaps not finished: all that follows may be done twice.
  return { ...job, id: claim.jobId, createdAt: claim.createdAt, expiresAt: claim.expiresAt }
}
