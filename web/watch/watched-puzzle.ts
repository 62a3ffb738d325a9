import { accept, type Checked } from '../../shared/checked.ts'
import { examples } from '../../shared/examples.ts'
import type { Puzzle } from '../../shared/sudoku/puzzle.ts'
import { solvable } from '../rules/own-rules.ts'
import { isEmptyPuzzle, type PuzzleText } from '../rules/puzzle-text.ts'

/** The puzzle whose search is shown. */
export interface WatchedPuzzle {
  readonly source: PuzzleText
  readonly puzzle: Puzzle
  /** The name of the example that stands in for an empty grid. */
  readonly standIn: string | undefined
}

/** Brute force needs 9,949 backtracks on it: enough to see why that is slow, and few enough to watch them all. */
const STAND_IN = 'Inkala 2010'

/** The puzzle to show for the grid on the board: that grid, or an example in place of an empty one. */
export function watchedPuzzle(onBoard: PuzzleText, searchesEmpty: boolean): Checked<WatchedPuzzle> {
  const example = examples.find(({ name }) => name === STAND_IN)
  const standsIn = example && isEmptyPuzzle(onBoard) && !searchesEmpty
  const source = standsIn ? { size: 9 as const, rules: example.rules, text: example.puzzle } : onBoard
  const puzzle = solvable(source)
  return puzzle.ok ? accept({ source, puzzle: puzzle.value, standIn: standsIn ? STAND_IN : undefined }) : puzzle
}
