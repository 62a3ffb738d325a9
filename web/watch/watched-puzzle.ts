import { accept, type Checked } from '../../shared/checked.ts'
import { examples } from '../../shared/examples.ts'
import { type Puzzle, parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { isEmptyLine, type PuzzleText } from '../address.ts'

/** The puzzle whose search is shown. */
export interface WatchedPuzzle {
  readonly text: PuzzleText
  readonly puzzle: Puzzle
  /** The name of the example that stands in for an empty grid. */
  readonly standIn: string | undefined
}

/** Brute force needs 9,949 backtracks on it: many enough to see why, few enough to see all. */
const STAND_IN = 'Inkala 2010'

/** What to show for the grid that is on the board: that one, or an example while it is empty. */
export function watchedPuzzle(onBoard: PuzzleText, wantsEmpty: boolean): Checked<WatchedPuzzle> {
  const example = examples.find(({ name }) => name === STAND_IN)
  const standsIn = example && isEmptyLine(onBoard.line) && !wantsEmpty
  const text = standsIn ? { size: 9 as const, rules: example.rules, line: example.puzzle } : onBoard
  const puzzle = parsePuzzle(text.line, text.rules, text.size)
  return puzzle.ok ? accept({ text, puzzle: puzzle.value, standIn: standsIn ? STAND_IN : undefined }) : puzzle
}
