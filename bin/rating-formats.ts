import { csvField } from '../shared/job/output/csv-field.ts'
import type { Rating, RatingAtLeast } from '../shared/sudoku/rating/rating.ts'
import { BARE, JSON_LIST } from './listing.ts'
import { visibleInLine } from './visible.ts'

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
