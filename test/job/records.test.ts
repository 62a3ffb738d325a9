import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitReader, BitWriter, Bounds } from '../../shared/job/packed/bits.ts'
import { ByteReader, ByteWriter } from '../../shared/job/packed/bytes.ts'
import { LONGEST_CODE, PrefixCode } from '../../shared/job/packed/prefix-code.ts'
import { MAX_RECORD_BYTES, NO_SOLUTION, RecordsReader, RecordsWriter } from '../../shared/job/packed/records.ts'
import { solved } from '../sudoku/solved.ts'

const CELLS = 81

/** A record: its mark, and but for one without a solution its solution and where the givens are. */
const record = fc.oneof(
  fc.record({
    mark: fc.nat(NO_SOLUTION - 1),
    solution: solved,
    givens: fc.oneof(
      fc.array(fc.boolean(), { minLength: CELLS, maxLength: CELLS }),
      fc.constantFrom(true, false).map((all) => Array<boolean>(CELLS).fill(all)),
    ),
  }),
  fc.constant(undefined),
)

/** The most that codes take besides: three of them, for as many numbers as there can be. */
const MAX_CODES_BYTES = 3 * 2 + (32 + 82 + 28) / 2

describe('records', () => {
  it('come back with any givens, marks and solutions, and take no more than is said', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.nat(20), fc.nat(7), (all, expected, offset) => {
        const writer = new RecordsWriter(expected)
        const puzzleOf = (solution: string, givens: readonly boolean[]) =>
          givens.map((isGiven, cell) => (isGiven ? solution[cell] : '.')).join('')
        for (const one of all) {
          if (!one) writer.addWithoutSolution()
          else {
            const puzzle = puzzleOf(one.solution, one.givens)
            writer.add(one.mark, Buffer.from(`##${puzzle}`), 2, Buffer.from(`#${one.solution}`), 1)
          }
        }
        const packed = writer.pack()
        expect(packed.length).toBeLessThanOrEqual(writer.maxBytes + MAX_CODES_BYTES)
        expect(writer.maxBytes).toBeLessThanOrEqual(all.length * MAX_RECORD_BYTES)
        const moved = Buffer.concat([Buffer.alloc(offset, 0xff), packed, Buffer.alloc(9, 0xff)])
        const reader = new RecordsReader(moved.subarray(offset, offset + packed.length))
        const grids = Buffer.alloc(2 * CELLS)
        for (const one of all) {
          reader.next()
          expect(reader.mark).toBe(one?.mark ?? NO_SOLUTION)
          if (!one) continue
          reader.copySolution(grids, 0)
          reader.copyPuzzle(grids, 0, grids, CELLS)
          expect(grids.toString('latin1')).toBe(one.solution + puzzleOf(one.solution, one.givens))
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('bits', () => {
  const numbers = fc.array(
    fc
      .integer({ min: 1, max: 2 ** 29 })
      .chain((bound) => fc.record({ bound: fc.constant(bound), value: fc.nat(bound - 1) })),
  )

  it('hold numbers below their bounds, one after the other', () => {
    fc.assert(
      fc.property(numbers, (all) => {
        const bounds = new Bounds(all.map(({ bound }) => bound))
        const writer = new BitWriter(4 * all.length)
        all.forEach(({ value }, i) => {
          writer.putBelow(bounds, i, value)
        })
        const written = writer.written()
        expect(written.length).toBeLessThanOrEqual(
          Math.ceil(all.reduce((bits, { bound }) => bits + Math.ceil(Math.log2(bound)), 0) / 8),
        )
        const reader = new BitReader(written)
        expect(all.map((_, i) => reader.below(bounds, i))).toEqual(all.map(({ value }) => value))
      }),
    )
  })

  it('take one fewer for the first numbers where there are bits to spare', () => {
    const bitsOf = (bound: number, value: number) => {
      const writer = new BitWriter(8)
      writer.putBelow(new Bounds([bound]), 0, value)
      writer.put(1, 1)
      return 8 * writer.written().length - Math.clz32(writer.written().at(-1) ?? 0) + 24 - 1
    }
    expect([0, 1, 2, 3, 4].map((value) => bitsOf(5, value))).toEqual([2, 2, 2, 3, 3])
    expect([0, 1, 2, 3].map((value) => bitsOf(4, value))).toEqual([2, 2, 2, 2])
    expect(bitsOf(1, 0)).toBe(0)
  })
})

describe('a prefix code', () => {
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(20), fc.nat(100_000)), { minLength: 1, maxLength: 82 })
  const lengthsOf = (code: PrefixCode) => Array.from(code.codes, (found) => found & 15)
  const bitsOf = (code: PrefixCode, all: readonly number[]) =>
    lengthsOf(code).reduce((bits, length, number) => bits + length * (all[number] ?? 0), 0)

  it('is read as it was written, and tells every number that it has', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const bytes = new ByteWriter(0)
        const code = PrefixCode.of(Uint32Array.from(all))
        code.write(bytes)
        bytes.byte(0xff)
        const reader = new ByteReader(bytes.written())
        const read = PrefixCode.read(reader)
        expect(reader.at).toBe(bytes.length - 1)
        expect([...read.codes]).toEqual([...code.codes])
        const table = read.table()
        for (const [number, count] of all.entries()) {
          if (count === 0) continue
          const found = code.codes[number]
          const others = (1 << (found & 15)) * 5
          expect(table[((found >> 4) | others) & ((1 << LONGEST_CODE) - 1)]).toBe((number << 4) | (found & 15))
        }
      }),
    )
  })

  it('takes as few bits as Huffman’s where that has no longer codes, and never more than numbers of one length', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const code = PrefixCode.of(Uint32Array.from(all))
        const used = all.filter((count) => count > 0)
        const fixed = Math.ceil(Math.log2(Math.max(1, used.length))) * used.reduce((sum, count) => sum + count, 0)
        expect(bitsOf(code, all)).toBeLessThanOrEqual(fixed)
        const { bits, longest } = huffman(used)
        if (longest <= LONGEST_CODE) expect(bitsOf(code, all)).toBe(bits)
        else expect(Math.max(...lengthsOf(code))).toBe(LONGEST_CODE)
      }),
    )
  })
})

/** The bits of Huffman's code, and of its longest word. Of trees of one weight the lower is taken first. */
function huffman(counts: readonly number[]): { bits: number; longest: number } {
  let trees = counts.map((count) => ({ count, height: 0 }))
  let bits = 0
  while (trees.length > 1) {
    const [a, b, ...others] = trees.toSorted((a, b) => a.count - b.count || a.height - b.height)
    bits += a.count + b.count
    trees = [...others, { count: a.count + b.count, height: 1 + Math.max(a.height, b.height) }]
  }
  return { bits, longest: trees[0]?.height ?? 0 }
}
