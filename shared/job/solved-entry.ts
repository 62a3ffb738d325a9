import { accept, type Checked, refuse } from '../checked.ts'
import type { Digits } from '../sudoku/grid/grid.ts'
import type { Size } from '../sudoku/grid/units.ts'
import type { Puzzle } from '../sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../sudoku/rules/puzzle-rules.ts'
import type { RulesAsked } from '../sudoku/rules/rules.ts'
import { strategies } from '../sudoku/search/strategies.ts'
import { solve } from '../sudoku/search/strategy.ts'
import type { Entry } from './puzzles.ts'

/** A puzzle that has one solution. */
export interface Whole {
  readonly puzzle: Puzzle
  readonly givens: Digits
  readonly solution: Digits
}

/** Why a puzzle cannot be rated: techniques are those of classic 9×9 grids, and several rest on one solution. */
export function ratableOf(entry: Entry): Checked<Whole> {
  if (entry.refused === undefined && entry.rules)
    return refuse('found rules besides rows, columns and boxes, expected a classic puzzle')
  return wholeOf(entry, 9)
}

/** Reads the puzzle of an entry, under any rules, and solves it. A refusal says that it has another size than is asked for, or not exactly one solution. */
export function wholeOf(entry: Entry, only?: Size): Checked<Whole> {
  const solved = solvedOf(entry, only)
  if (!solved.ok) return solved
  const { puzzle, solutions } = solved.value
  const [solution, another] = solutions
  if (!solution) return refuse('found no solution, expected one')
  if (another) return refuse('found more than one solution, expected one')
  return accept({ puzzle, givens: puzzle.givens, solution })
}

/** The puzzle of an entry, under any rules, with up to two of its solutions. A refusal says what cannot be read, or that it has another size than is asked for. */
export function solvedOf(
  entry: Entry,
  only?: Size,
): Checked<{ readonly puzzle: Puzzle; readonly solutions: readonly Digits[] }> {
  const puzzle = puzzleIn(entry)
  if (!puzzle.ok) return puzzle
  const { size } = puzzle.value.rules
  if (only !== undefined && size !== only) return refuse(`found a ${size}×${size} grid, expected ${only}×${only}`)
  const question = { solutions: 2, backtrackLimit: Number.POSITIVE_INFINITY }
  const { solutions } = solve(strategies['bit-parallel'], puzzle.value, question).counts
  return accept({ puzzle: puzzle.value, solutions })
}

/** The puzzle of an entry, under rules besides its own. A refusal says what cannot be read. */
export function puzzleIn(entry: Entry, rules: RulesAsked = 'classic', size?: Size): Checked<Puzzle> {
  return entry.refused === undefined ? parsePuzzleWith(entry.rules, entry.text, rules, size) : refuse(entry.refused)
}
