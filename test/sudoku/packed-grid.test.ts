import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  isSolvedBy,
  MAX_PUZZLE_BYTES,
  packPuzzle,
  packText,
  unpackPlain,
} from '../../shared/sudoku/grid/packed-grid.ts'
import { SOLUTION } from '../api/grids.ts'

const CELLS = 81

const bytesOf = (text: string): Uint8Array => Buffer.from(text)

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
