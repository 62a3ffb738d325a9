import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Engine } from '../../shared/sudoku/engine/engine.ts'
import { generateSolved } from '../../shared/sudoku/generate.ts'
import {
  endOfPuzzle,
  MAX_PUZZLE_BYTES,
  packPuzzle,
  packSolved,
  SOLVED_BYTES,
  spareOf,
  unpackPlain,
  unpackPuzzle,
  unpackSolution,
} from '../../shared/sudoku/packed-grid.ts'
import { madePuzzle } from './made.ts'

const CELLS = 81
const cells = Array.from({ length: CELLS }, (_, cell) => cell)

/** A grid of a seed, turned and shuffled by whoever makes it. */
function generated(index: number): string {
  return generateSolved({ rules: 'classic', size: 9, clues: 60, seed: 'packed', index }).solution.join('')
}

/** Solved grids: generated ones, shuffled textbook ones, and both turned on their side. */
const solved = fc
  .oneof(
    fc.nat(1_000_000).map(generated),
    madePuzzle('classic', 9).map(({ madeFrom }) => madeFrom.join('')),
  )
  .chain((grid) => fc.constantFrom(grid, cells.map((cell) => grid[(cell % 9) * 9 + Math.floor(cell / 9)]).join('')))
const givens = fc.array(fc.boolean(), { minLength: CELLS, maxLength: CELLS })

function bytesOf(text: string, at = 0): Uint8Array {
  return Buffer.from('#'.repeat(at) + text)
}

function puzzleOf(solution: string, given: (cell: number) => boolean): string {
  return cells.map((cell) => (given(cell) ? solution[cell] : '.')).join('')
}

function expectBack(solution: string, puzzle: string, spare: number, at = 0): void {
  const packed = new Uint8Array(at + SOLVED_BYTES + 2).fill(0xaa)
  packSolved(bytesOf(puzzle, 3), 3, bytesOf(solution, 5), 5, spare, packed, at)
  const grids = new Uint8Array(2 * CELLS + 2)
  unpackSolution(packed, at, grids, 1)
  unpackPuzzle(packed, at, grids, 1, grids, CELLS + 1)
  expect(Buffer.from(grids).toString('latin1')).toBe(`\0${solution}${puzzle}\0`)
  expect(spareOf(packed, at)).toBe(spare)
  expect([...packed.subarray(0, at), ...packed.subarray(at + SOLVED_BYTES)]).toEqual(Array(at + 2).fill(0xaa))
}

it('gives back every solved grid with any givens, and the number that travels with them', () => {
  fc.assert(
    fc.property(solved, givens, fc.nat(31), fc.nat(40), (solution, given, spare, at) => {
      expectBack(
        solution,
        puzzleOf(solution, (cell) => given[cell]),
        spare,
        at,
      )
    }),
    { numRuns: 500 },
  )
})

it('gives back grids of all 56 deals of a second row, in the first band and in the second', () => {
  const deals = [new Set<string>(), new Set<string>()]
  for (let index = 0; index < 1000; index++) {
    const solution = generated(index)
    expectBack(
      solution,
      puzzleOf(solution, (cell) => cell % 3 === index % 3),
      index % 32,
    )
    deals.forEach((seen, band) => {
      seen.add(dealOf(solution.slice(band * 27)))
    })
  }
  for (const seen of deals) expect(seen.size).toBe(56)
})

/** For each triple of a second row, where its digits stand in the first row, were that one's triples sorted. */
function dealOf(band: string): string {
  const first = [0, 3, 6].map((at) => [...band.slice(at, at + 3)].sort().join('')).join('')
  const placed = (at: number) =>
    [...band.slice(at, at + 3)]
      .map((digit) => first.indexOf(digit))
      .sort()
      .join('')
  return [9, 12, 15].map(placed).join(' ')
}

it('gives back every solution that the engine finds', () => {
  const engine = new Engine()
  const question = { solutions: 2000, kept: 2000, backtrackLimit: Number.POSITIVE_INFINITY }
  engine.room(1, question).set(bytesOf('.'.repeat(CELLS)))
  engine.run(Number.POSITIVE_INFINITY)
  for (let which = 0; which < 2000; which++) expectBack(engine.solution(0, which), '.'.repeat(CELLS), which % 32)
})

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
