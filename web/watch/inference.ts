import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { placeOf, SYMBOLS } from '../grid/board.tsx'
import { candidatesIn } from './search-state.ts'
import type { Frame } from './search-tape.ts'

/** Why a digit was inferred, or why a search turned back. */
export interface Reason {
  /** A sentence: `7 has one place left in row 6.`, `Row 1 column 9 has no digit left.` */
  readonly words: string
  /** The cells that a digit follows from, or of which a dead end is true. */
  readonly cells: ReadonlySet<number>
  /** The cells whose digits a dead end follows from, where each of them is named. */
  readonly because?: readonly number[]
}

/**
 * Why the last step's digit follows, where that step is an inference: what a reader can check on the grid is preferred.
 *
 * @param learns whether it may also follow from what the search has learned
 */
export function inferenceOf(
  puzzle: Puzzle,
  { last, digits }: Pick<Frame, 'last' | 'digits'>,
  learns = false,
): Reason | undefined {
  if (last?.kind !== 'infer') return undefined
  const { cell, digit } = last
  const { units, unitsOf, size } = puzzle.rules
  const before = digits.slice()
  before[cell] = 0
  const candidates = candidatesIn(puzzle, before)
  const bit = 1 << (digit - 1)
  if (candidates[cell] === bit) {
    const words = `No other digit is left for ${placeOf(cell, size)}.`
    return { words, cells: new Set(unitsOf[cell].flatMap((unit) => units[unit].cells)) }
  }
  const hidden = unitsOf[cell]
    .map((unit) => units[unit])
    // A unit of fewer cells may do without the digit.
    .find(({ cells }) => cells.length === size && cells.every((at) => at === cell || (candidates[at] & bit) === 0))
  if (hidden) return { words: `${SYMBOLS[digit]} has one place left in ${hidden.name}.`, cells: new Set(hidden.cells) }
  const several = puzzle.rules.constraints.length > 0 ? 'units or constraints' : 'units'
  const words = `It follows from several ${several} at once${learns ? ', or from what was learned' : ''}.`
  return { words, cells: new Set() }
}
