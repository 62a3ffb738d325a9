import type { SQSRecord } from 'aws-lambda'
import { chunkIn } from '../shared/job/chunk.ts'
import { solveChunk } from '../shared/job/solve-chunk.ts'
import { type ChunkStore, closeChunk } from './close-chunk.ts'
import { eachRecord } from './each-record.ts'

export interface WorkerParts extends ChunkStore {
  /** How long one message may hold the worker before the rest of it goes back to the queue. */
  readonly sliceMs: number
}

/** The function behind the queue: solves each chunk, keeps its results, reports only the failures. */
export function createWorker(parts: WorkerParts) {
  return eachRecord((record) => work(parts, record))
}

async function work(parts: WorkerParts, record: SQSRecord): Promise<void> {
  const { table, queue, now, sliceMs } = parts
  const chunk = chunkIn(record.body)
  const startedAt = now()
  if (chunk.expiresAt * 1000 <= startedAt) return

  // Delivered before, or sent on by a worker that may have been one of two: its results may be kept already,
  // and only what follows them undone.
  const mayBeRepeat = Number(record.attributes.ApproximateReceiveCount) > 1 || chunk.from > 0 || chunk.checkpoint
  const keptBefore = mayBeRepeat ? await table.getResults(chunk) : undefined
  if (keptBefore) return closeChunk(parts, chunk, keptBefore)

  const { results, rest } = solveChunk(chunk, () => now() - startedAt >= sliceMs)
  if (results.length === 0 && rest) return queue.send([rest])
  const kept = await table.keepResults(chunk, results)
  // Where somebody else's are kept, what those leave is what to go on with.
  await closeChunk(parts, chunk, kept, kept === results ? rest : undefined)
}
