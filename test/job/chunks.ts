import { type Chunk, chunkIn, messagesOf } from '../../shared/job/chunks/chunk.ts'
import type { Puzzles } from '../../shared/job/puzzles.ts'

/** The chunks of a part, as a worker gets them. */
export function chunksOf(
  of: Pick<Chunk, 'jobId' | 'part' | 'options' | 'expiresAt'>,
  puzzles: Puzzles,
  size: number,
): Chunk[] {
  return Array.from(messagesOf(of, puzzles, size), chunkIn)
}
