import type { Shape } from '../../shared/drawing/layers.ts'
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

export interface Tool {
  readonly type: ConstraintType
  readonly title: string
  readonly hint: string
  /** Whether it is a way from cell to cell, or just cells, which a hand may cross again. */
  readonly stroke: 'way' | 'area'
  /** How many strokes make one, if not a single one. */
  readonly strokes?: number
  /** Where it stands, if that is beside the grid: at the end of a row or column, or of a diagonal. */
  readonly beside?: 'line' | 'diagonal'
  /** The value that is typed with it. */
  readonly value?: ToolValue
  /** The fields of each constraint of a stroke, but its type and its value; undefined if the stroke makes none. */
  readonly shape: (cells: readonly CellName[], size: number, typed: string) => readonly object[] | undefined
  /** Fields that are always the same. */
  readonly fixed?: object
}

/**
 * The constraints that a stroke makes, as JSON, which is still to be checked; undefined if the stroke makes none.
 *
 * @param cells in the order of the stroke
 */
export function madeBy(tool: Tool, cells: readonly number[], typed: string, size: number) {
  const { type, value, shape, fixed } = tool
  const names = cells.map((cell) => nameOfCell(cell, size))
  return shape(names, size, typed)?.map((fields) => ({ type, ...fields, ...fieldIn(value, typed, size), ...fixed }))
}

interface ToolValue {
  readonly label: string
  /** Whether nothing can be drawn without. */
  readonly isNeeded: boolean
  /** Whether each constraint has its own, typed after the stroke. */
  readonly isAsked: boolean
  /** What is said of it behind how it is drawn, where each has its own. */
  readonly words?: string
  readonly isText?: true
  /** The field of the constraint that holds it; none where it cannot be typed anew. */
  readonly field?: 'sum' | 'value' | 'digits' | 'pattern'
}

const NEEDED_SUM = asked('Sum', 'Then type the sum.', { field: 'sum' })
const SUM: ToolValue = { ...NEEDED_SUM, isNeeded: false }
const CLUE = asked('Clue', 'Then type the clue.', { field: 'value' })
const DIGITS = asked('Digits', 'Then type its digits.', { field: 'digits' })

/** A value that is typed anew for each constraint, and without which none is made. */
function asked(label: string, words: string, more: Pick<ToolValue, 'field' | 'isText'>): ToolValue {
  return { label, isNeeded: true, isAsked: true, words, ...more }
}

/** A number that stays typed for the next, and may be left out. */
function option(label: string): ToolValue {
  return { label, isNeeded: false, isAsked: false, field: 'value' }
}

const OVER_AREA = 'Drag over its cells.'
const ALONG = 'Drag from cell to cell.'
const ACROSS = 'Drag from a cell to the one beside it.'
const INTO = 'Click beside the grid where it stands, or drag from that edge'

/** The tools for each constraint, in the order of lists. */
const TOOLS: Readonly<Record<ConstraintType, Tool | readonly Tool[]>> = {
  cage: area('cage', 'Cage', SUM),
  thermometer: line('thermometer', 'Thermometer', { hint: 'Drag from the bulb.' }),
  'slow-thermometer': line('slow-thermometer', 'Slow thermometer', { hint: 'Drag from the bulb.' }),
  arrow: [1, 2, 3].map((circle) =>
    tool('arrow', circle === 1 ? 'Arrow' : `Arrow, pill of ${circle}`, {
      hint: circle === 1 ? 'Drag from the circle.' : `Drag from the first of the ${circle} cells of the pill.`,
      shape: (cells) => {
        if (cells.length <= circle) return undefined
        return [{ circle: inReadingOrder(cells.slice(0, circle)), arrows: [cells.slice(circle)] }]
      },
    }),
  ),
  'between-line': line('between-line', 'Between line'),
  'lockout-line': line('lockout-line', 'Lockout line', { value: option('Least difference') }),
  'modular-line': [
    line('modular-line', 'Modular line', { value: option('Divisor, unless 3') }),
    line('modular-line', 'Parity line', { fixed: { value: 2 } }),
  ],
  'nabner-line': line('nabner-line', 'Nabner line'),
  'zipper-line': line('zipper-line', 'Zipper line'),
  'double-arrow': line('double-arrow', 'Double arrow'),
  'sum-line': line('sum-line', 'Sum line', { value: option('Sum, unless 10') }),
  sum: area('sum', 'Sum', NEEDED_SUM),
  'equal-sums': tool('equal-sums', 'Equal sums', {
    hint: 'Drag over the first cells, and then over as many others.',
    strokes: 2,
    shape: (cells) => halvesOf(cells)?.map((parts) => ({ parts })),
  }),
  renban: line('renban', 'Renban'),
  whispers: line('whispers', 'Whispers', { value: option('Least difference') }),
  palindrome: line('palindrome', 'Palindrome'),
  'region-sum-line': line('region-sum-line', 'Region sum line'),
  'entropic-line': line('entropic-line', 'Entropic line'),
  difference: pairs('difference', 'White dot', { value: option('Difference, unless 1') }),
  ratio: pairs('ratio', 'Black dot', { value: option('Ratio, unless 2') }),
  xv: [pairs('xv', 'X (sum of 10)', { fixed: { value: 'X' } }), pairs('xv', 'V (sum of 5)', { fixed: { value: 'V' } })],
  'greater-than': tool('greater-than', 'Greater than', {
    hint: 'Drag from the higher digit to the lower one.',
    shape: (cells) => pairsOf(cells)?.map((pair) => ({ cells: pair })),
  }),
  pairs: tool('pairs', 'Pairs', {
    hint: ALONG,
    value: asked('Pairs', 'Then type the pairs of digits that may follow each other: 12 13 21.', { isText: true }),
    shape: (cells, _, typed) => {
      const allowed: Record<string, string> = {}
      for (const [first, second = ''] of typed.split(/[\s,]+/)) allowed[first] = (allowed[first] ?? '') + second
      return cells.length > 1 ? [{ lines: [cells], allowed }] : undefined
    },
  }),
  walk: tool('walk', 'Pattern', {
    hint: ALONG,
    value: asked('Pattern', 'Then type a regular expression over its digits: 1[2-4]*5.', {
      isText: true,
      field: 'pattern',
    }),
    shape: (cells) => [{ lines: [cells] }],
  }),
  quadruple: tool('quadruple', 'Quadruple', {
    hint: 'Drag over two cells that touch at the corner where it stands.',
    stroke: 'area',
    value: DIGITS,
    shape: cornerOf,
  }),
  even: area('even', 'Even cells'),
  odd: area('odd', 'Odd cells'),
  minimum: area('minimum', 'Minimum'),
  maximum: area('maximum', 'Maximum'),
  candidates: area('candidates', 'Candidates', { ...DIGITS, words: 'Then type the digits that they may hold.' }),
  'row-indexer': area('row-indexer', 'Row indexer'),
  'column-indexer': area('column-indexer', 'Column indexer'),
  'extra-region': area('extra-region', 'Extra region'),
  clone: tool('clone', 'Clone', {
    hint: 'Drag over its cells, and then over their copy, cell for cell.',
    strokes: 2,
    shape: (drawn) => halvesOf(drawn)?.map(([cells, copy]) => ({ cells, copy })),
  }),
  'little-killer': tool('little-killer', 'Little killer', {
    hint: `${INTO} along the diagonal.`,
    beside: 'diagonal',
    value: NEEDED_SUM,
    shape: (cells, size) => {
      const { row, column, way } = wayOf(cells)
      const isAtEdge = !isInside({ row: row - way[0], column: column - way[1] }, size)
      return isAtEdge && !way.includes(0) ? [{ cells: rayFrom({ row, column }, way, size) }] : undefined
    },
  }),
  sandwich: clue('sandwich', 'Sandwich'),
  'x-sum': clue('x-sum', 'X-sum'),
  skyscraper: clue('skyscraper', 'Skyscraper'),
  'numbered-room': clue('numbered-room', 'Numbered room'),
}

export const ALL_TOOLS: readonly Tool[] = Object.values(TOOLS).flat()

/** The first of the tools of a constraint. */
function toolFor({ type }: VariantConstraint): Tool {
  return [TOOLS[type]].flat()[0]
}

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
  const { title } = toolFor(constraint)
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
  if (!('row' in constraint || 'column' in constraint)) {
    const names = JSON.stringify(constraint).match(/r\d+c\d+/g) ?? []
    return [...new Set(placesOf(names).map((place) => cellAt(place, size)))]
  }
  const { row, column } = constraint
  return [...Array(size * size).keys()].filter((cell) =>
    row === undefined ? (cell % size) + 1 === column : Math.floor(cell / size) + 1 === row,
  )
}

/** What is typed with a constraint, and its value as it would be typed; undefined where it has none. */
export function typedIn(
  constraint: VariantConstraint,
): { readonly asked: ToolValue; readonly typed: string } | undefined {
  const { value: asked } = toolFor(constraint)
  if (!asked?.field) return undefined
  const value = { ...NO_VALUE, ...constraint }[asked.field]
  return { asked, typed: Array.isArray(value) ? value.join(' ') : `${value ?? ''}` }
}

/** The field that holds what is typed, which is still to be checked. */
export function fieldIn(value: ToolValue | undefined, typed: string, size: number): object {
  if (!value?.field) return {}
  const number = typed === '' ? undefined : Number(typed)
  // `1 2 4`, or `124` where digits have one figure.
  const digits = typed.match(size <= 9 ? /\d/g : /\d+/g)?.map(Number) ?? []
  const all = { sum: number, value: number, digits, pattern: typed }
  return { [value.field]: all[value.field] }
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

function tool(type: ConstraintType, title: string, drawn: Pick<Tool, 'hint' | 'shape'> & Partial<Tool>): Tool {
  const hint = [drawn.hint, drawn.value?.words].filter(Boolean).join(' ')
  return { stroke: 'way', ...drawn, type, title, hint }
}

function line(type: ConstraintType, title: string, more: Partial<Tool> = {}): Tool {
  return tool(type, title, { hint: ALONG, shape: (cells) => (cells.length > 1 ? [{ cells }] : undefined), ...more })
}

function area(type: ConstraintType, title: string, value?: ToolValue): Tool {
  return tool(type, title, {
    hint: OVER_AREA,
    stroke: 'area',
    ...(value && { value }),
    shape: (cells) => [{ cells: inReadingOrder(cells) }],
  })
}

/** A longer stroke makes one between each two cells. */
function pairs(type: ConstraintType, title: string, more: Partial<Tool>): Tool {
  return tool(type, title, {
    hint: ACROSS,
    shape: (cells) => pairsOf(cells)?.map((pair) => ({ cells: inReadingOrder(pair) })),
    ...more,
  })
}

/** A clue of a row or column, from the side where the stroke begins. */
function clue(type: ConstraintType, title: string): Tool {
  return tool(type, title, {
    hint: `${INTO} along the row or column.`,
    beside: 'line',
    value: CLUE,
    shape: (cells) => {
      const { row, column, way } = wayOf(cells)
      const [down, right] = way
      if ((down === 0) === (right === 0)) return undefined
      return down === 0
        ? [{ row, from: right > 0 ? 'left' : 'right' }]
        : [{ column, from: down > 0 ? 'top' : 'bottom' }]
    },
  })
}

/** Each two cells that follow each other. */
function pairsOf(cells: readonly CellName[]): readonly (readonly CellName[])[] | undefined {
  return cells.length > 1 ? cells.slice(1).map((cell, i) => [cells[i], cell]) : undefined
}

/** The cells of two strokes, as many each. */
function halvesOf(cells: readonly CellName[]): [[readonly CellName[], readonly CellName[]]] | undefined {
  const half = cells.length / 2
  return Number.isInteger(half) && half > 0 ? [[cells.slice(0, half), cells.slice(half)]] : undefined
}

/**
 * The first two cells from a place beside the grid, which was pressed; none where nothing can stand. Of two diagonals it
 * is that on the side of the place where the pointer was released, if there is one.
 */
export function cellsFrom(
  pressed: readonly number[],
  released: readonly number[],
  beside: 'line' | 'diagonal',
  size: number,
): readonly number[] {
  const place = pressed.map(Math.floor)
  const sides = place.map((at, axis) => (beside !== 'diagonal' ? 0 : released[axis] < at + 0.5 ? -1 : 1))
  for (const turn of [1, -1]) {
    const way = place.map((at, axis) => (at < 0 ? 1 : at >= size ? -1 : turn * sides[axis]))
    const cells = [1, 2].map((step) => ({ row: place[0] + 1 + step * way[0], column: place[1] + 1 + step * way[1] }))
    const isStraight = way.includes(0)
    if (isStraight === (beside === 'line') && cells.every((cell) => isInside(cell, size)))
      return cells.map((cell) => cellAt(cell, size))
  }
  return []
}

/** The places beside the grid that may be clicked, and room for them. */
export function placesBeside(size: number): readonly Shape[] {
  const lines = Array.from({ length: size + 1 }, (_, i) => `M${i} -1v1m0 ${size}v1M-1 ${i}h1m${size} 0h1`)
  return [
    { paint: 'clue', text: '', x: 0, y: 0 },
    { paint: 'thin', d: lines.join('') },
  ]
}

/** Where a stroke begins, and which way it sets out, down and right: none of a single cell. */
function wayOf(cells: readonly CellName[]) {
  const [first, second = first] = placesOf(cells)
  return { ...first, way: [Math.sign(second.row - first.row), Math.sign(second.column - first.column)] as const }
}

/** The four cells around the corner where two of a stroke's touch. */
function cornerOf(cells: readonly CellName[]): readonly object[] | undefined {
  const places = placesOf(cells)
  const rows = places.map(({ row }) => row)
  const columns = places.map(({ column }) => column)
  const [top, left] = [Math.min(...rows), Math.min(...columns)]
  if (Math.max(...rows) !== top + 1 || Math.max(...columns) !== left + 1) return undefined
  return [{ cells: [0, 1].flatMap((down) => [0, 1].map((right) => nameOf({ row: top + down, column: left + right }))) }]
}

function placesOf(cells: readonly CellName[]) {
  return cells.flatMap((name) => placeOf(name) ?? [])
}
