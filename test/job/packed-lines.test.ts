import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptLines, linesIn, packLineNumbers, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'

/** Lines that begin somewhere, each some gap below the one before. */
function below(first: number, gaps: readonly number[]): Float64Array {
  let line = first
  return Float64Array.from([0, ...gaps], (gap) => (line += gap))
}

const gaps = fc.array(fc.oneof(fc.constantFrom(1, 1, 1, 2, 10), fc.integer({ min: 1, max: 100_000 })), {
  maxLength: 80,
})
const first = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 40 }))

it('lines come back as they were packed', () => {
  fc.assert(
    fc.property(first, gaps, (begin, some) => {
      const lines = below(begin, some)
      expect(unpackLineNumbers(packLineNumbers(lines))).toEqual(lines)
    }),
  )
})

describe('what they take', () => {
  const packed = (count: number, gapAt: (i: number) => number) =>
    packLineNumbers(
      below(
        4_000_000,
        Array.from({ length: count - 1 }, (_, i) => gapAt(i)),
      ),
    ).length

  it.each([
    ['a puzzle a line', () => 1],
    ['grids of nine rows with a blank line between', () => 10],
    ['gaps that come again', (i: number) => (i % 5 === 4 ? 2 : 1)],
  ])('is little for %s', (_, gapAt) => {
    expect(packed(56_000, gapAt)).toBeLessThan(120)
  })

  it('is not more than an item holds for any text that fits one request', () => {
    // In 16 MB the smallest puzzles leave 46 bytes each for line ends; the less they have in common the more they take.
    let state = 1
    const random = () => {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
      return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
    }
    expect(packed(250_000, () => Math.ceil(-46 * Math.log(1 - random())))).toBeLessThan(300_000)
  })

  it('never has the puzzles of a small job take an item of their own', () => {
    // As many different gaps as 16 MB of blank lines make, each as long as a number can be.
    const lines = below(
      16_000_000,
      Array.from({ length: 99 }, (_, i) => (i < 6 ? 2 ** 21 + i : 2 ** 14 + i)),
    )
    expect(lines[99] - lines[0]).toBeLessThan(16_000_000)
    const { lines: kept, apart } = keptLines(lines, 1)
    expect(apart).toBeUndefined()
    expect(kept && linesIn(kept)).toEqual(lines)
  })
})

it('the item of a part has few lines with it, and none that are places', () => {
  const many = below(
    1,
    Array.from({ length: 5_000 }, (_, i) => 1 + ((i * i) % 7919) ** 2),
  )
  const { lines, apart } = keptLines(many, 1)
  expect(lines).toEqual({ last: many.at(-1) })
  expect(apart && unpackLineNumbers(apart)).toEqual(many)
  const places = Float64Array.of(1, 2, 3)
  expect([keptLines(undefined, 1), keptLines(places, 1)]).toEqual([{}, {}])
  expect([Float64Array.of(2, 3), Float64Array.of(1, 3)].map((other) => keptLines(other, 1).lines?.last)).toEqual([3, 3])
  // A line that counts from 1 in a later part says so.
  expect(keptLines(places, 2).lines?.last).toBe(3)
})
