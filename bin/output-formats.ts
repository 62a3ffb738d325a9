import { gridOf } from '../shared/job/output/puzzle-formats.ts'
import { type Format, formats } from '../shared/job/output/result-format.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import { BARE, JSON_LIST, type Listing } from './listing.ts'
import { visibleInLine } from './visible.ts'

export const outputFormats = {
  text: { ...BARE, ...formats.text },
  csv: { ...BARE, ...formats.csv },
  ndjson: { ...BARE, ...formats.ndjson },
  kaggle: { ...BARE, ...formats.kaggle },
  fpuzzles: { ...BARE, ...formats.fpuzzles },
  json: { ...JSON_LIST, head: () => JSON_LIST.head, write: (result) => JSON.stringify(result) },
  pretty: { ...BARE, head: () => '', write: pretty },
} as const satisfies Record<string, Pick<Format, 'head' | 'write' | 'solved'> & Omit<Listing, 'head'>>
export type OutputFormatName = keyof typeof outputFormats
export const OUTPUT_FORMAT_NAMES = Object.keys(outputFormats) as OutputFormatName[]

/** The verdict, then the grid with a blank line after every band, as the teaching texts print a result. */
function pretty(result: PuzzleResult): string {
  const { place, id } = result
  const name = id === undefined ? `Puzzle ${place}` : `Puzzle ${place} (${visibleInLine(id)})`
  const grid = result.solution ?? (result.status === 'invalid' ? undefined : result.puzzle)
  return `${name}: ${verdictOf(result)}\n${grid ? `${gridOf(grid) ?? `${visibleInLine(grid)}\n`}\n` : '\n'}`
}

function verdictOf({ status, reason, solutionCount, backtracks, searchBacktracks }: PuzzleResult): string {
  const effort = effortOf(backtracks)
  switch (status) {
    case 'solved':
      return `The solution is found: ${effort}`
    case 'multiple':
      return `Found ${solutionCount?.toLocaleString('en')} solutions, the first of them: ${effort}`
    case 'no-solution':
      return `No solution: ${effort}`
    case 'aborted':
      return `${solutionCount ? 'A solution is found, but the search was given up' : 'Given up'} after ${effortOf(searchBacktracks)}`
    case 'invalid':
      return `Invalid input: ${visibleInLine(`${reason}`)}`
    case 'failed':
      return `Failed: ${visibleInLine(`${reason}`)}`
    case 'cancelled':
      return 'Cancelled'
  }
}

function effortOf(backtracks: number | null): string {
  return `${(backtracks ?? 0).toLocaleString('en')} ${backtracks === 1 ? 'backtrack' : 'backtracks'}`
}
