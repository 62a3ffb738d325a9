import { accept, type Checked, refuse, shown } from '../../checked.ts'
import type { Field, ObjectOf, Schema } from '../../json-schema.ts'
import {
  type CellName,
  inReadingOrder,
  isInside,
  nameOf,
  nameOfCell,
  type Place,
  placeOf,
  rayFrom,
} from '../grid/cell-name.ts'

const CELL: Schema = { type: 'string', pattern: '^[Rr][0-9]{1,2}[Cc][0-9]{1,2}$' }

/**
 * The constraints that a puzzle may carry, by their public names: what each says, what its JSON holds besides `type`,
 * and what of that cannot be. A row here is all that the public JSON of a constraint takes.
 */
export const CONSTRAINTS = {
  cage: row({
    words: 'no digit twice in it, and its digits sum to `sum` where there is one',
    fields: { cells: cells({ distinct: true }), sum: optional(number()) },
    wrong: ({ cells, sum }, size) => sumOutOfReach(cells.length, sum, size),
  }),
  'little-killer': row({
    words: 'the digits of a diagonal, whose first cell is at the edge where the clue stands, sum to `sum`',
    fields: { cells: cells({ distinct: true }), sum: number() },
    wrong: ({ cells, sum }, size) => {
      if (!diagonalOf(cells, size)) return 'cells: expected a whole diagonal, from edge to edge'
      // Digits may come twice on it.
      const [least, most] = [cells.length, cells.length * size]
      if (sum < least || sum > most) return `sum: found ${sum}, expected ${least}–${most} of ${cells.length} digits`
    },
  }),
  sandwich: row({
    words: 'the digits between 1 and the highest digit of a row or column sum to `value`',
    fields: { ...rowOrColumn(), from: optional(side()), value: number() },
    normal: (clue) => ({ ...clue, from: clue.from ?? (clue.row === undefined ? 'top' : 'left') }),
    wrong: (clue, size) => wrongClue(clue, 0, (size * (size - 1)) / 2 - 1),
  }),
  'x-sum': row({
    words: 'the first X digits of a row or column sum to `value`, where X is the first of them',
    fields: { ...rowOrColumn(), from: side(), value: number() },
    wrong: (clue, size) => wrongClue(clue, 1, (size * (size + 1)) / 2),
  }),
  skyscraper: row({
    words: 'so many digits of a row or column are higher than all before them',
    fields: { ...rowOrColumn(), from: side(), value: number() },
    wrong: (clue, size) => wrongClue(clue, 1, size),
  }),
  arrow: row({
    words:
      'the digits of each of its arrows sum to the number in its circle, which is read from left to right and from top to bottom',
    fields: { circle: cells({ distinct: true }), arrows: lists(cells()) },
    wrong: ({ circle, arrows }) => {
      if (circle.length > MOST_OF_CIRCLE) {
        return `circle: found ${circle.length} cells, expected at most ${MOST_OF_CIRCLE}`
      }
      const late = inReadingOrder(circle).find((cell, i) => cell !== circle[i])
      if (late !== undefined) {
        const before = circle[circle.indexOf(late) - 1]
        return `circle: found ${before} before ${late}, expected them from left to right and from top to bottom, as a pill is read`
      }
      const own = circle.find((cell) => arrows.some((arrow) => arrow.includes(cell)))
      if (own !== undefined) return `arrows: ${own} is in the circle, too`
    },
  }),
  thermometer: row({
    words: 'digits rise from its first cell on',
    fields: { cells: cells({ least: 2, distinct: true }) },
  }),
  'slow-thermometer': row({
    words: 'digits rise from its first cell on, or stay the same',
    fields: { cells: cells({ least: 2, distinct: true }) },
  }),
  palindrome: row({ words: 'digits read the same from both ends', fields: { cells: cells({ least: 2 }) } }),
  renban: row({
    words: 'digits follow each other without a gap, in any order',
    fields: { cells: cells({ least: 2, distinct: true }) },
  }),
  whispers: row({
    words: 'neighbours differ by at least half as much as there are digits, rounded up: 5 on 9×9',
    fields: { cells: cells({ least: 2 }) },
  }),
  'region-sum-line': row({
    words: 'its digits have the same sum in each box or region that it goes through',
    fields: { cells: cells({ least: 2, distinct: true }) },
  }),
  'entropic-line': row({
    words:
      'any three successive cells hold a low, a middle and a high digit (one of 1–3, 4–6 and 7–9 each on 9×9); a line of two cells holds two of these',
    fields: { cells: cells({ least: 2 }) },
    wrong: ({ cells }) => outOfStep(cells),
  }),
  'between-line': row({
    words: 'digits lie between those at its ends',
    fields: { cells: cells({ least: 3, distinct: true }) },
  }),
  difference: row({
    words: 'neighbours differ by `value`, or by 1 where none is said (a white dot)',
    fields: { cells: cells({ least: 2, most: 2 }), value: optional(number(1)) },
    wrong: ({ cells }) => wrongPair(cells),
  }),
  ratio: row({
    words: 'of neighbours one is the `value`-fold of the other, or twice it where none is said (a black dot)',
    fields: { cells: cells({ least: 2, most: 2 }), value: optional(number(2)) },
    wrong: ({ cells }) => wrongPair(cells),
  }),
  xv: row({
    words: 'neighbours sum to 10 (`X`) or to 5 (`V`)',
    fields: { cells: cells({ least: 2, most: 2 }), value: oneOf('X', 'V') },
    wrong: ({ cells }) => wrongPair(cells),
  }),
  clone: row({
    words: 'each cell of `copy` holds what its fellow in `cells` does',
    fields: { cells: cells({ distinct: true }), copy: cells({ distinct: true }) },
    wrong: ({ cells, copy }) =>
      cells.length === copy.length ? undefined : `copy: found ${copy.length} cells, expected ${cells.length}`,
  }),
  quadruple: row({
    words: 'each of its digits is in one of the four cells around a corner, as many times as it stands there',
    fields: { cells: cells({ least: 4, most: 4, distinct: true }), digits: digits(4) },
    wrong: ({ cells }) => (isSquare(cells) ? undefined : 'cells: expected the four cells around a corner'),
  }),
  minimum: row({
    words: 'each of its cells is lower than those beside, above and below it that are no such cells',
    fields: { cells: cells({ distinct: true }) },
  }),
  maximum: row({
    words: 'each of its cells is higher than those beside, above and below it that are no such cells',
    fields: { cells: cells({ distinct: true }) },
  }),
  even: row({ words: 'its cells hold even digits', fields: { cells: cells({ distinct: true }) } }),
  odd: row({ words: 'its cells hold odd digits', fields: { cells: cells({ distinct: true }) } }),
  'extra-region': row({
    words: 'no digit twice in it: each once where it has as many cells as a row',
    fields: { cells: cells({ distinct: true }) },
    wrong: ({ cells }, size) => sumOutOfReach(cells.length, undefined, size),
  }),
} as const

export type ConstraintType = keyof typeof CONSTRAINTS
export const CONSTRAINT_TYPES = Object.keys(CONSTRAINTS) as readonly ConstraintType[]

/** A constraint in JSON. Cells are `r1c1`, of rows and columns from 1. */
export type VariantConstraint = { [T in ConstraintType]: ConstraintOf<T> }[ConstraintType]
export type ConstraintOf<T extends ConstraintType> = { readonly type: T } & ObjectOf<(typeof CONSTRAINTS)[T]['fields']>

/** A constraint that some JSON is, its fields in order; a refusal names the field, what came and what was expected. */
export function constraintOf(input: unknown, size: number): Checked<VariantConstraint> {
  if (typeof input !== 'object' || input === null || !('type' in input)) {
    return refuse(`found ${shown(input)}, expected an object with a type`)
  }
  const given = input as { readonly type: unknown; readonly [field: string]: unknown }
  const { type } = given
  if (!isConstraintType(type))
    return refuse(`type: found ${shown(type)}, expected one of ${CONSTRAINT_TYPES.join(', ')}`)
  const { fields, wrong, normal }: AnyRow = CONSTRAINTS[type]
  const other = Object.keys(given).find((name) => name !== 'type' && !Object.hasOwn(fields, name))
  if (other !== undefined) return refuse(`${type}: unknown field ${shown(other)}`)
  const constraint: Record<string, unknown> = {}
  for (const name in fields) {
    const found = given[name]
    if (fields[name].optional && found === undefined) continue
    const value = fields[name].check(found, size)
    if (!value.ok) return refuse(`${type}: ${name}: ${value.error}`)
    constraint[name] = value.value
  }
  const reason = wrong?.(constraint as never, size)
  if (reason !== undefined) return refuse(`${type}: ${reason}`)
  return accept({ type, ...(normal?.(constraint as never) ?? constraint) } as VariantConstraint)
}

function isConstraintType(name: unknown): name is ConstraintType {
  return typeof name === 'string' && Object.hasOwn(CONSTRAINTS, name)
}

/** Whether its neighbours are consecutive. */
export function isWhiteDot(constraint: VariantConstraint): boolean {
  return constraint.type === 'difference' && (constraint.value ?? 1) === 1
}

/** Whether it is a dot of another difference than 1, or of another ratio than 2. */
export function isUnusualDot(constraint: VariantConstraint): boolean {
  if (constraint.type === 'ratio') return (constraint.value ?? 2) !== 2
  return constraint.type === 'difference' && !isWhiteDot(constraint)
}

/** Constraints of which a puzzle has one of each type at most, with all their cells. */
const MARKS = ['minimum', 'maximum', 'even', 'odd'] as const

/** Constraints in their normal form: those that mark cells are one of each type, where the first of it was. */
export function mergedMarks(constraints: readonly VariantConstraint[]): readonly VariantConstraint[] {
  const isMark = ({ type }: VariantConstraint) => MARKS.some((mark) => mark === type)
  const merged = new Map<ConstraintType, Set<CellName>>()
  for (const constraint of constraints) {
    if (!isMark(constraint)) continue
    const { type, cells } = constraint as ConstraintOf<(typeof MARKS)[number]>
    const all = merged.get(type) ?? new Set()
    for (const cell of cells) all.add(cell)
    merged.set(type, all)
  }
  return constraints.flatMap((constraint) => {
    if (!isMark(constraint)) return [constraint]
    const cells = merged.get(constraint.type)
    // Those behind the first of its type are in it.
    merged.delete(constraint.type)
    return cells ? [{ ...constraint, cells: [...cells] } as VariantConstraint] : []
  })
}

/** The way from its first cell on in which a list of cells is a whole diagonal; undefined if it is not one. */
export function diagonalOf(
  cells: readonly CellName[],
  size: number,
): readonly [down: number, right: number] | undefined {
  const start = placeOf(cells[0])
  if (!start) return undefined
  return DIAGONALS.find(([down, right]) => {
    const before = { row: start.row - down, column: start.column - right }
    return !isInside(before, size) && rayFrom(start, [down, right], size).join() === cells.join()
  })
}

const DIAGONALS: readonly (readonly [down: number, right: number])[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
]

/** Number of digits of the largest sum of an arrow. */
const MOST_OF_CIRCLE = 3

// The fields of constraints.

/** A field of a constraint's JSON: its check knows the size of the grid, of which its schema says no more than the widest. */
interface ConstraintField<T = unknown> extends Field {
  check(found: unknown, size: number): Checked<T>
}
interface OptionalField<T> extends ConstraintField<T> {
  readonly optional: true
}
type ConstraintFields = Readonly<Record<string, ConstraintField>>

interface Row<F extends ConstraintFields> {
  /** Its meaning, for people. */
  readonly words: string
  readonly fields: F
  /** Says what is wrong with fields that are right each by itself. */
  readonly wrong?: (values: ObjectOf<F>, size: number) => string | undefined
  /** The same, in the one way in which it is written. */
  readonly normal?: (values: ObjectOf<F>) => ObjectOf<F>
}
interface AnyRow {
  readonly fields: ConstraintFields
  readonly wrong?: (values: never, size: number) => string | undefined
  readonly normal?: (values: never) => object
}

function row<F extends ConstraintFields>(row: Row<F>): Row<F> {
  return row
}

function optional<T>(field: ConstraintField<T>): OptionalField<T> {
  return { ...field, optional: true }
}

function number(least = 0): ConstraintField<number> {
  return {
    type: 'integer',
    minimum: least,
    check: (found) =>
      Number.isSafeInteger(found) && (found as number) >= least
        ? accept(found as number)
        : refuse(`found ${shown(found)}, expected a whole number${least > 0 ? ` from ${least} on` : ''}`),
  }
}

function oneOf<W extends string>(...words: readonly W[]): ConstraintField<W> {
  return {
    type: 'string',
    enum: words,
    check: (found) =>
      words.includes(found as W) ? accept(found as W) : refuse(`found ${shown(found)}, expected ${words.join(' or ')}`),
  }
}

/** The side from which a clue looks into its row or column. */
function side() {
  return oneOf('left', 'right', 'top', 'bottom')
}

function rowOrColumn() {
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
  /** Whether none may come twice. */
  readonly distinct?: true
}

function cells({ least = 1, most, distinct }: CellsWanted = {}): ConstraintField<readonly CellName[]> {
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

/** A cell that is not written as it mostly is; undefined where it is none. */
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

function lists<T>(item: ConstraintField<T>): ConstraintField<readonly T[]> {
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

function digits(most: number): ConstraintField<readonly number[]> {
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

// Fields that contradict each other, or the grid.

function sumOutOfReach(count: number, sum: number | undefined, size: number): string | undefined {
  if (count > size) return `cells: found ${count} cells, expected at most ${size}, as none holds a digit of another`
  const least = (count * (count + 1)) / 2
  const most = (count * (2 * size + 1 - count)) / 2
  if (sum === undefined || (sum >= least && sum <= most)) return undefined
  return `sum: found ${sum}, expected ${least}–${most} of ${count} different digits`
}

/** A clue beside a row or column. */
export interface OutsideClue {
  readonly row?: number
  readonly column?: number
  readonly from?: 'left' | 'right' | 'top' | 'bottom'
  readonly value: number
}

function wrongClue({ row, column, from, value }: OutsideClue, least: number, most: number): string | undefined {
  if ((row === undefined) === (column === undefined)) return 'expected either a row or a column'
  const sides = row === undefined ? ['top', 'bottom'] : ['left', 'right']
  if (from !== undefined && !sides.includes(from)) {
    return `from: found ${shown(from)}, expected ${sides.join(' or ')} of a ${row === undefined ? 'column' : 'row'}`
  }
  return value < least || value > most ? `value: found ${value}, expected ${least}–${most}` : undefined
}

function wrongPair([first, second]: readonly CellName[]): string | undefined {
  const [a, b] = [placeOf(first), placeOf(second)]
  const apart = a && b ? Math.abs(a.row - b.row) + Math.abs(a.column - b.column) : 0
  return apart === 1 ? undefined : `cells: found ${first} and ${second}, expected neighbours`
}

/** Low, middle and high digits take turns: a cell to which a line comes back has to be in the same turn again. */
function outOfStep(cells: readonly CellName[]): string | undefined {
  const again = cells.findIndex((cell, i) => (i - cells.indexOf(cell)) % 3 !== 0)
  if (again < 0) return undefined
  const steps = again - cells.indexOf(cells[again])
  return `cells: found ${cells[again]} again after ${steps} cells, expected a multiple of three, as low, middle and high digits take turns`
}

function isSquare(cells: readonly CellName[]): boolean {
  const places = cells.map(placeOf).filter((place): place is Place => place !== undefined)
  const span = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers)
  return span(places.map(({ row }) => row)) === 1 && span(places.map(({ column }) => column)) === 1
}
