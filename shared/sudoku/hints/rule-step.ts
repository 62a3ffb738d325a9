import { nameOfCell } from '../grid/cell-name.ts'
import { type DigitSet, digitIn, eachOf } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/symbols.ts'
import type { Size } from '../grid/units.ts'
import { conclusionInWords, listed } from '../rating/words.ts'
import { RULE_TECHNIQUES, type RuleTechnique } from './rule-techniques.ts'

/** A step on a grid of any size and rules. Cells are numbered row by row from 0. */
export interface RuleStep {
  readonly technique: RuleTechnique
  /** The cells of the pattern. */
  readonly cells: readonly number[]
  readonly digits: readonly number[]
  /** The names of the units and constraints to look at: `row 4`, `the cage at r1c1`. */
  readonly units: readonly string[]
  readonly links: readonly []
  readonly placements: readonly { readonly cell: number; readonly digit: number }[]
  /** The candidates that go, besides those that a placement takes from its cell and its peers. */
  readonly eliminations: readonly { readonly cell: number; readonly digits: readonly number[] }[]
  /** `Technique: why; so what follows.` */
  readonly text: string
}

/** By cell, the candidates that go. */
export type Gone = readonly (readonly [cell: number, digits: DigitSet])[]

export function eachGone(gone: Gone): (readonly [cell: number, digit: DigitSet])[] {
  return gone.flatMap(([cell, digits]) => eachOf(digits).map((digit) => [cell, digit] as const))
}

/** The parts of a step, as they are found. */
export interface Found {
  readonly technique: RuleTechnique
  /** In the place of the technique's words: what the rule is called. */
  readonly title?: string
  readonly cells: readonly number[]
  readonly digits?: DigitSet
  readonly units: readonly string[]
  /** A digit that has one place, or is the only one for it. */
  readonly placed?: { readonly cell: number; readonly digit: number }
  /** By cell, what goes. */
  readonly gone?: Gone
  /** Why, in a sentence without its end and without a colon. */
  readonly reason: string
}

export function stepOf(found: Found, size: Size): RuleStep {
  const { technique, title = RULE_TECHNIQUES[technique], cells, units, placed, gone = [], reason } = found
  const placements = placed ? [placed] : []
  const eliminations = gone.map(([cell, set]) => ({ cell, digits: digitsIn(set) }))
  const shown = found.digits === undefined ? eliminations.flatMap(({ digits }) => digits) : digitsIn(found.digits)
  return {
    technique,
    cells,
    digits: placed ? [placed.digit] : [...new Set(shown)].toSorted((a, b) => a - b),
    units,
    links: [],
    placements,
    eliminations,
    text: `${title}: ${reason}; so ${conclusionInWords(placements, eliminations, size)}.`,
  }
}

export function digitsIn(set: DigitSet): number[] {
  return eachOf(set).map(digitIn)
}

export function digitsNamed(set: DigitSet, word: 'and' | 'or'): string {
  return listed(digitsIn(set).map(symbolOf), word)
}

export function cellsNamed(cells: readonly number[], size: Size, word: 'and' | 'or' = 'and'): string {
  return listed(
    cells.map((cell) => nameOfCell(cell, size)),
    word,
  )
}
