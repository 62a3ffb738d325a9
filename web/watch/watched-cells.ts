import type { Puzzle } from '../../shared/sudoku/puzzle.ts'
import type { BoardCell } from '../grid/board.tsx'
import { ORIGINS } from './tape/search-state.ts'
import type { Frame } from './tape/search-tape.ts'

/**
 * What a board shows of a frame.
 *
 * @param most how often a cell was taken back that is to be the hottest; none is heated where it is 0
 */
export function cellsOf({ marks }: Puzzle, frame: Frame, most: number): BoardCell[] {
  return Array.from(frame.digits, (digit, cell) => {
    const isCurrent = cell === frame.last?.cell
    return {
      digit,
      kind: ORIGINS[frame.origins[cell]],
      mark: marks.get(cell),
      isCurrent,
      candidates: isCurrent ? frame.candidates : 0,
      heat: most === 0 ? 0 : heatOf(frame.undone[cell], most),
    }
  })
}

/** From 0 to 1. Counts of neighbours differ by orders of magnitude, so each order is a shade. */
function heatOf(count: number, most: number): number {
  return Math.log1p(count) / Math.log1p(most)
}

/** The cell that a search took most back from; undefined where it took nothing back. */
export function hottestOf({ undone }: Frame): { readonly cell: number; readonly count: number } | undefined {
  const count = Math.max(...undone)
  return count === 0 ? undefined : { cell: undone.indexOf(count), count }
}
