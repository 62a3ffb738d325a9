import { countOf, digitIn } from '../../shared/sudoku/grid/digit-set.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { candidatesOf } from '../../shared/sudoku/search/candidates.ts'
import type { BoardCell } from '../grid/board.tsx'
import { solvable } from '../rules/own-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import type { LiveAnswer } from './live-solver.ts'
import { isBeginning, isVague } from './live-words.ts'

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
  const conflict = new Set(answer?.conflict)
  const inCells = fillOf(puzzle, answer, shown)
  return cells.map((cell, at) => ({
    ...cell,
    ...(cell.digit === 0 && inCells?.(at)),
    ...(conflict.has(at) && { conflicts: true }),
  }))
}

/** The contents of an empty cell. */
type Fill = (cell: number) => Partial<BoardCell>

function fillOf(puzzle: PuzzleText, answer: LiveAnswer | undefined, shown: Shown): Fill | undefined {
  if (shown === 'nothing') return undefined
  const digits = shown === 'solution' && answer?.solution !== undefined ? digitsOf(answer.solution) : undefined
  if (digits) return (cell) => ({ digit: digits[cell], kind: 'found' })
  const possible = isBeginning(puzzle) || isVague(puzzle, answer) ? undefined : answer?.possible?.digits
  if (possible) {
    return (cell) =>
      shown === 'solution' && countOf(possible[cell]) === 1
        ? { digit: digitIn(possible[cell]), kind: 'found' }
        : { candidates: possible[cell], differs: true }
  }
  if (shown === 'solution') return undefined
  const read = solvable(puzzle)
  if (!read.ok) return undefined
  const candidates = candidatesOf(read.value)
  return (cell) => ({ candidates: candidates.at(cell) })
}
