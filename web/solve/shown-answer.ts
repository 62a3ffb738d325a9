import { countOf, digitIn } from '../../shared/sudoku/grid/digit-set.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { candidatesOf } from '../../shared/sudoku/search/candidates.ts'
import type { BoardCell } from '../grid/board.tsx'
import { rulesOf, solvable } from '../rules/own-rules.ts'
import { isEmptyPuzzle, type PuzzleText } from '../rules/puzzle-text.ts'
import type { LiveAnswer } from './live-answer.ts'
import { isBeginning, isOpen } from './live-answer-words.ts'

/** The digits in cells that hold no given. */
export const SHOWN = ['solution', 'candidates', 'nothing'] as const
export type Shown = (typeof SHOWN)[number]

/** The puzzle's cells with what was found of them. */
export function shownAnswer(
  puzzle: PuzzleText,
  cells: readonly BoardCell[],
  answer: LiveAnswer | undefined,
  shown: Shown,
): readonly BoardCell[] {
  const conflict = new Set(answer?.conflict?.cells)
  const inCells = fillOf(puzzle, answer, shown)
  return cells.map((cell, at) => ({
    ...cell,
    ...(cell.digit === 0 && inCells?.(at)),
    ...(conflict.has(at) && { conflicts: true }),
  }))
}

type Fill = (cell: number) => Partial<BoardCell>

function fillOf(puzzle: PuzzleText, answer: LiveAnswer | undefined, shown: Shown): Fill | undefined {
  // On an empty grid the marks of all digits in all cells would only bury what is drawn.
  if (shown === 'nothing' || isEmptyPuzzle(puzzle)) return undefined
  const digits = shown === 'solution' && answer?.solution !== undefined ? digitsOf(answer.solution) : undefined
  if (digits) return (cell) => ({ digit: digits[cell], kind: 'found' })
  // What was possible before the last edit would hide that nothing is.
  if (answer?.solutions === 'none') return undefined
  const possible = isBeginning(puzzle) ? undefined : answer?.possible
  const isPossibleShown = shown === 'candidates' || answer?.solutions === 'several'
  if (possible && isPossibleShown) {
    const { digits, found } = possible
    // Where anything may stand, nothing is to be said.
    const all = rulesOf(puzzle).digits
    const isTinted = !isOpen(puzzle, found)
    return (cell) =>
      shown === 'solution' && countOf(digits[cell]) === 1
        ? { digit: digitIn(digits[cell]), kind: 'found' }
        : { candidates: digits[cell] === all ? 0 : digits[cell], differs: isTinted && countOf(found[cell] ?? 0) > 1 }
  }
  if (shown === 'solution') return undefined
  const read = solvable(puzzle)
  if (!read.ok) return undefined
  const candidates = candidatesOf(read.value)
  return (cell) => ({ candidates: candidates.at(cell) })
}
