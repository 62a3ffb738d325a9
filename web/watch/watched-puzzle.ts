import { accept, type Checked, refuse } from '../../shared/checked.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { examples } from '../../shared/sudoku/search/examples.ts'
import { solvable } from '../rules/own-rules.ts'
import { isEmptyPuzzle, type PuzzleText } from '../rules/puzzle-text.ts'

/** The puzzle whose search is shown. */
export interface WatchedPuzzle {
  readonly source: PuzzleText
  readonly puzzle: Puzzle
  /** The name of the example that stands in for an empty grid. */
  readonly standIn: string | undefined
}

/** That of a textbook: most classes have seen it, and its first dead end comes after five steps. */
const STAND_IN = 'Liang, figure 2'

/** Candidates are bits of one number here, and few would follow a search of 1,296 cells. */
const MOST_SHOWN = 25

/** The puzzle to show for the grid on the board: that grid, or an example in place of an empty one that is not to be searched. */
export function watchedPuzzle(onBoard: PuzzleText, searchesEmpty: boolean): Checked<WatchedPuzzle> {
  const isReplaced = isEmptyPuzzle(onBoard) && !searchesEmpty
  const example = isReplaced ? examples.find(({ name }) => name === STAND_IN) : undefined
  const source: PuzzleText = example ? { size: 9, rules: example.rules, text: example.puzzle } : onBoard
  if (source.size > MOST_SHOWN) {
    return refuse(`a grid of ${source.size}×${source.size} is too large for its steps to be shown`)
  }
  const puzzle = solvable(source)
  return puzzle.ok ? accept({ source, puzzle: puzzle.value, standIn: example?.name }) : puzzle
}
