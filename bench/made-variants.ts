import { Random } from '../shared/random.ts'
import {
  CONSTRAINTS,
  type ConstraintType,
  type VariantConstraint,
} from '../shared/sudoku/constraints/constraint-json.ts'
import { type CellName, nameOfCell, rayFrom } from '../shared/sudoku/grid/cell-name.ts'
import { hasDigit } from '../shared/sudoku/grid/digit-set.ts'
import { type Digits, textOf } from '../shared/sudoku/grid/grid.ts'
import { neighboursOf, rowsColumnsBoxes, type Size } from '../shared/sudoku/grid/units.ts'
import { fullGrid } from '../shared/sudoku/making/generate.ts'
import { meaningOf } from '../shared/sudoku/rules/puzzle-rules.ts'
import { rulesFor } from '../shared/sudoku/rules/rules.ts'

/** Constraints of a puzzle, givens, and the cells of a constraint that has some: from, to, and whether they are side by side. */
type Recipe = readonly [count: number, givens: number, least?: number, most?: number, isStraight?: boolean]

/** For each type as many as setters use, with so few givens that guesses are needed. */
const RECIPES: Readonly<Record<ConstraintType | 'cage-16' | 'cage-16-mixed', Recipe>> = {
  'x-sum': [14, 0],
  skyscraper: [18, 4],
  sandwich: [12, 4],
  'little-killer': [12, 8],
  'region-sum-line': [8, 4, 4, 7],
  'entropic-line': [6, 10, 4, 6],
  'between-line': [8, 8, 4, 6],
  'lockout-line': [8, 8, 4, 6],
  'modular-line': [6, 10, 4, 6],
  'nabner-line': [8, 10, 3, 4],
  'zipper-line': [8, 6, 4, 7],
  'double-arrow': [8, 8, 4, 6],
  'sum-line': [8, 6, 3, 5],
  sum: [12, 8, 3, 5],
  'equal-sums': [8, 8, 2, 3],
  'numbered-room': [14, 8],
  'greater-than': [30, 8, 2, 2, true],
  pairs: [8, 10, 3, 5],
  walk: [10, 8, 4, 6],
  candidates: [30, 6, 1, 1],
  'row-indexer': [12, 12, 1, 1],
  'column-indexer': [12, 12, 1, 1],
  thermometer: [8, 6, 3, 5],
  'slow-thermometer': [8, 8, 4, 5],
  palindrome: [5, 14, 4, 5],
  renban: [8, 10, 3, 5],
  whispers: [8, 6, 3, 5],
  arrow: [10, 6, 3, 5],
  difference: [20, 8, 2, 2, true],
  ratio: [8, 14, 2, 2, true],
  xv: [10, 12, 2, 2, true],
  clone: [4, 14, 2, 3],
  quadruple: [14, 4],
  minimum: [12, 8, 1, 1],
  maximum: [12, 8, 1, 1],
  even: [22, 10, 1, 1],
  odd: [22, 10, 1, 1],
  'extra-region': [3, 12, 9, 9],
  cage: [24, 0, 2, 4, true],
  'cage-16': [90, 0, 3, 3, true],
  'cage-16-mixed': [76, 20, 2, 4, true],
}

export const MADE_TYPES = Object.keys(RECIPES) as readonly (keyof typeof RECIPES)[]

/** Lines find fewer places as the grid fills. */
const MOST_TRIED = 4_000
const MOST_NUMBER = 99

/**
 * A puzzle of one type of constraint, as NDJSON has it, with the grid that it was read off; it may have other solutions,
 * too. Each index makes its own, the same on every machine.
 */
export function madeVariant(name: keyof typeof RECIPES, seed: string, index: number) {
  const [count, givens] = RECIPES[name]
  const random = new Random(`${seed} ${name}`, index)
  const [type, size] = name.startsWith('cage-16') ? (['cage', 16] as const) : ([name as ConstraintType, 9] as const)
  const grid = fullGrid(rulesFor('classic', size), random)
  if (!grid) throw new Error(`no grid of ${size}`)
  const constraints: VariantConstraint[] = []
  const taken = new Set<string>()
  for (let tried = 0; constraints.length < count && tried < MOST_TRIED; tried++) {
    const form = drawn(type, RECIPES[name], { size, grid, random })
    // Where it is: such constraints may overlap, or there would be no room for ninety cages.
    const places = MAY_OVERLAP.includes(type) ? [JSON.stringify(form)] : Object.values(form).flat(2).map(String)
    if (places.some((place) => taken.has(place))) continue
    const kept = numbered({ type, ...form }).find((constraint) => isKept(constraint, grid, size))
    if (!kept) continue
    for (const place of places) taken.add(place)
    constraints.push(kept)
  }
  const puzzle = new Uint8Array(grid.length)
  for (const cell of random.order(grid.length, givens)) puzzle[cell] = grid[cell]
  return { puzzle: textOf(puzzle), constraints, grid }
}

const CLUES: readonly ConstraintType[] = ['x-sum', 'skyscraper', 'sandwich', 'numbered-room']
const MAY_OVERLAP: readonly ConstraintType[] = [...CLUES, 'little-killer', 'quadruple', 'cage']

interface Board {
  readonly size: Size
  readonly grid: Digits
  readonly random: Random
}

/** A constraint of a type without its number. Whether the grid keeps it is not asked yet. */
function drawn(type: ConstraintType, [, , least = 0, most = 0, isStraight = false]: Recipe, board: Board) {
  const { size, grid, random } = board
  if (CLUES.includes(type)) {
    const line = 1 + random.below(size)
    const [isRow, isTurned] = [random.below(2) === 0, type !== 'sandwich' && random.below(2) === 0]
    return isRow
      ? { row: line, from: isTurned ? 'right' : 'left' }
      : { column: line, from: isTurned ? 'bottom' : 'top' }
  }
  if (type === 'little-killer') {
    const edge = 1 + random.below(size)
    const [down, right] = [random.below(2) * 2 - 1, random.below(2) * 2 - 1]
    return { cells: rayFrom({ row: down > 0 ? 1 : size, column: edge }, [down, right], size) }
  }
  if (type === 'quadruple') {
    const corner = random.below(size - 1) * size + random.below(size - 1)
    const cells = [corner, corner + 1, corner + size, corner + size + 1]
    const digits = random.order(4, 3).map((i) => grid[cells[i]])
    return { cells: cells.map((cell) => nameOfCell(cell, size)), digits: digits.toSorted((a, b) => a - b) }
  }
  const cells = path(board, least, most, isStraight)
  if (type === 'arrow') return { circle: cells.slice(0, 1), arrows: [cells.slice(1)] }
  if (type === 'equal-sums') return { parts: [cells, path(board, least, most, isStraight)] }
  if (type === 'candidates') return { cells, digits: random.order(size, 3).map((digit) => digit + 1) }
  // Neighbours whose digits do not divide each other, and a line with a high digit behind a low one.
  if (type === 'pairs')
    return {
      lines: [cells],
      allowed: { 2: '3579', 3: '24578', 4: '35679', 5: '2346789', 6: '45789', 7: '2345689', 8: '35679', 9: '245678' },
    }
  if (type === 'walk') return { lines: [cells], pattern: '.*[1-3][7-9].*' }
  return type === 'clone' ? { cells, copy: path(board, least, most, isStraight) } : { cells }
}

/** A constraint with each number that it may have. */
function numbered(form: { readonly type: ConstraintType }): VariantConstraint[] {
  const { fields } = CONSTRAINTS[form.type]
  // Dots are the usual ones.
  const field = form.type === 'sum-line' || CLUES.includes(form.type) ? 'value' : 'sum' in fields ? 'sum' : undefined
  const all = field === undefined ? [{}] : Array.from({ length: MOST_NUMBER }, (_, number) => ({ [field]: number }))
  return all.map((number) => ({ ...form, ...(form.type === 'xv' && { value: 'X' }), ...number }) as VariantConstraint)
}

function isKept(constraint: VariantConstraint, grid: Digits, size: Size): boolean {
  const { boxes } = rowsColumnsBoxes(size)
  const boxNames = boxes.map(({ cells }) => new Set(cells.map((cell) => nameOfCell(cell, size))))
  const { units = [], masks = [], constraints = [] } = meaningOf(constraint, { size, boxes })
  // A line within a box says nothing.
  const isIdle =
    constraint.type === 'region-sum-line' && boxNames.some((box) => new Set(constraint.cells).isSubsetOf(box))
  return (
    !isIdle &&
    units.every(({ cells }) => new Set(cells.map((cell) => grid[cell])).size === cells.length) &&
    masks.every(([cell, digits]) => hasDigit(digits, grid[cell])) &&
    constraints.every(({ verify }) => verify(grid) === undefined)
  )
}

/** Cells one beside the other, diagonally too where that is not ruled out. */
function path({ size, random }: Board, least: number, most: number, isStraight: boolean): CellName[] {
  const wanted = least + random.below(most - least + 1)
  for (;;) {
    const cells = [random.below(size * size)]
    while (cells.length < wanted) {
      const end = cells[cells.length - 1]
      const beside = neighboursOf(end, size)
      const around = isStraight ? beside : beside.flatMap((cell) => [cell, ...neighboursOf(cell, size)])
      const isNear = (cell: number) => Math.abs((cell % size) - (end % size)) <= 1 && Math.abs(cell - end) <= size + 1
      const next = around.filter((cell) => !cells.includes(cell) && isNear(cell))
      if (next.length === 0) break
      cells.push(next[random.below(next.length)])
    }
    if (cells.length === wanted) return cells.map((cell) => nameOfCell(cell, size))
  }
}
