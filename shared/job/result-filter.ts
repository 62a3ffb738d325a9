import { accept, type Checked, refuse } from '../checked.ts'
import type { TechniqueName } from '../sudoku/rating/techniques.ts'
import type { IncludedFields, InclusionName } from './inclusions.ts'
import { type Status, tenthsOf } from './result.ts'

/** Which results are asked for, by what they are: those that fit each of these that is there. */
export interface ResultFilter {
  readonly status?: readonly Status[] | undefined
  readonly er?: ErRange | undefined
  /** The rating of the hardest step. */
  readonly technique?: readonly TechniqueName[] | undefined
}

/** From one ER to another, both included, in tenths: 45 for 4.5. */
export interface ErRange {
  readonly from: number
  readonly to: number
}

/** As people write a range: `4.5..6.0`, `4.5..`, `..6.0`, or `4.5` alone. */
export const ER_RANGE = /^(\d{1,2}(\.\d)?(\.\.(\d{1,2}(\.\d)?)?)?|\.\.\d{1,2}(\.\d)?)$/

export const ER_RANGE_WORDS = 'a range of ratings such as 4.5..6.0, 4.5.., ..6.0 or 4.5'

export function parseErRange(text: string): Checked<ErRange> {
  if (!ER_RANGE.test(text)) return refuse(`expected ${ER_RANGE_WORDS}`)
  const [first, last = first] = text.split('..')
  const from = tenthsOf(Number(first))
  const to = last === '' ? Number.POSITIVE_INFINITY : tenthsOf(Number(last))
  return from <= to ? accept({ from, to }) : refuse(`found ${text}, expected the lower rating first`)
}

export function isInRange(er: number, { from, to }: ErRange): boolean {
  const tenths = tenthsOf(er)
  return tenths >= from && tenths <= to
}

/** Filters that let only rated results pass. */
const BY_RATING = ['er', 'technique'] as const

/** By what of a filter nothing can be found in a job, as it does not include ratings. */
export function unratedIn(
  filter: { readonly [Name in (typeof BY_RATING)[number]]?: unknown },
  include: readonly InclusionName[] = [],
): (typeof BY_RATING)[number][] {
  return include.includes('rating') ? [] : BY_RATING.filter((name) => filter[name] !== undefined)
}

export function isFilter(filter: ResultFilter): boolean {
  return filter.status !== undefined || BY_RATING.some((name) => filter[name] !== undefined)
}

/** Whether a result is asked for. Of what is rated but at the least, nobody knows in which range it is. */
export function passes(
  { status: statuses, er: range, technique: techniques }: ResultFilter,
  { status, rating }: { readonly status: Status; readonly rating?: IncludedFields['rating'] },
): boolean {
  if (statuses && !statuses.includes(status)) return false
  if (range && (rating?.er === undefined || !isInRange(rating.er, range))) return false
  return !techniques || (rating?.technique !== undefined && techniques.includes(rating.technique))
}
