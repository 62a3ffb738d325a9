import { valueIn } from '../../../shared/checked.ts'
import {
  type DigitSet,
  digitSet,
  hasDigit,
  withDigit as withOne,
  withoutDigit,
} from '../../../shared/sudoku/grid/digit-set.ts'
import { type Digits, textOf } from '../../../shared/sudoku/grid/grid.ts'
import { type Mistakes, type Position, positionOf } from '../../../shared/sudoku/hints/position.ts'
import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import { clashesIn, type Puzzle } from '../../../shared/sudoku/rules/puzzle.ts'
import { seenFrom } from '../../../shared/sudoku/rules/rules.ts'
import { shownPuzzle } from '../../grid/shown-puzzle.ts'
import { solvable } from '../../rules/own-rules.ts'
import { COLOUR_COUNT, type PuzzleText, playWidths } from '../../rules/puzzle-text.ts'

/** The board of somebody who plays, a value a cell in each layer. */
export interface Play {
  /** The puzzle that is played on. */
  readonly on: Puzzle
  /** The givens, and what was entered; 0 in an empty cell. */
  readonly digits: Digits
  /** Notes in the middle: what may still stand there, from which hints go on. No digits if nobody has noted anything. */
  readonly centre: readonly DigitSet[]
  /** Notes in the corners, which mean what somebody wants them to mean: no hint reads them. */
  readonly corner: readonly DigitSet[]
  /** A set of colours. */
  readonly colour: readonly DigitSet[]
}

/** What keys write. */
export const MODES = ['digit', 'corner', 'centre', 'colour'] as const
export type Mode = (typeof MODES)[number]

/** The layers from digits to colours, {@link playWidths} a cell, with `.` between them; the last ones are left out if they are empty. */
export function textOfPlay({ on: { givens, rules }, digits, centre, corner, colour }: Play): string {
  const widths = playWidths(rules.size)
  const entered = Array.from(digits, (digit, cell) => (givens[cell] > 0 ? 0 : digit))
  const layers = [entered, centre, corner, colour].map((layer, i) =>
    layer.some((value) => value > 0) ? layer.map((value) => value.toString(36).padStart(widths[i], '0')).join('') : '',
  )
  return layers.join('.').replace(/\.+$/, '')
}

/** What was played on a puzzle: nothing yet, if there is no text of it. The givens stand, whatever the text says. */
export function playIn(puzzle: PuzzleText): Play {
  const { size, play = '' } = puzzle
  const on = valueIn(solvable(puzzle))
  const widths = playWidths(size)
  const layers = play.split('.')
  const valuesOf = (i: number, most: number) =>
    Array.from(on.givens, (_, cell) => {
      const value = Number.parseInt(layers[i]?.slice(cell * widths[i], (cell + 1) * widths[i]) || '0', 36)
      return value <= most ? value : 0
    })
  const entered = valuesOf(0, size)
  return {
    on,
    digits: on.givens.map((given, cell) => given || entered[cell]),
    centre: valuesOf(1, digitSet(size)),
    corner: valuesOf(2, digitSet(size)),
    colour: valuesOf(3, digitSet(COLOUR_COUNT)),
  }
}

/** What a play is, for who looks for its next step. */
export function positionIn({ on, digits, centre }: Play): Position {
  return positionOf(on, digits, centre)
}

/** The digits that may still stand in each empty cell: those noted there, or else all, without those of its peers. */
export function candidatesOn(play: Play): DigitSet[] {
  return positionIn(play).sets.map((set, cell) => (play.digits[cell] > 0 ? 0 : set))
}

/** Notes all that may still stand wherever nothing is noted: what somebody, or a hint, took away stays away. */
export function withAllNotes(play: Play): Play {
  const left = candidatesOn(play)
  return { ...play, centre: play.centre.map((set, cell) => set || left[cell]) }
}

/** Whether there is anything to note in an empty cell that has no notes. */
export function lacksNotes(play: Play): boolean {
  return withAllNotes(play).centre.some((set, cell) => set !== play.centre[cell])
}

/** Enters a digit, which goes from the notes of the cell's peers; 0 takes it away, and the cell's own notes are there again. */
export function withDigit(play: Play, cell: number, digit: number): Play {
  const seen = seenFrom(play.on.rules)[cell]
  const noted = (notes: readonly DigitSet[]) =>
    notes.map((set, at) => (digit > 0 && seen.has(at) ? withoutDigit(set, digit) : set))
  return { ...play, digits: play.digits.with(cell, digit), centre: noted(play.centre), corner: noted(play.corner) }
}

/**
 * Writes with one key into cells; where all that take it have it already, takes it from them. Givens take colours only, and
 * cells with a digit no notes.
 */
export function withKey(play: Play, cells: readonly number[], mode: Mode, digit: number): Play {
  const { on, digits } = play
  if (mode === 'colour' ? digit > COLOUR_COUNT : digit > on.rules.size) return play
  const taking = cells.filter(
    (cell) => mode === 'colour' || (on.givens[cell] === 0 && (mode === 'digit' || digits[cell] === 0)),
  )
  if (taking.length === 0) return play
  if (mode === 'digit') {
    const isThere = taking.every((cell) => digits[cell] === digit)
    return taking.reduce((before, cell) => withDigit(before, cell, isThere ? 0 : digit), play)
  }
  const change = taking.every((cell) => hasDigit(play[mode][cell], digit)) ? withoutDigit : withOne
  return { ...play, [mode]: play[mode].map((set, cell) => (taking.includes(cell) ? change(set, digit) : set)) }
}

/** Empties cells of what the mode writes; where there is nothing of it, of the digits, or else of notes, or else of colours. */
export function erased(play: Play, cells: readonly number[], mode: Mode): Play {
  const { on, digits } = play
  const entered = cells.filter((cell) => on.givens[cell] === 0 && digits[cell] > 0)
  for (const layer of [mode, 'digit', 'centre', 'corner', 'colour'] as const) {
    if (layer === 'digit') {
      if (entered.length > 0) return entered.reduce((before, cell) => withDigit(before, cell, 0), play)
    } else if (cells.some((cell) => play[layer][cell] > 0))
      return { ...play, [layer]: play[layer].map((set, cell) => (cells.includes(cell) ? 0 : set)) }
  }
  return play
}

/** The cells that are like one, which is the last of them: with its digit, or else with its notes, or else with its colours. */
export function cellsLike({ digits, centre, corner, colour }: Play, cell: number): readonly number[] {
  const layer = [digits, centre, corner, colour].find((values) => values[cell] > 0)
  // Notes under a digit are not seen.
  const isSeen = (at: number) => layer === digits || layer === colour || digits[at] === 0
  const others = layer ? [...digits.keys()].filter((at) => at !== cell && layer[at] === layer[cell] && isSeen(at)) : []
  return [...others, cell]
}

/** Does what a step says. Where nothing was noted, what is left is. */
export function withStep(play: Play, { placements, eliminations }: Pick<Step, 'placements' | 'eliminations'>): Play {
  const candidates = candidatesOn(play)
  const [centre, corner] = [[...play.centre], [...play.corner]]
  for (const { cell, digits } of eliminations) {
    centre[cell] = digits.reduce(withoutDigit, candidates[cell])
    corner[cell] = digits.reduce(withoutDigit, corner[cell])
  }
  const left: Play = { ...play, centre, corner }
  return placements.reduce((before, { cell, digit }) => withDigit(before, cell, digit), left)
}

/** The cells whose digits anybody sees to be wrong: they stand twice, or break a mark or another rule of the puzzle. */
export function clashingOn(puzzle: PuzzleText, { on: { masks, rules }, digits }: Play): ReadonlySet<number> {
  const { cells } = shownPuzzle({ ...puzzle, text: textOf(digits) })
  const breaks = (digit: number, cell: number) => digit > 0 && !hasDigit(masks.get(cell) ?? rules.digits, digit)
  return new Set([...digits.keys()].filter((cell) => cells[cell].clashes || breaks(digits[cell], cell)))
}

/** Digits that no solution has there, or that clash, where a puzzle has several solutions. */
export function impossibleIn(puzzle: PuzzleText, play: Play, possible: readonly DigitSet[] | undefined): Mistakes {
  const { on, digits } = play
  const clashing = clashingOn(puzzle, play)
  const entered = [...digits.keys()].filter((cell) => digits[cell] > 0)
  const wrong = entered.filter((cell) => clashing.has(cell) || (possible && !hasDigit(possible[cell], digits[cell])))
  return { digits: wrong, notes: [], clashes: clashesIn(digits, on.rules) }
}

export function isFull({ digits }: Play): boolean {
  return digits.every((digit) => digit > 0)
}
