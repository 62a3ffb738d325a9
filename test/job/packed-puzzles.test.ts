import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packPuzzles, unpackPuzzles } from '../../shared/job/packed-puzzles.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { entries, kept } from './entries.ts'

const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'

it('gives back any mix of puzzles, wherever the bytes lie', () => {
  fc.assert(
    fc.property(entries(40), fc.nat(7), (asked, offset) => {
      const packed = packPuzzles(Puzzles.of(asked))
      const moved = new Uint8Array(offset + packed.length + 3)
      moved.set(packed, offset)
      const unpacked = unpackPuzzles(moved.subarray(offset, offset + packed.length))
      expect(unpacked.count).toBe(asked.length)
      expect([...unpacked]).toEqual(asked.map(kept))
    }),
  )
})

it('gives back what is left of a chunk', () => {
  fc.assert(
    fc.property(entries(20), fc.nat(20), (asked, from) => {
      const done = Math.min(from, asked.length)
      expect([...unpackPuzzles(packPuzzles(Puzzles.of(asked).slice(done)))]).toEqual(asked.slice(done).map(kept))
    }),
  )
})

it('takes at most 29 bytes for a plain puzzle of 34 givens', () => {
  const cells = fc.subarray(
    [...SOLUTION].map((_, cell) => cell),
    { minLength: 34, maxLength: 34 },
  )
  const puzzle = cells.map((given) => ({ text: [...SOLUTION].map((d, i) => (given.includes(i) ? d : '.')).join('') }))
  fc.assert(
    fc.property(fc.array(puzzle, { minLength: 100, maxLength: 120 }), (asked) => {
      expect(packPuzzles(Puzzles.of(asked)).length / asked.length).toBeLessThanOrEqual(29)
    }),
    { numRuns: 10 },
  )
})
