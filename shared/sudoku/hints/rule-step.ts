import { groupedBy } from '../../grouped.ts'
import { countOf, type DigitSet, digitIn, eachOf, lowestOf } from '../grid/digit-set.ts'
import { symbolOf } from '../grid/grid.ts'
import type { Size } from '../grid/units.ts'
import type { StepFacts } from '../rating/hint.ts'
import { RULE_TECHNIQUES, type RuleTechnique } from '../rating/techniques.ts'
import { cellsNamed, clauses, listed } from '../rating/words.ts'
import type { Position } from './position.ts'

/** A step on a grid of any size and rules. */
export interface RuleStep extends StepFacts {
  readonly technique: RuleTechnique
  /** The names of the units and constraints to look at: `row 4`, `the cage at r1c1`. */
  readonly units: readonly string[]
  readonly links: readonly []
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

export function stepOf(found: Found, position: Position): RuleStep {
  const { technique, title = RULE_TECHNIQUES[technique][0], cells, units, placed, gone = [], reason } = found
  const eliminations = gone.map(([cell, set]) => ({ cell, digits: digitsIn(set) }))
  const shown = found.digits === undefined ? eliminations.flatMap(({ digits }) => digits) : digitsIn(found.digits)
  const left = [...position.sets]
  for (const [cell, set] of gone) left[cell] &= ~set
  const conclusion = placed
    ? `${cellsNamed([placed.cell], position.rules.size)} is ${symbolOf(placed.digit)}`
    : clauses(leftInWords(gone, { ...position, sets: left }))
  return {
    technique,
    cells,
    digits: placed ? [placed.digit] : [...new Set(shown)].toSorted((a, b) => a - b),
    units,
    links: [],
    placements: placed ? [placed] : [],
    eliminations,
    text: `${title}: ${reason}; so ${conclusion}.`,
  }
}

/** Lists of more are read by nobody. */
export const MOST_TOLD = 4

/** `r1c2 is not 5 or 7`, or what it can only be where that is less: what some cells are once digits have gone. */
export function leftInWords(gone: Gone, { rules: { size }, digits, sets }: Position): string[] {
  const told = gone.map(([cell, set]) => {
    const left = countOf(sets[cell])
    const isShort = left === 1 || (left < countOf(set) && left <= MOST_TOLD)
    if (digits[cell] > 0) return { cell, is: digitsNamed(sets[cell], 'or') }
    const rest = sets[cell] & ~set
    if (left > 1 && countOf(set) > 1 && !isShort) {
      if (rest < lowestOf(set)) return { cell, is: `at most ${symbolOf(digitIn(lowestOf(set)) - 1)}` }
      if (lowestOf(rest) > set) return { cell, is: `at least ${symbolOf(digitIn(set) + 1)}` }
    }
    return { cell, is: isShort ? `only ${digitsNamed(sets[cell], 'or')}` : `not ${digitsNamed(set, 'or')}` }
  })
  return factsInWords(told, size)
}

/** `r1c2 and r1c3 are not 5`, and `r1c4 can be only 1`: cells of which the same is said are told together. */
export function factsInWords(facts: readonly { readonly cell: number; readonly is: string }[], size: Size): string[] {
  return [...groupedBy(facts, ({ is }) => is)].map(([is, all]) => {
    const cells = all.map(({ cell }) => cell)
    const verb = is.startsWith('only ') ? 'can' : cells.length > 1 ? 'are' : 'is'
    return `${cellsNamed(cells, size)} ${verb} ${is.replace(/^only /, 'only be ')}`
  })
}

function digitsIn(set: DigitSet): number[] {
  return eachOf(set).map(digitIn)
}

export function digitsNamed(set: DigitSet, word: 'and' | 'or'): string {
  return listed(digitsIn(set).map(symbolOf), word)
}
