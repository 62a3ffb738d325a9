import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import { INCLUSIONS, type InclusionName } from './inclusions.ts'
import type { JobOptions } from './job.ts'
import type { ByteWriter } from './packed/bytes.ts'
import type { ResultsReader } from './packed/packed-results.ts'
import { csvColumns, type PuzzleResult } from './result.ts'

/** A way of writing results, a line (or a few) each. */
export interface Format {
  readonly mediaType: string
  /** What comes before the first result of a job that asked for this to be included. */
  head(include?: readonly InclusionName[]): string
  write(result: PuzzleResult, include?: readonly InclusionName[]): string
  /** Writes a plain grid that has a solution straight from its bytes: by the thousand, ten times as fast. */
  readonly solved?: {
    /** What it takes, the line end included. */
    readonly bytes: number
    write(result: ResultsReader, to: Uint8Array, at: number): void
  }
}

export const RESULT_FORMATS = ['ndjson', 'csv', 'text', 'kaggle'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** What each is answered as. */
export const RESULT_MEDIA_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  text: 'text/plain',
  kaggle: 'text/csv; header=present; profile=kaggle',
} as const satisfies Record<ResultFormat, string>

const LINE_END = 0x0a
const COMMA = 0x2c
const DOT = 0x2e
const ZERO = 0x30

/** Made by a function that is said to be pure: so a bundle that writes no results has none of it. */
export const formats = /* @__PURE__ */ allFormats()

function allFormats(): Readonly<Record<ResultFormat, Format>> {
  const columns = csvColumns()
  return {
    ndjson: {
      mediaType: RESULT_MEDIA_TYPES.ndjson,
      head: () => '',
      write: (result) => `${JSON.stringify(result)}\n`,
    },
    csv: {
      mediaType: RESULT_MEDIA_TYPES.csv,
      head: (include = []) => `${[...columns, ...columnsOf(include)].join(',')}\n`,
      write(result, include = []) {
        const included = columnsOf(include).map((column) => `,${csvField(includedIn(result, column))}`)
        return `${columns.map((column) => csvField(result[column])).join(',')}${included.join('')}\n`
      },
    },
    /** The first solution found, one a line; where there is none, the status, so that lines still match puzzles. */
    text: {
      mediaType: RESULT_MEDIA_TYPES.text,
      head: () => '',
      write: (result) => `${result.solution ?? result.status}\n`,
      solved: {
        bytes: PLAIN_CELLS + 1,
        write(result, to, at) {
          result.copySolution(to, at)
          to[at + PLAIN_CELLS] = LINE_END
        },
      },
    },
    /** The form of the well-known sets of millions: empty cells are 0; without a solution its column is empty. */
    kaggle: {
      mediaType: RESULT_MEDIA_TYPES.kaggle,
      head: () => 'quizzes,solutions\n',
      write: ({ puzzle, solution = '' }) => `${csvField(puzzle.replaceAll('.', '0'))},${solution}\n`,
      solved: {
        bytes: 2 * PLAIN_CELLS + 2,
        write(result, to, at) {
          const solution = at + PLAIN_CELLS + 1
          result.copySolution(to, solution)
          result.copyPuzzle(to, solution, to, at)
          for (let cell = at; cell < at + PLAIN_CELLS; cell++) if (to[cell] === DOT) to[cell] = ZERO
          to[at + PLAIN_CELLS] = COMMA
          to[solution + PLAIN_CELLS] = LINE_END
        },
      },
    },
  }
}

/** The columns of CSV of what is included, behind all others. */
function columnsOf(include: readonly InclusionName[]): readonly string[] {
  return include.flatMap((name) => INCLUSIONS[name].columns)
}

/** What a column of something included holds: a field, or, behind a dot, a field of it; of a list its texts. */
function includedIn(result: object, column: string): unknown {
  let value: unknown = result
  for (const name of column.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return Array.isArray(value) ? value.join(' ') : value
}

/**
 * Writes the result that a reader looks at.
 *
 * @param place its puzzle's in the job
 */
export function writeResult(
  to: ByteWriter,
  { write, solved }: Pick<Format, 'write' | 'solved'>,
  result: ResultsReader,
  place: number,
  lineOf: LineOf,
  options: JobOptions,
): void {
  if (solved && result.isPlainSolved) {
    to.reserve(solved.bytes)
    solved.write(result, to.bytes, to.length)
    to.length += solved.bytes
  } else to.text(write(result.result(place, lineOf(place), options), options.include))
}

/** The line of the file on which the puzzle at a place of the job begins. */
export type LineOf = (place: number) => number

/** What spreadsheets take for the beginning of a formula; a number alone is none. */
const FORMULA = /^(?!\s*[-+]?\d+(\.\d+)?$)\s*[-=+@＝＋－＠]|^[\t\r\n]/

/** A field as RFC 4180 has it; behind an apostrophe, as OWASP advises, where a spreadsheet would compute it. */
export function csvField(value: unknown): string {
  const written = String(value ?? '')
  const text = FORMULA.test(written) ? `'${written}` : written
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
