import type { Job, Part, Straggler } from '../job/job.ts'
import type { RatingCounts } from '../job/rating-counts.ts'
import { type OutcomeCounts, STATUSES } from '../job/result.ts'
import { TECHNIQUE_NAMES, type TechniqueName } from '../sudoku/rating/techniques.ts'
import { type Item, type Key, padded } from './items.ts'

export const jobKey = (jobId: string): Key => ({ pk: `job#${jobId}`, sk: 'job' })

/** A job's first part lies in the job's own item, so that a job of one part is one item; every other has its own. */
export const partKey = (jobId: string, part: number): Key =>
  part === 1 ? jobKey(jobId) : { pk: `job#${jobId}`, sk: `part#${padded(part)}` }

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
  /** Its name in expressions, where they do not take its own. */
  readonly alias?: string
  readonly count: number
}

export const listPartition = (owner: string) => `owner#${owner}`
export const listKey = (owner: string, createdAt: number, jobId: string): Key => ({
  pk: listPartition(owner),
  sk: `${new Date(createdAt).toISOString()}#${jobId}`,
})

/** The attributes of a job's item that are the job's, and not its first part's. */
const JOB_ATTRIBUTES = Object.keys({
  id: true,
  owner: true,
  name: true,
  metadata: true,
  options: true,
  webhook: true,
  delivery: true,
  createdAt: true,
  expiresAt: true,
  sealed: true,
  summary: true,
  deleted: true,
  cancel: true,
} satisfies Record<keyof Job, true>)

/** The attributes of a job. Its metadata is JSON: the marshaller takes an object with a field `constructor` for none. */
export function jobAttributes({ metadata, ...job }: Job): Record<string, unknown> {
  return { ...job, ...(metadata && { metadata: JSON.stringify(metadata) }) }
}

export function jobOf(item: Item): Job {
  const known = JOB_ATTRIBUTES.filter((name) => item[name] !== undefined)
  const job = Object.fromEntries(known.map((name) => [name, item[name]])) as unknown as Job
  return item.metadata === undefined ? job : { ...job, metadata: JSON.parse(String(item.metadata)) }
}

/** The part in an item: none in that of a job whose first part has not come. */
export function partIn(item: Item): Part | undefined {
  return item.digest === undefined || item.deleted ? undefined : partOf(item)
}

/**
 * The attributes of a part. Each counter is an attribute of its own, so that one update can add to several: `solved`, …,
 * `backtracksSum`, for the histogram `bits0`, `bits1`, …, and where puzzles are rated `er45`, `technique:x-wing`, …
 */
export function attributesOf(whole: Part): Record<string, unknown> {
  const { outcomes, backtracks, ratings, failedChunks, redrives: _none, stragglers: _later, ...part } = whole
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

function partOf(item: Item): Part {
  const of = item as unknown as Part & Record<string, number> & { done: Record<string, number> }
  const outcomes = STATUSES.map((status) => [status, of[status]])
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
    ...redrivesOf(item),
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

function redrivesOf({ redrives }: Item): Pick<Part, 'redrives'> {
  const all = Object.entries((redrives ?? {}) as Record<string, number>)
  return all.length === 0 ? {} : { redrives: new Map(all.map(([chunk, redrive]) => [Number(chunk), redrive])) }
}

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
  // Most jobs rate nothing, and each poll reads their parts.
  if (er.length === 0 && atLeast === 0) return {}
  const technique = TECHNIQUE_NAMES.flatMap((name): [TechniqueName, number][] => {
    const count = item[techniqueAttribute(name)]
    return count ? [[name, count]] : []
  })
  return { ratings: { er: Object.fromEntries(er), technique: Object.fromEntries(technique), atLeast } }
}
