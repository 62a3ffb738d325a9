import { accept, type Checked, mismatch, refuse } from '../../checked.ts'
import { MAX_PUZZLE_LENGTH } from '../../job/limits.ts'
import { areSymbols, symbolOfNumber } from '../../sudoku/grid/grid.ts'
import { ALL_SIZES } from '../../sudoku/grid/units.ts'

export function isGrid(input: unknown): input is string | readonly unknown[] {
  return typeof input === 'string' || Array.isArray(input)
}

/** A grid in JSON, which is a text or rows of cells, as a text. */
export function textOf(grid: unknown): Checked<string> {
  if (!isGrid(grid)) return refuse(mismatch('a string or rows', grid))
  return typeof grid === 'string' ? accept(grid) : textOfRows(grid)
}

function textOfRows(list: readonly unknown[]): Checked<string> {
  if (list.length > MAX_PUZZLE_LENGTH) return refuse(`expected at most ${MAX_PUZZLE_LENGTH} rows`)
  let cell = 0
  const lines: string[] = []
  const rows = rowsIn(list)
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

/** Those that stand for a cell in a text, of any size; others, as a blank, would move the cells behind them. */
function isSymbol(cell: string, side: number): boolean {
  return cell.length === 1 && areSymbols(cell, side * side)
}

/** A cell of a row as it is written in a text; undefined if it is not a cell. */
function symbolOf(cell: unknown, side: number): string | undefined {
  if (cell === null) return '.'
  if (typeof cell === 'string') return isSymbol(cell, side) ? cell : undefined
  return Number.isInteger(cell) ? symbolOfNumber(cell as number, side) : undefined
}
