import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfPuzzle, MAX_PUZZLE_BYTES, packPuzzle, unpackPlain } from '../../shared/sudoku/packed-grid.ts'
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
        // What lies behind it is another's.
        expect(unpackPlain(packed, at, grid, 1)).toBe(end)
        expect(Buffer.from(grid.subarray(1)).toString('latin1')).toBe(puzzle)
        expect(unpackPlain(packed.slice(0, end), at, grid, 1)).toBe(end)
        expect(Buffer.from(grid.subarray(1)).toString('latin1')).toBe(puzzle)
      }
    }),
    { numRuns: 30 },
  )
})
