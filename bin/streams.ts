import { createReadStream } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import type { PuzzleResult } from '../shared/job/result.ts'
import { type Format, formats } from '../shared/job/result-format.ts'
import { BOX_SHAPE, SIZES } from '../shared/sudoku/units.ts'

/** The puzzles cannot be read. */
export class InputError extends Error {}

/** The bytes of a file, or of standard input where it is `-`, as they come. */
export async function* bytesOf(file: string, stdin: Readable, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    // Pieces of a megabyte: of 64 KB each, a million puzzles are 1,300 turns.
    yield* addAbortSignal(signal, file === '-' ? stdin : createReadStream(file, { highWaterMark: 1 << 20 }))
  } catch (error) {
    signal.throwIfAborted()
    throw new InputError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** A way of printing results one after the other. */
interface Output extends Pick<Format, 'head' | 'write' | 'solved'> {
  readonly separator: string
  readonly tail: string
}

const asTheService = { separator: '', tail: '' }
export const outputs = {
  text: { ...formats.text, ...asTheService },
  csv: { ...formats.csv, ...asTheService },
  ndjson: { ...formats.ndjson, ...asTheService },
  kaggle: { ...formats.kaggle, ...asTheService },
  json: { head: '[\n', write: (result) => JSON.stringify(result), separator: ',\n', tail: '\n]\n' },
  pretty: { head: '', write: (result) => pretty(result), separator: '', tail: '' },
} as const satisfies Record<string, Output>
export type OutputName = keyof typeof outputs
export const OUTPUT_NAMES = Object.keys(outputs) as OutputName[]

/** As the texts print a result: its verdict, then the grid, a blank line after every band. */
function pretty(result: PuzzleResult): string {
  const name = result.id === undefined ? `Puzzle ${result.line}` : `Puzzle ${result.line} (${result.id})`
  const grid = result.solution ?? (result.status === 'invalid' ? undefined : result.puzzle)
  return `${name}: ${verdictOf(result)}\n${grid ? `${gridOf(grid)}\n` : '\n'}`
}

function verdictOf({ status, reason, solutionCount, backtracks, searchBacktracks }: PuzzleResult): string {
  const effort = effortOf(backtracks)
  switch (status) {
    case 'solved':
      return `The solution is found: ${effort}`
    case 'multiple':
      return `Found ${solutionCount.toLocaleString('en')} solutions, the first of them: ${effort}`
    case 'no-solution':
      return `No solution: ${effort}`
    case 'aborted':
      return `${solutionCount > 0 ? 'A solution is found, but the search was given up' : 'Given up'} after ${effortOf(searchBacktracks)}`
    case 'invalid':
      return `Invalid input: ${reason}`
    case 'failed':
      return `Failed: ${reason}`
    case 'cancelled':
      return 'Cancelled'
  }
}

function effortOf(backtracks: number | null): string {
  return `${(backtracks ?? 0).toLocaleString('en')} ${backtracks === 1 ? 'backtrack' : 'backtracks'}`
}

/** A line as a grid: blanks between cells, a blank line after each band. */
function gridOf(line: string): string {
  const size = SIZES.find((side) => side * side === line.length)
  if (!size) return `${line}\n`
  const rows = Array.from({ length: size }, (_, row) => [...line.slice(row * size, (row + 1) * size)].join(' '))
  return rows.map((row, i) => `${row}\n${(i + 1) % BOX_SHAPE[size].rows === 0 ? '\n' : ''}`).join('')
}
