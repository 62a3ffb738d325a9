import type { PuzzlesBuilder } from '../job/puzzles.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import { CsvRecords, MAX_RECORD_BYTES } from './csv-records.ts'
import { entryWith } from './entry.ts'
import { byteText, lookInto, textAt } from './text.ts'

/** The headings under which collections keep these columns, in lower case. */
const PUZZLE_HEADINGS = ['puzzle', 'puzzles', 'quiz', 'quizzes', 'question']
const SOLUTION_HEADINGS = ['solution', 'solutions', 'answer']
const ID_HEADINGS = ['id']
const QUOTE = 34

export const NO_HEADER = `expected a header with one of the columns ${PUZZLE_HEADINGS.join(', ')}`

/** Which columns hold what, counted from 0; -1 where no column does. */
interface CsvColumns {
  readonly puzzle: number
  readonly id: number
  readonly solution: number
  readonly count: number
  /** Where the records under the header begin. */
  readonly end: number
}

/** The columns that a header names; undefined where it names none of puzzles. */
export function csvColumns(bytes: Uint8Array): CsvColumns | undefined {
  const { header, end } = readHeader(bytes)
  const headings: string[] = []
  for (let i = 0; i < header.places.length; i += 2) {
    headings.push(
      textAt(bytes, header.places[i], header.places[i + 1])
        .trim()
        .toLowerCase(),
    )
  }
  const columnOf = (names: readonly string[]) => headings.findIndex((heading) => names.includes(heading))
  const puzzle = columnOf(PUZZLE_HEADINGS)
  if (puzzle < 0 || header.isBroken) return undefined
  return { puzzle, id: columnOf(ID_HEADINGS), solution: columnOf(SOLUTION_HEADINGS), count: headings.length, end }
}

/** The header is the first line that is not blank. */
function readHeader(bytes: Uint8Array): { header: CsvRecords; end: number } {
  const head = byteText(bytes.subarray(0, MAX_RECORD_BYTES))
  const header = new CsvRecords(head)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let end = hasMark ? 3 : 0
  do end = header.read(end)
  while (end < head.length && header.isBlank)
  return { header, end }
}

/** Adds a puzzle a record; an error where no column holds puzzles. */
export function readCsv(bytes: Uint8Array, builder: PuzzlesBuilder): { error: string } | undefined {
  const columns = csvColumns(bytes)
  if (!columns) return { error: NO_HEADER }
  const { marks, slice } = lookInto(bytes)
  const records = new CsvRecords(marks)
  const { places } = records
  const fieldAt = (column: number) => {
    if (column < 0 || 2 * column >= places.length) return ''
    const from = places[2 * column]
    const field = slice(from, places[2 * column + 1]).trim()
    return bytes[from - 1] === QUOTE ? field.replaceAll('""', '"') : field
  }
  for (let at = columns.end, next = 0; at < bytes.length && !builder.isOver; at = next) {
    next = records.read(at)
    if (records.isBlank) continue
    const refused = refusal(records, columns)
    if (refused) {
      builder.add({ text: slice(at, next).trim(), refused })
      continue
    }
    const id = fieldAt(columns.id)
    const solution = fieldAt(columns.solution)
    const from = places[2 * columns.puzzle]
    // With nothing beside it, a plain grid goes through as bytes.
    const isBare = id === '' && solution === '' && places[2 * columns.puzzle + 1] - from === PLAIN_CELLS
    if (isBare && builder.addPlain(bytes, from)) continue
    builder.add(entryWith(fieldAt(columns.puzzle), id, solution))
  }
}

/** Why a record holds no puzzle. */
function refusal({ isBroken, places }: CsvRecords, columns: CsvColumns): string | undefined {
  if (isBroken) return 'a quote is missing, or stands where none may'
  const count = places.length / 2
  if (columns.puzzle >= count) return `found ${count} columns, expected the puzzle in column ${columns.puzzle + 1}`
}
