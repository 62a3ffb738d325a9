import type { PuzzleResult } from './job/result.ts'

/** A way of writing results, a line (or a few) each. */
export interface Format {
  readonly mediaType: string
  /** What comes before the first result. */
  readonly head: string
  write(result: PuzzleResult): string
}

const CSV_COLUMNS = [
  'line',
  'id',
  'puzzle',
  'status',
  'strategy',
  'unique',
  'solutionCount',
  'backtracks',
  'searchBacktracks',
  'searchVersion',
  'solution',
  'reason',
] as const satisfies readonly (keyof PuzzleResult)[]

export const formats = {
  ndjson: {
    mediaType: 'application/x-ndjson',
    head: '',
    write: (result) => `${JSON.stringify(result)}\n`,
  },
  csv: {
    mediaType: 'text/csv',
    head: `${CSV_COLUMNS.join(',')}\n`,
    write: (result) => `${CSV_COLUMNS.map((column) => csvField(result[column])).join(',')}\n`,
  },
  /** The first solution found, one a line; where there is none, the status, so that lines still match puzzles. */
  text: {
    mediaType: 'text/plain',
    head: '',
    write: (result) => `${result.solution ?? result.status}\n`,
  },
} as const satisfies Record<string, Format>

/** A field as RFC 4180 has it. */
function csvField(value: unknown): string {
  const text = String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
