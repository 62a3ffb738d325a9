import type { SQSRecord } from 'aws-lambda'
import { type Chunk, isLost, LOST, lostChunk, type UnwrittenJob } from '../shared/job/chunks/chunk.ts'
import { type Slice, solveChunk } from '../shared/job/chunks/solve-chunk.ts'
import { mostSearches } from '../shared/job/inclusions.ts'
import { hasExpired } from '../shared/job/job.ts'
import { MAX_STRAGGLERS, slicesOfLongest } from '../shared/job/limits.ts'
import { NO_RESULTS_YET } from '../shared/job/packed/packed-results.ts'
import {
  AFTER_LAST_ATTEMPT,
  type Attempt,
  type ChunkServices,
  chunkOf,
  closePuzzles,
  countKept,
  eachRecord,
  fieldsOf,
  giveUp,
  isGoneOnBy,
  isSentOn,
  type Remainder,
  sendOn,
  unsearchedSlice,
} from './chunk-handler.ts'
import { tellIfLast, tellOfEnd } from './reporting/job-end.ts'
import type { Line } from './reporting/telemetry.ts'

export interface WorkerServices extends ChunkServices {
  /** How long one message may hold the worker before the rest of it goes back to the queue. */
  readonly sliceMs: number
  /** How many slices one search of a puzzle may take; by default as many as its backtracks can. */
  readonly mostSlices?: number
}

/** The function behind the queue: solves each chunk, keeps its results, reports only the failures. */
export function createWorker(services: WorkerServices) {
  return eachRecord(async (record, line) => {
    await work(services, record, line)
    const { SentTimestamp } = record.attributes
    line.measure({
      ChunkTime: line.elapsedMs(),
      ...(SentTimestamp && { ChunkAge: line.elapsedMs(Number(SentTimestamp)) }),
    })
    line.end('message handled')
  }, services)
}

async function work(services: WorkerServices, record: SQSRecord, line: Line): Promise<void> {
  const { table, now, elapsed = now, sliceMs, mostSlices = slicesOfLongest(sliceMs) } = services
  const { unwritten, ...chunk }: Chunk = chunkOf(record)
  line.add(fieldsOf(chunk))
  const startedAt = now()
  const attempt = { ...services, line, startedAt }
  // An expired job can no longer be read.
  if (hasExpired(chunk, startedAt)) return
  const solve = () => {
    const solvingFrom = elapsed()
    return solveChunk(chunk, () => elapsed() - solvingFrom >= sliceMs)
  }
  // Where the message was delivered before, or sent on by a worker that may not have been the only one, its results may be
  // stored already, with only the rest still to do.
  const isRepeat = Number(record.attributes.ApproximateReceiveCount) > 1 || isSentOn(chunk)
  // A small job that nobody began is solved before anything of it is read: mostly one write ends it.
  const first = chunk.whole && !isRepeat ? solve() : undefined
  if (first && (await closeWhole(attempt, chunk, first, unwritten))) return
  // It goes the way of all others, for which it has to be there.
  if (unwritten) await table.writeJob(unwritten)
  const job = await table.getHead(chunk.jobId)
  if (!job) return
  // The job was sealed without this part, while the part was still coming in, so the chunk does not belong to it.
  if (job.sealed !== undefined && chunk.part > job.sealed) return
  // The function that sent a failed chunk again may have crashed before it subtracted the chunk's count.
  if (chunk.redrive > 0 && !(await table.reopenChunk(chunk, chunk.puzzles.count))) return
  if (!(await isGoneOnBy(services, chunk, record))) return

  const giveUpAll = async (reason: string) => {
    const left = await giveUp(attempt, chunk, reason)
    const more = isLost(chunk) ? left.map((rest) => lostChunk(rest, rest.puzzles)) : left
    return more.length > 0 ? sendOn(services, more) : tellIfLast(services, job, chunk)
  }
  if (isLost(chunk) && !job.cancel) return giveUpAll(LOST)
  // Cancelled or not, as another attempt may have begun to give it up.
  const mostHops = mostSlices * mostSearches(chunk.options.include)
  if ((chunk.hops ?? 0) >= mostHops && !isLost(chunk)) return giveUpAll(`given up after ${mostHops} slices`)
  const kept = isRepeat ? await table.getResults(chunk) : undefined
  const { rest, straggler, isFailed } = kept
    ? await countKept(attempt, chunk, kept)
    : await closeSlice(attempt, chunk, job.cancel ? unsearchedSlice(chunk, 'cancelled') : (first ?? solve()))
  line.add({ left: rest && rest.puzzles.count + (straggler ? 1 : 0) })
  // The results are counted first and the rest is sent last, so that a crash between the two costs one repetition. The
  // other way round, every count that failed would leave behind another message with the same rest, and each of those
  // messages could do the same.
  if (!rest) return tellIfLast(services, job, chunk)
  // Another message had begun to give the chunk up. The slice was this one's to claim, and so is the rest.
  if (isFailed) return giveUpAll(AFTER_LAST_ATTEMPT)
  await sendOn(services, straggler ? [straggler, rest] : [rest])
}

/** The results of a small job may take this beside it, so that its item is read with one read unit. */
const MOST_PACKED_BYTES = 2_500

/** Keeps and counts all results of a small job in one write; false if it has to be closed slice by slice. */
async function closeWhole(attempt: Attempt, chunk: Chunk, slice: Slice, unwritten?: UnwrittenJob): Promise<boolean> {
  const { table, now, events, line, startedAt } = attempt
  const { results, rest } = slice
  const packed = results.pack()
  if (rest || packed.length > MOST_PACKED_BYTES) return false
  const { count, counts } = results
  const at = now()
  const end = { ...counts, done: new Map([[chunk.number, count]]), packed, startedAt, updatedAt: at }
  const isWritten = unwritten !== undefined && (await table.writeEnded(unwritten, end))
  if (!isWritten && !(await table.keepAndCount(chunk, { count, counts, packed, startedAt, now: at }))) return false
  measure(line, results)
  // One that has a webhook is not closed so: the others are of interest to a bus alone.
  const job = events?.ofAllJobs ? (unwritten?.job ?? (await table.getHead(chunk.jobId))) : undefined
  if (job) await tellOfEnd(attempt, job, chunk.correlationId)
  return true
}

async function closeSlice(attempt: Attempt, chunk: Chunk, slice: Slice): Promise<Remainder> {
  const { table, line, startedAt } = attempt
  const { results, rest, searched } = slice
  const { count } = results
  // The search of the first puzzle had a slice for itself, and is not done: the others go on without it.
  if (count === 0 && rest && rest.puzzles.count > 1 && (await table.countStragglers(chunk)) < MAX_STRAGGLERS) {
    const { from, redrive } = rest
    // Kept in the place of results, so that it is decided once: where somebody else has kept some, those are counted instead.
    const open = { from, redrive, count: 1, packed: NO_RESULTS_YET, straggler: 'open' } as const
    return countKept(attempt, rest, await table.keepResults(rest, open))
  }
  // A search of many slices began with its first one, and is counted with its last.
  if (count === 0 && (searched || !chunk.hops)) await table.keepSearch(chunk, searched, startedAt)
  const remainder = count === 0 ? { rest, isFailed: false } : await closePuzzles(attempt, chunk, slice)
  measure(line, results)
  return remainder
}

/** Only once the results are kept: what is not will be solved again. */
function measure(line: Line, { counts: { outcomes } }: Slice['results']): void {
  line.measure({ PuzzlesSolved: outcomes.solved + outcomes.multiple })
}
