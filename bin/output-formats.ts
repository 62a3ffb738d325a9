import { csvField } from '../shared/job/output/csv-field.ts'
import { gridOf } from '../shared/job/output/puzzle-formats.ts'
import { type Format, formats } from '../shared/job/output/result-format.ts'
import type { PuzzleResult, Status } from '../shared/job/result.ts'
import type { Rating, RatingAtLeast } from '../shared/sudoku/rating/rating.ts'
import { visibleInLine } from './visible.ts'

/** What stands above, between and below items, and what is printed where there are none. */
export interface Listing {
  readonly head: string
  readonly separator: string
  readonly tail: string
  readonly empty: string
}
export const BARE = { head: '', separator: '', tail: '', empty: '' } as const satisfies Listing
export const JSON_LIST = { head: '[\n', separator: ',\n', tail: '\n]\n', empty: '[]\n' } as const satisfies Listing

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
  return `${name}: ${VERDICTS[result.status](result)}\n${grid ? `${gridOf(grid) ?? `${visibleInLine(grid)}\n`}\n` : '\n'}`
}

const VERDICTS: Readonly<Record<Status, (result: PuzzleResult) => string>> = {
  solved: ({ backtracks }) => `The solution is found: ${effortOf(backtracks)}`,
  multiple: ({ solutionCount, backtracks }) =>
    `Found ${solutionCount?.toLocaleString('en')} solutions, the first of them: ${effortOf(backtracks)}`,
  'no-solution': ({ backtracks }) => `No solution: ${effortOf(backtracks)}`,
  aborted: ({ solutionCount, searchBacktracks }) =>
    `${solutionCount ? 'A solution is found, but the search was given up' : 'Given up'} after ${effortOf(searchBacktracks)}`,
  invalid: ({ reason }) => `Invalid input: ${visibleInLine(`${reason}`)}`,
  failed: ({ reason }) => `Failed: ${visibleInLine(`${reason}`)}`,
  cancelled: () => 'Cancelled',
}

function effortOf(backtracks: number | null): string {
  return `${(backtracks ?? 0).toLocaleString('en')} ${backtracks === 1 ? 'backtrack' : 'backtracks'}`
}

// ---- ratings

/** The outcome of a puzzle: its rating, the known part of it, or why it has none. */
export type Rated = { readonly place: number; readonly id?: string; readonly puzzle: string } & (
  | Rating
  | RatingAtLeast
  | { readonly reason: string }
)

const CSV_COLUMNS = 'place,id,puzzle,er,ep,ed,at_least,technique,difficulty,ruleset,reason,minutes'.split(',')
const IN_TENTHS: ReadonlySet<string> = new Set(['er', 'ep', 'ed', 'at_least'])

export const RATING_FORMATS = {
  text: { ...BARE, write: textOf },
  csv: { ...BARE, head: `${CSV_COLUMNS.join(',')}\n`, write: csvOf },
  ndjson: { ...BARE, write: (rated: Rated) => `${JSON.stringify(rated)}\n` },
  json: { ...JSON_LIST, write: (rated: Rated) => JSON.stringify(rated) },
} as const
export type RatingFormat = keyof typeof RATING_FORMATS
export const RATING_FORMAT_NAMES = Object.keys(RATING_FORMATS) as RatingFormat[]

function textOf(rated: Rated): string {
  const puzzle = visibleInLine(rated.puzzle)
  if ('reason' in rated) return `${puzzle} ${visibleInLine(rated.reason)}\n`
  if ('atLeast' in rated) return `${puzzle} at least ${tenths(rated.atLeast)}\n`
  const { er, ep, ed, technique, minutes } = rated
  const ratings = [er, ep, ed].map(tenths).join('/')
  return `${[puzzle, ratings, technique, minutes && `${minutes} min`].filter(Boolean).join(' ')}\n`
}

function csvOf(rated: Rated): string {
  const fields: Readonly<Record<string, unknown>> = { ...rated }
  const values = CSV_COLUMNS.map((name) => {
    const value = fields[name === 'at_least' ? 'atLeast' : name] ?? ''
    return typeof value === 'number' && IN_TENTHS.has(name) ? tenths(value) : `${value}`
  })
  return `${values.map(csvField).join(',')}\n`
}

function tenths(rating: number): string {
  return rating.toFixed(1)
}
