import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { isShort } from '../../shared/job/chunk.ts'
import {
  expiryFrom,
  type Job,
  type JobOptions,
  type Labels,
  type LiveRecord,
  type Webhook,
} from '../../shared/job/job.ts'
import { MAX_RESULTS_AT_ONCE, MAX_WAIT_S } from '../../shared/job/limits.ts'
import { parseJobRequest, parseTextQuery, parseWait } from '../../shared/protocol/requests.ts'
import { tellIfEnded } from '../job-end.ts'
import { hasEnded, viewOf } from '../job-view.ts'
import { checkWebhookUrl } from '../webhook/address.ts'
import { readJob } from './admission.ts'
import { type Body, bodyOf, chunkSizeOf, jsonIn, puzzlesIn, type SubmittedPuzzles } from './body.ts'
import { type OwnerEnv, queryOf } from './context.ts'
import { waitFor } from './held-answer.ts'
import { settleCancel } from './job-actions.ts'
import { acceptPart, claimRoom } from './parts.ts'
import { accepted, Problem } from './problem.ts'
import { endedJobJson } from './results.ts'
import { type ApiServices, RETRY_AFTER } from './services.ts'

/**
 * `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue; where the client prefers
 * to wait, with the results of a small job, if it ends in time. Or opens a job for parts.
 */
export function submitJob(services: ApiServices) {
  const { table, now } = services
  return async (c: Context<OwnerEnv>): Promise<Response> => {
    const startedAt = now()
    const body = await bodyOf(c.req)
    const { options, labels, webhook, puzzles, format } = submittedJob(body, queryOf(c))
    checkWebhook(services, webhook)
    const perChunk = puzzles && chunkSizeOf(puzzles, options, body.kind)
    const content = { digest: body.digest, format }
    const part = puzzles && perChunk && { puzzles, ...content, perChunk, correlationId: c.var.correlationId }
    const { job, isReplay } = await claimedJob(services, c, content, { options, labels, webhook })
    c.set('jobId', job.id)
    if (part) await claimRoom(services, job, 1, part)
    await table.putJob(job)
    if (part) {
      const queue = isShort(options, part.puzzles) ? services.expressQueue : services.queue
      const taken = await acceptPart(services, job, 1, part, queue)
      // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
      if (taken.ok) await table.sealJob(job.id, 1)
    }
    const read = async () => {
      const record = await readJob(table, job.id)
      if (!record) throw new Problem('job-ended', { detail: 'the job of this submission was deleted' })
      return record
    }
    let record = await read()
    // Cancelled before it was accepted, by somebody who may have died over it: what is answered has to end.
    if (part && record.job.sealed === undefined && record.job.cancel === 'asked') {
      await settleCancel(table, job.id)
      record = await read()
    }
    // Its last chunk may have been counted before it was sealed.
    await tellIfEnded(services, record, c.var.correlationId)
    // What is worked on while somebody waits for the answer has to fit it.
    const mayWait = part && part.puzzles.count <= MAX_RESULTS_AT_ONCE
    const wait = mayWait ? parseWait(c.req.header('prefer'), MAX_WAIT_S) : 0
    const seen = (record: LiveRecord) => ({ record, view: viewOf(record, now()) })
    const isOver = ({ view: { state, counts } }: ReturnType<typeof seen>) => hasEnded(state, counts)
    const last = await waitFor(seen(record), {
      again: async () => seen(await read()),
      willDo: isOver,
      unitsOf: ({ record: { units } }) => units,
      onTaken: (units) => c.set('units', units),
      giveUpAt: startedAt + wait * 1000,
      now,
    })
    const headers = {
      location: last.view.links.self,
      ...(isReplay && { 'idempotency-replayed': 'true' }),
      ...(wait > 0 && { 'preference-applied': `wait=${wait}` }),
    }
    if (wait > 0 && isOver(last)) {
      const body = await endedJobJson(table, last.record, last.view)
      return c.body(body, 200, { ...headers, 'content-type': 'application/json' })
    }
    return c.json(last.view, part ? 202 : 201, { ...headers, ...(part && RETRY_AFTER) })
  }
}

/** A job as a body asks for it; one without puzzles is opened for parts. */
interface SubmittedJob extends Pick<SubmittedPuzzles, 'format'> {
  readonly options: JobOptions
  readonly labels: Labels
  readonly webhook?: Webhook | undefined
  readonly puzzles: SubmittedPuzzles['puzzles'] | undefined
}

function submittedJob(body: Body, query: URLSearchParams): SubmittedJob {
  if (body.kind === 'json') return { ...accepted(parseJobRequest(jsonIn(body), query)), format: 'json' }
  const { options, labels, format } = accepted(parseTextQuery(query))
  return { options, labels, ...puzzlesIn(body, { size: options.size, format }) }
}

/** Refuses a webhook that the service could not call. */
function checkWebhook({ webhooks = 'off' }: ApiServices, webhook: Webhook | undefined): void {
  if (!webhook) return
  const refused = (pointer: string, detail: string) => new Problem('invalid-request', { errors: [{ pointer, detail }] })
  if (webhooks === 'off') throw refused('#/webhook', 'this service tells nobody of the end of a job')
  const url = checkWebhookUrl(webhook.url, webhooks)
  if (!url.ok) throw refused('#/webhook/url', url.error)
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
  { options, labels, webhook }: Pick<SubmittedJob, 'options' | 'labels' | 'webhook'>,
): Promise<{ job: Job; isReplay: boolean }> {
  const { owner } = c.var
  const key = c.req.header('idempotency-key')
  const createdAt = now()
  const expiresAt = expiryFrom(createdAt)
  const job: Job = { id: newId(), owner, ...labels, ...(webhook && { webhook }), options, createdAt, expiresAt }
  if (key === undefined) return { job, isReplay: false }
  if (!IDEMPOTENCY_KEY.test(key)) {
    const detail = 'expected 1 to 255 visible ASCII characters'
    throw new Problem('invalid-request', { errors: [{ header: 'Idempotency-Key', detail }] })
  }
  const digest = createHash('sha256')
    .update(`${content.format} ${content.digest}\n${JSON.stringify({ ...options, ...labels, webhook })}`)
    .digest('base64url')
  const claim = await table.claimKey(owner, key, { jobId: job.id, digest, createdAt, expiresAt })
  if (claim.digest !== digest) throw new Problem('idempotency-conflict')
  // Begun before and perhaps not finished: all that follows may be done twice.
  const { jobId: id } = claim
  return { job: { ...job, id, createdAt: claim.createdAt, expiresAt: claim.expiresAt }, isReplay: id !== job.id }
}
