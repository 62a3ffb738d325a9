import type { SQSRecord } from 'aws-lambda'
import { type Chunk, messageOf, restOf } from '../shared/job/chunk.ts'
import { hasExpired } from '../shared/job/job.ts'
import { unsolved } from '../shared/job/packed/packed-results.ts'
import { type Slice, solveChunk } from '../shared/job/solve-chunk.ts'
import {
  type ChunkServices,
  chunkOf,
  closePuzzles,
  countKept,
  eachRecord,
  fieldsOf,
  type Remainder,
} from './chunk-handler.ts'
import type { Line } from './telemetry.ts'

export interface WorkerServices extends ChunkServices {
  /** How long one message may hold the worker before the rest of it goes back to the queue. */
  readonly sliceMs: number
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
  }, services.telemetry)
}

async function work(services: WorkerServices, record: SQSRecord, line: Line): Promise<void> {
  const { table, queue, now, sliceMs } = services
  const chunk = chunkOf(record)
  line.add(fieldsOf(chunk))
  const startedAt = now()
  const job = await table.getHead(chunk.jobId)
  // Nobody can ask for it any more.
  if (!job || hasExpired(job, startedAt)) return
  // Sealed without its part, while that was on its way in: it is none of the job's.
  if (job.sealed !== undefined && chunk.part > job.sealed) return
  // Whoever sent a failed chunk again may have crashed before it took back its count.
  if (chunk.redrive > 0 && !(await table.reopenChunk(chunk, chunk.puzzles.count))) return

  const kept = mayBeRepeat(chunk, record) ? await table.getResults(chunk) : undefined
  const timeIsUp = () => now() - startedAt >= sliceMs
  const { rest, isFailed } = kept
    ? await countKept(services, chunk, kept, startedAt)
    : await closeSlice(services, chunk, job.cancel ? cancelled(chunk) : solveChunk(chunk, timeIsUp), {
        startedAt,
        line,
      })
  line.add({ left: rest?.puzzles.count })
  // Counted first, sent last: a crash between the two costs a repetition. The other way round every count that
  // failed would leave one more message with the same rest behind, and each of those the same again.
  if (!rest || isFailed) return
  // Where the count has gone on from here, another message has the rest and answers for it. Sent once more for each
  // message that comes again, it would multiply from slice to slice.
  if (kept && (await table.countedOf(rest)) > rest.from) return
  await queue.send([messageOf(rest)])
}

async function closeSlice(
  services: WorkerServices,
  chunk: Chunk,
  slice: Slice,
  { startedAt, line }: { startedAt: number; line: Line },
): Promise<Remainder> {
  const { results, rest } = slice
  const { count, counts } = results
  const remainder = count === 0 ? { rest, isFailed: false } : await closePuzzles(services, chunk, slice, startedAt)
  // Only now: what is not kept will be solved again.
  line.measure({ PuzzlesSolved: counts.outcomes.solved + counts.outcomes.multiple, Backtracks: counts.backtracks.sum })
  return remainder
}

function cancelled(chunk: Chunk): Slice {
  const results = unsolved(chunk.puzzles, 'cancelled')
  return { results, rest: restOf(chunk, results.count) }
}

/**
 * Delivered before, or sent on by a worker that may have been one of two: its results may be
 * kept already, and only what follows them undone.
 */
function mayBeRepeat({ from, redrive, checkpoint }: Chunk, { attributes }: SQSRecord): boolean {
  return Number(attributes.ApproximateReceiveCount) > 1 || from > 0 || redrive > 0 || checkpoint !== undefined
}
