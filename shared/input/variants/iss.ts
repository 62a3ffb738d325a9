import { accept, type Checked, refuse, shown } from '../../checked.ts'
import { type ConstraintType, constraintOf, type VariantConstraint } from '../../sudoku/constraints/constraint-json.ts'
import { cellAt, inReadingOrder, isInside, nameOf, type Place, placeOf, rayFrom } from '../../sudoku/grid/cell-name.ts'
import { symbolOf } from '../../sudoku/grid/grid.ts'
import { type Size, VARIANT_SIZES } from '../../sudoku/grid/units.ts'
import {
  countingCircles,
  dutchFlatmates,
  equalityCage,
  everySquare,
  lookAndSay,
  rellikCage,
  tableOf,
  valueIndexing,
} from './iss-walks.ts'
import { unescaped } from './payload.ts'
import { leaveOut } from './prose-rules.ts'
import type { Remarks } from './remarks.ts'
import { diagonalsOf, type VariantPuzzle, variantOf } from './variant-puzzle.ts'

const LINK = /^(?:https?:\/\/)?sigh\.github\.io\/Interactive-Sudoku-Solver\/?[^?]{0,40}\?(.*)$/i

/**
 * A puzzle as Interactive Sudoku Solver writes it, `.Type~arg~R1C1~…` one after the other, or a link of it; undefined if the
 * text is something else.
 */
export function readIss(text: string, remarks?: Remarks): Checked<VariantPuzzle> | undefined {
  const query = LINK.exec(text)?.[1]
  const written = query === undefined ? text : (/(?:^|&)q=([^&#]*)/.exec(query)?.[1] ?? '')
  const bare = query === undefined ? written : unescaped(written, 1)
  const [before, first] = bare.split('.', 2).map((part) => part.trim())
  // Grids begin with a dot, too; a name that needs nothing behind it is longer than any that stands for an empty cell.
  if (
    before === '' &&
    first !== undefined &&
    (/^(?:[A-Za-z]*~|Or$)/.test(first) || (first.length > 2 && Object.hasOwn(TYPES, first)))
  )
    return readItems(bare.slice(1).split('.'), remarks)
  return query === undefined ? undefined : refuse('the link: it holds no puzzle, expected ?q=.Type~…')
}

type Meaning = (args: readonly string[], told: Told) => Checked<unknown>

/** What each type is here. */
const TYPES: Readonly<Record<string, Meaning>> = {
  Cage: ([sum, ...cells]) => one('cage', sum === '' || sum === '0' ? { cells } : { cells, sum: numberOf(sum) }),
  AllDifferent: onCells('cage'),
  LittleKiller: ([sum, start, ...more], { size }) => {
    if (more.length > 0) return none(more)
    const place = placeOf(start)
    const way = place && diagonalFrom(place, size)
    return way
      ? one('little-killer', { cells: rayFrom(place, way, size), sum: numberOf(sum) })
      : refuse(`found ${shown(start)}, expected the first cell of a diagonal`)
  },
  Sandwich: ([value, line, ...more]) => (more.length > 0 ? none(more) : clue('sandwich', line, 0, value)),
  XSum: clues('x-sum'),
  Skyscraper: clues('skyscraper'),
  NumberedRoom: clues('numbered-room'),
  Arrow: ([circle, ...cells]) => one('arrow', { circle: [circle], arrows: [cells] }),
  PillArrow: ([count, ...cells]) => {
    if (count !== '2' && count !== '3') return refuse(`found ${shown(count)} cells of a pill, expected 2 or 3`)
    const length = Number(count)
    return one('arrow', { circle: inReadingOrder(cells.slice(0, length)), arrows: [cells.slice(length)] })
  },
  Thermo: onCells('thermometer'),
  Palindrome: onCells('palindrome'),
  Renban: onCells('renban'),
  Whisper: (args) => {
    const [value = '', ...cells] = args
    // A difference of 5 goes without saying on every size.
    return one('whispers', /^\d+$/.test(value) ? { cells, value: numberOf(value) } : { cells: args, value: 5 })
  },
  RegionSumLine: onCells('region-sum-line'),
  // On other sizes its versions differ: the groups had three digits each at first, and now it takes none.
  Entropic: (cells, { size }) =>
    size === 9 ? one('entropic-line', { cells }) : refuse(`found a grid of ${size}×${size}, expected 9×9`),
  Between: onCells('between-line'),
  Lockout: withValue('lockout-line'),
  Modular: withValue('modular-line'),
  Zipper: onCells('zipper-line'),
  DoubleArrow: onCells('double-arrow'),
  SumLine: ([value, ...cells]) => {
    const line = cells.at(-1) === 'LOOP' ? [...cells.slice(0, -1), cells[0]] : cells
    return one('sum-line', { cells: line, value: numberOf(value) })
  },
  Sum: ([sum, ...cells]) => one('sum', { cells, sum: numberOf(sum) }),
  EqualSum: (args) => one('equal-sums', { parts: partsOf(args, '-') }),
  WhiteDot: onNeighbours('difference'),
  BlackDot: onNeighbours('ratio'),
  X: onNeighbours('xv', { value: 'X' }),
  V: onNeighbours('xv', { value: 'V' }),
  GreaterThan: onNeighbours('greater-than'),
  Pair: ([key, ...items], { size }) => one('pairs', { lines: namedLines(items), allowed: tableOf(key, size) }),
  PairX: ([key, ...items], { size }) =>
    one('pairs', { lines: namedLines(items), allowed: tableOf(key, size), each: 'all' }),
  Regex: ([written = '', ...items]) => {
    const bare = written.replace(/=+$/, '')
    if (!/^[\w-]*$/.test(bare) || bare.length % 4 === 1) return refuse(`found ${shown(written)}, expected base64`)
    const pattern = atob(bare.replaceAll('-', '+').replaceAll('_', '/'))
    return one('walk', { lines: namedLines(items), pattern: pattern.replaceAll(/\s/g, '').toUpperCase() })
  },
  ValueIndexing: (cells, { size }) => valueIndexing(cells, size),
  EqualityCage: (cells, { size }) => equalityCage(cells, size),
  RellikCage: ([sum, ...cells], { size }) => rellikCage(numberOf(sum), cells, size),
  LookAndSay: ([clue = '', ...cells], { size }) => lookAndSay(clue, cells, size),
  CountingCircles: (cells, { size }) => countingCircles(cells, size),
  DutchFlatmates: onNine(dutchFlatmates),
  GlobalEntropy: onNine(() => everySquare((digit) => Math.ceil(digit / 3) - 1)),
  GlobalMod: onNine(() => everySquare((digit) => digit % 3)),
  SameValues: ([sets, ...cells]) => {
    if (numberOf(sets) !== cells.length) return refuse(`found ${shown(sets)} sets, expected one of each of its cells`)
    return accept(cells.slice(1).map((cell, i) => ({ type: 'clone', cells: [cells[i]], copy: [cell] })))
  },
  Quad: ([corner, ...digits]) => {
    const { row = 0, column = 0 } = placeOf(corner) ?? {}
    const cells = [0, 1].flatMap((down) => [0, 1].map((right) => nameOf({ row: row + down, column: column + right })))
    return one('quadruple', { cells, digits: digits.map(Number) })
  },
  '': givens,
  Given: givens,
  Indexing: ([line, ...cells]) =>
    line === 'R' || line === 'C'
      ? one(line === 'R' ? 'row-indexer' : 'column-indexer', { cells })
      : refuse(`found ${shown(line)}, expected R or C`),
  Shape: (args, { size }) =>
    args.join('~') === `${size}x${size}`
      ? accept()
      : refuse(`found ${shown(args.join('~'))}, expected ${size}x${size}`),
  AntiKnight: holding('rules', 'anti-knight'),
  AntiKing: holding('rules', 'anti-king'),
  AntiConsecutive: holding('rules', 'non-consecutive'),
  Windoku: holding('rules', 'windoku'),
  DisjointSets: holding('rules', 'disjoint'),
  Diagonal: (args, { diagonals }) => {
    const way = args.join('~')
    if (way !== '1' && way !== '-1') return refuse(`found ${shown(way)}, expected 1 or -1`)
    diagonals.add(way)
    return accept()
  },
  StrictKropki: holding('negative', 'difference', 'ratio'),
  StrictXV: holding('negative', 'xv'),
  NoBoxes: (args, told) => {
    told.hasBoxes = false
    return none(args)
  },
  Jigsaw: (args, told) => {
    if (told.regions !== undefined) return refuse('found a second one, expected one layout')
    told.regions = args.at(-1)
    return args.length === 1 || args.length === 2 ? accept() : refuse(`found ${args.length} parts, expected a layout`)
  },
}

/** What the types have told by then of the puzzle, besides constraints. */
interface Told {
  readonly size: number
  readonly cells: string[]
  regions?: string | undefined
  hasBoxes: boolean
  readonly diagonals: Set<string>
  readonly rules: Set<string>
  readonly negative: Set<string>
}

function readItems(items: readonly string[], remarks: Remarks = {}): Checked<VariantPuzzle> {
  const shape = items.map((item) => item.trim().split('~')).find(([type]) => type === 'Shape')?.[1]
  const size = shape === undefined ? 9 : Number(/^(\d{1,2})x\1$/.exec(shape)?.[1])
  if (!VARIANT_SIZES.includes(size as Size))
    return refuse(`Shape: found ${shown(shape)}, expected a square with a side of ${VARIANT_SIZES.join(', ')}`)
  const sets = { diagonals: new Set<string>(), rules: new Set<string>(), negative: new Set<string>() }
  const told: Told = { size, cells: Array(size * size).fill('.'), hasBoxes: true, ...sets }
  const constraints: VariantConstraint[] = []
  // What stands in a group, `Or` to `End`, holds with that alone: then nothing is left out.
  const mayLack = items.includes('End') ? {} : remarks
  for (const [i, item] of items.entries()) {
    const [type, ...written] = item.trim().split('~')
    const name = type === '' ? 'Given' : type.slice(0, 40)
    const read = constraintsOf(type, written.map(inDecimals), told)
    const taken = read.ok ? read : leaveOut(mayLack, name, `constraint ${i + 1} (${name}): ${read.error}`)
    if (!taken.ok) return taken
    constraints.push(...(taken.value ?? []))
  }
  const { cells, regions, hasBoxes, diagonals, rules, negative } = told
  if (hasBoxes && regions !== undefined) return refuse('Jigsaw: found regions beside boxes, expected NoBoxes, too')
  if (!hasBoxes && regions === undefined) return refuse('NoBoxes: found no regions, expected Jigsaw, too')
  const lines = diagonalsOf({ isRising: diagonals.has('1'), isFalling: diagonals.has('-1') }, size)
  return variantOf({
    puzzle: cells.join(''),
    rules: [...rules, ...lines.rules],
    constraints: [...constraints, ...lines.constraints],
    negative: [...negative],
    regions,
  })
}

function constraintsOf(type: string, args: readonly string[], told: Told): Checked<readonly VariantConstraint[]> {
  if (!Object.hasOwn(TYPES, type)) return refuse('no such constraint is known here')
  const read = TYPES[type](args, told)
  if (!read.ok) return read
  const constraints: VariantConstraint[] = []
  for (const input of read.value === undefined ? [] : [read.value].flat()) {
    const constraint = constraintOf(input, told.size)
    if (!constraint.ok) return constraint
    constraints.push(constraint.value)
  }
  return accept(constraints)
}

function one(type: string, fields: Readonly<Record<string, unknown>>): Checked<unknown> {
  return accept({ type, ...fields })
}

function onCells(type: ConstraintType): Meaning {
  return (cells) => one(type, { cells })
}

/** By a type to which nothing belongs, all over a 9×9 grid. */
function onNine(read: () => Checked<unknown>): Meaning {
  return (args, { size }) => {
    if (args.length > 0) return none(args)
    return size === 9 ? read() : refuse(`found a grid of ${size}×${size}, expected 9×9`)
  }
}

function none(args: readonly string[]): Checked<void> {
  return args.length === 0 ? accept() : refuse(`found ${shown(args.join('~'))}, expected nothing more`)
}

/** By a type to which nothing belongs, these hold all over the grid. */
function holding(which: 'rules' | 'negative', ...names: readonly string[]): Meaning {
  return (args, told) => {
    for (const name of names) told[which].add(name)
    return none(args)
  }
}

/** Each two neighbours among some cells, the earlier one first. */
function onNeighbours(type: ConstraintType, fields: object = {}): Meaning {
  return (cells) => {
    const pairs = cells.flatMap((one, i) => cells.slice(i + 1).map((other) => [one, other]))
    const found = pairs.filter((pair) => {
      const [one, other] = pair.map(placeOf)
      return !one || !other || Math.abs(one.row - other.row) + Math.abs(one.column - other.column) === 1
    })
    return found.length > 0
      ? accept(found.map((pair) => ({ type, cells: pair, ...fields })))
      : refuse(`found ${shown(cells.join('~'))}, expected neighbours`)
  }
}

function withValue(type: ConstraintType): Meaning {
  return ([value, ...cells]) => one(type, { cells, value: numberOf(value) })
}

function partsOf(items: readonly string[], separator: string): string[][] {
  const parts: string[][] = [[]]
  for (const item of items) {
    if (item === separator) parts.push([])
    else parts[parts.length - 1].push(item)
  }
  return parts
}

/** Lists of cells with nothing between them, or a name, `_Thermo`. */
function namedLines(items: readonly string[]): string[][] {
  const bare = items.map((item) => (item.startsWith('_') ? '' : item))
  return partsOf(bare, '').filter((line) => line.length > 0)
}

/** A cell whose row or column is a letter, `R1Cb` of `r1c11`, as others write it; anything else as it is. */
function inDecimals(arg: string): string {
  const [all, row, column] = /^r([0-9a-z])c([0-9a-z])(?![0-9a-z])/i.exec(arg) ?? []
  if (all === undefined || /\d.\d/.test(all)) return arg
  return nameOf({ row: Number.parseInt(row, 36), column: Number.parseInt(column, 36) }) + arg.slice(all.length)
}

/** `R1C1_5`, or with more digits, where a cell has candidates. */
function givens(args: readonly string[], { size, cells }: Told): Checked<unknown> {
  const candidates: object[] = []
  for (const arg of args) {
    const [name, ...digits] = arg.split('_')
    const place = placeOf(name)
    if (!place || !isInside(place, size))
      return refuse(`found ${shown(name)}, expected a cell from R1C1 to R${size}C${size}`)
    if (digits.length !== 1) {
      candidates.push({ type: 'candidates', cells: [name], digits: digits.map(Number) })
      continue
    }
    const digit = Number(digits[0])
    if (!Number.isInteger(digit) || digit < 1 || digit > size)
      return refuse(`${name}: found ${shown(digits[0])}, expected 1–${size}`)
    const symbol = symbolOf(digit)
    const cell = cellAt(place, size)
    if (cells[cell] !== '.' && cells[cell] !== symbol)
      return refuse(`${name}: found ${cells[cell]} and ${symbol}, expected one digit`)
    cells[cell] = symbol
  }
  return accept(candidates)
}

/** A number as it is, or what came in its place, for the constraint to refuse. */
function numberOf(written: string | undefined): unknown {
  return written !== undefined && /^\d{1,4}$/.test(written) ? Number(written) : written
}

function clue(type: string, line: string | undefined, end: 0 | 1, value: string | undefined): Checked<unknown> {
  const found = /^([RC])(\d{1,2})$/.exec(line ?? '')
  if (!found) return refuse(`found ${shown(line)}, expected a row or column, as R1 or C1`)
  const isRow = found[1] === 'R'
  const from = (isRow ? ['left', 'right'] : ['top', 'bottom'])[end]
  return one(type, { [isRow ? 'row' : 'column']: Number(found[2]), from, value: numberOf(value) })
}

/** Clues at the beginning and at the end of a line, either of which may be empty. */
function clues(type: ConstraintType): Meaning {
  return ([line, ...values]) => {
    if (values.length > 2) return refuse(`found ${values.length} clues, expected two at most`)
    const read: unknown[] = []
    for (const end of [0, 1] as const) {
      if ((values[end] ?? '') === '') continue
      const found = clue(type, line, end, values[end])
      if (!found.ok) return found
      read.push(found.value)
    }
    return accept(read)
  }
}

/** A diagonal goes by the name of one of its ends: where both could be it, these are. */
export function diagonalFrom({ row, column }: Place, size: number): readonly [down: number, right: number] | undefined {
  if (column === 1 && row < size) return [1, 1]
  if (column === size && row > 1 && row < size) return [-1, -1]
  if (row === 1) return [1, -1]
  if (row === size && column < size) return column > 1 ? [-1, 1] : undefined
}
