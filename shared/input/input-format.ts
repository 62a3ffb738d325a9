import { accept, type Checked, refuse } from '../checked.ts'
import { type Puzzles, PuzzlesBuilder } from '../job/puzzles.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import type { Size } from '../sudoku/units.ts'
import { csvColumns, readCsv } from './csv.ts'
import { PuzzleReader, readGrids } from './grids.ts'
import { readLines } from './lines.ts'
import { readNdjson } from './ndjson.ts'
import { lineEnd, lookInto, nextLine } from './text.ts'

/**
 * How puzzles may be written:
 *
 * - `lines`: a puzzle a line, also in `.sdm` collections, which are nothing else;
 * - `grids`: row by row, in frames or without, in `.sdk` and `.ss` files too, which cannot
 *   be told from other grids by what is in them; between grids there may be puzzles a line;
 * - `csv`: a header that names a column of puzzles, and maybe of ids and solutions;
 * - `ndjson`: an object or a string in JSON a line.
 */
export const INPUT_FORMATS = ['lines', 'grids', 'csv', 'ndjson'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

/** The bytes of an input that tell its format. */
export const HEAD_BYTES = 65_536

/** The format of an input, told from its head alone, so that a part and the whole agree. */
export function formatOf(input: Uint8Array, size?: Size): Checked<InputFormat> {
  const head = input.subarray(0, HEAD_BYTES)
  const columns = csvColumns(head)
  if (columns && columns.count > 1) return accept('csv')
  const reader = new PuzzleReader(() => {}, size)
  const { slice } = lookInto(head)
  let isFirst = true
  for (let at = 0; at < head.length && !reader.foundRows; ) {
    const end = lineEnd(head, at)
    // A line that the head cuts off could be taken for a row.
    if (end === head.length && end < input.length) break
    const line = slice(at, end)
    const start = line.trim()
    if (isFirst && start !== '' && !start.startsWith('#')) {
      isFirst = false
      if (/^(\{$|\[$|\[\s*["{])/.test(start)) {
        return refuse('found a JSON document of several lines or an array, expected a puzzle a line')
      }
      if (/^(\{|"|\[\s*\[)/.test(start)) return accept('ndjson')
    }
    reader.push(line)
    at = nextLine(head, end)
  }
  reader.finish()
  if (reader.foundRows) return accept('grids')
  // A column alone is no more than a heading where a grid stands below.
  return accept(columns ? 'csv' : 'lines')
}

export interface ReadOptions {
  /** Cells a side; settles what sixteen lines of sixteen characters are. */
  readonly size?: Size | undefined
  /** Told from the first bytes when left out. */
  readonly format?: InputFormat | undefined
  /** How many there may be; any number when left out. */
  readonly most?: number | undefined
}

export interface FormattedPuzzles {
  readonly format: InputFormat
  readonly puzzles: Puzzles
}

export interface ReadError {
  readonly message: string
  /** Whether nothing is wrong but that there are more puzzles than there may be. */
  readonly isOver: boolean
}

/**
 * The puzzles in a body of any length, and the format in which they were understood. What is
 * no puzzle is an entry like any other, and is found bad when it is solved; refused is only
 * what leaves no way to tell where puzzles are, or has more of them than there may be.
 */
export function readPuzzles(
  body: Uint8Array,
  { size, format, most }: ReadOptions = {},
): Checked<FormattedPuzzles, ReadError> {
  const found = format ? accept(format) : formatOf(body, size)
  if (!found.ok) return refuse({ message: found.error, isOver: false })
  const understood = found.value
  const builder = new PuzzlesBuilder(understood === 'lines' ? linesIn(body) : undefined, most)
  const added = read(body, understood, builder, size)
  if (!added.ok) return refuse({ message: added.error, isOver: false })
  if (builder.isOver) return refuse({ message: `the body: found more than ${most} puzzles`, isOver: true })
  return accept({ format: understood, puzzles: builder.build() })
}

function read(body: Uint8Array, format: InputFormat, builder: PuzzlesBuilder, size?: Size): Checked<void> {
  switch (format) {
    case 'lines':
      return accept(readLines(body, builder))
    case 'grids':
      return accept(readGrids(body, builder, size))
    case 'csv':
      return readCsv(body, builder)
    case 'ndjson':
      return accept(readNdjson(body, builder))
  }
}

/** Lines of plain grids, which lines mostly are: room made at once is not made again and again. */
function linesIn(body: Uint8Array): number {
  return Math.ceil(body.length / (PLAIN_CELLS + 1)) + 1
}
