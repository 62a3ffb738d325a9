import type { Job, Part, Straggler } from '../job/job.ts'
import type { RatingCounts } from '../job/rating-counts.ts'
import { OUTCOME_COUNTERS, type OutcomeCounts } from '../job/result.ts'
import type { WholeJob } from '../job/whole-job.ts'
import { TECHNIQUE_NAMES, type TechniqueName } from '../sudoku/rating/technique-names.ts'
import { type Item, type Key, padded } from './items.ts'

export const partKey = (jobId: string, part: number): Key => ({ pk: `job#${jobId}`, sk: `part#${padded(part)}` })

export const linesKey = (jobId: string, part: number): Key => ({ pk: `lines#${jobId}`, sk: `part#${padded(part)}` })

/** The attribute that counts the puzzles whose number of backtracks is `bits` bits long. */
export const bitsAttribute = (bits: number) => `bits${bits}`

const AT_LEAST = 'ratedAtLeast'
const erAttribute = (tenths: string | number) => `er${tenths}`
const techniqueAttribute = (name: string) => `technique:${name}`

/**
 * The attributes that count ratings, each with its count and with a name for expressions, which take no hyphens and end at
 * 4 KB: with all techniques in it one takes 2 KB.
 */
export function ratingAttributes(ratings: RatingCounts | undefined): CountAttribute[] {
  if (!ratings) return []
  const { er, technique, atLeast } = ratings
  const byEr = Object.entries(er).map(([tenths, count]) => ({ name: erAttribute(tenths), count }))
  const byTechnique = TECHNIQUE_NAMES.flatMap((name, i) => {
    const count = technique[name]
    return count ? [{ name: techniqueAttribute(name), alias: `t${i}`, count }] : []
  })
  return [...byEr, ...byTechnique, ...(atLeast > 0 ? [{ name: AT_LEAST, count: atLeast }] : [])]
}

/** An attribute that counts. */
export interface CountAttribute {
  readonly name: string
  /** What it is called in expressions, where they do not take its name. */
  readonly alias?: string
  readonly count: number
}

export const jobKey = (jobId: string): Key => ({ pk: `job#${jobId}`, sk: 'job' })
export const listPartition = (owner: string) => `owner#${owner}`
export const listKey = (owner: string, createdAt: number, jobId: string): Key => ({
  pk: listPartition(owner),
  sk: `${new Date(createdAt).toISOString()}#${jobId}`,
})

/**
 * A job's summary is called `counted` in the table. What release 0.1.0 kept as `summary` counts parts without a gap only,
 * and it would take one that leaves some out for such: so neither reads the other's, and parts are read instead.
 */
export function jobOf(item: Item): Job {
  if (isWholeItem(item)) return { ...picked(item, WHOLE_JOB_FIELDS), isWhole: true } as unknown as Job
  const { pk: _pk, sk: _sk, summary: _of010, counted, ...job } = item
  return { ...job, ...(counted !== undefined && { summary: counted }) } as unknown as Job
}

/** What of the item of a whole job is the job's, and not its part's. */
const WHOLE_JOB_FIELDS: readonly (keyof Job)[] = [
  'id',
  'owner',
  'name',
  'metadata',
  'options',
  'createdAt',
  'expiresAt',
  'sealed',
  'cancel',
]

function picked(item: Item, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]))
}

/**
 * A job that is one item has the attributes of its part beside its own. Its `summary` says so: release 0.1.0 takes that
 * for a summary, finds no counts in it, and answers 500 instead of showing a job that has no puzzles.
 */
export function itemOfWhole({ job: { isWhole: _, ...job }, part }: WholeJob): Item {
  return { ...itemOfPart(part), ...jobKey(job.id), ...job, summary: WHOLE }
}

const WHOLE = { isWhole: true }

export function isWholeItem({ summary }: Item): boolean {
  return (summary as Partial<typeof WHOLE> | undefined)?.isWhole === true
}

/**
 * A part as an item. Each counter is an attribute of its own, so that one update can add to several: `solved`, …,
 * `backtracksSum`, for the histogram `bits0`, `bits1`, …, and where puzzles are rated `er45`, `technique:x-wing`, …
 */
export function itemOfPart({
  outcomes,
  backtracks,
  ratings,
  failedChunks,
  stragglers: _later,
  ...part
}: Part): Record<string, unknown> {
  return {
    ...part,
    ...outcomes,
    backtracksSum: backtracks.sum,
    backtracksMax: backtracks.max,
    ...Object.fromEntries(
      backtracks.histogram.flatMap((count, bits) => (count > 0 ? [[bitsAttribute(bits), count]] : [])),
    ),
    ...Object.fromEntries(ratingAttributes(ratings).map(({ name, count }) => [name, count])),
    done: Object.fromEntries(part.done),
    redrives: {},
    // DynamoDB has no empty sets.
    ...(failedChunks.size > 0 && { failedChunks }),
  }
}

export function partOf(item: Item): Part {
  const of = item as unknown as Part & Record<string, number> & { done: Record<string, number> }
  const outcomes = Object.values(OUTCOME_COUNTERS).map((counter) => [counter, of[counter]])
  return {
    number: of.number,
    total: of.total,
    perChunk: of.perChunk,
    digest: of.digest,
    format: of.format,
    state: of.state,
    outcomes: Object.fromEntries(outcomes) as OutcomeCounts,
    mismatches: of.mismatches,
    backtracks: { sum: of.backtracksSum, max: of.backtracksMax, histogram: histogramOf(of) },
    ...ratingsOf(of),
    done: new Map(Object.entries(of.done).map(([chunk, done]) => [Number(chunk), done])),
    failedChunks: of.failedChunks ?? new Set(),
    ...stragglersOf(item),
    ...(of.pausedSearch !== undefined && { pausedSearch: of.pausedSearch }),
    ...(of.startedAt !== undefined && { startedAt: of.startedAt }),
    updatedAt: of.updatedAt,
    ...(of.packed !== undefined && { packed: of.packed }),
    ...(of.lines !== undefined && { lines: of.lines }),
  }
}

/** The name of a straggler in the sets `stragglers` and `failedStragglers` of its part. */
export const stragglerName = ({ chunk, from, redrive }: Omit<Straggler, 'hasFailed'>) => `${chunk}/${from}/${redrive}`

function stragglersOf({ stragglers, failedStragglers }: Item): Pick<Part, 'stragglers'> {
  if (!stragglers && !failedStragglers) return {}
  const named = (names: unknown, hasFailed: boolean) =>
    [...((names as ReadonlySet<string> | undefined) ?? [])].map((name): Straggler => {
      const [chunk, from, redrive] = name.split('/').map(Number)
      return { chunk, from, redrive, hasFailed }
    })
  return { stragglers: [...named(stragglers, false), ...named(failedStragglers, true)] }
}

function histogramOf(item: Record<string, number>): number[] {
  const histogram: number[] = []
  for (const [name, count] of Object.entries(item)) {
    const bits = /^bits(\d+)$/.exec(name)?.[1]
    if (bits) histogram[Number(bits)] = count
  }
  return Array.from(histogram, (count) => count ?? 0)
}

function ratingsOf(item: Record<string, number>): Pick<Part, 'ratings'> {
  const er = Object.entries(item).flatMap(([name, count]): [number, number][] => {
    const tenths = /^er(\d+)$/.exec(name)?.[1]
    return tenths ? [[Number(tenths), count]] : []
  })
  const atLeast = item[AT_LEAST] ?? 0
  // Of most jobs nothing is rated, and each poll reads their parts.
  if (er.length === 0 && atLeast === 0) return {}
  const technique = TECHNIQUE_NAMES.flatMap((name): [TechniqueName, number][] => {
    const count = item[techniqueAttribute(name)]
    return count ? [[name, count]] : []
  })
  return { ratings: { er: Object.fromEntries(er), technique: Object.fromEntries(technique), atLeast } }
}
