import { puzzleOfEntry } from '../../input/entry.ts'
import { fPuzzlesLinkOf } from '../../input/variants/f-puzzles-writer.ts'
import { withZeroes } from '../../sudoku/grid/grid.ts'
import { PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import type { PuzzleRules } from '../../sudoku/rules/puzzle-rules.ts'
import type { RulesAsked } from '../../sudoku/rules/rules.ts'
import { columnsOf, type InclusionName } from '../inclusions.ts'
import type { JobOptions } from '../job.ts'
import type { ByteWriter } from '../packed/byte-format.ts'
import type { ResultsReader } from '../packed/packed-results.ts'
import type { RecordsReader } from '../packed/records.ts'
import { csvColumns, type PuzzleResult } from '../result.ts'
import { csvField } from './csv-field.ts'
import type { ResultFormat } from './result-media-types.ts'

/** A way of writing results, a line (or a few) each. */
export interface Format {
  /** The beginning of the results of a job that asked for this to be included. */
  head(include?: readonly InclusionName[]): string
  write(result: PuzzleResult, options?: Partial<Pick<JobOptions, 'rules' | 'include'>>): string
  /** Writes a plain grid that has a solution straight from its bytes: by the thousand, ten times as fast. */
  readonly solved?: {
    /** Its length, the line end included. */
    readonly bytes: number
    write(record: Pick<RecordsReader, 'copySolution' | 'copyPuzzle'>, to: Uint8Array, at: number): void
  }
}

const LINE_END = 0x0a
const COMMA = 0x2c
const DOT = 0x2e
const ZERO = 0x30

/** Made by a function that is said to be pure: so a bundle that writes no results leaves all of it out. */
export const formats = /* @__PURE__ */ allFormats()

function allFormats(): Readonly<Record<ResultFormat, Format>> {
  const columns = csvColumns()
  return {
    ndjson: {
      head: () => '',
      write: (result) => `${JSON.stringify(result)}\n`,
    },
    csv: {
      head: (include = []) => `${[...columns, ...columnsOf(include)].join(',')}\n`,
      write(result, { include } = {}) {
        const included = include ? includedFieldsOf(result, include) : ''
        const own = ownRulesOf(result)
        const row = own ? { ...result, puzzle: JSON.stringify({ puzzle: result.puzzle, ...own }) } : result
        return `${columns.map((column) => csvField(row[column])).join(',')}${included}\n`
      },
    },
    /** The first solution found, one a line; a puzzle without a solution has its status, so that lines still match puzzles. */
    text: {
      head: () => '',
      write: (result) => `${result.solution ?? result.status}\n`,
      solved: {
        bytes: PLAIN_CELLS + 1,
        write(record, to, at) {
          record.copySolution(to, at)
          to[at + PLAIN_CELLS] = LINE_END
        },
      },
    },
    /** The form of the well-known sets of millions: empty cells are 0; without a solution its column is empty. */
    kaggle: {
      head: () => 'quizzes,solutions\n',
      write: ({ puzzle, solution = '' }) => `${csvField(withZeroes(puzzle))},${solution}\n`,
      solved: {
        bytes: 2 * PLAIN_CELLS + 2,
        write(record, to, at) {
          const solution = at + PLAIN_CELLS + 1
          record.copySolution(to, solution)
          record.copyPuzzle(to, solution, to, at)
          for (let cell = at; cell < at + PLAIN_CELLS; cell++) if (to[cell] === DOT) to[cell] = ZERO
          to[at + PLAIN_CELLS] = COMMA
          to[solution + PLAIN_CELLS] = LINE_END
        },
      },
    },
    /** A link that holds the puzzle with its rules, those of the job among them, and its solution; of what is no puzzle, the status. */
    fpuzzles: {
      head: () => '',
      write: (result, options) => `${linkOf(result, options?.rules) ?? result.status}\n`,
    },
  }
}

/** Everything that a puzzle brought with it besides its grid; undefined for most. */
function ownRulesOf({ regions, rules, constraints, negative }: PuzzleResult): PuzzleRules | undefined {
  if (!regions && !rules && !constraints && !negative) return undefined
  return {
    ...(regions !== undefined && { regions }),
    ...(rules && { rules }),
    ...(constraints && { constraints }),
    ...(negative && { negative }),
  }
}

function linkOf(result: PuzzleResult, rules: RulesAsked = 'classic'): string | undefined {
  const { puzzle: text, id, solution: given } = result
  const own = ownRulesOf(result)
  const puzzle = puzzleOfEntry({ text, id, given, rules: own }, rules)
  return puzzle.ok ? fPuzzlesLinkOf(puzzle.value) : undefined
}

/** The content of {@link columnsOf}, each behind a comma: a field, or, where the column has a dot, a field of that; of a list its texts, or JSON where it holds something else. */
export function includedFieldsOf(result: object, include: readonly InclusionName[]): string {
  return columnsOf(include)
    .map((column) => {
      let value: unknown = result
      for (const name of column.split('.')) value = (value as Readonly<Record<string, unknown>> | null)?.[name]
      if (typeof value !== 'object' || value === null) return `,${csvField(value)}`
      const texts = Array.isArray(value) && typeof value[0] !== 'object' ? value : undefined
      return `,${csvField(texts ? texts.join(' ') : JSON.stringify(value))}`
    })
    .join('')
}

export type ResultForm = Pick<Format, 'write' | 'solved'>

export function writeResult(
  to: ByteWriter,
  result: ResultsReader,
  { place, line }: { readonly place: number; readonly line: number },
  { write, solved }: ResultForm,
  options: JobOptions,
): void {
  if (solved && result.isPlainSolved) {
    to.reserve(solved.bytes)
    solved.write(result.record, to.bytes, to.length)
    to.length += solved.bytes
  } else to.text(write(result.result(place, line, options), options))
}
