import {
  type ConstraintOf,
  type ConstraintType,
  diagonalOf,
  isWhiteDot,
  type OutsideClue,
  thirdOf,
  usualWhisper,
  type VariantConstraint,
} from '../../sudoku/constraints/constraint-json.ts'
import { type PairType, pairDemand, TO_NEIGHBOURS } from '../../sudoku/constraints/relation.ts'
import { type CellName, cellsOf, inReadingOrder, nameOfCell, placeOf, rayFrom } from '../../sudoku/grid/cell-name.ts'
import { digitsOf, symbolOf } from '../../sudoku/grid/grid.ts'
import { neighboursOf, pairsApart } from '../../sudoku/grid/units.ts'
import { diagonalFrom } from './iss.ts'
import { keyOfTable } from './iss-walks.ts'
import { sizeOf, type VariantPuzzle, type VariantRule } from './variant-puzzle.ts'

/** No grid of Interactive Sudoku Solver is larger. */
const MOST_CELLS = 16

/**
 * The link of Interactive Sudoku Solver of a puzzle in its normal form: it has the same solutions there, but for what
 * {@link unknownToIss} tells, and of two clues at one place it takes the last. Its id and solution are not in it; what
 * has no type of its own there is written as pairs.
 */
export function issLinkOf(puzzle: VariantPuzzle): string {
  const size = sizeOf(puzzle)
  const { regions, rules = [], constraints = [], negative = [] } = puzzle
  const items: Item[] = [
    ...(size === 9 ? [] : [['Shape', `${size}x${size}`]]),
    ...(regions === undefined ? [] : [['NoBoxes'], ['Jigsaw', regions]]),
    ...rules.flatMap((rule) => RULES[rule]),
    ...constraints.flatMap((one) => itemsOf(one, size) ?? []),
    ...unshown(negative, constraints, size),
    ...givens(puzzle.puzzle, size),
  ]
  const nameOf = size > MOST_CELLS ? String : inLetters
  const written = items.map((item) => `.${item.map(nameOf).join('~')}`).join('')
  return `https://sigh.github.io/Interactive-Sudoku-Solver/?q=${encodeURIComponent(written)}`
}

/** What of a puzzle Interactive Sudoku Solver cannot have. */
export function unknownToIss(puzzle: VariantPuzzle): string[] {
  const size = sizeOf(puzzle)
  if (size > MOST_CELLS) return [`grid of ${size}×${size}`]
  return [...new Set((puzzle.constraints ?? []).filter((one) => !itemsOf(one, size)).map(({ type }) => type))]
}

/** A constraint as it is written there: its type, and what belongs to it. */
type Item = readonly (string | number)[]

const RULES: Readonly<Record<VariantRule, readonly Item[]>> = {
  diagonal: [1, -1].map((way) => ['Diagonal', way]),
  windoku: [['Windoku']],
  disjoint: [['DisjointSets']],
  'anti-knight': [['AntiKnight']],
  'anti-king': [['AntiKing']],
  'non-consecutive': [['AntiConsecutive']],
  // Their marks are among the givens.
  even: [],
  odd: [],
}

/** What a constraint is there; undefined where nothing says it. */
type Writer<T extends ConstraintType> = (constraint: ConstraintOf<T>, size: number) => readonly Item[] | undefined

const WRITERS: { readonly [T in ConstraintType]: Writer<T> } = {
  cage: ({ cells, sum }) => [sum === undefined ? ['AllDifferent', ...cells] : ['Cage', sum, ...cells]],
  'little-killer': ({ cells, sum }, size) => {
    const isNamedBy = (name: CellName) => {
      const place = placeOf(name)
      const way = place && diagonalFrom(place, size)
      return way && inReadingOrder(rayFrom(place, way, size)).join() === inReadingOrder(cells).join()
    }
    const name = [cells[0], cells[cells.length - 1]].find(isNamedBy)
    // A corner is a diagonal, too, and has no name there.
    return [name === undefined ? ['Sum', sum, ...cells] : ['LittleKiller', sum, name]]
  },
  sandwich: (clue) => [['Sandwich', clue.value, lineOf(clue)]],
  'x-sum': outside('XSum'),
  skyscraper: outside('Skyscraper'),
  'numbered-room': outside('NumberedRoom'),
  arrow: ({ circle, arrows }, size) => {
    if (circle.length === 1) return arrows.map((arrow) => ['Arrow', ...circle, ...arrow])
    return isPill(circle, size) ? arrows.map((arrow) => ['PillArrow', circle.length, ...circle, ...arrow]) : undefined
  },
  thermometer: onCells('Thermo'),
  'slow-thermometer': ({ cells }, size) => [related('Pair', 'slow thermometer', [cells], size, (a, b) => a <= b)],
  palindrome: onCells('Palindrome'),
  renban: onCells('Renban'),
  whispers: ({ cells, value }, size) => [['Whisper', value ?? usualWhisper(size), ...cells]],
  'region-sum-line': onCells('RegionSumLine'),
  'entropic-line': ({ cells }, size) => {
    // Its own type is for nine digits alone.
    const parts = cells.length < 3 ? [cells] : cells.slice(2).map((_, i) => cells.slice(i, i + 3))
    return [related('PairX', 'entropic line', parts, size, (a, b) => thirdOf(a, size) !== thirdOf(b, size))]
  },
  'between-line': onCells('Between'),
  'lockout-line': ({ cells, value }, size) => [['Lockout', value ?? usualWhisper(size) - 1, ...cells]],
  'modular-line': ({ cells, value = 3 }) => [['Modular', value, ...cells]],
  'nabner-line': ({ cells }, size) => [related('PairX', 'nabner line', [cells], size, (a, b) => Math.abs(a - b) > 1)],
  'zipper-line': onCells('Zipper'),
  'double-arrow': onCells('DoubleArrow'),
  'sum-line': ({ cells, value = 10 }) => {
    const isLoop = cells[0] === cells[cells.length - 1]
    return [['SumLine', value, ...(isLoop ? [...cells.slice(0, -1), 'LOOP'] : cells)]]
  },
  sum: ({ cells, sum }) => [['Sum', sum, ...cells]],
  'equal-sums': ({ parts }) => [['EqualSum', ...parts.flatMap((part, i) => (i > 0 ? ['-', ...part] : part))]],
  difference: (dot, size) => {
    if (isWhiteDot(dot)) return [['WhiteDot', ...dot.cells]]
    return [related('Pair', `differ by ${dot.value}`, [dot.cells], size, pairDemand.difference(dot).allows)]
  },
  ratio: (dot, size) => {
    if ((dot.value ?? 2) === 2) return [['BlackDot', ...dot.cells]]
    return [related('Pair', `ratio of ${dot.value}`, [dot.cells], size, pairDemand.ratio(dot).allows)]
  },
  xv: ({ cells, value }) => [[value, ...cells]],
  'greater-than': onCells('GreaterThan'),
  pairs: ({ lines, allowed, each }, size) => {
    const isAllowed = (a: number, b: number) => (allowed[symbolOf(a)] ?? '').includes(symbolOf(b))
    // Its own type for this takes no relation that has an order.
    const inPairs = (line: readonly CellName[]) =>
      line.flatMap((one, i) => line.slice(i + 1).map((other) => [one, other]))
    return [related('Pair', 'pairs', each === 'all' ? lines.flatMap(inPairs) : lines, size, isAllowed)]
  },
  walk: ({ lines, pattern }) => {
    if (pattern === undefined) return undefined
    const written = btoa(pattern).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    return [['Regex', written, ...lines.flatMap((line) => ['', ...line]).slice(1)]]
  },
  clone: ({ cells, copy }) => cells.map((cell, i) => ['SameValues', 2, cell, copy[i]]),
  quadruple: ({ cells, digits }) => [['Quad', inReadingOrder(cells)[0], ...digits]],
  minimum: ({ cells }, size) => extremes(cells, size).map(([cell, beside]) => ['GreaterThan', beside, cell]),
  maximum: ({ cells }, size) => extremes(cells, size).map(([cell, beside]) => ['GreaterThan', cell, beside]),
  even: ({ cells }, size) => [['', ...held(cells, ofParity(0, size))]],
  odd: ({ cells }, size) => [['', ...held(cells, ofParity(1, size))]],
  candidates: ({ cells, digits }) => [['', ...held(cells, digits)]],
  'row-indexer': ({ cells }) => [['Indexing', 'R', ...cells]],
  'column-indexer': ({ cells }) => [['Indexing', 'C', ...cells]],
  'extra-region': ({ cells }, size) => {
    const way = cells.length === size ? diagonalOf(cells, size) : undefined
    return [way ? ['Diagonal', way[0] === way[1] ? -1 : 1] : ['AllDifferent', ...cells]]
  },
}

function itemsOf(constraint: VariantConstraint, size: number): readonly Item[] | undefined {
  return (WRITERS[constraint.type] as Writer<ConstraintType>)(constraint, size)
}

function onCells(type: string) {
  return ({ cells }: { readonly cells: readonly CellName[] }): readonly Item[] => [[type, ...cells]]
}

function outside(type: string) {
  return (clue: OutsideClue): readonly Item[] => {
    const isAtEnd = clue.from === 'right' || clue.from === 'bottom'
    return [[type, lineOf(clue), ...(isAtEnd ? ['', clue.value] : [clue.value, ''])]]
  }
}

function lineOf({ row, column }: OutsideClue): string {
  return row === undefined ? `C${column}` : `R${row}`
}

/** Whether cells follow each other in a row or column, as those of a pill do there. */
function isPill(cells: readonly CellName[], size: number): boolean {
  const at = cellsOf(cells, size)
  const step = at[1] - at[0]
  return (
    (step === size || (step === 1 && at[0] % size < size - at.length + 1)) &&
    at.every((cell, i) => cell === at[0] + i * step)
  )
}

/** Cells of which each two successive ones are in a relation, or each two at all. */
function related(
  type: 'Pair' | 'PairX',
  name: string,
  parts: readonly (readonly CellName[])[],
  size: number,
  isAllowed: (first: number, second: number) => boolean,
): Item {
  return [
    type,
    keyOfTable(isAllowed, size),
    ...parts.flatMap((part, i) => [i > 0 ? '' : `_${encodeURIComponent(name)}`, ...part]),
  ]
}

/** The cells that are marked as lowest or highest, each with every neighbour that is not. */
function extremes(cells: readonly CellName[], size: number): (readonly [CellName, CellName])[] {
  return cellsOf(cells, size).flatMap((cell, i) => {
    const around = neighboursOf(cell, size).map((beside) => nameOfCell(beside, size))
    return around.filter((beside) => !cells.includes(beside)).map((beside) => [cells[i], beside] as const)
  })
}

/** That neighbours without a dot or sign are no such pair. */
function unshown(types: readonly PairType[], constraints: readonly VariantConstraint[], size: number): Item[] {
  const pairsWith = (type: PairType) =>
    constraints.flatMap((one) => (one.type === type ? [inReadingOrder(one.cells).join()] : []))
  const shown = { difference: pairsWith('difference'), ratio: pairsWith('ratio') }
  // Its own type says both, but lets each kind of dot hide the other.
  const isStrict = types.includes('difference') && types.includes('ratio')
  const dotted = [...shown.difference, ...shown.ratio]
  const neighbours = pairsApart(size, TO_NEIGHBOURS).map((pair) => pair.map((cell) => nameOfCell(cell, size)))
  const without = (type: 'difference' | 'ratio') => {
    const others = neighbours.filter(
      (pair) => !shown[type].includes(pair.join()) && (!isStrict || dotted.includes(pair.join())),
    )
    const { allows } = pairDemand[type]({})
    return others.length > 0 ? [related('Pair', `no ${type}`, others, size, (a, b) => !allows(a, b))] : []
  }
  return [
    ...(isStrict ? [['StrictKropki']] : []),
    ...types.flatMap((type) => (type === 'xv' ? [['StrictXV']] : without(type))),
  ]
}

/** The digits that cells may hold; of a cell that is told twice, both hold. */
function held(cells: readonly CellName[], digits: readonly number[]): string[] {
  return cells.map((cell) => [cell, ...digits].join('_'))
}

function ofParity(remainder: 0 | 1, size: number): number[] {
  return Array.from({ length: size }, (_, i) => i + 1).filter((digit) => digit % 2 === remainder)
}

function givens(text: string, size: number): Item[] {
  const told = [...text].flatMap((symbol, cell) => {
    if (symbol === '.') return []
    const digits = symbol === 'e' || symbol === 'o' ? ofParity(symbol === 'e' ? 0 : 1, size) : digitsOf(symbol)
    return held([nameOfCell(cell, size)], [...digits])
  })
  return told.length > 0 ? [['', ...told]] : []
}

/** Rows and columns are one character each there, `RbC1` for `r11c1`. */
function inLetters(part: string | number): string {
  const [all, row, column] = /^r(\d+)c(\d+)/.exec(`${part}`) ?? []
  if (all === undefined) return `${part}`
  return `R${Number(row).toString(17)}C${Number(column).toString(17)}${`${part}`.slice(all.length)}`
}
