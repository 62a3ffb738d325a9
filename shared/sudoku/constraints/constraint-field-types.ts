import { accept, type Checked, isObject, mismatch, refuse } from '../../checked.ts'
import type { Field, Schema } from '../../json-schema.ts'
import { type CellName, cellsOf, isInside, nameOf, nameOfCell, placeOf } from '../grid/cell-name.ts'
import { neighboursOf, onceFor } from '../grid/units.ts'
import { digitOf, digitsIn, MOST_CHARACTERS } from './pattern.ts'
import { MOST_STATES, type StateJson } from './walk-compiler.ts'

// The fields of which the JSON of constraints is made.

const CELL: Schema = { type: 'string', pattern: '^[Rr][0-9]{1,2}[Cc][0-9]{1,2}$' }

/** A field of a constraint's JSON: its check knows the size of the grid, of which its schema says no more than the widest. */
export interface ConstraintField<T = unknown> extends Field {
  check(found: unknown, size: number): Checked<T>
}
export interface OptionalField<T> extends ConstraintField<T> {
  readonly optional: true
}
export type ConstraintFields = Readonly<Record<string, ConstraintField>>

export function optional<T>(field: ConstraintField<T>): OptionalField<T> {
  return { ...field, optional: true }
}

/**
 * A whole number.
 *
 * @param within the least and the most that it may be on a size, where that says more than its schema
 */
export function number(
  least = 0,
  within?: (size: number) => readonly [least: number, most: number],
): ConstraintField<number> {
  const check: ConstraintField<number>['check'] = (found, size) => {
    if (!isWhole(found, least)) return refuse(mismatch(`a whole number${least > 0 ? ` from ${least} on` : ''}`, found))
    if (!within) return accept(found)
    const [lowest, highest] = within(size)
    return isWhole(found, lowest, highest) ? accept(found) : refuse(mismatch(`${lowest}–${highest}`, found))
  }
  return { type: 'integer', minimum: least, check }
}

function isWhole(found: unknown, least: number, most = Number.MAX_SAFE_INTEGER): found is number {
  return Number.isInteger(found) && (found as number) >= least && (found as number) <= most
}

export function oneOf<W extends string>(...words: readonly W[]): ConstraintField<W> {
  return {
    type: 'string',
    enum: words,
    check: (found) => (words.includes(found as W) ? accept(found as W) : refuse(mismatch(words.join(' or '), found))),
  }
}

/** The number of a row or column, from 1. */
const ROW_NUMBER: OptionalField<number> = optional({
  type: 'integer',
  minimum: 1,
  maximum: 25,
  check: (found, size) => (isWhole(found, 1, size) ? accept(found) : refuse(mismatch(`1–${size}`, found))),
})
export const ROW_OR_COLUMN = { row: ROW_NUMBER, column: ROW_NUMBER }

/** The side from which a clue looks into its row or column. */
export const SIDE = oneOf('left', 'right', 'top', 'bottom')

export function cells({
  least = 1,
  most,
  distinct,
}: {
  least?: number
  most?: number
  distinct?: true
} = {}): ConstraintField<readonly CellName[]> {
  const count = most === undefined ? `at least ${least}` : most === least ? `${least}` : `${least} to ${most}`
  const schema: Schema = { type: 'array', items: CELL, minItems: least, ...(most !== undefined && { maxItems: most }) }
  const check: ConstraintField<readonly CellName[]>['check'] = (found, size) => {
    if (!Array.isArray(found)) return refuse(mismatch('a list of cells', found))
    const names: CellName[] = []
    const known = namesOn(size)
    // A set of each cage was a tenth of the time of reading killers.
    const seen = found.length > FEW ? new Set<CellName>() : undefined
    for (const cell of found) {
      let name = known.get(cell)
      if (!name) {
        // It may be written in an unusual way.
        const place = placeOf(cell)
        if (place && isInside(place, size)) name = nameOf(place)
      }
      if (!name) return refuse(mismatch(`a cell from r1c1 to r${size}c${size}`, cell))
      if (distinct && (seen ? seen.has(name) : names.includes(name))) return refuse(`found ${name} twice`)
      seen?.add(name)
      names.push(name)
    }
    if (names.length < least || names.length > (most ?? names.length)) {
      return refuse(`found ${names.length} cells, expected ${count}`)
    }
    return accept(names)
  }
  return { ...schema, check }
}

/** Cells that are looked through as fast as a set. */
const FEW = 10

const TWO = cells({ least: 2, most: 2 })
/** Two cells side by side. */
export const NEIGHBOURS: typeof TWO = {
  ...TWO,
  check(found, size) {
    const names = TWO.check(found, size)
    if (!names.ok) return names
    const [a, b] = cellsOf(names.value, size)
    return neighboursOf(a, size).includes(b) ? names : refuse(`found ${names.value.join(' and ')}, expected neighbours`)
  },
}

/** The names of all cells, each by itself: to take a name apart and to put it together again takes five times as long. */
const namesOn = onceFor((size: number): ReadonlyMap<unknown, CellName> => {
  const names = Array.from({ length: size * size }, (_, cell) => nameOfCell(cell, size))
  return new Map(names.map((name) => [name, name]))
})

export function lists<T>(item: ConstraintField<T>): ConstraintField<readonly T[]> {
  const check: ConstraintField<readonly T[]>['check'] = (found, size) => {
    if (!isList(found)) return refuse(mismatch('lists of cells', found))
    const values: T[] = []
    for (const [i, part] of found.entries()) {
      const value = item.check(part, size)
      if (!value.ok) return refuse(`${i + 1}: ${value.error}`)
      values.push(value.value)
    }
    return accept(values)
  }
  return { type: 'array', items: item, minItems: 1, check }
}

export function digits(most: number): ConstraintField<readonly number[]> {
  return {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 25 },
    minItems: 1,
    maxItems: most,
    check(found, size) {
      if (!isList(found, most)) return refuse(mismatch(`1 to ${most} digits`, found))
      const wrong = found.findIndex((digit) => !isWhole(digit, 1, size))
      return wrong < 0 ? accept(found as number[]) : refuse(mismatch(`1–${size}`, found[wrong]))
    },
  }
}

function isList(found: unknown, most = Number.POSITIVE_INFINITY): found is unknown[] {
  return Array.isArray(found) && found.length > 0 && found.length <= most
}

/** By digit, those that go with it; both as characters of grids: `{ "1": "234", "2": "56" }`. */
export const TABLE: ConstraintField<Readonly<Record<string, string>>> = {
  type: 'object',
  propertyNames: { pattern: '^[1-9A-P]$' },
  additionalProperties: { type: 'string', pattern: '^[1-9A-P]*$' },
  check(found, size) {
    if (!isObject(found)) return refuse(mismatch('digits by digit', found))
    for (const [digit, others] of Object.entries(found)) {
      if (digitOf(digit, size) === undefined) return refuse(mismatch('a digit', digit))
      if (typeof others !== 'string') return refuse(`${digit}: ${mismatch('a text of digits', others)}`)
      const digits = digitsIn(others, size)
      if (!digits.ok) return refuse(`${digit}: ${digits.error}`)
    }
    return accept(found as Readonly<Record<string, string>>)
  },
}

/** A regular expression over digits, which {@link machineOf} of `walk-compiler.ts` reads. */
export const PATTERN: ConstraintField<string> = {
  type: 'string',
  maxLength: MOST_CHARACTERS,
  check: (found) =>
    typeof found === 'string' && found.length <= MOST_CHARACTERS
      ? accept(found)
      : refuse(mismatch(`a text of at most ${MOST_CHARACTERS} characters`, found)),
}

const STATE: Schema = { type: 'integer', minimum: 0, maximum: MOST_STATES - 1 }
const DIGITS = /^[1-9A-P]+$/

function isState(found: unknown): found is number {
  return isWhole(found, 0, MOST_STATES - 1)
}

export const STATES: ConstraintField<readonly StateJson[]> = {
  type: 'array',
  items: { type: 'object', propertyNames: { pattern: DIGITS.source }, additionalProperties: STATE },
  minItems: 1,
  maxItems: MOST_STATES,
  check(found) {
    if (!isList(found, MOST_STATES)) return refuse(mismatch(`1 to ${MOST_STATES} states`, found))
    for (const [i, state] of found.entries()) {
      if (!isObject(state)) return refuse(`${i}: ${mismatch('states by digits', state)}`)
      for (const [digits, to] of Object.entries(state)) {
        if (!DIGITS.test(digits)) return refuse(`${i}: ${mismatch('digits', digits)}`)
        if (!isState(to)) return refuse(`${i}: ${digits}: ${mismatch('a state from 0 on', to)}`)
      }
    }
    return accept(found as StateJson[])
  },
}

export const STATE_NUMBERS: ConstraintField<readonly number[]> = {
  type: 'array',
  items: STATE,
  minItems: 1,
  maxItems: MOST_STATES,
  check: (found) =>
    isList(found) && found.every(isState) ? accept(found) : refuse(mismatch('a list of states', found)),
}
