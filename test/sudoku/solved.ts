import fc from 'fast-check'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { madePuzzle } from './made.ts'

const cells = Array.from({ length: 81 }, (_, cell) => cell)

/** A grid of a seed, turned and shuffled by whoever makes it. */
function generated(index: number): string {
  return generateSolved({ rules: 'classic', size: 9, clues: 60, seed: 'packed', index }).solution.join('')
}

/** Solved grids: generated ones, shuffled textbook ones, and both turned on their side. */
export const solved = fc
  .oneof(
    fc.nat(1_000_000).map(generated),
    madePuzzle('classic', 9).map(({ madeFrom }) => madeFrom.join('')),
  )
  .chain((grid) => fc.constantFrom(grid, cells.map((cell) => grid[(cell % 9) * 9 + Math.floor(cell / 9)]).join('')))
