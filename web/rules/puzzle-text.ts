import { accept, type Checked, refuse } from '../../shared/checked.ts'
import { type Digits, digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { parseGridFor } from '../../shared/sudoku/rules/puzzle.ts'
import type { PuzzleRules } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesAsked, RulesName } from '../../shared/sudoku/rules/rules.ts'

/** A puzzle as it is being written: its givens may still clash. */
export interface PuzzleText {
  readonly size: Size
  readonly rules: RulesName
  /** One character for each cell, as `textOf` writes it, with marks where the rules have any. */
  readonly text: string
  /**
   * The rest that it brings with it: regions, further rules, constraints. As text, which the address has and which is
   * compared at once; `packed-rules.ts` writes it, and is loaded before such a puzzle is made.
   */
  readonly own?: string
  /** The digits, notes and colours that somebody has played on it, as `textOfPlay` writes them. */
  readonly play?: string
  /** What came with it for people, as `textOfRemarks` writes it. */
  readonly told?: string | undefined
}

/** A puzzle as workers get it, so that they unpack nothing. */
export interface SentPuzzle extends Omit<PuzzleText, 'own' | 'play' | 'told'> {
  readonly own?: PuzzleRules | undefined
}

/** Reads a puzzle from any text that holds a single grid; its givens may clash. */
export function puzzleIn(text: string, rules: RulesAsked, size?: Size): Checked<PuzzleText> {
  if (typeof rules !== 'string') return refuse(`found ${rules.join(' and ')} rules, of which a board shows one`)
  const grid = parseGridFor(rules, text, size)
  return grid.ok ? accept({ size: grid.value.size, rules, text: textOf(grid.value.digits, grid.value.marks) }) : grid
}

export function emptyPuzzle(size: Size, rules: RulesName): PuzzleText {
  return { size, rules, text: '.'.repeat(size * size) }
}

export function isEmptyText(text: string): boolean {
  return /^\.*$/.test(text)
}

/** Whether there is nothing to solve yet: neither a given nor a rule of its own. */
export function isEmptyPuzzle({ text, own }: PuzzleText): boolean {
  return own === undefined && isEmptyText(text)
}

export const COLOUR_COUNT = 9

/** How many characters of each layer of a play tell of a cell, in base 36: a digit, two sets of digits and one of colours. */
export function playWidths(size: Size): readonly number[] {
  return [size, 2 ** size - 1, 2 ** size - 1, 2 ** COLOUR_COUNT - 1].map((most) => most.toString(36).length)
}

/** Whether it is one that is rated: techniques are those of classic grids. */
export function isClassic({ size, rules, own }: SentPuzzle | PuzzleText): boolean {
  return size === 9 && rules === 'classic' && own === undefined
}

export function isSamePuzzle(one: PuzzleText, other: PuzzleText | undefined): boolean {
  return one.text === other?.text && one.rules === other.rules && one.own === other.own
}

/** Whether what was played is the same, too. */
export function isSameBoard(one: PuzzleText, other: PuzzleText): boolean {
  return isSamePuzzle(one, other) && one.play === other.play && one.told === other.told
}

export function givenCountOf(text: string): number {
  return givensIn(text).reduce((count, digit) => count + (digit === 0 ? 0 : 1), 0)
}

/** Lower-case letters in a puzzle's text are marks, whatever its size. */
export function givensIn(text: string): Digits {
  return digitsOf(text.replaceAll(/[eo]/g, '.'))
}
