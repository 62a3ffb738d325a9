import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isShort } from '../../shared/job/chunk.ts'
import { expiryFrom, type Job, type JobOptions } from '../../shared/job/job.ts'
import { parseJobRequest, parseTextQuery } from '../../shared/protocol/requests.ts'
import { readAgain } from './admission.ts'
import { type Body, bodyOf, chunkSizeOf, jsonIn, puzzlesIn, type SubmittedPuzzles } from './body.ts'
import { type OwnerEnv, queryOf } from './context.ts'
import { settleCancel } from './job-actions.ts'
import { viewOf } from './jobs.ts'
import { acceptPart, claimRoom } from './parts.ts'
import { accepted, Problem } from './problem.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/** `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue; or opens a job for parts. */
export function submitJob(services: ApiServices) {
  const { table, now } = services
  return async (c: Context<OwnerEnv>): Promise<Response> => {
    const body = await bodyOf(c.req)
    const { options, puzzles, format } = submittedJob(body, queryOf(c))
    const perChunk = puzzles && chunkSizeOf(puzzles, options, body.kind)
    const content = { digest: body.digest, format }
    const part = puzzles && perChunk && { puzzles, ...content, perChunk, correlationId: c.var.correlationId }
    const { job, isReplay } = await claimedJob(services, c, content, options)
    c.set('jobId', job.id)
    if (part) await claimRoom(services, job, 1, part)
    await table.putJob(job)
    if (part) {
      const queue = isShort(options, part.puzzles.count) ? services.expressQueue : services.queue
      const taken = await acceptPart(services, job, 1, part, queue)
      // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
      if (taken.ok) await table.sealJob(job.id, 1)
    }
    let record = await readAgain(table, job)
    // Cancelled before it was accepted, by somebody who may have died over it: what is answered has to end.
    if (part && record.job.sealed === undefined && record.job.cancel === 'asked') {
      await settleCancel(table, job.id)
      record = await readAgain(table, job)
    }
    const view = viewOf(record, now())
    const headers = { location: view.links.self, ...(isReplay && { 'idempotency-replayed': 'true' }) }
    return c.json(view, part ? 202 : 201, { ...headers, ...(part && RETRY_AFTER) })
  }
}

/** A job as a body asks for it; one without puzzles is opened for parts. */
interface SubmittedJob extends Pick<SubmittedPuzzles, 'format'> {
  readonly options: JobOptions
  readonly puzzles: SubmittedPuzzles['puzzles'] | undefined
}

function submittedJob(body: Body, query: URLSearchParams): SubmittedJob {
  if (body.kind === 'json') return { ...accepted(parseJobRequest(jsonIn(body), query)), format: 'json' }
  const { options, format } = accepted(parseTextQuery(query))
  return { options, ...puzzlesIn(body, { size: options.size, format }) }
}

/** What a header can well carry; DynamoDB takes keys up to 2 KB. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/**
 * A new job; with an `Idempotency-Key`, the one that this key stands for, which an earlier request may have made.
 *
 * @param content its puzzles, as they came and as they were understood
 */
async function claimedJob(
  { table, now, newId }: ApiServices,
  c: Context<OwnerEnv>,
  content: { readonly digest: string; readonly format: string },
  options: JobOptions,
): Promise<{ job: Job; isReplay: boolean }> {
  const { owner } = c.var
  const key = c.req.header('idempotency-key')
  const createdAt = now()
  const expiresAt = expiryFrom(createdAt)
  const job: Job = { id: newId(), owner, options, createdAt, expiresAt }
  if (key === undefined) return { job, isReplay: false }
  if (!IDEMPOTENCY_KEY.test(key)) {
    const detail = 'expected 1 to 255 visible ASCII characters'
    throw new Problem('invalid-request', { errors: [{ header: 'Idempotency-Key', detail }] })
  }
  const digest = createHash('sha256')
    .update(`${content.format} ${content.digest}\n${JSON.stringify(options)}`)
    .digest('base64url')
  const claim = await table.claimKey(owner, key, { jobId: job.id, digest, createdAt, expiresAt })
  if (claim.digest !== digest) throw new Problem('idempotency-conflict')
  // Begun before and perhaps not finished: all that follows may be done twice.
  const { jobId: id } = claim
  return { job: { ...job, id, createdAt: claim.createdAt, expiresAt: claim.expiresAt }, isReplay: id !== job.id }
}
