import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Chunk,
  chunkIn,
  chunksOf,
  type Entry,
  messageOf,
  puzzlesPerChunk,
  restOf,
} from '../../shared/job/chunk.ts'
import { failedResults, packResults, unpackResults } from '../../shared/job/result.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/strategies/strategy.ts'

const options = { strategy: 'singles', rules: 'classic', solutions: 1, backtrackLimit: 0 } as const
const place = { jobId: 'j', part: 0, line: 1, options, expiresAt: 9 }
const entry: fc.Arbitrary<Entry> = fc.record(
  { text: fc.string({ maxLength: 700, unit: 'binary' }), id: fc.string({ maxLength: 128 }), refused: fc.string() },
  { requiredKeys: ['text'], noNullPrototype: true },
)

it('cuts entries into chunks that hold each of them once, in order, with its line', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (entries, most) => {
      const chunks = chunksOf(place, entries, most)
      expect(chunks.flatMap((chunk) => chunk.entries)).toEqual(entries)
      let line = 1
      chunks.forEach((chunk, i) => {
        expect(chunk).toMatchObject({ number: i, from: 0, line })
        expect(chunk.entries.length).toBeGreaterThan(0)
        expect(chunk.entries.length).toBeLessThanOrEqual(most)
        line += chunk.entries.length
      })
    }),
  )
})

it('cuts so that results fit an item of 400 KB even where they do not pack at all', () => {
  const entries = Array.from({ length: 500 }, () => ({ text: '1'.repeat(625), id: 'x'.repeat(128) }))
  const chunks = chunksOf({ ...place, options: { ...options, solutions: 1000 } }, entries, 500)
  for (const { entries } of chunks) expect(entries.length * (625 * 102 + 128)).toBeLessThan(400 * 1024)
})

it('carries a chunk as a message and back', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
      const chunk: Chunk = { ...place, number: 3, from: 2, entries }
      expect(chunkIn(messageOf(chunk))).toEqual(chunk)
      expect(messageOf(chunk)).toMatch(/^[\x20-\x7e]*$/)
    }),
  )
})

it('keeps packed results as they were', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const results = failedResults({ ...place, number: 0, from: 0, entries }, 'because')
      expect(unpackResults(packResults(results))).toEqual(results)
    }),
  )
})

it('leaves of a chunk what is not done, as a chunk of its own', () => {
  const entries = ['a', 'b', 'c'].map((text) => ({ text }))
  const chunk: Chunk = {
    ...place,
    number: 4,
    from: 10,
    line: 11,
    entries,
    checkpoint: { version: 1, path: [1], tally: tallied },
  }
  expect(restOf(chunk, 2)).toEqual({ ...place, number: 4, from: 12, line: 13, entries: [{ text: 'c' }] })
  expect(restOf(chunk, 3)).toBeUndefined()
})
const tallied = { backtracks: 0, searchBacktracks: 0, solutionCount: 0, solutions: [] }

it('holds at least one puzzle a chunk, whatever the strategy and size', () => {
  for (const strategy of STRATEGY_NAMES) {
    for (const size of [undefined, 4, 6, 9, 16, 25] as const) {
      expect(puzzlesPerChunk({ ...options, strategy, ...(size && { size }) }, 50_000)).toBeGreaterThanOrEqual(1)
    }
  }
})

it('spreads a small job over several workers, but not too thinly', () => {
  expect(puzzlesPerChunk(options, 1)).toBe(10)
  expect(puzzlesPerChunk(options, 1600)).toBe(100)
  expect(puzzlesPerChunk({ ...options, strategy: 'brute-force' }, 50_000)).toBe(120)
})
