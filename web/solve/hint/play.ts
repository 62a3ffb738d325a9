import { bitOf, type DigitSet, hasDigit, withoutDigit } from '../../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../../shared/sudoku/grid/grid.ts'
import { type Position, positionOf } from '../../../shared/sudoku/hints/position.ts'
import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import type { Puzzle } from '../../../shared/sudoku/rules/puzzle.ts'
import { seenFrom } from '../../../shared/sudoku/rules/rules.ts'
import { solvable } from '../../rules/own-rules.ts'
import { type PuzzleText, playWidth } from '../../rules/puzzle-text.ts'

/** The digits and notes on a board that somebody plays on. */
export interface Play {
  /** The puzzle that is played on. */
  readonly on: Puzzle
  /** The givens, and what was entered; 0 in an empty cell. */
  readonly digits: Digits
  /** The notes in each empty cell; no digits if nobody has noted anything, so that all may still be there. */
  readonly notes: readonly DigitSet[]
}

/** As many characters a cell as its notes and digits take, in base 36: the notes, or behind all notes the digit. Givens are in the puzzle's text. */
export function textOfPlay({ on: { rules }, digits, notes }: Play): string {
  const { size } = rules
  return Array.from(digits, (digit, cell) =>
    (digit > 0 ? 2 ** size + digit : notes[cell]).toString(36).padStart(playWidth(size), '0'),
  ).join('')
}

/** The play on a puzzle; undefined if there is none. The givens stand, whatever the text says. */
export function playIn(puzzle: PuzzleText): Play | undefined {
  const { size, play } = puzzle
  if (play === undefined) return undefined
  const on = playable(puzzle)
  const width = playWidth(size)
  const values = Array.from(on.givens, (_, cell) => Number.parseInt(play.slice(cell * width, (cell + 1) * width), 36))
  const digitIn = (value: number) => (value > 2 ** size && value <= 2 ** size + size ? value - 2 ** size : 0)
  const digits = on.givens.map((given, cell) => given || digitIn(values[cell]))
  return { on, digits, notes: values.map((value, cell) => (digits[cell] || value >= 2 ** size ? 0 : value)) }
}

function playable(puzzle: PuzzleText): Puzzle {
  const read = solvable(puzzle)
  if (!read.ok) throw new Error(read.error)
  return read.value
}

/** A puzzle on which nothing was played yet. */
export function beginningOf(puzzle: PuzzleText): Play {
  const on = playable(puzzle)
  return { on, digits: on.givens, notes: Array.from(on.givens, () => 0) }
}

/** What a play is, for who looks for its next step. */
export function positionIn({ on, digits, notes }: Play): Position {
  return positionOf(on, digits, notes)
}

/** The digits that may still stand in each empty cell: those noted there, or else all, without those of its peers. */
export function candidatesOn(play: Play): DigitSet[] {
  return positionIn(play).sets.map((set, cell) => (play.digits[cell] > 0 ? 0 : set))
}

/** Notes all that may still stand, everywhere. */
export function withAllNotes(play: Play): Play {
  return { ...play, notes: candidatesOn(withoutNotes(play)) }
}

export function withoutNotes(play: Play): Play {
  return { ...play, notes: play.notes.map(() => 0) }
}

/** Enters a digit, which goes from the notes of the cell's peers; 0 empties the cell, and after that its notes. */
export function withDigit({ on, digits, notes }: Play, cell: number, digit: number): Play {
  const seen = seenFrom(on.rules)[cell]
  return {
    on,
    digits: digits.with(cell, digit),
    notes: notes.map((set, at) => (at === cell ? 0 : digit > 0 && seen.has(at) ? withoutDigit(set, digit) : set)),
  }
}

/** Notes a digit in an empty cell, or takes the note away. */
export function withNote({ on, digits, notes }: Play, cell: number, digit: number): Play {
  const set = notes[cell]
  return { on, digits, notes: notes.with(cell, hasDigit(set, digit) ? withoutDigit(set, digit) : set + bitOf(digit)) }
}

/** Does what a step says. Where nothing was noted, what is left is. */
export function withStep(play: Play, { placements, eliminations }: Pick<Step, 'placements' | 'eliminations'>): Play {
  const candidates = candidatesOn(play)
  const notes = [...play.notes]
  for (const { cell, digits } of eliminations) notes[cell] = digits.reduce(withoutDigit, candidates[cell])
  return placements.reduce<Play>((before, { cell, digit }) => withDigit(before, cell, digit), { ...play, notes })
}

export function isFull({ digits }: Play): boolean {
  return digits.every((digit) => digit > 0)
}
