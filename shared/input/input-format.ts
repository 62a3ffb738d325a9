import { PuzzleReader } from '../sudoku/puzzle-text.ts'
import type { Size } from '../sudoku/units.ts'
import { csvColumns } from './csv.ts'
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

/** The format of an input, told from its head alone, so that a part and the whole agree; or why it is none. */
export function formatOf(input: Uint8Array, size?: Size): InputFormat | { error: string } {
  const head = input.subarray(0, HEAD_BYTES)
  const columns = csvColumns(head)
  if (columns && columns.count > 1) return 'csv'
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
        return { error: 'found a JSON document of several lines or an array, expected a puzzle a line' }
      }
      if (/^(\{|"|\[\s*\[)/.test(start)) return 'ndjson'
    }
    reader.push(line)
    at = nextLine(head, end)
  }
  reader.finish()
  if (reader.foundRows) return 'grids'
  // A column alone is no more than a heading where a grid stands below.
  return columns ? 'csv' : 'lines'
}
