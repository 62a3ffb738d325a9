import { createHash } from 'node:crypto'
import { setTimeout as realPause } from 'node:timers/promises'
import type { Context } from 'hono'
import { isShort, isWhole, type UnwrittenJob } from '../../shared/job/chunks/chunk.ts'
import type { Job, LiveRecord, Part, Webhook } from '../../shared/job/job.ts'
import { expiryFrom, isSealed, newPart } from '../../shared/job/job.ts'
import { MAX_RESULTS_AT_ONCE } from '../../shared/job/limits.ts'
import { type ParsedJob, parseJobRequest, parseTextQuery, parseWait } from '../../shared/protocol/requests.ts'
import { mostWork, withinWork } from '../../shared/reading-budget.ts'
import { tellIfEnded } from '../reporting/job-end.ts'
import { hasEnded, msLeftOf, viewOf } from '../reporting/job-view.ts'
import { checkWebhookUrl } from '../reporting/webhook.ts'
import { countLate, readJob } from './admission.ts'
import { type Body, bodyOf, jsonIn, puzzlesIn, type SubmittedPuzzles } from './body.ts'
import { pauseAfterLook, waitFor } from './held-answer.ts'
import { settleCancel } from './job-actions.ts'
import { claimRoom, comingPart, partToWrite, type Sending, sendChunks } from './parts.ts'
import { accepted, Problem } from './problem.ts'
import type { ChunkResults } from './read-results.ts'
import { endedJobJson } from './results.ts'
import { type ApiServices, type OwnerEnv, prefixOf, queryOf } from './services.ts'

/**
 * `POST /jobs`: takes puzzles in, and answers once every one of them is durably in the queue; where the client prefers
 * to wait, with the results of a small job, if it ends in time. Or opens a job for parts.
 */
export async function submitJob(c: Context<OwnerEnv>, services: ApiServices, chunks: ChunkResults): Promise<Response> {
  const { table, now, elapsed = now, pause = realPause } = services
  const startedAt = elapsed()
  const body = await bodyOf(c.req)
  const asked = withinWork(mostWork(body.bytes.length), () => submittedJob(body, queryOf(c)))
  const { options, submitted } = asked
  checkWebhook(services, asked.webhook)
  const { correlationId } = c.var
  const part = submitted && comingPart(1, submitted, body, options)
  const { job, isReplay } = await claimedJob(services, c, body, asked)
  c.set('jobId', job.id)
  const replayed = isReplay && { 'idempotency-replayed': 'true' }
  if (!part) {
    await table.putJob(job)
    const view = viewOf(await readSubmitted(services, job), now(), prefixOf(c))
    return c.json(view, 201, { location: view.links.self, ...replayed })
  }
  // Results that somebody waits for have to fit the answer.
  const mayWait = part.puzzles.count <= MAX_RESULTS_AT_ONCE
  const wait = mayWait ? parseWait(c.req.header('prefer')) : 0
  // A webhook is in the job alone, which a worker that closes a small job does not read.
  const whole = isWhole(part.puzzles, part.asked.perChunk) && !job.webhook
  const express = isShort(options, part.puzzles)
  // A job that is to end within its own request is counted only if it does not: that saves such jobs two and a half write
  // units of six, and a read, and they are bounded by the rate of requests. When the service is slow, an owner has as many
  // more under way as there are requests of theirs at that moment: a hundred, of a second of work each at most.
  const isUncounted = whole && express && wait > 0 && !table.isCounted(job.owner, now())
  if (!isUncounted) await claimRoom(services, job, part)
  const mayComeAccepted = whole && wait > 0
  const queue = express ? services.expressQueue : services.queue
  const { part: written, apart } = partToWrite(part)
  const begun = newPart(written, now())
  // The job with its part, where only its message has it.
  const unwritten = mayComeAccepted && !isReplay ? { job, part: { ...written, updatedAt: begun.updatedAt } } : undefined
  const { puzzles } = part
  const sent = await sendFirst(services, job, begun, { puzzles, apart, correlationId, queue, whole, unwritten })
  const seen = (record: LiveRecord) => {
    const { readUnits } = record
    return { record, view: viewOf(record, now(), prefixOf(c)), msLeft: msLeftOf(record, now()), readUnits }
  }
  const isOver = ({ view: { state, counts } }: ReturnType<typeof seen>) => hasEnded(state, counts)
  const accept = async () => seen(await acceptFirst(services, job, unwritten, correlationId))
  const unseen = { job, parts: [sent], readUnits: 0 }
  const look = async () => {
    const isEarly = elapsed() < startedAt + UNACCEPTED_MS
    // Where nobody has accepted it, an end that was missed is seen by the next look.
    const record = unwritten
      ? ((await readJob(table, job.id, isEarly)) ?? { ...unseen, readUnits: 1 })
      : await readSubmitted(services, job)
    return isSealed(record) || isEarly ? seen(record) : accept()
  }
  let first = mayComeAccepted ? seen(unseen) : await accept()
  if (unwritten) {
    await pause(FIRST_LOOK_MS)
    first = await look()
    // Until then a look would see nothing, and be paid for.
    if (!isOver(first)) await pause(SECOND_LOOK_MS - FIRST_LOOK_MS)
  }
  const { seen: awaited, isHeld } = await waitFor(services, c, first, {
    again: look,
    willDo: isOver,
    createdAt: job.createdAt,
    waitMs: wait * 1000 - (elapsed() - startedAt),
  })
  const last = isSealed(awaited.record) ? awaited : await accept()
  if (isUncounted && !isOver(last)) await countLate(services, job, part.puzzles.count)
  const headers = {
    location: last.view.links.self,
    ...replayed,
    ...(wait > 0 && isHeld && { 'preference-applied': `wait=${wait}` }),
  }
  if (wait > 0 && isOver(last)) {
    const results = await endedJobJson(chunks, last.record, last.view)
    return c.body(results, 200, { ...headers, 'content-type': 'application/json' })
  }
  const { readUnits, msLeft } = last
  return c.json(last.view, 202, { ...headers, ...pauseAfterLook(readUnits, isHeld ? 0 : msLeft) })
}

/** Where queue and worker are as quick as on one machine, a grid is solved by then. The look is half a read unit. */
const FIRST_LOOK_MS = 6
/** In the cloud a message takes some 20 ms from the queue to a worker, which is done in a few more. */
const SECOND_LOOK_MS = 20
/** So long a small job that somebody waits for is left to be accepted by the write that ends it. */
const UNACCEPTED_MS = 1_000

/**
 * Writes a job with its first part, and sends all of it, unless that was done before. One that somebody waits for is
 * written by its worker instead if it is small, with its end.
 */
async function sendFirst(services: ApiServices, job: Job, first: Part, sending: Sending): Promise<Part> {
  const { table } = services
  if (sending.unwritten) {
    // Nobody knows of it yet, so that it may be in the queue before it is in the list.
    await Promise.all([table.listJob(job), sendChunks(services, job, first, sending)])
    return first
  }
  const part = (await table.putJob(job, first)) ?? first
  if (part.state === 'sending') await sendChunks(services, job, part, sending)
  return part
}

/** Accepts the first part of a job that came in one request: only now the job belongs to whoever asked for it. */
async function acceptFirst(
  services: ApiServices,
  job: Job,
  unwritten: UnwrittenJob | undefined,
  correlationId: string | undefined,
): Promise<LiveRecord> {
  const { table } = services
  if (unwritten) await table.writeJob(unwritten)
  await table.acceptPart(job.id, 1)
  const record = await readSubmitted(services, job)
  if (!isSealed(record) && record.job.cancel === 'asked') {
    // Cancelled before it was accepted, by somebody who may have died over it: what is answered has to end.
    await settleCancel(table, job.id)
    return readSubmitted(services, job)
  }
  // Its last chunk may have been counted before it was accepted.
  await tellIfEnded(services, record, correlationId)
  return record
}

async function readSubmitted({ table }: ApiServices, { id }: Job): Promise<LiveRecord> {
  const record = await readJob(table, id)
  if (!record) throw new Problem('job-ended', { detail: 'the job of this submission was deleted' })
  return record
}

/** A job as a body asks for it; one without puzzles is opened for parts. */
interface SubmittedJob extends Omit<ParsedJob, 'puzzles'> {
  readonly submitted: SubmittedPuzzles | undefined
}

function submittedJob(body: Body, query: URLSearchParams): SubmittedJob {
  if (body.kind === 'json') {
    const { puzzles, ...asked } = accepted(parseJobRequest(jsonIn(body), query))
    return { ...asked, submitted: puzzles && { puzzles, format: 'json' } }
  }
  const { options, labels, format } = accepted(parseTextQuery(query))
  return { options, labels, submitted: puzzlesIn(body, 1, { size: options.size, format }) }
}

function checkWebhook({ webhooks = 'off' }: ApiServices, webhook: Webhook | undefined): void {
  if (!webhook) return
  const refused = (pointer: string, detail: string) => new Problem('invalid-request', { errors: [{ pointer, detail }] })
  if (webhooks === 'off') throw refused('#/webhook', 'this service tells nobody of the end of a job')
  const url = checkWebhookUrl(webhook.url, webhooks)
  if (!url.ok) throw refused('#/webhook/url', url.error)
}

/** The longest key that a header can well carry; DynamoDB takes keys up to 2 KB. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

/** A new job; with an `Idempotency-Key`, the one that this key stands for, which an earlier request may have made. */
async function claimedJob(
  { table, now, newId }: ApiServices,
  c: Context<OwnerEnv>,
  body: Body,
  asked: SubmittedJob,
): Promise<{ job: Job; isReplay: boolean }> {
  const { options, labels, webhook, submitted } = asked
  const { owner } = c.var
  const key = c.req.header('idempotency-key')
  const createdAt = now()
  const expiresAt = expiryFrom(createdAt)
  const told = { ...labels, ...(webhook && { webhook }), options, ...(submitted && { sealed: 1 }) }
  const job: Job = { id: newId(), owner, ...told, createdAt, expiresAt }
  if (key === undefined) return { job, isReplay: false }
  if (!IDEMPOTENCY_KEY.test(key)) {
    const detail = 'expected 1 to 255 visible ASCII characters'
    throw new Problem('invalid-request', { errors: [{ header: 'Idempotency-Key', detail }] })
  }
  // Its puzzles are the same as they came and as they were understood; a job without any comes as JSON.
  const digest = createHash('sha256')
    .update(`${submitted?.format ?? 'json'} ${body.digest}\n${JSON.stringify({ ...options, ...labels, webhook })}`)
    .digest('base64url')
  const claim = await table.claimKey(owner, key, { jobId: job.id, digest, createdAt, expiresAt })
  if (claim.digest !== digest) throw new Problem('idempotency-conflict')
  // Begun before and perhaps not finished: all that follows may be done twice.
  const { jobId: id } = claim
  return { job: { ...job, id, createdAt: claim.createdAt, expiresAt: claim.expiresAt }, isReplay: id !== job.id }
}
