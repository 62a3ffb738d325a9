import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Queue } from '../../shared/aws/queue.ts'
import { isShort, messagesOf } from '../../shared/job/chunks/chunk.ts'
import {
  expiryFrom,
  type Job,
  type JobOptions,
  type Labels,
  type LiveRecord,
  type Webhook,
} from '../../shared/job/job.ts'
import { MAX_RESULTS_AT_ONCE, MAX_WAIT_S } from '../../shared/job/limits.ts'
import { keptLines } from '../../shared/job/packed/packed-lines.ts'
import { factsOf, isWhole, wholeJobOf } from '../../shared/job/whole-job.ts'
import { parseJobRequest, parseTextQuery, parseWait } from '../../shared/protocol/requests.ts'
import { tellIfEnded } from '../reporting/job-end.ts'
import { hasEnded, viewOf } from '../reporting/job-view.ts'
import { checkWebhookUrl } from '../webhook/address.ts'
import { readJob } from './admission.ts'
import { type Body, bodyOf, chunkSizeOf, jsonIn, puzzlesIn, type SubmittedPuzzles } from './body.ts'
import { type OwnerEnv, queryOf } from './context.ts'
import { waitFor } from './held-answer.ts'
import { settleCancel } from './job-actions.ts'
import { acceptPart, claimRoom, type SubmittedPart } from './parts.ts'
import { accepted, Problem } from './problem.ts'
import { endedJobJson } from './results-forms.ts'
import { type ApiServices, groupOf, RETRY_AFTER } from './services.ts'

/**
 * `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue; where the client prefers
 * to wait, with the results of a small job, if it ends in time. Or opens a job for parts.
 */
export function submitJob(services: ApiServices) {
  const { table, now } = services
  return async (c: Context<OwnerEnv>): Promise<Response> => {
    const startedAt = now()
    const body = await bodyOf(c.req)
    const { options, labels, webhook, puzzles, format, lines } = submittedJob(body, queryOf(c))
    checkWebhook(services, webhook)
    const { correlationId } = c.var
    const content = { digest: body.digest, format }
    const part = puzzles && {
      puzzles,
      lines,
      ...content,
      perChunk: chunkSizeOf(puzzles, options, body.kind),
      correlationId,
    }
    const { job, isReplay } = await claimedJob(services, c, content, { options, labels, webhook })
    c.set('jobId', job.id)
    if (part) await claimRoom(services, job, 1, part)
    const { first, look, keep } =
      part && isWhole(job, part.puzzles.count, part.perChunk)
        ? await takeWhole(services, job, part, isReplay)
        : await takeInParts(services, job, part, correlationId)
    // What is worked on while somebody waits for the answer has to fit it.
    const mayWait = part && part.puzzles.count <= MAX_RESULTS_AT_ONCE
    const wait = mayWait ? parseWait(c.req.header('prefer'), MAX_WAIT_S) : 0
    const seen = (record: LiveRecord) => ({ record, view: viewOf(record, now()) })
    const isOver = ({ view: { state, counts } }: ReturnType<typeof seen>) => hasEnded(state, counts)
    const awaited = await waitFor(seen(first), {
      again: async () => seen(await look()),
      willDo: isOver,
      unitsOf: ({ record: { units } }) => units,
      onTaken: (units) => c.set('units', units),
      giveUpAt: startedAt + wait * 1000,
      now,
    })
    const last = isOver(awaited) ? awaited : seen(await keep(awaited.record))
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

/** A job that was taken in. */
interface TakenJob {
  readonly first: LiveRecord
  look(): Promise<LiveRecord>
  /** Has the job be there for whoever asks for it, and answers with what there is then. */
  keep(seen: LiveRecord): Promise<LiveRecord>
}

/** Takes in a job that is written by parts; or opens it, where there is none. */
async function takeInParts(
  services: ApiServices,
  job: Job,
  part: SubmittedPart | undefined,
  correlationId: string | undefined,
): Promise<TakenJob> {
  const { table } = services
  await table.putJob(job)
  if (part) {
    const taken = await acceptPart(services, job, 1, part, queueFor(services, job, part))
    // Only now is the job accepted: what crashes before leaves an open job that nobody was promised.
    if (taken.ok) await table.sealJob(job.id, 1)
  }
  const look = () => readSubmitted(services, job)
  let first = await look()
  // Cancelled before it was accepted, by somebody who may have died over it: what is answered has to end.
  if (part && first.job.sealed === undefined && first.job.cancel === 'asked') {
    await settleCancel(table, job.id)
    first = await look()
  }
  // Its last chunk may have been counted before it was sealed.
  await tellIfEnded(services, first, correlationId)
  return { first, look, keep: async (seen) => seen }
}

/** So long a whole job that somebody waits for is left to be written by its worker. */
const UNWRITTEN_MS = 1_000

/** Takes in a job that is written whole. Its message has all of it, so that it is accepted once that is in the queue. */
async function takeWhole(services: ApiServices, job: Job, part: SubmittedPart, isReplay: boolean): Promise<TakenJob> {
  const { table, now } = services
  const { puzzles, digest, format, lines, perChunk, correlationId } = part
  const there = isReplay ? await readJob(table, job.id) : undefined
  // Release 0.1.0 had begun with it.
  if (there && !there.job.isWhole) return takeInParts(services, job, part, correlationId)
  const accepted = wholeJobOf(job, { total: puzzles.count, digest, format, ...keptLines(lines, 1) }, now())
  // The list comes first, as in the table. A listed job that does not exist is skipped.
  await table.listJob(job)
  // One that is there was sent before.
  if (!there) {
    const { id: jobId, options, expiresAt } = job
    const group = groupOf(services, job)
    const chunk = { jobId, part: 1, options, expiresAt, group, correlationId, whole: factsOf(accepted) }
    await queueFor(services, job, { puzzles }).send(messagesOf(chunk, puzzles, perChunk))
  }
  const unwritten: LiveRecord = { job: accepted.job, parts: [accepted.part], units: 1 }
  const sentAt = now()
  // Release 0.1.0 began with it at the same time.
  let inParts: TakenJob | undefined
  const keep = async (seen: LiveRecord) => {
    const kept = seen !== unwritten || (await table.putWhole(accepted)) ? seen : await readSubmitted(services, job)
    if (kept.job.isWhole) return kept
    inParts ??= await takeInParts(services, job, part, correlationId)
    return inParts.look()
  }
  return {
    first: there ?? unwritten,
    keep,
    async look() {
      const seen = (await readJob(table, job.id)) ?? unwritten
      return seen === unwritten && now() - sentAt < UNWRITTEN_MS ? seen : keep(seen)
    },
  }
}

function queueFor(
  { expressQueue, queue }: ApiServices,
  { options }: Job,
  { puzzles }: Pick<SubmittedPart, 'puzzles'>,
): Queue {
  return isShort(options, puzzles) ? expressQueue : queue
}

async function readSubmitted({ table }: ApiServices, { id }: Job): Promise<LiveRecord> {
  const record = await readJob(table, id)
  if (!record) throw new Problem('job-ended', { detail: 'the job of this submission was deleted' })
  return record
}

/** A job as a body asks for it; one without puzzles is opened for parts. */
interface SubmittedJob extends Pick<SubmittedPuzzles, 'format' | 'lines'> {
  readonly options: JobOptions
  readonly labels: Labels
  readonly webhook?: Webhook | undefined
  readonly puzzles: SubmittedPuzzles['puzzles'] | undefined
}

function submittedJob(body: Body, query: URLSearchParams): SubmittedJob {
  if (body.kind === 'json') return { ...accepted(parseJobRequest(jsonIn(body), query)), format: 'json' }
  const { options, labels, format } = accepted(parseTextQuery(query))
  return { options, labels, ...puzzlesIn(body, { size: options.size, format, line: 1 }) }
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
