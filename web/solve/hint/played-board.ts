import { cellsToNote, type HintDrawing, hintShapes } from '../../../shared/drawing/hint-shapes.ts'
import { digitIn, digitSet, eachOf, hasDigit } from '../../../shared/sudoku/grid/digit-set.ts'
import { type BoardCell, candidateSize, symbolsIn } from '../../grid/board.tsx'
import type { PlayedBoard } from '../../grid/editor.tsx'
import { rulesOf } from '../../rules/own-rules.ts'
import type { PuzzleText } from '../../rules/puzzle-text.ts'
import { candidatesOn, clashingOn, type Play } from './play.ts'

/** Between two candidates of a cell, of their text's size: `board.css` sets it 1.2 high, a digit of 0.6 and a blank. */
const SPACING = 1.2
const NO_SHAPES = { under: [], over: [] }

export interface Told {
  readonly hint?: Pick<HintDrawing, 'step' | 'stage' | 'chain' | 'lit'> | undefined
  /** Cells that a check found wrong. */
  readonly wrong?: readonly number[] | undefined
  /** Whether digits that clash are marked. */
  readonly showsClashes?: boolean
}

/** The board while somebody plays: their digits, notes and colours, and what a hint draws on them. */
export function playedBoard(
  puzzle: PuzzleText,
  play: Play,
  { hint, wrong = [], showsClashes = false }: Told = {},
): Pick<PlayedBoard, 'cells' | 'shapes' | 'near'> {
  const { givens, marks, rules } = play.on
  const { size } = puzzle
  const shown = rulesOf(puzzle)
  const marked = new Set(wrong)
  const clashing = showsClashes ? clashingOn(puzzle, play) : undefined
  const candidates = hint ? candidatesOn(play) : []
  const drawn = hint?.stage === 'drawn' ? hint.step : undefined
  const gone = new Map(drawn?.eliminations.map(({ cell, digits }) => [cell, digits]))
  const toNote = drawn && cellsToNote(drawn, rules)
  const cells = Array.from(play.digits, (digit, cell): BoardCell => {
    const lost = gone.get(cell) ?? []
    const isDrawn = toNote?.has(cell) ?? false
    return {
      digit,
      kind: givens[cell] ? 'given' : digit ? 'entered' : 'empty',
      mark: marks.get(cell),
      // What a hint marks stands in rows, each digit in its place.
      candidates: isDrawn
        ? digitSet(size, (one) => hasDigit(candidates[cell], one) && !lost.includes(one))
        : play.centre[cell],
      isNoted: !isDrawn,
      ...marksOf(play, cell, isDrawn),
      ...(lost.length > 0 && { removed: digitSet(size, (one) => lost.includes(one)) }),
      ...(marked.has(cell) && { isWrong: true }),
      ...(clashing?.has(cell) && { clashes: true }),
    }
  })
  const [changed] = drawn ? [...drawn.placements, ...drawn.eliminations] : []
  const board = { rules, digits: play.digits, candidates, cornered: shown.corners }
  const shapes = hint ? hintShapes({ ...hint, ...board, spacing: SPACING * candidateSize(shown) }) : NO_SHAPES
  return { cells, near: changed?.cell, shapes }
}

/** How the colours are called, from 1 on. */
export const COLOURS = ['', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink', 'grey']

/** Notes in the corners of an empty cell, for which a hint's drawing leaves no room, and colours as slices of a pie. */
function marksOf({ digits, corner, colour }: Play, cell: number, isDrawn: boolean): Partial<BoardCell> {
  const noted = digits[cell] > 0 || isDrawn ? 0 : corner[cell]
  const colours = eachOf(colour[cell]).map(digitIn)
  if (noted === 0 && colours.length === 0) return {}
  const symbols = symbolsIn(noted, ' ').split(' ')
  const count = symbols.length
  // From corner to corner: two above, further ones below, more of both between them; over ten stand in a square.
  const across = count > 10 ? Math.ceil(Math.sqrt(count)) : Math.max(2, Math.ceil(count / 2))
  const lines = Array.from({ length: Math.max(2, Math.ceil(count / across)) }, (_, i) =>
    symbols.slice(i * across, (i + 1) * across).join(' '),
  )
  const slices = colours.map((one, i) => `var(--colour-${one}) 0 ${(100 * (i + 1)) / colours.length}%`)
  const names = colours.map((one) => COLOURS[one]).join(' and ')
  return {
    ...(noted > 0 && { corners: lines.join('\n') }),
    style: `--lines:${lines.length};${colours.length > 0 ? `background-image:conic-gradient(${slices})` : ''}`,
    more: [noted > 0 && `corner notes ${symbolsIn(noted)}`, names].filter(Boolean).join(', '),
  }
}
