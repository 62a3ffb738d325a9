import { digitSet, hasDigit } from '../../../shared/sudoku/grid/digit-set.ts'
import type { Size } from '../../../shared/sudoku/grid/units.ts'
import type { BoardCell } from '../../grid/board.tsx'
import type { PlayedBoard } from '../../grid/editor.tsx'
import { rulesOf } from '../../rules/own-rules.ts'
import type { PuzzleText } from '../../rules/puzzle-text.ts'
import { type HintDrawing, hintShapes } from './hint-shapes.ts'
import { candidatesOn, type Play } from './play.ts'

/**
 * Between two candidates of a cell, as `board.css` sets them: text of 24 % of a cell, 1.2 high, a digit of 0.6 and a blank;
 * on some sizes of another share, and otherwise smaller beside what stands in a corner.
 */
const CANDIDATE_SPACING = 0.288
const CORNERED_SPACING = 0.228
const SPACING_OF: { readonly [S in Size]?: number } = { 4: 0.336, 16: 0.204, 25: 0.168, 36: 0.132 }
const NO_SHAPES = { under: [], over: [] }

/**
 * The board while somebody plays: their digits and notes, and what a hint draws on them.
 *
 * @param wrong cells that a check found wrong
 */
export function playedBoard(
  puzzle: PuzzleText,
  play: Play,
  hint: Pick<HintDrawing, 'step' | 'stage' | 'chain'> | undefined,
  wrong: readonly number[] = [],
): Pick<PlayedBoard, 'cells' | 'shapes'> {
  const { givens, marks } = play.on
  const { size } = puzzle
  const { corners } = rulesOf(puzzle)
  const candidates = candidatesOn(play)
  const isDrawn = hint?.stage === 'drawn'
  const marked = new Set(wrong)
  const gone = new Map(isDrawn ? hint.step.eliminations.map(({ cell, digits }) => [cell, digits]) : [])
  const cells = Array.from(play.digits, (digit, cell): BoardCell => {
    const lost = gone.get(cell) ?? []
    const shown = isDrawn ? candidates[cell] : play.notes[cell]
    return {
      digit,
      kind: givens[cell] ? 'given' : digit ? 'entered' : 'empty',
      mark: marks.get(cell),
      candidates: digitSet(size, (one) => hasDigit(shown, one) && !lost.includes(one)),
      ...(lost.length > 0 && { removed: digitSet(size, (one) => lost.includes(one)) }),
      ...(marked.has(cell) && { isWrong: true }),
    }
  })
  return {
    cells,
    shapes: hint
      ? hintShapes({
          ...hint,
          rules: play.on.rules,
          candidates,
          spacing: SPACING_OF[size] ?? CANDIDATE_SPACING,
          cornered: corners && { cells: corners, spacing: SPACING_OF[size] ?? CORNERED_SPACING },
        })
      : NO_SHAPES,
  }
}
