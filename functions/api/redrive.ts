import type { Queue } from '../../shared/aws/queue.ts'
import type { StoredResults } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import { accept, type Checked } from '../../shared/checked.ts'
import { type Chunk, LOST, lostChunk, lostPuzzles, messageOf } from '../../shared/job/chunks/chunk.ts'
import { acceptedParts, chunkTotal, type Job, type JobRecord, type Part } from '../../shared/job/job.ts'
import { firstStatus, puzzlesIn } from '../../shared/job/packed/packed-results.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'

/** Chunks that are sent, and marked as sent, together. */
const AT_ONCE = 10

interface Redrive<Lack> {
  /** The message group of what is sent. */
  readonly group: string | undefined
  readonly correlationId?: string | undefined
  /** Whether the rest is left to a later call. */
  isOver(): boolean
  /** Adds puzzles to what the job's owner has under way, if there is room. */
  roomFor(puzzles: number): Promise<Checked<void, Lack>>
}

/**
 * Sends the failed puzzles of a job again, which were kept with their results. What was sent is not failed any more, so
 * that a call that was broken off is gone on with by the next one.
 *
 * @returns how many puzzles were sent; or why there was no room for more
 */
export async function redrive<Lack>(
  { table, queue }: { readonly table: Table; readonly queue: Queue },
  record: JobRecord,
  { group, correlationId, isOver, roomFor }: Redrive<Lack>,
): Promise<Checked<number, Lack>> {
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
      .map((chunk) => ({ ...chunk, group, correlationId }))
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
  { table, queue }: { readonly table: Table; readonly queue: Queue },
  record: JobRecord,
  before: number,
  { group, isOver }: Pick<Redrive<never>, 'group' | 'isOver'>,
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
        const { part, chunk: number, straggler } = place
        const kept = redrive > 0 ? await table.resultsOfChunk(job.id, part.number, number) : []
        const again = chunkAgain(job, place, kept)
        const isKnown = again?.redrive === redrive && again.from === from
        const puzzles = isKnown ? again.puzzles : lostPuzzles(count)
        const { id: jobId, options, expiresAt } = job
        const of = { jobId, part: part.number, number, from, redrive, options, expiresAt, group }
        return lostChunk(straggler === undefined ? of : { ...of, straggler: true }, puzzles)
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
  const puzzles = Puzzles.of(entries)
  const { id: jobId, options, expiresAt } = job
  const again = { jobId, part: part.number, number, from, redrive: redrive + 1, options, expiresAt, puzzles }
  return straggler === undefined ? again : { ...again, straggler: true }
}
