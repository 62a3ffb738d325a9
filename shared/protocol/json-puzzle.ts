import { MAX_ID_LENGTH, MAX_PUZZLE_LENGTH } from '../job/limits.ts'
import type { Entry } from '../job/puzzles.ts'
import { symbolOfNumber } from '../sudoku/grid.ts'
import { shortened } from './parsed.ts'

/** A puzzle in JSON: a grid as text (`53..7…`) or as rows of numbers, 0 or "." for empty; alone, or with a name of the caller's and a solution to be checked. */
export type PuzzleInput = GridInput | { readonly puzzle: GridInput; readonly id?: string; readonly solution?: string }
type GridInput = string | readonly (readonly (number | string)[])[]

/** A puzzle as it may be written in JSON, or what is wrong with it and where. */
export function entryOf(input: unknown): Entry | string {
  if (typeof input === 'string') return { text: input }
  if (Array.isArray(input)) return entryOfRows(input)
  if (typeof input !== 'object' || input === null)
    return `: found ${shown(input)}, expected a string, rows or an object`
  const { puzzle, id, solution, ...others } = input as Record<string, unknown>
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) return `.${shortened(unknown)}: unknown field`
  if (id !== undefined && typeof id !== 'string') return `.id: found ${shown(id)}, expected a string`
  if (id !== undefined && id.length > MAX_ID_LENGTH) return `.id: expected at most ${MAX_ID_LENGTH} characters`
  if (solution !== undefined && typeof solution !== 'string')
    return `.solution: found ${shown(solution)}, expected a string`
  if (solution !== undefined && solution.length > MAX_PUZZLE_LENGTH)
    return `.solution: expected at most ${MAX_PUZZLE_LENGTH} characters`
  if (typeof puzzle !== 'string' && !Array.isArray(puzzle)) {
    return `.puzzle: found ${shown(puzzle)}, expected a string or rows`
  }
  const entry = entryOf(puzzle)
  if (typeof entry === 'string') return entry
  return { ...entry, ...(id !== undefined && { id }), ...(solution !== undefined && { given: solution }) }
}

function entryOfRows(rows: readonly unknown[]): Entry | string {
  let cell = 0
  const lines: string[] = []
  if (rows.length > MAX_PUZZLE_LENGTH) return `: expected at most ${MAX_PUZZLE_LENGTH} rows`
  for (const row of rows) {
    if (!Array.isArray(row)) return `: found ${shown(row)}, expected a row of numbers`
    let line = ''
    for (const found of row) {
      if (++cell > MAX_PUZZLE_LENGTH) return `: expected at most ${MAX_PUZZLE_LENGTH} cells`
      const symbol = symbolOf(found)
      if (!symbol) return `: cell ${cell}: found ${shown(found)}, expected 1–${rows.length}, 0 or "."`
      line += symbol
    }
    lines.push(line)
  }
  return { text: lines.join('/') }
}

/** A cell of a row of numbers as it is written in text; undefined where it is no cell. */
function symbolOf(cell: unknown): string | undefined {
  if (typeof cell === 'string') return /^[\d.*_-]$/.test(cell) ? cell : undefined
  return Number.isInteger(cell) ? symbolOfNumber(cell as number) : undefined
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return shortened(JSON.stringify(value))
}
