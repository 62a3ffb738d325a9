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
 * Does all that is left to do for a chunk once results are kept: counts them, then sends
 * on what they leave. Counting twice changes nothing, so a crash between the two costs a
 * repetition. The other way round every failed count would leave one more message with
 * the same rest behind, and each of those the same again.
 *
 * @param rest what these results leave of the chunk; without it, worked out from their number
 */
export async function closeChunk(
  { table, queue, now }: ChunkStore,
  chunk: Chunk,
  kept: readonly PuzzleResult[],
  rest = restOf(chunk, kept.length),
): Promise<void> {
  await table.countResults(chunk, kept, now())
  if (rest) await queue.send([rest])
}
