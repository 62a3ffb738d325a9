import { type Chunk, chunkIn, messagesOf } from '../../shared/job/chunks/chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'

/** The chunks of a part, as a worker gets them. */
export function chunksOf(
  of: Pick<Chunk, 'jobId' | 'part' | 'options' | 'expiresAt'>,
  puzzles: Puzzles,
  size: number,
): Chunk[] {
  return Array.from(messagesOf(of, puzzles, size), chunkIn)
}

/** A chunk by itself, of a job that asks for little unless it says so. */
export function chunkWith(puzzles: readonly (string | Entry)[], options: Partial<JobOptions> = {}): Chunk {
  const entries = puzzles.map((puzzle) => (typeof puzzle === 'string' ? { text: puzzle } : puzzle))
  const asked = { strategy: 'singles', rules: 'classic', solutions: 2, backtrackLimit: 1_000_000, ...options } as const
  const place = { jobId: 'j', part: 1, number: 0, from: 0, redrive: 0, expiresAt: 0 }
  return { ...place, options: asked, puzzles: Puzzles.of(entries) }
}
