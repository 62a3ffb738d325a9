import { describe, expect, inject, it } from 'vitest'
import { generate } from '../../package/solver.ts'
import { type AskedPuzzles, puzzlesToMake } from '../../shared/job/asked-puzzles.ts'
import { type Chunk, chunkIn, messageOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { chunkWith } from './chunks.ts'
import { resultsIn } from './read.ts'

const OPTIONS = { strategy: 'bit-parallel', rules: 'classic', solutions: 2, backtrackLimit: 100_000_000 } as const

/** The results of a chunk of such puzzles, made and solved in slices between which it travels; and how many slices. */
function madeIn(generate: AskedPuzzles, count: number, timeIsUp = () => false, more: Partial<JobOptions> = {}) {
  const options: JobOptions = { ...OPTIONS, ...more, generate }
  const results: PuzzleResult[] = []
  let slices = 0
  let chunk: Chunk | undefined = { ...chunkWith([], options), puzzles: puzzlesToMake(count) }
  for (; chunk; slices++) {
    const slice = solveChunk(chunk, timeIsUp)
    expect(slice.results.count).toBeLessThanOrEqual(count)
    results.push(...resultsIn(slice.results.pack(), options, results.length + 1))
    chunk = slice.rest && chunkIn(messageOf(slice.rest))
  }
  return { results, slices }
}

describe('puzzles that a job makes', () => {
  const seed = inject('seed')

  it.each([
    ['any', { clues: 30, size: 6 }],
    ['by technique', { technique: 'pointing', symmetry: 'rotational' }],
    ['with rules of their own', { rules: ['killer', 'diagonal'], size: 6 }],
  ] as const)('%s: are solved, and the same in the shortest slices and in the package', (_, wish) => {
    const whole = madeIn({ ...wish, seed }, 4)
    const shortest = madeIn({ ...wish, seed }, 4, () => true)
    expect(shortest.slices).toBeGreaterThan(whole.slices)
    expect(shortest.results).toEqual(whole.results)
    for (const [index, { puzzle, solution, unique }] of whole.results.entries()) {
      const alone = generate({ ...wish, seed, index })
      expect({ puzzle, solution, unique }).toEqual({ puzzle: alone.puzzle, solution: alone.solution, unique: true })
    }
  })

  it('are told with what is included, by any chunk that their numbers come in', () => {
    const wish = { technique: 'naked-pair', seed } as const
    const { results } = madeIn(wish, 3, undefined, { include: ['rating', 'minimal'] })
    for (const { rating, minimal } of results)
      expect([rating, typeof minimal]).toMatchObject([{ technique: 'naked-pair' }, 'boolean'])
    const [last] = [...puzzlesToMake(3).slice(2)]
    const chunk = { ...chunkWith([last], { ...OPTIONS, generate: wish }), from: 2 }
    expect(resultsIn(solveChunk(chunk, () => false).results.pack(), OPTIONS, 1)[0].puzzle).toBe(results[2].puzzle)
  })

  it('are invalid, with what was tried, where there are none within the budget', { tags: ['long'] }, () => {
    const { results, slices } = madeIn({ er: '11.5..11.9', budget: 1, seed: 'far' }, 2, () => true)
    expect(slices).toBeGreaterThan(2)
    for (const { status, reason } of results)
      expect([status, reason]).toEqual([
        'invalid',
        expect.stringMatching(/found 0 of 1 in \d+ s of work, among \d+ puzzles/),
      ])
    expect(madeIn({ clues: 3, seed }, 1).results[0]).toMatchObject({ status: 'invalid', puzzle: '#1' })
  })
})
