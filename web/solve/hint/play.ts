import type { DigitSet } from '../../../shared/sudoku/grid/digit-set.ts'
import { type Digits, digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import type { Step } from '../../../shared/sudoku/rating/steps.ts'
import { rulesFor } from '../../../shared/sudoku/rules/rules.ts'
import type { PuzzleText } from '../../rules/puzzle-text.ts'

const CELLS = 81
const RULES = rulesFor('classic', 9)
/** By cell, those that share a unit with it, and itself, some of them twice: to look at a cell again changes nothing. */
const PEERS = RULES.unitsOf.map((units) => units.flatMap((unit) => RULES.units[unit].cells))

/** The digits and notes on a classic board that somebody plays on. */
export interface Play {
  /** The givens, and what was entered; 0 in an empty cell. */
  readonly digits: Digits
  /** The notes in each empty cell; no digits if nobody has noted anything, so that all may still be there. */
  readonly notes: readonly DigitSet[]
}

/** Digits are sets of one from here on, where notes are all below. */
const ENTERED = 512

/** Two characters a cell, in base 36: its notes, or 512 and its digit. Givens are in the puzzle's text. */
export function textOfPlay({ digits, notes }: Play): string {
  return Array.from(digits, (digit, cell) =>
    (digit > 0 ? ENTERED + digit : notes[cell]).toString(36).padStart(2, '0'),
  ).join('')
}

/** The play on a puzzle; undefined if there is none. The givens stand, whatever the text says. */
export function playIn({ text, play }: PuzzleText): Play | undefined {
  if (play === undefined) return undefined
  const values = Array.from({ length: CELLS }, (_, cell) => Number.parseInt(play.slice(cell * 2, cell * 2 + 2), 36))
  const givens = digitsOf(text)
  const digits = Uint8Array.from(givens, (given, cell) => given || digitIn(values[cell]))
  return { digits, notes: values.map((value, cell) => (digits[cell] || value >= ENTERED ? 0 : value)) }
}

function digitIn(value: number): number {
  return value > ENTERED && value <= ENTERED + 9 ? value - ENTERED : 0
}

/** A puzzle on which nothing was played yet. */
export function beginningOf({ text }: PuzzleText): Play {
  return { digits: digitsOf(text), notes: Array.from({ length: CELLS }, () => 0) }
}

/** The digits that may still stand in a cell: those noted there, or else all, without those of its peers. */
export function candidatesOn({ digits, notes }: Play): DigitSet[] {
  const all = allCandidates(digits)
  return all.map((set, cell) => (notes[cell] === 0 ? set : set & notes[cell]))
}

/** The digits that no peer of a cell holds. */
function allCandidates(digits: Digits): DigitSet[] {
  return Array.from(digits, (digit, cell) =>
    digit > 0 ? 0 : PEERS[cell].reduce((set, peer) => set & ~bitOf(digits[peer]), RULES.digits),
  )
}

function bitOf(digit: number): DigitSet {
  return digit === 0 ? 0 : 1 << (digit - 1)
}

/** Notes all that may still stand, everywhere. */
export function withAllNotes(play: Play): Play {
  return { ...play, notes: allCandidates(play.digits) }
}

export function withoutNotes(play: Play): Play {
  return { ...play, notes: play.notes.map(() => 0) }
}

/** Enters a digit, which goes from the notes of the cell's peers; 0 empties the cell, and after that its notes. */
export function withDigit({ digits, notes }: Play, cell: number, digit: number): Play {
  const peers = new Set(PEERS[cell])
  return {
    digits: digits.with(cell, digit),
    notes: notes.map((set, at) => (at === cell ? 0 : peers.has(at) ? set & ~bitOf(digit) : set)),
  }
}

/** Notes a digit in an empty cell, or takes the note away. */
export function withNote({ digits, notes }: Play, cell: number, digit: number): Play {
  return { digits, notes: notes.with(cell, notes[cell] ^ bitOf(digit)) }
}

/** Does what a step says. Where nothing was noted, what is left is. */
export function withStep(play: Play, { placements, eliminations }: Pick<Step, 'placements' | 'eliminations'>): Play {
  const candidates = candidatesOn(play)
  const notes = [...play.notes]
  for (const { cell, digits } of eliminations) {
    notes[cell] = digits.reduce((set, digit) => set & ~bitOf(digit), candidates[cell])
  }
  return placements.reduce<Play>((before, { cell, digit }) => withDigit(before, cell, digit), { ...play, notes })
}

/** Where a board and the solution do not agree: digits that are wrong, and empty cells whose notes lack theirs. */
export interface Mistakes {
  readonly digits: readonly number[]
  readonly notes: readonly number[]
}

export function mistakesIn(play: Play, solution: Digits): Mistakes {
  const candidates = candidatesOn(play)
  const cells = Array.from(solution.keys())
  const digits = cells.filter((cell) => play.digits[cell] > 0 && play.digits[cell] !== solution[cell])
  // A wrong digit takes right ones from its peers: that is one mistake, and not several.
  const lacking = (cell: number) => play.digits[cell] === 0 && !(candidates[cell] & bitOf(solution[cell]))
  return { digits, notes: digits.length > 0 ? [] : cells.filter(lacking) }
}

export function isFull({ digits }: Play): boolean {
  return digits.every((digit) => digit > 0)
}
