import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineNumbers, LineNumbersBuilder } from '../../shared/job/line-numbers.ts'
import { keptLines, linesIn, packLineNumbers, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'

/** Lines that begin somewhere, each some gap below the one before. */
function numbersOf(first: number, gaps: Iterable<number>): { numbers: LineNumbers; expected: number[] } {
  const builder = new LineNumbersBuilder()
  const expected: number[] = []
  let line = first
  for (const gap of [0, ...gaps]) {
    line += gap
    builder.add(line)
    expected.push(line)
  }
  return { numbers: builder.build(), expected }
}

const linesOf = (numbers: LineNumbers, count: number) => Array.from({ length: count }, (_, i) => numbers.lineOf(i))
const gaps = fc.array(fc.oneof(fc.constantFrom(1, 1, 1, 2, 10), fc.integer({ min: 1, max: 100_000 })), {
  maxLength: 80,
})
const first = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 40 }))

it('each puzzle is on its line, in whatever order they are asked for, also once they were packed', () => {
  fc.assert(
    fc.property(first, gaps, fc.array(fc.nat(80), { maxLength: 9 }), (begin, some, asked) => {
      const { numbers, expected } = numbersOf(begin, some)
      for (const read of [numbers, unpackLineNumbers(packLineNumbers(numbers))]) {
        expect(linesOf(read, expected.length)).toEqual(expected)
        expect(read.last).toBe(expected.at(-1))
        for (const place of asked.filter((each) => each < expected.length)) {
          expect(read.lineOf(place)).toBe(expected[place])
        }
      }
    }),
  )
})

it('a stretch of them is on the same lines, and a text that begins lower on lower ones', () => {
  fc.assert(
    fc.property(first, gaps, fc.nat(80), fc.integer({ min: 1, max: 80 }), (begin, some, from, length) => {
      const { numbers, expected } = numbersOf(begin, some)
      const stretch = expected.slice(from, from + length)
      fc.pre(stretch.length > 0)
      const slice = numbers.slice(from, stretch.length)
      expect([linesOf(slice, stretch.length), slice.last]).toEqual([stretch, stretch.at(-1)])
      const lower = numbers.from(7)
      expect(linesOf(lower, expected.length)).toEqual(expected.map((line) => line + 6))
    }),
  )
})

it('a line leads to the puzzle that begins on it, or to the next one below', () => {
  fc.assert(
    fc.property(gaps, fc.nat(), (some, any) => {
      const { numbers, expected } = numbersOf(3, some)
      const line = any % (numbers.last + 2)
      const found = expected.findIndex((each) => each >= line)
      expect(numbers.placeFrom(line)).toBe(found < 0 ? undefined : found)
    }),
  )
})

it('they are places only where each is the next line from the first on', () => {
  expect([numbersOf(1, []), numbersOf(1, [1, 1])].map(({ numbers }) => numbers.arePlaces)).toEqual([true, true])
  expect([numbersOf(2, []), numbersOf(1, [2]), numbersOf(1, [1, 2])].map(({ numbers }) => numbers.arePlaces)).toEqual([
    false,
    false,
    false,
  ])
  expect(linesOf(LineNumbers.consecutive(5, 3), 3)).toEqual([5, 6, 7])
})

describe('what they take', () => {
  const packed = (count: number, gapAt: (i: number) => number) =>
    packLineNumbers(
      numbersOf(
        4_000_000,
        Array.from({ length: count - 1 }, (_, i) => gapAt(i)),
      ).numbers,
    ).length

  it.each([
    ['a puzzle a line', 1],
    ['a puzzle every other line', 2],
    ['grids of nine rows with a blank line between', 10],
  ])('is a run for %s, however many there are', (_, gap) => {
    expect(packed(250_000, () => gap)).toBeLessThanOrEqual(14)
  })

  it('is little where the gaps come again', () => {
    expect(packed(56_000, (i) => (i % 5 === 4 ? 2 : 1))).toBeLessThan(100)
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
    const { numbers } = numbersOf(
      16_000_000,
      Array.from({ length: 99 }, (_, i) => (i < 6 ? 2 ** 21 + i : 2 ** 14 + i)),
    )
    expect(numbers.last - numbers.first).toBeLessThan(16_000_000)
    const { lines, apart } = keptLines(numbers, 1)
    expect(apart).toBeUndefined()
    expect(lines && linesIn(lines)?.last).toBe(numbers.last)
  })
})

it('the item of a part has few lines with it, and none that are places', () => {
  const many = numbersOf(
    1,
    Array.from({ length: 5_000 }, (_, i) => 1 + ((i * i) % 7919) ** 2),
  ).numbers
  const { lines, apart } = keptLines(many, 1)
  expect(lines).toEqual({ last: many.last })
  expect(apart && unpackLineNumbers(apart).runs).toEqual(many.runs)
  const places = LineNumbers.consecutive(1, 9)
  expect([keptLines(undefined, 1), keptLines(places, 1)]).toEqual([{}, {}])
  // A line that counts from 1 in a later part says so.
  expect(keptLines(places, 2).lines?.last).toBe(9)
})
