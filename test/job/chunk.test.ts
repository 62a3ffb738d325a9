import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isShort, puzzlesPerChunk } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { INCLUSION_NAMES } from '../../shared/job/inclusions.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { MAX_CHUNKS, MAX_PUZZLES, MAX_PUZZLES_WITH_STEPS } from '../../shared/job/limits.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
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

/** Parts, of which three are plain, and others have texts, names, givens or rules beside their grids. */
const PARTS: Readonly<Record<string, Puzzles>> = {
  '1,000 plain': plain(1_000),
  '1,001 plain': plain(1_001),
  '250,000 plain': plain(250_000),
  ...Object.fromEntries([9, 16, 25, 36].map((n) => [`300 of ${n}`, many(300, { text: '.'.repeat(n * n) })])),
  '3,000 with long ids': many(3_000, { text: EASY, id: 'a name of thirty characters …' }),
  '2,000 with a given solution': many(2_000, { text: EASY, given: EASY }),
  '3,000 killers': many(3_000, {
    text: '.'.repeat(81),
    rules: { constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 5 }] },
  }),
  '20 as long as they come': many(20, { text: 'x'.repeat(60_000) }),
}

function many(count: number, entry: Entry): Puzzles {
  return Puzzles.of(Array<Entry>(count).fill(entry))
}

it('cuts parts into chunks as chunk-sizes.txt says: so many puzzles in each, and whether all are short', async () => {
  const asked: Readonly<Record<string, Partial<JobOptions>>> = {
    ...Object.fromEntries(STRATEGY_NAMES.map((strategy) => [strategy, { strategy }])),
    ...Object.fromEntries(INCLUSION_NAMES.map((name) => [name, { strategy: 'bit-parallel', include: [name] }])),
    'a thousand solutions': { strategy: 'bit-parallel', solutions: 1_000 },
    'generated rated': { generate: { rules: ['classic'] }, include: ['rating'] } as Partial<JobOptions>,
  }
  const rows = Object.entries(asked).flatMap(([name, more]) =>
    ([{}, { rules: 'diagonal' }, { size: 16 }, { size: 25 }, { size: 36 }] as const).flatMap((on) =>
      Object.entries(PARTS).map(([part, puzzles]) => {
        const all = { ...options, ...more, ...on }
        const words = `${puzzlesPerChunk(all, puzzles)}${isShort(all, puzzles) ? ', short' : ''}`
        return `${part}, ${[name, ...Object.values(on)].join(' ')}: ${words}\n`
      }),
    ),
  )
  await expect(rows.join('')).toMatchFileSnapshot('chunk-sizes.txt')
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
