import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import type { Size } from '../sudoku/units.ts'
import { readCsv } from './csv.ts'
import { readGrids } from './grids.ts'
import { formatOf, type InputFormat } from './input-format.ts'
import { readLines } from './lines.ts'
import { readNdjson } from './ndjson.ts'

export interface ReadOptions {
  /** Cells a side; settles what sixteen lines of sixteen characters are. */
  readonly size?: Size | undefined
  /** Told from the first bytes when left out. */
  readonly format?: InputFormat | undefined
  /** How many there may be; any number when left out. */
  readonly most?: number | undefined
}

/**
 * The puzzles in a body of any length, and the format in which they were understood. What is
 * no puzzle is an entry like any other, and is found bad when it is solved; an error is only
 * what leaves no way to tell where puzzles are, or that there are more than there may be.
 */
export function readPuzzles(
  body: Uint8Array,
  { size, format, most }: ReadOptions = {},
): { readonly format: InputFormat; readonly puzzles: Puzzles } | { readonly error: string; readonly isOver?: true } {
  const understood = format ?? formatOf(body, size)
  if (typeof understood === 'object') return understood
  const builder = new PuzzlesBuilder(understood === 'lines' ? linesIn(body) : undefined, most)
  const failure = read(body, understood, builder, size)
  if (failure) return failure
  if (builder.isOver) return { error: `the body: found more than ${most} puzzles`, isOver: true }
  return { format: understood, puzzles: builder.build() }
}

function read(body: Uint8Array, format: InputFormat, builder: PuzzlesBuilder, size?: Size) {
  switch (format) {
    case 'lines':
      return readLines(body, builder)
    case 'grids':
      return readGrids(body, builder, size)
    case 'csv':
      return readCsv(body, builder)
    case 'ndjson':
      return readNdjson(body, builder)
  }
}

/** Lines of plain grids, which lines mostly are: room made at once is not made again and again. */
function linesIn(body: Uint8Array): number {
  return Math.ceil(body.length / (PLAIN_CELLS + 1)) + 1
}
