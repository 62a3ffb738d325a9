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

/** How ratings are printed. */
export const RATING_FORMATS = {
  text: { ...BARE, write: textOf },
  csv: {
    ...BARE,
    head: 'place,id,puzzle,er,ep,ed,at_least,technique,difficulty,ruleset,reason,minutes\n',
    write: csvOf,
  },
  ndjson: { ...BARE, write: (rated: Rated) => `${JSON.stringify(rated)}\n` },
  json: { ...JSON_LIST, write: (rated: Rated) => JSON.stringify(rated) },
} as const
export type RatingFormat = keyof typeof RATING_FORMATS
export const RATING_FORMAT_NAMES = Object.keys(RATING_FORMATS) as RatingFormat[]

function textOf(rated: Rated): string {
  const puzzle = visibleInLine(rated.puzzle)
  if ('er' in rated) {
    const { technique, minutes } = rated
    return `${puzzle} ${threeOf(rated)}${technique ? ` ${technique}` : ''}${minutes === undefined ? '' : ` ${minutes} min`}\n`
  }
  return 'atLeast' in rated
    ? `${puzzle} at least ${tenths(rated.atLeast)}\n`
    : `${puzzle} ${visibleInLine(rated.reason)}\n`
}

function csvOf(rated: Rated): string {
  const { place, id = '', puzzle } = rated
  const fields =
    'er' in rated
      ? [
          tenths(rated.er),
          tenths(rated.ep),
          tenths(rated.ed),
          '',
          rated.technique ?? '',
          rated.difficulty,
          rated.ruleset,
          '',
          `${rated.minutes ?? ''}`,
        ]
      : 'atLeast' in rated
        ? ['', '', '', tenths(rated.atLeast), '', '', rated.ruleset, '', '']
        : ['', '', '', '', '', '', '', rated.reason, '']
  return `${[place, id, puzzle, ...fields].map(csvField).join(',')}\n`
}

/** `7.2/1.2/1.2` */
function threeOf({ er, ep, ed }: Rating): string {
  return [er, ep, ed].map(tenths).join('/')
}

function tenths(rating: number): string {
  return rating.toFixed(1)
}
