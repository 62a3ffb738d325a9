import { accept, type Checked, isObject, refuse, shown } from '../../checked.ts'
import type { Field, Schema } from '../../json-schema.ts'
import { type CellName, isInside, nameOf, nameOfCell, placeOf } from '../grid/cell-name.ts'
import { MOST_STATES, type StateJson } from './machine.ts'
import { digitOf, digitsIn, MOST_CHARACTERS } from './pattern.ts'

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

export function number(least = 0): ConstraintField<number> {
  return {
    type: 'integer',
    minimum: least,
    check: (found) =>
      Number.isSafeInteger(found) && (found as number) >= least
        ? accept(found as number)
        : refuse(`found ${shown(found)}, expected a whole number${least > 0 ? ` from ${least} on` : ''}`),
  }
}

export function oneOf<W extends string>(...words: readonly W[]): ConstraintField<W> {
  return {
    type: 'string',
    enum: words,
    check: (found) =>
      words.includes(found as W) ? accept(found as W) : refuse(`found ${shown(found)}, expected ${words.join(' or ')}`),
  }
}

/** The side from which a clue looks into its row or column. */
export function side() {
  return oneOf('left', 'right', 'top', 'bottom')
}

export function rowOrColumn() {
  return { row: optional(rowNumber()), column: optional(rowNumber()) }
}

/** The number of a row or column, from 1. */
function rowNumber(): ConstraintField<number> {
  return {
    type: 'integer',
    minimum: 1,
    maximum: 25,
    check: (found, size) =>
      Number.isInteger(found) && (found as number) >= 1 && (found as number) <= size
        ? accept(found as number)
        : refuse(`found ${shown(found)}, expected 1–${size}`),
  }
}

interface CellsWanted {
  readonly least?: number
  readonly most?: number
  readonly distinct?: true
}

export function cells({ least = 1, most, distinct }: CellsWanted = {}): ConstraintField<readonly CellName[]> {
  const count = most === undefined ? `at least ${least}` : most === least ? `${least}` : `${least} to ${most}`
  const schema: Schema = { type: 'array', items: CELL, minItems: least, ...(most !== undefined && { maxItems: most }) }
  const check: ConstraintField<readonly CellName[]>['check'] = (found, size) => {
    if (!Array.isArray(found)) return refuse(`found ${shown(found)}, expected a list of cells`)
    const names: CellName[] = []
    const known = namesOn(size)
    // A set of each cage was a tenth of the time of reading killers.
    const seen = found.length > FEW ? new Set<CellName>() : undefined
    for (const cell of found) {
      const name = known.get(cell) ?? nameIn(cell, size)
      if (!name) return refuse(`found ${shown(cell)}, expected a cell from r1c1 to r${size}c${size}`)
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

/** Reads a cell that is written in an unusual way; undefined where the grid has no such cell. */
function nameIn(cell: unknown, size: number): CellName | undefined {
  const place = placeOf(cell)
  return place && isInside(place, size) ? nameOf(place) : undefined
}

const allNames = new Map<number, ReadonlyMap<unknown, CellName>>()

/** The names of all cells, each by itself: to take a name apart and to put it together again takes five times as long. */
function namesOn(size: number): ReadonlyMap<unknown, CellName> {
  let names = allNames.get(size)
  if (!names) {
    names = new Map(Array.from({ length: size * size }, (_, cell) => [nameOfCell(cell, size), nameOfCell(cell, size)]))
    allNames.set(size, names)
  }
  return names
}

export function lists<T>(item: ConstraintField<T>): ConstraintField<readonly T[]> {
  const check: ConstraintField<readonly T[]>['check'] = (found, size) => {
    if (!Array.isArray(found) || found.length === 0) return refuse(`found ${shown(found)}, expected lists of cells`)
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
  const schema: Schema = {
    type: 'array',
    items: { type: 'integer', minimum: 1, maximum: 25 },
    minItems: 1,
    maxItems: most,
  }
  const check: ConstraintField<readonly number[]>['check'] = (found, size) => {
    if (!Array.isArray(found) || found.length === 0 || found.length > most) {
      return refuse(`found ${shown(found)}, expected 1 to ${most} digits`)
    }
    const wrong = found.find((digit) => !Number.isInteger(digit) || digit < 1 || digit > size)
    return wrong === undefined ? accept(found) : refuse(`found ${shown(wrong)}, expected 1–${size}`)
  }
  return { ...schema, check }
}

/** By digit, those that go with it; both as characters of grids: `{ "1": "234", "2": "56" }`. */
export function table(): ConstraintField<Readonly<Record<string, string>>> {
  const check: ConstraintField<Readonly<Record<string, string>>>['check'] = (found, size) => {
    if (!isObject(found)) return refuse(`found ${shown(found)}, expected digits by digit`)
    for (const [digit, others] of Object.entries(found)) {
      if (digitOf(digit, size) === undefined) return refuse(`found ${shown(digit)}, expected a digit`)
      if (typeof others !== 'string') return refuse(`${digit}: found ${shown(others)}, expected a text of digits`)
      const digits = digitsIn(others, size)
      if (!digits.ok) return refuse(`${digit}: ${digits.error}`)
    }
    return accept(found as Readonly<Record<string, string>>)
  }
  const schema = { type: 'object', propertyNames: { pattern: '^[1-9A-P]$' } } as const
  return { ...schema, additionalProperties: { type: 'string', pattern: '^[1-9A-P]*$' }, check }
}

/** A regular expression over digits, which {@link machineOf} of `machine.ts` reads. */
export function pattern(): ConstraintField<string> {
  return {
    type: 'string',
    maxLength: MOST_CHARACTERS,
    check: (found) =>
      typeof found === 'string' && found.length <= MOST_CHARACTERS
        ? accept(found)
        : refuse(`found ${shown(found)}, expected a text of at most ${MOST_CHARACTERS} characters`),
  }
}

const STATE: Schema = { type: 'integer', minimum: 0, maximum: MOST_STATES - 1 }

function isState(found: unknown): found is number {
  return Number.isInteger(found) && (found as number) >= 0 && (found as number) < MOST_STATES
}

export function states(): ConstraintField<readonly StateJson[]> {
  const ways: Schema = { type: 'object', propertyNames: { pattern: '^[1-9A-P]+$' }, additionalProperties: STATE }
  return {
    type: 'array',
    items: ways,
    minItems: 1,
    maxItems: MOST_STATES,
    check: (found) => {
      if (!Array.isArray(found) || found.length === 0 || found.length > MOST_STATES)
        return refuse(`found ${shown(found)}, expected 1 to ${MOST_STATES} states`)
      for (const [i, state] of found.entries()) {
        if (!isObject(state)) return refuse(`${i}: found ${shown(state)}, expected states by digits`)
        for (const [digits, to] of Object.entries(state)) {
          if (!/^[1-9A-P]+$/.test(digits)) return refuse(`${i}: found ${shown(digits)}, expected digits`)
          if (!isState(to)) return refuse(`${i}: ${digits}: found ${shown(to)}, expected a state from 0 on`)
        }
      }
      return accept(found)
    },
  }
}

export function stateNumbers(): ConstraintField<readonly number[]> {
  return {
    type: 'array',
    items: STATE,
    minItems: 1,
    maxItems: MOST_STATES,
    check: (found) =>
      Array.isArray(found) && found.length > 0 && found.every(isState)
        ? accept(found)
        : refuse(`found ${shown(found)}, expected a list of states`),
  }
}
