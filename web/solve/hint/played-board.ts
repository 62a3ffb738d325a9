import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import type { BoardCell } from '../../grid/board.tsx'
import type { PlayedBoard } from '../../grid/editor.tsx'
import type { PuzzleText } from '../../rules/puzzle-text.ts'
import { type HintDrawing, hintShapes } from './hint-shapes.ts'
import { candidatesOn, type Play } from './play.ts'

/** Between two candidates of a cell, as `board.css` sets them: text of 24 % of a cell, 1.2 high, a digit of 0.6 and a blank. */
const CANDIDATE_SPACING = 0.288
const NO_SHAPES = { under: [], over: [] }

/**
 * The board while somebody plays: their digits and notes, and what a hint draws on them.
 *
 * @param wrong cells that a check found wrong
 */
export function playedBoard(
  { text }: PuzzleText,
  play: Play,
  hint: Pick<HintDrawing, 'step' | 'stage' | 'chain'> | undefined,
  wrong: readonly number[] = [],
): Pick<PlayedBoard, 'cells' | 'shapes'> {
  const givens = digitsOf(text)
  const candidates = candidatesOn(play)
  const isDrawn = hint?.stage === 'drawn'
  const marked = new Set(wrong)
  const gone = new Map(isDrawn ? hint.step.eliminations.map(({ cell, digits }) => [cell, digits]) : [])
  const cells = Array.from(play.digits, (digit, cell): BoardCell => {
    const removed = (gone.get(cell) ?? []).reduce((set, digit) => set | (1 << (digit - 1)), 0)
    const shown = isDrawn ? candidates[cell] : play.notes[cell]
    return {
      digit,
      kind: givens[cell] ? 'given' : digit ? 'entered' : 'empty',
      candidates: shown & ~removed,
      ...(removed !== 0 && { removed }),
      ...(marked.has(cell) && { isWrong: true }),
    }
  })
  return { cells, shapes: hint ? hintShapes({ ...hint, candidates, spacing: CANDIDATE_SPACING }) : NO_SHAPES }
}
