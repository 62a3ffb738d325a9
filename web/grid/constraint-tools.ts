import type { ConstraintType, VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import {
  type CellName,
  cellAt,
  inReadingOrder,
  isInside,
  nameOf,
  nameOfCell,
  placeOf,
  rayFrom,
} from '../../shared/sudoku/grid/cell-name.ts'

// How each constraint is drawn: what a stroke over cells makes of it, by mouse, finger or keys.

/** A way to draw a constraint. */
export interface Tool {
  readonly type: ConstraintType
  readonly title: string
  readonly hint: string
  /** Whether it is a way from cell to cell, or just cells, which a hand may cross again. */
  readonly stroke: 'way' | 'area'
  /** How many strokes make one, if not a single one. */
  readonly strokes?: number
  /** The value that is typed with it. */
  readonly value?: ToolValue
  /**
   * The constraints that a stroke makes, as JSON, which is still to be checked; undefined if the stroke makes none.
   *
   * @param cells in the order of the stroke
   * @param value as it was typed
   */
  readonly make: (cells: readonly number[], value: string, size: number) => readonly object[] | undefined
}

interface ToolValue {
  readonly label: string
  /** Whether nothing can be drawn without. */
  readonly isNeeded: boolean
  /** Whether each constraint has its own, typed after the stroke. */
  readonly isAsked: boolean
  /** Whether it is more than numbers. */
  readonly isText?: true
  /** The field of the constraint that holds it; none where it cannot be typed anew. */
  readonly field?: 'sum' | 'value' | 'digits' | 'pattern'
}

const SUM: ToolValue = { label: 'Sum', isNeeded: false, isAsked: true, field: 'sum' }
const NEEDED_SUM: ToolValue = { ...SUM, isNeeded: true }
const CLUE: ToolValue = { label: 'Clue', isNeeded: true, isAsked: true, field: 'value' }
const DIFFERENCE: ToolValue = { label: 'Difference, unless 1', isNeeded: false, isAsked: false, field: 'value' }
const RATIO: ToolValue = { label: 'Ratio, unless 2', isNeeded: false, isAsked: false, field: 'value' }
const DIGITS: ToolValue = { label: 'Digits', isNeeded: true, isAsked: true, field: 'digits' }

const OVER_AREA = 'Drag over its cells.'
const ALONG = 'Drag from cell to cell.'
const ACROSS = 'Drag from a cell to the one beside it.'
const INTO = 'Drag from the edge where it stands, two cells along the row or column.'

/** The tools for each constraint, in the order of lists. */
const TOOLS: Readonly<Record<ConstraintType, readonly Tool[]>> = {
  cage: [
    {
      ...area('cage', 'Cage', (value) => ({ ...(value && { sum: Number(value) }) })),
      hint: `${OVER_AREA} Then type the sum.`,
      value: SUM,
    },
  ],
  thermometer: [line('thermometer', 'Thermometer', 'Drag from the bulb.')],
  'slow-thermometer': [line('slow-thermometer', 'Slow thermometer', 'Drag from the bulb.')],
  arrow: [1, 2, 3].map((circle): Tool => {
    const pill = circle === 1 ? '' : `, pill of ${circle}`
    return {
      type: 'arrow',
      title: `Arrow${pill}`,
      hint: circle === 1 ? 'Drag from the circle.' : `Drag from the first of the ${circle} cells of the pill.`,
      stroke: 'way',
      make: (cells, _, size) => {
        if (cells.length <= circle) return undefined
        const names = namesOf(cells, size)
        return [{ type: 'arrow', circle: inReadingOrder(names.slice(0, circle)), arrows: [names.slice(circle)] }]
      },
    }
  }),
  'between-line': [line('between-line', 'Between line')],
  'lockout-line': [valuedLine('lockout-line', 'Lockout line', 'Least difference of its ends, if not the usual')],
  'modular-line': [
    valuedLine('modular-line', 'Modular line', 'Divisor, unless 3'),
    { ...line('modular-line', 'Parity line'), make: (...drawn) => lineWith('modular-line', { value: 2 }, ...drawn) },
  ],
  'nabner-line': [line('nabner-line', 'Nabner line')],
  'zipper-line': [line('zipper-line', 'Zipper line')],
  'double-arrow': [line('double-arrow', 'Double arrow')],
  'sum-line': [valuedLine('sum-line', 'Sum line', 'Sum of each piece, unless 10')],
  sum: [
    {
      ...area('sum', 'Sum', (value) => ({ sum: Number(value) })),
      hint: `${OVER_AREA} Then type the sum.`,
      value: NEEDED_SUM,
    },
  ],
  'equal-sums': [
    twice('equal-sums', 'Equal sums', 'Drag over the first cells, and then over as many others.', (one, other) => ({
      parts: [one, other],
    })),
  ],
  renban: [line('renban', 'Renban')],
  whispers: [valuedLine('whispers', 'Whispers', 'Least difference, if not the usual')],
  palindrome: [line('palindrome', 'Palindrome')],
  'region-sum-line': [line('region-sum-line', 'Region sum line')],
  'entropic-line': [line('entropic-line', 'Entropic line')],
  difference: [pairs('difference', 'White dot', (value) => (value ? { value: Number(value) } : {}), DIFFERENCE)],
  ratio: [pairs('ratio', 'Black dot', (value) => (value ? { value: Number(value) } : {}), RATIO)],
  xv: [pairs('xv', 'X (sum of 10)', () => ({ value: 'X' })), pairs('xv', 'V (sum of 5)', () => ({ value: 'V' }))],
  'greater-than': [
    {
      ...line('greater-than', 'Greater than', 'Drag from the higher digit to the lower one.'),
      make: (cells, _, size) =>
        cells.length > 1
          ? cells.slice(1).map((cell, i) => ({ type: 'greater-than', cells: namesOf([cells[i], cell], size) }))
          : undefined,
    },
  ],
  pairs: [
    {
      ...line('pairs', 'Pairs', `${ALONG} Then type the pairs of digits that may follow each other: 12 13 21.`),
      value: { label: 'Pairs', isNeeded: true, isAsked: true, isText: true },
      make: (cells, value, size) => {
        const allowed: Record<string, string> = {}
        for (const [first, second = ''] of value.split(/[\s,]+/)) allowed[first] = (allowed[first] ?? '') + second
        return cells.length > 1 ? [{ type: 'pairs', lines: [namesOf(cells, size)], allowed }] : undefined
      },
    },
  ],
  walk: [
    {
      ...line('walk', 'Pattern', `${ALONG} Then type a regular expression over its digits: 1[2-4]*5.`),
      value: { label: 'Pattern', isNeeded: true, isAsked: true, isText: true, field: 'pattern' },
      make: (cells, pattern, size) => [{ type: 'walk', lines: [namesOf(cells, size)], pattern: pattern.trim() }],
    },
  ],
  quadruple: [
    {
      type: 'quadruple',
      title: 'Quadruple',
      hint: 'Drag over two cells that touch at the corner where it stands. Then type its digits.',
      stroke: 'area',
      value: DIGITS,
      make: (cells, value, size) => {
        const corner = cornerOf(cells, size)
        return corner && [{ type: 'quadruple', cells: corner, digits: digitsIn(value, size) }]
      },
    },
  ],
  even: [area('even', 'Even cells')],
  odd: [area('odd', 'Odd cells')],
  minimum: [area('minimum', 'Minimum')],
  maximum: [area('maximum', 'Maximum')],
  candidates: [
    {
      ...area('candidates', 'Candidates'),
      hint: `${OVER_AREA} Then type the digits that they may hold.`,
      value: DIGITS,
      make: (cells, value, size) => [
        { type: 'candidates', cells: inOrder(cells, size), digits: digitsIn(value, size) },
      ],
    },
  ],
  'row-indexer': [area('row-indexer', 'Row indexer')],
  'column-indexer': [area('column-indexer', 'Column indexer')],
  'extra-region': [area('extra-region', 'Extra region')],
  clone: [
    twice('clone', 'Clone', 'Drag over its cells, and then over their copy, cell for cell.', (cells, copy) => ({
      cells,
      copy,
    })),
  ],
  'little-killer': [
    {
      type: 'little-killer',
      title: 'Little killer',
      hint: 'Drag from the edge where it stands, two cells along the diagonal. Then type the sum.',
      stroke: 'way',
      value: NEEDED_SUM,
      make: (cells, value, size) => {
        const way = wayOf(cells, size)
        const [first] = namesOf(cells, size)
        if (!way || way[0] === 0 || way[1] === 0) return undefined
        return [{ type: 'little-killer', cells: wholeDiagonal(first, way, size), sum: Number(value) }]
      },
    },
  ],
  sandwich: [clue('sandwich', 'Sandwich')],
  'x-sum': [clue('x-sum', 'X-sum')],
  skyscraper: [clue('skyscraper', 'Skyscraper')],
  'numbered-room': [clue('numbered-room', 'Numbered room')],
}

export const ALL_TOOLS: readonly Tool[] = Object.values(TOOLS).flat()

/** What people look for together, under the names by which they know it; what stands in none is a line. */
const KINDS: Readonly<Record<string, readonly ConstraintType[]>> = {
  Sums: ['cage', 'arrow', 'sum', 'equal-sums', 'little-killer'],
  'Between two cells': ['difference', 'ratio', 'xv', 'greater-than'],
  Cells: ['quadruple', 'even', 'odd', 'minimum', 'maximum', 'candidates', 'row-indexer', 'column-indexer'],
  'Beside the grid': ['sandwich', 'x-sum', 'skyscraper', 'numbered-room'],
  Regions: ['extra-region', 'clone'],
}

/** The kind of a constraint, as lists group them. */
export function kindOf(type: ConstraintType): string {
  return Object.keys(KINDS).find((kind) => KINDS[kind].includes(type)) ?? 'Lines'
}

/** The name of a constraint in a list: `Cage of 12: r1c1, r1c2`. */
export function wordsOf(constraint: VariantConstraint): string {
  const [{ title }] = TOOLS[constraint.type]
  const listed = (parts: readonly (readonly CellName[])[], between: string) =>
    parts.map((cells) => cells.join(', ')).join(between)
  if (constraint.type === 'greater-than') return constraint.cells.join(' > ')
  if (constraint.type === 'xv') return `${constraint.value}: ${listed([constraint.cells], '')}`
  if ('circle' in constraint) return `${title}: ${listed([constraint.circle, ...constraint.arrows], ' → ')}`
  if ('parts' in constraint) return `${title}: ${listed(constraint.parts, ' = ')}`
  if ('lines' in constraint) return `${title}: ${listed(constraint.lines, '; ')}`
  if ('copy' in constraint) return `${title}: ${listed([constraint.cells, constraint.copy], ' = ')}`
  if (!('cells' in constraint)) {
    const { row, column, from, value } = constraint
    return `${title} of ${value}: ${row === undefined ? `column ${column}` : `row ${row}`}, ${from}`
  }
  const { sum, value, digits } = { ...NO_VALUE, ...constraint }
  const amount = sum ?? value ?? digits?.join(' ')
  return `${title}${amount === undefined ? '' : ` of ${amount}`}: ${listed([constraint.cells], '')}`
}

/** All cells that a constraint is about, each once: of a clue its whole row or column. */
export function cellsOf(constraint: VariantConstraint, size: number): number[] {
  const places = (JSON.stringify(constraint).match(/r\d+c\d+/g) ?? []).map(placeOf)
  const named = places.flatMap((place) => (place ? [cellAt(place, size)] : []))
  if (!('row' in constraint || 'column' in constraint)) return [...new Set(named)]
  const { row, column } = constraint
  const ofLine = (cell: number) =>
    row === undefined ? (cell % size) + 1 === column : Math.floor(cell / size) + 1 === row
  return [...Array(size * size).keys()].filter(ofLine)
}

/** What is typed with a constraint, and its value as it would be typed; undefined where it has none. */
export function typedIn(
  constraint: VariantConstraint,
): { readonly asked: ToolValue; readonly typed: string } | undefined {
  const [{ value: asked }] = TOOLS[constraint.type]
  if (!asked?.field) return undefined
  const value = { ...NO_VALUE, ...constraint }[asked.field]
  return { asked, typed: Array.isArray(value) ? value.join(' ') : `${value ?? ''}` }
}

/** A constraint with another value, as JSON, which is still to be checked. */
export function withValue(constraint: VariantConstraint, typed: string, size: number): object {
  const field = TOOLS[constraint.type][0].value?.field ?? 'value'
  const number = typed === '' ? undefined : Number(typed)
  const value = { sum: number, value: number, digits: digitsIn(typed, size), pattern: typed }[field]
  return { ...constraint, [field]: value }
}

const NO_VALUE = { sum: undefined, value: undefined, digits: undefined, pattern: undefined }

/**
 * Constraints with one more. It takes the place of one of its type on the same cells, whose value is another; an arrow
 * from a circle that has one joins it.
 */
export function withConstraint(known: readonly VariantConstraint[], added: VariantConstraint): VariantConstraint[] {
  const place = placeTextOf(added)
  const same = known.findIndex((other) => placeTextOf(other) === place)
  if (same < 0) return [...known, added]
  const other = known[same]
  const isJoined = added.type === 'arrow' && other.type === 'arrow'
  return known.with(same, isJoined ? { ...other, arrows: [...other.arrows, ...added.arrows] } : added)
}

/** All that a constraint says but its value. */
function placeTextOf(constraint: VariantConstraint): string {
  return JSON.stringify({ ...constraint, sum: 0, value: 0, digits: 0, arrows: 0, allowed: 0, pattern: 0 })
}

function line(type: ConstraintType, title: string, hint = ALONG): Tool {
  return {
    type,
    title,
    hint,
    stroke: 'way',
    make: (cells, _, size) => (cells.length > 1 ? [{ type, cells: namesOf(cells, size) }] : undefined),
  }
}

/** A line with a number that stays typed for the next. */
function valuedLine(type: ConstraintType, title: string, label: string): Tool {
  return {
    ...line(type, title),
    value: { label, isNeeded: false, isAsked: false, field: 'value' },
    make: (cells, value, size) => lineWith(type, value ? { value: Number(value) } : {}, cells, value, size),
  }
}

function lineWith(type: ConstraintType, fields: object, ...[cells, , size]: Parameters<Tool['make']>) {
  return cells.length > 1 ? [{ type, cells: namesOf(cells, size), ...fields }] : undefined
}

function area(type: ConstraintType, title: string, more: (value: string) => object = () => ({})): Tool {
  return {
    type,
    title,
    hint: OVER_AREA,
    stroke: 'area',
    make: (cells, value, size) => [{ type, cells: inOrder(cells, size), ...more(value) }],
  }
}

/** A longer stroke makes one between each two cells. */
function pairs(type: ConstraintType, title: string, more: (value: string) => object, value?: ToolValue): Tool {
  return {
    type,
    title,
    hint: ACROSS,
    stroke: 'way',
    ...(value && { value }),
    make: (cells, typed, size) => {
      const names = cells.slice(1).map((cell, i) => inOrder([cells[i], cell], size))
      return names.length > 0 ? names.map((pair) => ({ type, cells: pair, ...more(typed) })) : undefined
    },
  }
}

/** Two strokes over as many cells each. */
function twice(
  type: ConstraintType,
  title: string,
  hint: string,
  fieldsOf: (first: readonly CellName[], second: readonly CellName[]) => object,
): Tool {
  return {
    type,
    title,
    hint,
    stroke: 'way',
    strokes: 2,
    make: (cells, _, size) => {
      const [names, half] = [namesOf(cells, size), cells.length / 2]
      return Number.isInteger(half) && half > 0
        ? [{ type, ...fieldsOf(names.slice(0, half), names.slice(half)) }]
        : undefined
    },
  }
}

/** A clue of a row or column, from the side where the stroke begins. */
function clue(type: ConstraintType, title: string): Tool {
  return {
    type,
    title,
    hint: `${INTO} Then type the clue.`,
    stroke: 'way',
    value: CLUE,
    make: (cells, value, size) => {
      const way = wayOf(cells, size)
      const place = placeOf(namesOf(cells, size)[0])
      if (!way || !place || (way[0] !== 0 && way[1] !== 0)) return undefined
      const [down, right] = way
      const side =
        down === 0
          ? { row: place.row, from: right > 0 ? 'left' : 'right' }
          : { column: place.column, from: down > 0 ? 'top' : 'bottom' }
      return [{ type, ...side, value: Number(value) }]
    },
  }
}

function namesOf(cells: readonly number[], size: number): CellName[] {
  return cells.map((cell) => nameOfCell(cell, size))
}

function inOrder(cells: readonly number[], size: number): CellName[] {
  return namesOf(
    cells.toSorted((a, b) => a - b),
    size,
  )
}

/** Which way a stroke sets out. */
function wayOf([first, second]: readonly number[], size: number): [down: number, right: number] | undefined {
  if (second === undefined) return undefined
  return [Math.sign(Math.floor(second / size) - Math.floor(first / size)), Math.sign((second % size) - (first % size))]
}

/** The diagonal that a cell is on, from the edge that a way comes from. */
function wholeDiagonal(cell: CellName, [down, right]: readonly [number, number], size: number): CellName[] {
  const place = placeOf(cell)
  if (!place) return []
  let { row, column } = place
  while (isInside({ row: row - down, column: column - right }, size)) {
    row -= down
    column -= right
  }
  return rayFrom({ row, column }, [down, right], size)
}

/** The four cells around the corner where two of a stroke's touch. */
function cornerOf(cells: readonly number[], size: number): CellName[] | undefined {
  const rows = cells.map((cell) => Math.floor(cell / size) + 1)
  const columns = cells.map((cell) => (cell % size) + 1)
  const [top, left] = [Math.min(...rows), Math.min(...columns)]
  if (Math.max(...rows) !== top + 1 || Math.max(...columns) !== left + 1) return undefined
  return [0, 1].flatMap((down) => [0, 1].map((right) => nameOf({ row: top + down, column: left + right })))
}

/** `1 2 4`, or `124` where digits have one figure. */
function digitsIn(value: string, size: number): number[] {
  const figures = size <= 9 ? value.match(/\d/g) : value.match(/\d+/g)
  return (figures ?? []).map(Number)
}
