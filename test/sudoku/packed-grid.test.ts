import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  endOfPuzzle,
  isSolvedBy,
  MAX_PUZZLE_BYTES,
  packPuzzle,
  packText,
  unpackPlain,
} from '../../shared/sudoku/grid/packed-grid.ts'
import { SOLUTION } from '../api/grids.ts'
import { solved } from './solved.ts'

const CELLS = 81
const cells = Array.from({ length: CELLS }, (_, cell) => cell)

function bytesOf(text: string, at = 0): Uint8Array {
  return Buffer.from('#'.repeat(at) + text)
}

function puzzleOf(solution: string, given: (cell: number) => boolean): string {
  return cells.map((cell) => (given(cell) ? solution[cell] : '.')).join('')
}

it('gives back puzzles without their solutions, of 0 to 81 givens, clashing or not', () => {
  const lines = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'123456789'), minLength: CELLS, maxLength: CELLS }),
    solved,
  )
  const order = fc.shuffledSubarray(cells, { minLength: CELLS })
  fc.assert(
    fc.property(lines, order, fc.nat(9), (digits, order, at) => {
      for (let count = 0; count <= CELLS; count++) {
        const given = new Set(order.slice(0, count))
        const puzzle = puzzleOf(digits, (cell) => given.has(cell))
        const packed = new Uint8Array(at + MAX_PUZZLE_BYTES).fill(0xff)
        const end = packPuzzle(bytesOf(puzzle, 2), 2, packed, at)
        expect(end - at).toBe(11 + Math.ceil(count / 2))
        expect(endOfPuzzle(packed, at)).toBe(end)
        const grid = new Uint8Array(CELLS + 1)
        // The bytes behind it are another's.
        expect(unpackPlain(packed, at, grid, 1)).toBe(end)
        expect(Buffer.from(grid.subarray(1)).toString('latin1')).toBe(puzzle)
        expect(unpackPlain(packed.slice(0, end), at, grid, 1)).toBe(end)
        expect(Buffer.from(grid.subarray(1)).toString('latin1')).toBe(puzzle)
      }
    }),
    { numRuns: 30 },
  )
})

it('packs text as it packs the plain grid, and tells what is none', () => {
  const empty = fc.constantFrom('.', '0', '*', '_', '-')
  const text = fc.array(fc.oneof(empty, fc.constantFrom(...'123456789')), { minLength: CELLS, maxLength: CELLS })
  const other = fc.nat(255).filter((byte) => !'123456789.0*_-'.includes(String.fromCharCode(byte)))
  fc.assert(
    fc.property(text, fc.nat(80), other, (characters, cell, byte) => {
      const plain = bytesOf(characters.map((one) => (/[1-9]/.test(one) ? one : '.')).join(''))
      const line = bytesOf(characters.join(''))
      const [packed, expected] = [0, 0].map(() => new Uint8Array(MAX_PUZZLE_BYTES))
      expect(packText(line, 0, packed, 0)).toBe(packPuzzle(plain, 0, expected, 0))
      expect(packed).toEqual(expected)
      line[cell] = byte
      expect(packText(line, 0, packed, 0)).toBeLessThan(0)
    }),
    { numRuns: 500 },
  )
})

it('gives back the digits above 9 that a puzzle packed elsewhere may have, and takes 0 for an empty cell', () => {
  const packed = new Uint8Array(MAX_PUZZLE_BYTES).fill(0xff)
  packed[11] = 0xa0
  const grid = new Uint8Array(CELLS)
  expect(unpackPlain(packed, 0, grid, 0)).toBe(MAX_PUZZLE_BYTES)
  expect([...grid.subarray(0, 3)]).toEqual([0x2e, 0x3a, 0x3f])
  const again = new Uint8Array(MAX_PUZZLE_BYTES)
  packPuzzle(grid, 0, again, 0)
  const back = new Uint8Array(CELLS)
  unpackPlain(again, 0, back, 0)
  expect(back).toEqual(grid)
})

it('a solution is taken with its puzzle where it is a solved grid that has the givens, and no other', () => {
  const right = Buffer.from(SOLUTION)
  const empty = Buffer.from('.'.repeat(81))
  expect(isSolvedBy(empty, 0, right, 0)).toBe(true)
  const all = Array.from({ length: 81 * 256 }, (_, i) => [i >> 8, i & 255]).filter(
    ([cell, byte]) => byte !== right[cell],
  )
  const changed = (grid: Buffer, cell: number, byte: number) => grid.map((found, at) => (at === cell ? byte : found))
  expect(all.filter(([cell, byte]) => isSolvedBy(empty, 0, changed(right, cell, byte), 0))).toEqual([])
  const givens = all.filter(([, byte]) => byte >= 0x31 && byte <= 0x39)
  expect(givens.filter(([cell, byte]) => isSolvedBy(changed(empty, cell, byte), 0, right, 0))).toEqual([])
})
