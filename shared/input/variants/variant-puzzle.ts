import { accept, type Checked, isObject, mismatch, refuse, shown } from '../../checked.ts'
import { MAX_PUZZLE_LENGTH } from '../../job/limits.ts'
import { spend } from '../../reading-budget.ts'
import {
  checkedOwnSize,
  constraintOf,
  isUnusualDot,
  isWhiteDot,
  mergedCandidates,
  mergedMarks,
  type VariantConstraint,
} from '../../sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../sudoku/constraints/relation.ts'
import { type CellName, nameOfCell, rayFrom } from '../../sudoku/grid/cell-name.ts'
import { areSymbols, MARKS, parseGrid, symbolOfNumber, textOf as textOfDigits } from '../../sudoku/grid/grid.ts'
import { ALL_SIZES, hasBoxes, REGION_SIZES } from '../../sudoku/grid/units.ts'
import type { PuzzleRules } from '../../sudoku/rules/puzzle-rules.ts'
import { RULES_NAMES, type RulesName } from '../../sudoku/rules/rules.ts'

/** A puzzle with whatever holds in it besides rows, columns and boxes, as people write it and as it comes in JSON. */
export interface VariantPuzzle extends PuzzleRules {
  readonly id?: string
  /** A character a cell, row by row: `.` is empty, digits above 9 are letters, `e` and `o` are marks where a rule reads them. */
  readonly puzzle: string
  readonly rules?: readonly VariantRule[]
  /** One that came with it, a character a cell. Nobody has checked it. */
  readonly solution?: string
}

/** Rules that hold all over a grid; `even` and `odd` read marks in it. */
export type VariantRule = Exclude<RulesName, 'classic'>

/** Its fields: any other is a slip. */
export const PUZZLE_FIELDS: Readonly<Record<keyof VariantPuzzle, true>> = {
  id: true,
  puzzle: true,
  regions: true,
  rules: true,
  constraints: true,
  negative: true,
  solution: true,
}

/**
 * The puzzle that some JSON is, in its normal form: no field that says nothing, rules in their order, regions lettered
 * as they come and left out where they are the boxes. A refusal says where, what came and what was expected.
 *
 * @param besides rules whose marks its cells may carry, too, as those of a job that nobody knows yet
 */
export function variantOf(input: unknown, besides: readonly VariantRule[] = []): Checked<VariantPuzzle> {
  if (!isObject(input)) return refuse(`found ${shown(input)}, expected an object with a puzzle`)
  const other = Object.keys(input).find((name) => !Object.hasOwn(PUZZLE_FIELDS, name))
  if (other !== undefined) return refuse(`unknown field ${shown(other)}`)
  const { id, puzzle, regions, rules, constraints, negative, solution } = input
  if (id !== undefined && typeof id !== 'string') return refuse(`id: found ${shown(id)}, expected a string`)
  const named = namesOf(rules, RULES_NAMES)
  if (!named.ok) return refuse(`rules: ${named.error}`)
  const cells = cellsOf(puzzle, [...named.value, ...besides])
  if (!cells.ok) return refuse(`puzzle: ${cells.error}`)
  const { text, size } = cells.value
  const areas = checkedRegions(regions, size)
  if (!areas.ok) return refuse(`regions: ${areas.error}`)
  const held = named.value.filter((rule) => rule !== 'classic')
  if (held.includes('windoku') && size !== 9) return refuse(`rules: windoku: found ${size}×${size}, expected 9×9`)
  if (held.includes('disjoint') && areas.value !== undefined)
    return refuse('rules: disjoint: found regions, expected boxes, which have the same places')
  spend(WORK.puzzle + WORK.cell * size * size + WORK.constraint * (Array.isArray(constraints) ? constraints.length : 0))
  const all = constraintsOf(constraints, size)
  if (!all.ok) return all
  if (held.includes('non-consecutive') && all.value.some(isWhiteDot))
    return refuse('rules: non-consecutive: found a difference of 1, expected "negative": ["difference"] beside those')
  const shownAll = namesOf(negative, PAIR_TYPES)
  if (!shownAll.ok) return refuse(`negative: ${shownAll.error}`)
  const taken = checkedOwnSize({ size, regions: areas.value, constraints: all.value, negative: shownAll.value })
  if (!taken.ok) return taken
  const unusual = all.value.find((one) => shownAll.value.some((name) => name === one.type) && isUnusualDot(one))
  if (unusual) {
    const found = 'found one with a value of its own, of which nobody can say what others keep'
    return refuse(`negative: ${unusual.type}: ${found}`)
  }
  const given = solution === undefined ? accept({ text: undefined, size }) : cellsOf(solution, [], puzzle)
  if (!given.ok) return refuse(`solution: ${given.error}`)
  if (given.value.size !== size) return refuse(`solution: found ${given.value.size ** 2} cells, expected ${size ** 2}`)
  const parts: { readonly [F in keyof VariantPuzzle]: VariantPuzzle[F] | undefined } = {
    id,
    puzzle: text,
    regions: areas.value,
    rules: held,
    constraints: all.value,
    negative: shownAll.value,
    solution: given.value.text,
  }
  const told = Object.entries(parts).filter(([, value]) => value !== undefined && value.length > 0)
  return accept(Object.fromEntries(told) as unknown as VariantPuzzle)
}

/** The units of work that putting a puzzle together takes, of which its text may be a tenth as long as that of others. */
const WORK = { puzzle: 500, cell: 15, constraint: 90, character: 1_500 } as const

/**
 * A killer without givens. A cage of one cell without a sum says nothing, and is left out.
 *
 * @param cages a number for each cell, equal in one cage
 * @param sumOf the sum of a cage by its number; 0 for a cage without one
 */
export function cagesOf(
  size: number,
  cages: readonly number[],
  sumOf: (cage: number) => number,
  more: Pick<VariantPuzzle, 'rules' | 'regions'> = {},
): Checked<VariantPuzzle> {
  const cellsOf = new Map<number, CellName[]>()
  for (const [cell, cage] of cages.entries()) {
    const cells = cellsOf.get(cage) ?? []
    cells.push(nameOfCell(cell, size))
    cellsOf.set(cage, cells)
  }
  const constraints = [...cellsOf].flatMap(([cage, cells]) => {
    const sum = sumOf(cage)
    if (sum > 0) return [{ type: 'cage', cells, sum }]
    return cells.length > 1 ? [{ type: 'cage', cells }] : []
  })
  return variantOf({ ...more, puzzle: '.'.repeat(size * size), constraints })
}

/** The long diagonals of a grid: both are a rule, and one alone is an extra region. */
export function diagonalsOf(
  { isRising, isFalling }: Readonly<Record<'isRising' | 'isFalling', boolean>>,
  size: number,
): Required<Pick<VariantPuzzle, 'rules' | 'constraints'>> {
  if (isRising === isFalling) return { rules: isRising ? ['diagonal'] : [], constraints: [] }
  const cells = rayFrom({ row: isRising ? size : 1, column: 1 }, [isRising ? -1 : 1, 1], size)
  return { rules: [], constraints: [{ type: 'extra-region', cells }] }
}

/** Cells a side of a puzzle that is in its normal form. */
export function sizeOf({ puzzle }: VariantPuzzle): number {
  return Math.sqrt(puzzle.length)
}

/** Names out of a list, each once, in the order of the list; a name alone is a list of one. */
function namesOf<N extends string>(found: unknown, known: readonly N[]): Checked<readonly N[]> {
  if (found === undefined) return accept([])
  const names: readonly unknown[] = Array.isArray(found) ? found : [found]
  const wrong = names.find((name) => !known.includes(name as N))
  if (wrong !== undefined) return refuse(`found ${shown(wrong)}, expected ${known.join(', ')}`)
  return accept(known.filter((name) => names.includes(name)))
}

/**
 * The cells of a grid, as grids without rules are read.
 *
 * @param besides the puzzle of a solution: both are in the same digits
 */
function cellsOf(
  grid: unknown,
  rules: readonly string[],
  besides?: unknown,
): Checked<{ readonly text: string; readonly size: number }> {
  const written = textOf(grid)
  if (!written.ok) return written
  const text = written.value.replaceAll('|', '')
  const count = text.replaceAll(/[\s/]/g, '').length
  const others = besides === undefined ? accept('') : textOf(besides)
  const read = parseGrid(
    text,
    MARKS.filter((mark) => rules.includes(mark)),
    REGION_SIZES.find((side) => side * side === count),
    others.ok ? others.value : '',
  )
  if (!read.ok) return read
  const { size, digits, marks } = read.value
  return accept({ text: textOfDigits(digits, marks), size })
}

function checkedRegions(regions: unknown, size: number): Checked<string | undefined> {
  if (typeof regions === 'string') return regionsOf([...regions.replaceAll(/[\s/|]/g, '')], size)
  if (regions !== undefined) return refuse(`found ${shown(regions)}, expected a letter a cell`)
  if (hasBoxes(size)) return accept(undefined)
  return refuse(`found none, expected a letter a cell, as ${size}×${size} has no boxes`)
}

function constraintsOf(found: unknown, size: number): Checked<readonly VariantConstraint[]> {
  if (found === undefined) return accept([])
  if (!Array.isArray(found)) return refuse(`constraints: found ${shown(found)}, expected a list`)
  const constraints: VariantConstraint[] = []
  for (const [i, input] of found.entries()) {
    if (isObject(input) && typeof input.pattern === 'string') spend(WORK.character * input.pattern.length)
    const constraint = constraintOf(input, size)
    if (!constraint.ok) return refuse(`constraint ${i + 1}: ${constraint.error}`)
    constraints.push(constraint.value)
  }
  return mergedCandidates(mergedMarks(constraints))
}

/** As many as the largest grid has regions. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Regions as a puzzle carries them: a letter a cell, cells of one region alike, lettered in the order in which they come.
 *
 * @param marks one for each cell, equal in one region: letters, or numbers
 * @returns undefined where they are the boxes that a grid of that size has anyway
 */
export function regionsOf(marks: readonly (string | number)[], size: number): Checked<string | undefined> {
  if (marks.length !== size * size) return refuse(`found ${marks.length} cells, expected ${size * size}`)
  const counts = new Map<string | number, number>()
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const [wrong, count] = [...counts].find(([, count]) => count !== size) ?? []
  if (wrong !== undefined) {
    const name = nameOfCell(marks.indexOf(wrong), size)
    return refuse(`the region of ${name} has ${count} cells, expected ${size} in each`)
  }
  const letters = new Map([...counts.keys()].map((mark, i) => [mark, LETTERS[i]]))
  const areBoxes = hasBoxes(size) && marks.every((mark, cell) => letters.get(mark) === LETTERS[boxAt(cell, size)])
  return accept(areBoxes ? undefined : marks.map((mark) => letters.get(mark)).join(''))
}

/** Which box a cell is in, row by row from 0: as wide as they are high, or wider, as the field has them (6×6: 2 rows by 3 columns). */
export function boxAt(cell: number, size: number): number {
  let rows = Math.floor(Math.sqrt(size))
  while (size % rows !== 0) rows--
  const columns = size / rows
  // As many boxes stand side by side as one has rows.
  return Math.floor(Math.floor(cell / size) / rows) * rows + Math.floor((cell % size) / columns)
}

export function isGrid(input: unknown): input is string | readonly unknown[] {
  return typeof input === 'string' || Array.isArray(input)
}

/** A grid in JSON, which is a text or rows of cells, as a text. */
export function textOf(grid: unknown): Checked<string> {
  if (!isGrid(grid)) return refuse(mismatch('a string or rows', grid))
  if (typeof grid === 'string') return accept(grid)
  if (grid.length > MAX_PUZZLE_LENGTH) return refuse(`expected at most ${MAX_PUZZLE_LENGTH} rows`)
  let cell = 0
  const lines: string[] = []
  const rows = rowsIn(grid)
  for (const row of rows) {
    if (!isRow(row)) return refuse(mismatch('a row of cells', row))
    let line = ''
    for (const found of row) {
      if (++cell > MAX_PUZZLE_LENGTH) return refuse(`expected at most ${MAX_PUZZLE_LENGTH} cells`)
      const symbol = symbolOf(found, rows.length)
      if (!symbol) return refuse(`cell ${cell}: ${mismatch(`1–${rows.length}, 0 or "."`, found)}`)
      line += symbol
    }
    lines.push(line)
  }
  return accept(lines.join('/'))
}

/** A row is a list of cells, or a text of several. */
function isRow(item: unknown): item is string | readonly unknown[] {
  return Array.isArray(item) || (typeof item === 'string' && item.length > 1)
}

/** The rows of a list, which may be one of cells: as many as a grid has, and no row among them. */
function rowsIn(list: readonly unknown[]): readonly unknown[] {
  const side = ALL_SIZES.find((size) => size * size === list.length)
  if (side === undefined || list.some(isRow)) return list
  return Array.from({ length: side }, (_, row) => list.slice(row * side, (row + 1) * side))
}

/** A cell of a row as it is written in a text; undefined if it is not a cell. */
function symbolOf(cell: unknown, side: number): string | undefined {
  if (cell === null) return '.'
  // Any other text, as a blank, would move the cells behind it.
  if (typeof cell === 'string') return cell.length === 1 && areSymbols(cell, side * side) ? cell : undefined
  return Number.isInteger(cell) ? symbolOfNumber(cell as number, side) : undefined
}
