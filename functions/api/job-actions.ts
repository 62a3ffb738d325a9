import type { Context } from 'hono'
import type { StoredResults } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import { accept, type Checked } from '../../shared/checked.ts'
import { type Chunk, LOST, lostChunk, messageOf } from '../../shared/job/chunks/chunk.ts'
import { acceptedParts, chunkTotal, type Job, type JobRecord, type Part } from '../../shared/job/job.ts'
import { firstStatus, puzzlesIn } from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { DeliveryList, DeliveryView } from '../../shared/protocol/views.ts'
import { eventBodyOf, tellIfEnded } from '../reporting/job-end.ts'
import { iso, viewOf } from '../reporting/job-view.ts'
import { addInFlight, jobIdOf, type LackOfRoom, readAgain } from './admission.ts'
import { Problem } from './problem.ts'
import { isOver } from './results.ts'
import {
  type ApiServices,
  groupOf,
  type JobEnv,
  type OwnerEnv,
  prefixOf,
  RETRY_AFTER,
  type RecordEnv,
} from './services.ts'

/** `POST /jobs/{id}/cancel`: workers solve no more of it; what is solved stays. */
export async function cancelJob(c: Context<RecordEnv>, services: ApiServices): Promise<Response> {
  const { table, now } = services
  const { job, record } = c.var
  if (viewOf(record, now()).state === 'completed') throw new Problem('job-ended')
  if (job.cancel !== 'settled') {
    await table.cancelJob(job.id, 'asked')
    await settleCancel(table, job.id)
  }
  const cancelled = await readAgain(table, job)
  // In an open job all that came in may be solved, or nothing may have come.
  await tellIfEnded(services, cancelled, c.var.correlationId)
  return c.json(viewOf(cancelled, now(), prefixOf(c)), 202)
}

/** Refuses the parts that are still on their way to a job whose cancelling was asked for: none can come in then. */
export async function settleCancel(table: Table, id: string): Promise<void> {
  // Parts on their way when the job was cancelled do not belong to it: their sender looks at the job once more
  // after the part is there to be seen, and here the parts are looked at after the job says that it is cancelled.
  const { parts: there = [] } = (await table.getLive(id)) ?? {}
  await Promise.all(there.filter((part) => part.state === 'sending').map(({ number }) => table.refusePart(id, number)))
  await table.cancelJob(id, 'settled')
}

/** Chunks whose results are removed together. */
const REMOVED_AT_ONCE = 16

/**
 * `DELETE /jobs/{id}`: nobody finds it any more, workers leave it alone, and its results and puzzles are removed. Those
 * of a large job take several calls, or go when it would have expired.
 */
export async function deleteJob(c: Context<OwnerEnv>, { table, now, elapsed = now }: ApiServices): Promise<Response> {
  const id = jobIdOf(c.req.param('id'))
  c.set('jobId', id)
  const giveUpAt = elapsed() + MAX_S * 1000
  const parts = await table.deleteJob(id, c.var.owner)
  if (!parts) throw new Problem('unknown-job')
  for (const part of parts) {
    const { number, total, perChunk } = part
    const chunks = Math.ceil(total / perChunk)
    for (let first = 0; first < chunks; first += REMOVED_AT_ONCE) {
      if (elapsed() >= giveUpAt) return c.body(null, 202, RETRY_AFTER)
      const count = Math.min(REMOVED_AT_ONCE, chunks - first)
      await Promise.all(Array.from({ length: count }, (_, i) => table.removeResults(id, number, first + i)))
    }
    await table.removePart(id, part)
  }
  return c.body(null, 204)
}

/** API Gateway gives up after 30 s. What is left then is taken by the next call. */
const MAX_S = 20

/** `POST /jobs/{id}/redrive`: sends the failed puzzles again, which were kept with their results. */
export async function redriveJob(c: Context<RecordEnv>, services: ApiServices): Promise<Response> {
  const { table, now, elapsed = now } = services
  const { job, record, correlationId } = c.var
  if (job.cancel) throw new Problem('job-ended')
  const giveUpAt = elapsed() + MAX_S * 1000
  const redriven = await redrive(services, record, {
    // In the log they belong to the request that sends them again, not to the one that submitted the job.
    correlationId,
    isOver: () => elapsed() >= giveUpAt,
    roomFor: (puzzles) => addInFlight(services, job, puzzles),
  })
  // The chunks sent before it are under way; the rest is still failed, and taken by a later call.
  if (!redriven.ok) throw new Problem(redriven.error, { headers: RETRY_AFTER })
  return c.json(viewOf(await readAgain(table, job), now(), prefixOf(c)), 202, RETRY_AFTER)
}

/** `GET /jobs/{id}/deliveries`: the last attempts to tell the job's webhook. */
export async function listDeliveries(c: Context<JobEnv>, { table }: ApiServices): Promise<Response> {
  const found = await table.listDeliveries(c.var.job.id)
  const deliveries = found.map(({ at, ...delivery }): DeliveryView => ({ ...delivery, at: iso(at) }))
  return c.json({ deliveries } satisfies DeliveryList)
}

/** `POST /jobs/{id}/deliveries`: tells the webhook of an ended job again, and at once, even where its endpoint is paused. */
export async function sendAgain(c: Context<RecordEnv>, { table, events, now }: ApiServices): Promise<Response> {
  const { job, record, correlationId } = c.var
  if (!job.webhook || !events) throw new Problem('nothing-to-tell', { detail: 'the job has no webhook' })
  if (!isOver(record, now())) throw new Problem('nothing-to-tell', { detail: 'the job has not ended' })
  await table.forgetTimeouts(job.owner, new URL(job.webhook.url).host)
  await events.queue.send(eventBodyOf({ jobId: job.id, again: now(), correlationId }), job.owner)
  return c.json(viewOf(record, now(), prefixOf(c)), 202, RETRY_AFTER)
}

/** Chunks that are sent, and marked as sent, together. */
const AT_ONCE = 10

type Stores = Pick<ApiServices, 'table' | 'queue'>

interface Redrive {
  readonly correlationId?: string | undefined
  /** Whether the rest is left to a later call. */
  isOver(): boolean
  roomFor(puzzles: number): Promise<Checked<void, LackOfRoom>>
}

/**
 * Sends the failed puzzles of a job again, which were kept with their results. What was sent is not failed any more, so
 * that a call that was broken off is gone on with by the next one.
 *
 * @returns how many puzzles were sent; or why there was no room for more
 */
export async function redrive(stores: Stores, record: JobRecord, how: Redrive): Promise<Checked<number, LackOfRoom>> {
  const { table, queue } = stores
  const { correlationId, isOver, roomFor } = how
  const { job } = record
  let sent = 0
  const failed = acceptedParts(record).flatMap((part) => [
    ...[...part.failedChunks].map((chunk) => ({ part, chunk })),
    ...(part.stragglers ?? []).flatMap(({ chunk, from, hasFailed }) =>
      hasFailed ? [{ part, chunk, straggler: from }] : [],
    ),
  ])
  for (let i = 0; i < failed.length && !isOver(); i += AT_ONCE) {
    const places = failed.slice(i, i + AT_ONCE)
    const kept = await Promise.all(places.map(({ part, chunk }) => table.resultsOfChunk(job.id, part.number, chunk)))
    const chunks = places
      .flatMap((place, j) => chunkAgain(job, place, kept[j]) ?? [])
      .map((chunk) => ({ ...chunk, correlationId }))
    if (chunks.length === 0) continue
    const room = await roomFor(sum(chunks))
    if (!room.ok) return room
    // First sent, then marked: a worker marks it, too, so that a crash in between leaves nothing waiting for ever.
    await queue.send(chunks.map(messageOf))
    await Promise.all(chunks.map((chunk) => table.reopenChunk(chunk, chunk.puzzles.count)))
    sent += sum(chunks)
  }
  return accept(sent)
}

/**
 * Has workers give up the pending puzzles of a job whose messages were lost, as with a region: nothing else would ever end
 * it. Those that were sent again before are still in the table, and the next redrive sends them; the others were in their
 * messages alone. Where a message is there after all, what comes first counts.
 *
 * @param before milliseconds since 1970: parts that came since, or were worked on without a loss, have their messages
 * @returns how many puzzles are given up
 */
export async function giveUpLost(
  { table, queue }: Stores,
  record: JobRecord,
  before: number,
  isOver: () => boolean,
): Promise<number> {
  const { job } = record
  let given = 0
  const parts = acceptedParts(record).filter(
    ({ updatedAt, outcomes: { failed, cancelled } }) => updatedAt < before || failed + cancelled > 0,
  )
  const pending = parts.flatMap(pendingPlaces)
  for (let i = 0; i < pending.length && !isOver(); i += AT_ONCE) {
    const chunks = await Promise.all(
      pending.slice(i, i + AT_ONCE).map(async ({ from, redrive, count, ...place }) => {
        const kept = redrive > 0 ? await table.resultsOfChunk(job.id, place.part.number, place.chunk) : []
        const again = chunkAgain(job, place, kept)
        const isKnown = again?.redrive === redrive && again.from === from
        const unknown = () => Puzzles.of(Array.from({ length: count }, () => ({ text: '', refused: LOST })))
        return lostChunk(chunkAt(job, place, from, redrive), isKnown ? again.puzzles : unknown())
      }),
    )
    await queue.send(chunks.map(messageOf))
    given += sum(chunks)
  }
  return given
}

/** The places of a part that wait for a message: what is left of a chunk, and puzzles that it went on without. */
function pendingPlaces(part: Part): (Place & { from: number; redrive: number; count: number })[] {
  const numbers = Array.from({ length: Math.ceil(part.total / part.perChunk) }, (_, chunk) => chunk)
  return [
    ...numbers.map((chunk) => {
      const from = part.done.get(chunk) ?? 0
      return { part, chunk, from, redrive: part.redrives?.get(chunk) ?? 0, count: chunkTotal(part, chunk) - from }
    }),
    ...(part.stragglers ?? [])
      .filter(({ hasFailed }) => !hasFailed)
      .map(({ chunk, from, redrive }) => ({ part, chunk, straggler: from, from, redrive, count: 1 })),
  ].filter(({ count }) => count > 0)
}

function sum(chunks: readonly Chunk[]): number {
  return chunks.reduce((puzzles, chunk) => puzzles + chunk.puzzles.count, 0)
}

/** A chunk from where it has come to; or the place in it of one puzzle that it went on without. */
interface Place {
  readonly part: Part
  readonly chunk: number
  readonly straggler?: number
}

/** The failed puzzles of a chunk as a chunk to be sent again; it may rest in several items. */
function chunkAgain(job: Job, place: Place, kept: readonly StoredResults[]): Chunk | undefined {
  const { part, chunk: number, straggler } = place
  const ofPlace = kept.filter((of) => (straggler === undefined ? !of.straggler : of.from === straggler))
  const failed = ofPlace.filter(({ packed }) => firstStatus(packed) === 'failed')
  const last = failed.at(-1)
  if (!last) return undefined
  // Where some of its items are still to come, it can be sent again once they are there: now it would lose them.
  if (straggler === undefined && last.from + last.count < chunkTotal(part, number)) return undefined
  const [{ from, redrive }] = failed
  const entries = failed.flatMap(({ packed }) => [...puzzlesIn(packed)])
  // Nobody has them any more: a worker could only say so once more.
  if (entries.every(({ refused }) => refused === LOST)) return undefined
  return { ...chunkAt(job, place, from, redrive + 1), puzzles: Puzzles.of(entries) }
}

function chunkAt(job: Job, { part, chunk: number, straggler }: Place, from: number, redrive: number) {
  const { id: jobId, options, expiresAt } = job
  const chunk = { jobId, part: part.number, number, from, redrive, options, expiresAt, group: groupOf(job) }
  return { ...chunk, ...(straggler !== undefined && { straggler: true as const }) }
}
