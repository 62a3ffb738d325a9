import { accept, type Checked, refuse } from '../shared/checked.ts'
import type { Entry } from '../shared/job/puzzles.ts'
import type { Digits } from '../shared/sudoku/grid/grid.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../shared/sudoku/search/strategies.ts'
import { solve } from '../shared/sudoku/search/strategy.ts'

/** A puzzle that has a rating, and its solution. */
export interface Ratable {
  readonly givens: Digits
  readonly solution: Digits
}

/** Why a puzzle cannot be rated: techniques are those of classic 9×9 grids, and several rest on one solution. */
export function ratableOf({ text, refused, rules }: Entry): Checked<Ratable> {
  if (refused !== undefined) return refuse(refused)
  if (rules) return refuse('found rules besides rows, columns and boxes, expected a classic puzzle')
  const puzzle = parsePuzzle(text, 'classic')
  if (!puzzle.ok) return puzzle
  const { size } = puzzle.value.rules
  if (size !== 9) return refuse(`found a ${size}×${size} grid, expected 9×9`)
  const question = { solutions: 2, backtrackLimit: Number.POSITIVE_INFINITY }
  const { counts } = solve(strategies['bit-parallel'], puzzle.value, question)
  const [solution] = counts.solutions
  if (!solution) return refuse('found no solution, expected one')
  if (counts.solutionCount > 1) return refuse('found more than one solution, expected one')
  return accept({ givens: puzzle.value.givens, solution })
}
