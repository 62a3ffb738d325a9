import type { Queue } from '../shared/aws/queue.ts'
import type { Table } from '../shared/aws/table.ts'
import { type Chunk, restOf } from '../shared/job/chunk.ts'
import type { PuzzleResult } from '../shared/job/result.ts'

export interface ChunkStore {
  readonly table: Table
  readonly queue: Queue
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Does all that is left to do for a chunk once results are kept: sends the rest on, then
 * counts. In this order, and each of it harmless when done twice, so that a crash between
 * two steps costs a repetition and nothing else.
 *
 * @param rest what these results leave of the chunk; without it, worked out from their number
 */
export async function closeChunk(
  { table, queue, now }: ChunkStore,
  chunk: Chunk,
  kept: readonly PuzzleResult[],
  rest = restOf(chunk, kept.length),
): Promise<void> {
  if (rest) await queue.send([rest])
  await table.countResults(chunk, kept, now())
}
