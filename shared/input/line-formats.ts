import { areSymbols } from '../sudoku/grid/grid.ts'
import { type BoxedSize, SIZES } from '../sudoku/grid/units.ts'
import { unescaped } from './variants/payload.ts'

/** The cells of a line that holds more than those, a character each; undefined for any other line. */
type CellsReader = (line: string) => string | undefined

/**
 * The formats of a line beside bare cells, which docs/api.md shows; the first that knows a line tells its cells. What else a
 * format says (deleted candidates, a rating, the rest of a link) is left out.
 */
export const LINE_FORMATS = {
  link: (line) => {
    if (!line.includes('://') || OTHER_RULES.test(line)) return undefined
    const written = PUZZLE_PARAMETER.exec(line)?.[1]
    if (written === undefined) return undefined
    const cells = unescaped(written, 1)
    return cells.length >= FEWEST_CELLS && areCells(cells) ? cells : undefined
  },
  // Cells that were filled later (`+5`) are empty.
  library: (line) => LIBRARY_GRID.exec(line.trim())?.[1].replaceAll(/\+./g, '.'),
  candidates: (line) => {
    if (!/\d\d/.test(line)) return undefined
    const cells = line.split(/[\s|]+/).filter((cell) => cell !== '')
    if (cells.length !== 9 || !cells.every((cell) => RISING.test(cell))) return undefined
    return cells.map((cell) => (cell.length === 1 ? cell : '.')).join('')
  },
  list: listCells,
  unknowns: unknownCells,
} as const satisfies Readonly<Record<string, CellsReader>>

/** The cells of a line in one of the formats, a character each; undefined if it is in none of the formats. */
export function cellsOfFormat(line: string): string | undefined {
  if (line.length > MOST_OF_LINE || !TELLS_FORM.test(line)) return undefined
  for (const cellsIn of READERS) {
    const cells = cellsIn(line)
    if (cells !== undefined) return cells
  }
}

const READERS: readonly CellsReader[] = Object.values(LINE_FORMATS)

/** Characters that each format has, and most lines of cells and blanks have not. */
const TELLS_FORM = /[:[\](){}'"?xX·]|\d\d/

/** The characters of the largest grid as a list, a cell in quotes each. */
const MOST_OF_LINE = 9000

const GRID_CELLS: readonly number[] = SIZES.map((size) => size * size)
/** The cells of a grid, or of a row of one. */
function areCells(text: string): boolean {
  return areSymbols(text, text.length === 36 ? 36 * 36 : text.length)
}

function isGrid(cells: string): boolean {
  return GRID_CELLS.includes(cells.length)
}

function isRow(count: number): count is BoxedSize {
  return SIZES.some((size) => size === count)
}

/** The parameters in which links carry a puzzle. */
const PUZZLE_PARAMETER = /[?&#](?:bd|s|puzzle|sudoku)=([^&#\s"'<>)\]]+)/i
/** A puzzle under other rules than a text has would be another one. */
const OTHER_RULES = /[?&]rules=(?!classic)/

/** Nobody can say what fewer cells are; where a grid lacks one, its result says so. */
const FEWEST_CELLS = GRID_CELLS[0]

/** `:technique:digits:grid:deleted:eliminations:placements:comment`, of which the last ones may be missing. */
const LIBRARY_GRID = /^:[^:]*:[^:]*:((?:\+?[0-9.]){16,}):/

/** Digits that rise, as the candidates of a cell are written. */
const RISING = /^1?2?3?4?5?6?7?8?9?$/

const EMPTY_CELL = /^(?:None|null|nil|"\s*"|'\s*'|)$/
const OPENING = '[({ \t'
const CLOSING = '])},; \t'
const BRACKETS = /[[\](){}]/
/** `grid =`, `int[][] grid =`, `const grid =` */
const NAME = /^\s*(?:[\w.]+(?:\[\])*\s+){0,2}[\w.]+(?:\[\])*\s*=/
const ARRAY = /^\s*(?:(?:np|numpy)\.)?array(?=\()/

/** The content of a row of a list, without a name, brackets of any kind and a comma around. A pattern for all of it would look at blanks again and again. */
function innerOf(line: string): string {
  const bare = line.includes('=') ? line.replace(NAME, '').replace(ARRAY, '') : line
  let from = 0
  let to = bare.length
  while (from < to && OPENING.includes(bare[from])) from++
  while (to > from && CLOSING.includes(bare[to - 1])) to--
  return bare.slice(from, to)
}

function listCells(line: string): string | undefined {
  // Without a bracket or a quote it is nothing that this format knows more of.
  if (!/[[\](){}'"]/.test(line)) return undefined
  const inner = innerOf(line)
  if (inner === '' || BRACKETS.test(inner)) return undefined
  const quoted = /^(["'])([^"']*)\1$/.exec(inner)
  if (quoted) {
    const bare = unknownCells(quoted[2]) ?? quoted[2]
    return (isGrid(bare) || isRow(bare.length)) && areCells(bare) ? bare : undefined
  }
  const fields = inner.includes(',') ? inner.split(',') : inner.split(/\s+/)
  if (!isRow(fields.length) && !GRID_CELLS.includes(fields.length)) return undefined
  const cells = fields.map((field) => {
    const cell = field.trim()
    return EMPTY_CELL.test(cell) ? '.' : cell.replace(/^(["'])(.*)\1$/, '$2')
  })
  const isCell = (cell: string) => cell.length === 1 && areSymbols(cell, cells.length === 36 ? 36 * 36 : cells.length)
  if (cells.every(isCell)) return cells.join('')
  return cells.every((cell) => isCell(cell) || /^\d\d$/.test(cell)) ? cells.join(' ') : undefined
}

/** Whether a line only opens or closes a list, so that there is no puzzle in it. */
export function isAroundList(line: string): boolean {
  return line.length <= MOST_OF_NAME && BRACKETS.test(line) && /[[\](){}][,;]?\s*$/.test(line) && innerOf(line) === ''
}

const MOST_OF_NAME = 80

/** No symbol for an empty cell that is known anyway: with one, these are bad cells. */
const WITH_UNKNOWNS = /^(?:[1-9A-P?]+|[1-9A-Px]+|[1-9A-PX]+|[1-9A-P·]+)$/
const DIGITS_ALONE = /^[1-9?xX·]+$/

function unknownCells(line: string): string | undefined {
  // Inside a frame they are read anyway.
  if (line.includes('|') || !/[?xX·]/.test(line)) return undefined
  const bare = line.replaceAll(/\s/g, '')
  if (!WITH_UNKNOWNS.test(bare)) return undefined
  const isRowOfDigits = isRow(bare.length) && DIGITS_ALONE.test(bare)
  return isGrid(bare) || isRowOfDigits || (bare.length >= 16 && isRow(bare.length))
    ? bare.replaceAll(/[?xX·]/g, '.')
    : undefined
}
