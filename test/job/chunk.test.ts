import fc from 'fast-check'
import { expect, it } from 'vitest'
import { puzzlesPerChunk } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES } from '../../shared/job/inclusions.ts'
import { MAX_CHUNKS, MAX_PUZZLES, MAX_PUZZLES_WITH_STEPS } from '../../shared/job/limits.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { GRID as EASY, HARD } from '../api/grids.ts'
import { chunksOf } from './chunks.ts'
import { entries, kept } from './entries.ts'

const options = { strategy: 'singles', rules: 'classic', solutions: 1, backtrackLimit: 0 } as const
const place = { jobId: 'j', part: 3, options, expiresAt: 9 }

function plain(count: number): Puzzles {
  return new Puzzles(count, Buffer.from(EASY.repeat(count)), new Map())
}

it('cuts puzzles into chunks that hold each of them once, in order, as many as asked for', () => {
  fc.assert(
    fc.property(entries(60), fc.integer({ min: 1, max: 20 }), (asked, size) => {
      const chunks = chunksOf(place, Puzzles.of(asked), size)
      expect(chunks.flatMap(({ puzzles }) => [...puzzles])).toEqual(asked.map(kept))
      chunks.forEach((chunk, i) => {
        expect(chunk).toMatchObject({ ...place, number: i, from: 0, redrive: 0 })
        expect(chunk.puzzles.count).toBe(Math.min(size, asked.length - i * size))
      })
    }),
  )
})

it('plain grids go through the engine together: the clock is looked at once in a while, not once a grid', () => {
  const puzzles = new Puzzles(2_000, Buffer.from(HARD.repeat(2_000)), new Map())
  const asked = { ...options, strategy: 'bit-parallel', solutions: 2, backtrackLimit: 1_000_000 } as const
  const [chunk] = chunksOf({ ...place, options: asked }, puzzles, puzzles.count)
  let looks = 0
  const { results } = solveChunk(chunk, () => ++looks > 50)
  expect([results.count, looks > 0]).toEqual([2_000, true])
})

it('holds at least one puzzle a chunk, whatever the strategy and size', () => {
  for (const strategy of STRATEGY_NAMES) {
    for (const size of [undefined, 4, 6, 9, 16, 25] as const) {
      for (const count of [1, 50_000]) {
        expect(puzzlesPerChunk({ ...options, strategy, ...(size && { size }) }, plain(count))).toBeGreaterThanOrEqual(1)
      }
    }
  }
})

it('spreads a small part over several workers, but not too thinly', () => {
  expect(puzzlesPerChunk(options, plain(1))).toBe(1)
  // 20 ms of work, then a sixteenth of the part.
  expect(puzzlesPerChunk(options, plain(1600))).toBe(400)
  expect(puzzlesPerChunk(options, plain(16_000))).toBe(1000)
  expect(puzzlesPerChunk({ ...options, strategy: 'brute-force' }, plain(160))).toBe(10)
})

it('gives a worker a second of work and no more, unless a part were to have over a thousand chunks', () => {
  expect(puzzlesPerChunk({ ...options, strategy: 'brute-force' }, plain(50_000))).toBe(120)
  expect(puzzlesPerChunk({ ...options, strategy: 'brute-force' }, plain(250_000))).toBe(250)
})

it('takes as many puzzles in a part as clients send at once, whatever is asked of each', () => {
  for (const [include, count] of [
    [INCLUSION_NAMES, MAX_PUZZLES_WITH_STEPS],
    [INCLUSION_NAMES.filter((name) => name !== 'steps'), MAX_PUZZLES],
  ] as const) {
    const most = puzzlesPerChunk({ ...options, solutions: 100, include }, plain(count)) * MAX_CHUNKS
    expect(most).toBeGreaterThanOrEqual(count)
  }
})

it('goes by the size of each puzzle where the job does not say it', () => {
  const large = (count: number) => Puzzles.of(Array.from({ length: count }, () => ({ text: '.'.repeat(256) })))
  const fastest = { ...options, strategy: 'bit-parallel' } as const
  expect(puzzlesPerChunk(fastest, plain(10_000))).toBe(10_000)
  // 300 a second: a second of work each.
  expect(puzzlesPerChunk(fastest, large(10_000))).toBeLessThanOrEqual(300)
  expect(puzzlesPerChunk({ ...fastest, size: 16 }, large(10_000))).toBe(puzzlesPerChunk(fastest, large(10_000)))
  // What a line gives beside its plain grid changes nothing about the size.
  const given = Puzzles.of(Array(100).fill({ text: EASY, given: 'x' }))
  expect(puzzlesPerChunk(fastest, given)).toBe(puzzlesPerChunk(fastest, plain(100)))
  // A hundred solutions are kept of each, 26 KB, and an item holds 400.
  expect(puzzlesPerChunk({ ...fastest, solutions: 1_000 }, large(10_000))).toBeLessThan(16)
  // Ten empty 25×25 grids are solved in a second, and 60 empty 36×36 ones.
  const largest = Puzzles.of(Array(10_000).fill({ text: '.'.repeat(1296) }))
  expect(puzzlesPerChunk(fastest, largest)).toBeGreaterThan(50)
})
