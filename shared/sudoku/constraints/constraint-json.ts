import { accept, type Checked, refuse, shown } from '../../checked.ts'
import { groupedBy } from '../../grouped.ts'
import type { ObjectOf } from '../../json-schema.ts'
import { type CellName, inReadingOrder, isInside, placeOf, rayFrom } from '../grid/cell-name.ts'
import { VARIANT_SIZES } from '../grid/units.ts'
import {
  type ConstraintFields,
  cells,
  digits,
  lists,
  NEIGHBOURS,
  number,
  oneOf,
  optional,
  PATTERN,
  ROW_OR_COLUMN,
  SIDE,
  STATE_NUMBERS,
  STATES,
  TABLE,
} from './constraint-field-types.ts'
import { machineOf } from './walk-compiler.ts'

const DISTINCT = cells({ distinct: true })
const AREA = { cells: DISTINCT }
const LINE = { cells: cells({ least: 2, distinct: true }) }
const LINE_OF_THREE = { cells: cells({ least: 3, distinct: true }) }
/** A line that may cross itself. */
const WAY = { cells: cells({ least: 2 }) }
const CLUE = { ...ROW_OR_COLUMN, from: optional(SIDE), value: number() }

/**
 * The constraints that a puzzle may carry, by their public names: what each says, what its JSON holds besides `type`,
 * and what of that cannot be. A row here is all that the public JSON of a constraint takes.
 */
export const CONSTRAINTS = {
  cage: row(
    'no digit twice in it, and its digits sum to `sum` where there is one',
    { ...AREA, sum: optional(number()) },
    ({ cells, sum }, size) => sumOutOfReach(cells.length, sum, size),
  ),
  'little-killer': row(
    'the digits of a diagonal, whose first cell is at the edge where the clue stands, sum to `sum`',
    { ...AREA, sum: number() },
    ({ cells, sum }, size) =>
      diagonalOf(cells, size)
        ? // Digits may come twice on it.
          sumOutside(cells.length, cells.length * size, sum, ` of ${cells.length} digits`)
        : 'cells: expected a whole diagonal, from edge to edge',
  ),
  sandwich: row(
    'the digits between 1 and the highest digit of a row or column sum to `value`',
    { ...CLUE, value: number(0, (size) => [0, (size * (size - 1)) / 2 - 1]) },
    wrongClue,
    (clue) => ({ ...clue, from: clue.from ?? (clue.row === undefined ? 'top' : 'left') }),
  ),
  'x-sum': row(
    'the first X digits of a row or column sum to `value`, where X is the first of them',
    { ...CLUE, from: SIDE, value: number(0, (size) => [1, (size * (size + 1)) / 2]) },
    wrongClue,
  ),
  skyscraper: row(
    'so many digits of a row or column are higher than all before them',
    { ...CLUE, from: SIDE, value: number(0, (size) => [1, size]) },
    wrongClue,
  ),
  'numbered-room': row(
    'the cell that is the Nth from the clue holds `value`, where N is the first digit of the row or column',
    { ...CLUE, from: SIDE, value: number(0, (size) => [1, size]) },
    wrongClue,
  ),
  arrow: row(
    'the digits of each of its arrows sum to the number in its circle, which is read from left to right and from top to bottom',
    { circle: DISTINCT, arrows: lists(cells()) },
    ({ circle, arrows }) => {
      if (circle.length > MOST_OF_CIRCLE)
        return `circle: found ${circle.length} cells, expected at most ${MOST_OF_CIRCLE}`
      const late = inReadingOrder(circle).find((cell, i) => cell !== circle[i])
      if (late !== undefined) {
        const before = circle[circle.indexOf(late) - 1]
        return `circle: found ${before} before ${late}, expected them from left to right and from top to bottom, as a pill is read`
      }
      const own = circle.find((cell) => arrows.some((arrow) => arrow.includes(cell)))
      if (own !== undefined) return `arrows: ${own} is in the circle, too`
    },
  ),
  thermometer: row('digits rise from its first cell on', LINE),
  'slow-thermometer': row('digits rise from its first cell on, or stay the same', LINE),
  palindrome: row('digits read the same from both ends', WAY),
  renban: row('digits follow each other without a gap, in any order', LINE),
  whispers: row(
    'neighbours differ by at least `value`, or, where none is said, by half as much as there are digits, rounded up: 5 on 9×9',
    { ...WAY, value: optional(number(1, (size) => [1, size - 1])) },
    undefined,
    ({ value, ...line }, size) => (value === undefined || value === usualWhisper(size) ? line : { ...line, value }),
  ),
  'region-sum-line': row('its digits have the same sum in each box or region that it goes through', LINE),
  'entropic-line': row(
    'any three successive cells hold a low, a middle and a high digit (one of 1–3, 4–6 and 7–9 each on 9×9); a line of two cells holds two of these',
    WAY,
    ({ cells }) => {
      // They take turns: a cell to which a line comes back has to be in the same turn again.
      const again = cells.findIndex((cell, i) => (i - cells.indexOf(cell)) % 3 !== 0)
      if (again < 0) return undefined
      const steps = again - cells.indexOf(cells[again])
      return `cells: found ${cells[again]} again after ${steps} cells, expected a multiple of three, as low, middle and high digits take turns`
    },
  ),
  'between-line': row('digits lie between those at its ends', LINE_OF_THREE),
  'lockout-line': row(
    'the digits at its ends differ by at least `value`, or by one less than half the digits, rounded up, where none is said (4 on 9×9); the others lie outside of what they span',
    { ...LINE_OF_THREE, value: optional(number(1, (size) => [1, size - 1])) },
  ),
  'modular-line': row(
    'successive cells, `value` of them or three where none is said, hold digits with different remainders when divided by that number; 2 makes a parity line',
    { ...LINE, value: optional(number(2, (size) => [2, size])) },
  ),
  'nabner-line': row('no two of its digits are the same or follow each other', LINE),
  'zipper-line': row(
    'two cells at the same distance from its middle have the same sum, which a cell in the middle holds',
    LINE_OF_THREE,
  ),
  'double-arrow': row('the digits between its ends sum to the same as those at its ends', LINE_OF_THREE),
  'sum-line': row(
    'it falls into pieces that each sum to `value`, or to 10 where none is said; a line that ends where it began is a loop',
    { ...WAY, value: optional(number(1, () => [1, MOST_OF_PIECE])) },
    ({ cells }) => {
      // A line may come back to its first cell in the end, and to no other.
      const again = cells.find(
        (cell, i) => cells.indexOf(cell) < i && !(i === cells.length - 1 && i > 2 && cell === cells[0]),
      )
      return again && `cells: found ${again} twice, expected it so only at both ends of a loop`
    },
  ),
  sum: row('its digits, which may be the same, sum to `sum`', { ...AREA, sum: number() }, ({ cells, sum }, size) =>
    sumOutside(cells.length, cells.length * size, sum),
  ),
  'equal-sums': row('the digits of each of its parts have the same sum', { parts: lists(DISTINCT) }),
  difference: row('neighbours differ by `value`, or by 1 where none is said (a white dot)', {
    cells: NEIGHBOURS,
    value: optional(number(1)),
  }),
  ratio: row('of neighbours one is `value` times the other, or twice it where none is said (a black dot)', {
    cells: NEIGHBOURS,
    value: optional(number(2)),
  }),
  xv: row('neighbours sum to 10 (`X`) or to 5 (`V`)', { cells: NEIGHBOURS, value: oneOf('X', 'V') }),
  'greater-than': row('the first of two neighbours is higher than the second', { cells: NEIGHBOURS }),
  pairs: row(
    'on each of its lines, each cell and the next (each and any later one, where `each` is `all`) hold digits that `allowed` lists: by the first of them, those that the other may be',
    { lines: lists(cells({ least: 2 })), allowed: TABLE, each: optional(oneOf('neighbours', 'all')) },
    ({ lines, each }) => lines.map((line) => comesBack(line, each)).find((reason) => reason !== undefined),
    ({ each, ...pairs }) => ({ ...pairs, ...(each === 'all' && { each }) }),
  ),
  walk: row(
    'the digits of each of its lines, read from cell to cell, match `pattern`, a regular expression; or they lead through `states`, from the first on, to one of `ends`, where each state says by digits to which one it leads',
    { lines: lists(DISTINCT), pattern: optional(PATTERN), states: optional(STATES), ends: optional(STATE_NUMBERS) },
    (walk, size) => {
      const { pattern, states, ends } = walk
      if ((pattern === undefined) === (states === undefined)) return 'expected either a pattern or states'
      if ((states === undefined) !== (ends === undefined)) return 'ends: expected them with states, and only with them'
      const machine = machineOf(walk, size)
      return machine.ok ? undefined : machine.error
    },
  ),
  clone: row(
    'each cell of `copy` holds what its fellow in `cells` does',
    { ...AREA, copy: DISTINCT },
    ({ cells, copy }) =>
      cells.length === copy.length ? undefined : `copy: found ${copy.length} cells, expected ${cells.length}`,
  ),
  quadruple: row(
    'each of its digits is in one of the four cells around a corner, as many times as it stands there',
    { cells: cells({ least: 4, most: 4, distinct: true }), digits: digits(4) },
    ({ cells }) => {
      const places = cells.map(placeOf).filter((place) => place !== undefined)
      const span = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers)
      const isSquare = span(places.map(({ row }) => row)) === 1 && span(places.map(({ column }) => column)) === 1
      return isSquare ? undefined : 'cells: expected the four cells around a corner'
    },
  ),
  minimum: row('each of its cells is lower than those beside, above and below it that are no such cells', AREA),
  maximum: row('each of its cells is higher than those beside, above and below it that are no such cells', AREA),
  even: row('its cells hold even digits', AREA),
  odd: row('its cells hold odd digits', AREA),
  candidates: row(
    'its cells hold one of `digits` each',
    { ...AREA, digits: digits(25) },
    undefined,
    ({ cells, digits }) => ({ cells, digits: [...new Set(digits)].toSorted((a, b) => a - b) }),
  ),
  'row-indexer': row('each of its cells says in which row of its column the number of its own row stands', AREA),
  'column-indexer': row('each of its cells says in which column of its row the number of its own column stands', AREA),
  'extra-region': row('no digit twice in it: each once where it has as many cells as a row', AREA, ({ cells }, size) =>
    sumOutOfReach(cells.length, undefined, size),
  ),
} as const

export type ConstraintType = keyof typeof CONSTRAINTS
export const CONSTRAINT_TYPES = Object.keys(CONSTRAINTS) as readonly ConstraintType[]

type Row = ReturnType<typeof row<ConstraintFields>>
const ROWS = new Map<unknown, Row>(Object.entries(CONSTRAINTS as Readonly<Record<string, Row>>))

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
  const row = ROWS.get(type)
  if (!row) return refuse(`type: found ${shown(type)}, expected one of ${CONSTRAINT_TYPES.join(', ')}`)
  const { fields, wrong, normal } = row
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
  const reason = wrong?.(constraint, size)
  if (reason !== undefined) return refuse(`${type}: ${reason}`)
  return accept({ type, ...(normal?.(constraint, size) ?? constraint) } as VariantConstraint)
}

export function isWhiteDot(constraint: VariantConstraint): boolean {
  return constraint.type === 'difference' && (constraint.value ?? 1) === 1
}

/** Whether it is a dot of another difference than 1, or of another ratio than 2. */
export function isUnusualDot(constraint: VariantConstraint): boolean {
  if (constraint.type === 'ratio') return (constraint.value ?? 2) !== 2
  return constraint.type === 'difference' && !isWhiteDot(constraint)
}

/** Constraints in their normal form: those that mark cells are one of each type, with all their cells, where the first of it was. */
export function mergedMarks(constraints: readonly VariantConstraint[]): readonly VariantConstraint[] {
  const marks = constraints.filter((one) => {
    return one.type === 'minimum' || one.type === 'maximum' || one.type === 'even' || one.type === 'odd'
  })
  const byType = groupedBy<ConstraintType, (typeof marks)[number]>(marks, ({ type }) => type)
  return constraints.flatMap((constraint) => {
    const alike = byType.get(constraint.type)
    if (!alike) return [constraint]
    return alike[0] === constraint ? [{ ...alike[0], cells: [...new Set(alike.flatMap(({ cells }) => cells))] }] : []
  })
}

/**
 * Candidates in their normal form: each cell is in one constraint, with the digits that all of its constraints leave it,
 * and cells of the same digits are together. A refusal names a cell that none is left for.
 */
export function mergedCandidates(constraints: readonly VariantConstraint[]): Checked<readonly VariantConstraint[]> {
  const all = constraints.filter((one) => one.type === 'candidates')
  if (all.length === 0) return accept(constraints)
  const byCell = new Map<CellName, readonly number[]>()
  for (const one of all) {
    for (const cell of one.cells) {
      const digits = (byCell.get(cell) ?? one.digits).filter((digit) => one.digits.includes(digit))
      if (digits.length === 0) return refuse(`candidates: found none that all of its constraints leave ${cell}`)
      byCell.set(cell, digits)
    }
  }
  const byDigits = groupedBy(inReadingOrder([...byCell.keys()]), (cell) => String(byCell.get(cell)))
  const merged = [...byDigits].map(([digits, cells]) => ({
    type: 'candidates' as const,
    cells,
    digits: digits.split(',').map(Number),
  }))
  return accept(
    constraints.flatMap<VariantConstraint>((one) => {
      if (one === all[0]) return merged
      return one.type === 'candidates' ? [] : [one]
    }),
  )
}

interface OwnRules {
  readonly size: number
  readonly regions?: string | undefined
  readonly constraints?: readonly VariantConstraint[] | undefined
  readonly negative?: readonly string[] | undefined
}

/** Constraints that come to masks alone, which grids of any size take. */
const MASKS: readonly string[] = ['even', 'odd'] satisfies VariantConstraint['type'][]

/** Whether a grid of a size takes what a puzzle brings besides named rules: all of it needs sets that bitwise operators take. */
export function checkedOwnSize({ size, regions, constraints = [], negative = [] }: OwnRules): Checked<void> {
  const isPlain =
    regions === undefined && negative.length === 0 && constraints.every(({ type }) => MASKS.includes(type))
  if (isPlain || VARIANT_SIZES.some((side) => side === size)) return accept()
  const expected = `expected ${VARIANT_SIZES.join(', ')} where a puzzle brings regions or constraints but ${MASKS.join(' and ')}`
  return refuse(`size: found ${size}, ${expected}`)
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

const DIAGONALS = [1, -1].flatMap((down) => [1, -1].map((right) => [down, right] as const))

/** Number of digits of the largest sum of an arrow. */
const MOST_OF_CIRCLE = 3

/**
 * @param wrong says what is wrong with fields that are right each by itself
 * @param normal the same, in the one way in which it is written
 */
function row<F extends ConstraintFields>(
  words: string,
  fields: F,
  wrong?: (values: ObjectOf<F>, size: number) => string | undefined,
  normal?: (values: ObjectOf<F>, size: number) => ObjectOf<F>,
) {
  return { words, fields, wrong, normal }
}

// Fields that contradict each other, or the grid.

function sumOutOfReach(count: number, sum: number | undefined, size: number): string | undefined {
  if (count > size) return `cells: found ${count} cells, expected at most ${size}, as none holds a digit of another`
  const [least, most] = [(count * (count + 1)) / 2, (count * (2 * size + 1 - count)) / 2]
  return sumOutside(least, most, sum, ` of ${count} different digits`)
}

function sumOutside(least: number, most: number, sum = least, of = ''): string | undefined {
  return sum < least || sum > most ? `sum: found ${sum}, expected ${least}–${most}${of}` : undefined
}

export type OutsideClue = ObjectOf<typeof CLUE>

function wrongClue({ row, column, from }: OutsideClue): string | undefined {
  if ((row === undefined) === (column === undefined)) return 'expected either a row or a column'
  const sides = row === undefined ? ['top', 'bottom'] : ['left', 'right']
  if (from === undefined || sides.includes(from)) return undefined
  return `from: found ${shown(from)}, expected ${sides.join(' or ')} of a ${row === undefined ? 'column' : 'row'}`
}

/** The least difference on a whispers line that says none: five on 9×9, as digits of one half and of the other have it. */
export function usualWhisper(size: number): number {
  return Math.ceil(size / 2)
}

/** Whether a digit is low (1), middle (2) or high (3): where they cannot be shared out evenly, there are as many high ones as low ones. */
export function thirdOf(digit: number, size: number): number {
  const share = Math.round(size / 3)
  return digit <= share ? 1 : digit <= size - share ? 2 : 3
}

/** No piece of a line sums to more. */
const MOST_OF_PIECE = 100

/** A cell cannot be in a relation with itself. */
function comesBack(line: readonly CellName[], each: 'neighbours' | 'all' | undefined): string | undefined {
  const again = line.find((cell, i) => (each === 'all' ? line.indexOf(cell) < i : cell === line[i - 1]))
  return again === undefined ? undefined : `lines: found a pair of ${again} with itself`
}
