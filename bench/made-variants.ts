import type { ConstraintType, VariantConstraint } from '../shared/sudoku/constraints/constraint-json.ts'
import { meaningOf } from '../shared/sudoku/constraints/constraint-meanings.ts'
import type { CellName } from '../shared/sudoku/grid/cell-name.ts'
import { cellAt, nameOfCell, placeOf, rayFrom } from '../shared/sudoku/grid/cell-name.ts'
import type { Digits } from '../shared/sudoku/grid/grid.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import { neighboursOf, rowsColumnsBoxes, type Size } from '../shared/sudoku/grid/units.ts'
import { fullGrid } from '../shared/sudoku/making/generate.ts'
import { Random } from '../shared/sudoku/making/random.ts'
import { rulesFor } from '../shared/sudoku/rules/rules.ts'

/** A puzzle as NDJSON has it, with the grid that it was read off; it may have other solutions, too. */
export interface MadePuzzle {
  readonly puzzle: string
  readonly constraints: readonly VariantConstraint[]
  readonly grid: Digits
}

interface Recipe {
  readonly size?: Size
  readonly count: number
  readonly givens: number
  /** A constraint with random cells, and with the number that the grid has there; whether the grid keeps it is not asked yet. */
  readonly draw: (board: Board) => VariantConstraint
}

interface Board {
  readonly size: Size
  readonly grid: Digits
  readonly random: Random
}

/** For each type as many as setters use, with so few givens that guesses are needed. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  'x-sum': { count: 14, givens: 0, draw: (board) => clue('x-sum', board, (digits) => sum(digits.slice(0, digits[0]))) },
  skyscraper: { count: 18, givens: 4, draw: (board) => clue('skyscraper', board, (digits) => seenIn(digits)) },
  sandwich: { count: 12, givens: 4, draw: (board) => clue('sandwich', board, (digits) => between(digits)) },
  'little-killer': { count: 12, givens: 8, draw: littleKiller },
  'region-sum-line': { count: 8, givens: 4, draw: (board) => line('region-sum-line', board, 4, 7) },
  'between-line': { count: 8, givens: 8, draw: (board) => line('between-line', board, 4, 6) },
  thermometer: { count: 8, givens: 6, draw: (board) => line('thermometer', board, 3, 5) },
  'slow-thermometer': { count: 8, givens: 8, draw: (board) => line('slow-thermometer', board, 4, 5) },
  palindrome: { count: 5, givens: 14, draw: (board) => line('palindrome', board, 4, 5) },
  renban: { count: 8, givens: 10, draw: (board) => line('renban', board, 3, 5) },
  whispers: { count: 8, givens: 6, draw: (board) => line('whispers', board, 3, 5) },
  arrow: {
    count: 10,
    givens: 6,
    draw: (board) => {
      const [circle, ...arrow] = path(board, 3, 5)
      return { type: 'arrow', circle: [circle], arrows: [arrow] }
    },
  },
  difference: { count: 20, givens: 8, draw: (board) => ({ type: 'difference', cells: path(board, 2, 2, true) }) },
  ratio: { count: 8, givens: 14, draw: (board) => ({ type: 'ratio', cells: path(board, 2, 2, true) }) },
  xv: { count: 10, givens: 12, draw: (board) => ({ type: 'xv', cells: path(board, 2, 2, true), value: 'X' }) },
  clone: {
    count: 4,
    givens: 14,
    draw: (board) => ({ type: 'clone', cells: path(board, 2, 3), copy: path(board, 2, 3) }),
  },
  quadruple: { count: 14, givens: 4, draw: quadruple },
  minimum: { count: 12, givens: 8, draw: (board) => ({ type: 'minimum', cells: path(board, 1, 1) }) },
  maximum: { count: 12, givens: 8, draw: (board) => ({ type: 'maximum', cells: path(board, 1, 1) }) },
  even: { count: 22, givens: 10, draw: (board) => ({ type: 'even', cells: path(board, 1, 1) }) },
  odd: { count: 22, givens: 10, draw: (board) => ({ type: 'odd', cells: path(board, 1, 1) }) },
  'extra-region': { count: 3, givens: 12, draw: (board) => ({ type: 'extra-region', cells: path(board, 9, 9) }) },
  cage: { count: 24, givens: 0, draw: (board) => cage(board, 2, 4) },
  'cage-16': { size: 16, count: 90, givens: 0, draw: (board) => cage(board, 3, 3) },
  'cage-16-mixed': { size: 16, count: 76, givens: 20, draw: (board) => cage(board, 2, 4) },
}

export const MADE_TYPES = Object.keys(RECIPES)

/** A puzzle of one type of constraint; each index makes its own, the same on every machine. */
export function madeVariant(type: string, seed: string, index: number): MadePuzzle {
  const { size = 9, count, givens, draw } = RECIPES[type]
  const random = new Random(`${seed} ${type}`, index)
  const grid = fullGrid(rulesFor('classic', size), random)
  if (!grid) throw new Error(`no grid of ${size}`)
  const constraints: VariantConstraint[] = []
  const taken = new Set<string>()
  for (let tried = 0; constraints.length < count && tried < MOST_TRIED; tried++) {
    const drawn = draw({ size, grid, random })
    const places = placesOf(drawn)
    if (places.some((place) => taken.has(place)) || !isKept(drawn, grid, size)) continue
    for (const place of places) taken.add(place)
    constraints.push(drawn)
  }
  const puzzle = new Uint8Array(grid.length)
  for (const cell of random.order(grid.length, givens)) puzzle[cell] = grid[cell]
  return { puzzle: textOf(puzzle), constraints, grid }
}

/** Lines find fewer places as the grid fills. */
const MOST_TRIED = 4_000

/** Of cages there would be no room for ninety of three cells on 16×16. */
const OVERLAPPING: readonly ConstraintType[] = ['little-killer', 'quadruple', 'cage']

/** What no other constraint of the puzzle may have: a clue's line and side, or cells. */
function placesOf(constraint: VariantConstraint): string[] {
  if ('from' in constraint) return [`${constraint.row} ${constraint.column} ${constraint.from}`]
  if (constraint.type === 'arrow') return [...constraint.circle, ...constraint.arrows.flat()]
  if (constraint.type === 'clone') return [...constraint.cells, ...constraint.copy]
  const { cells } = constraint as { readonly cells: readonly CellName[] }
  return OVERLAPPING.includes(constraint.type) ? [cells.join()] : [...cells]
}

function isKept(constraint: VariantConstraint, grid: Digits, size: Size): boolean {
  const {
    units = [],
    masks = [],
    constraints = [],
  } = meaningOf(constraint, { size, boxes: rowsColumnsBoxes(size).boxes })
  return (
    units.every(({ cells }) => new Set(cells.map((cell) => grid[cell])).size === cells.length) &&
    masks.every(([cell, digits]) => ((digits >> (grid[cell] - 1)) & 1) === 1) &&
    constraints.every(({ verify }) => verify(grid) === undefined)
  )
}

/** Cells one beside the other, diagonally too where that is not ruled out. */
function path({ size, random }: Board, least: number, most: number, isStraight = false): CellName[] {
  const wanted = least + random.below(most - least + 1)
  for (;;) {
    const cells = [random.below(size * size)]
    while (cells.length < wanted) {
      const end = cells[cells.length - 1]
      const beside = neighboursOf(end, size)
      const around = isStraight ? beside : beside.flatMap((cell) => [cell, ...neighboursOf(cell, size)])
      const next = around.filter((cell) => !cells.includes(cell) && Math.abs((cell % size) - (end % size)) <= 1)
      const near = next.filter((cell) => Math.abs(cell - end) <= size + 1)
      if (near.length === 0) break
      cells.push(near[random.below(near.length)])
    }
    if (cells.length === wanted) return cells.map((cell) => nameOfCell(cell, size))
  }
}

type LineType =
  | 'region-sum-line'
  | 'between-line'
  | 'thermometer'
  | 'slow-thermometer'
  | 'palindrome'
  | 'renban'
  | 'whispers'

function line(type: LineType & ConstraintType, board: Board, least: number, most: number): VariantConstraint {
  const cells = path(board, least, most)
  const boxOf = (name: CellName) => {
    const { row = 0, column = 0 } = placeOf(name) ?? {}
    return Math.floor((row - 1) / 3) * 3 + Math.floor((column - 1) / 3)
  }
  // A line within a box says nothing.
  if (type === 'region-sum-line' && new Set(cells.map(boxOf)).size === 1) return line(type, board, least, most)
  return { type, cells }
}

function cage(board: Board, least: number, most: number): VariantConstraint {
  const cells = path(board, least, most, true)
  return { type: 'cage', cells, sum: sum(digitsAt(cells, board)) }
}

function littleKiller(board: Board): VariantConstraint {
  const { size, random } = board
  const edge = 1 + random.below(size)
  const [down, right] = [random.below(2) * 2 - 1, random.below(2) * 2 - 1]
  const cells = rayFrom({ row: down > 0 ? 1 : size, column: edge }, [down, right], size)
  return { type: 'little-killer', cells, sum: sum(digitsAt(cells, board)) }
}

function quadruple(board: Board): VariantConstraint {
  const { size, random } = board
  const corner = random.below(size - 1) * size + random.below(size - 1)
  const cells = [corner, corner + 1, corner + size, corner + size + 1].map((cell) => nameOfCell(cell, size))
  const digits = digitsAt(cells, board)
  return {
    type: 'quadruple',
    cells,
    digits: random
      .order(4, 3)
      .map((i) => digits[i])
      .toSorted((a, b) => a - b),
  }
}

function clue(
  type: 'x-sum' | 'skyscraper' | 'sandwich',
  { size, grid, random }: Board,
  numberOf: (digits: readonly number[]) => number,
): VariantConstraint {
  const number = random.below(size)
  const [isRow, isTurned] = [random.below(2) === 0, type !== 'sandwich' && random.below(2) === 0]
  const digits = Array.from({ length: size }, (_, i) => grid[isRow ? number * size + i : i * size + number])
  const value = numberOf(isTurned ? digits.toReversed() : digits)
  return isRow
    ? { type, row: number + 1, from: isTurned ? 'right' : 'left', value }
    : { type, column: number + 1, from: isTurned ? 'bottom' : 'top', value }
}

const sum = (digits: readonly number[]) => digits.reduce((all, digit) => all + digit, 0)
const seenIn = (digits: readonly number[]) =>
  digits.filter((digit, i) => digits.slice(0, i).every((before) => before < digit)).length
const between = (digits: readonly number[]) => {
  const [from, to] = [digits.indexOf(1), digits.indexOf(digits.length)].toSorted((a, b) => a - b)
  return sum(digits.slice(from + 1, to))
}
const digitsAt = (cells: readonly CellName[], { grid, size }: Board) =>
  cells.flatMap((name) => {
    const place = placeOf(name)
    return place ? [grid[cellAt(place, size)]] : []
  })
