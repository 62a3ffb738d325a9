import type { Size } from '../sudoku/grid/units.ts'
import type { RatingRules } from '../sudoku/rating/techniques.ts'
import type { RulesAsked } from '../sudoku/rules/rules.ts'
import type { SearchProgress } from '../sudoku/search/strategy.ts'
import type { StrategyName } from '../sudoku/search/strategy-facts.ts'
import type { AskedPuzzles } from './asked-puzzles.ts'
import type { InclusionName } from './inclusions.ts'
import { NO_BACKTRACKS, NO_OUTCOMES, type OutcomeCounts, type ResultCounts, sumOf } from './result.ts'

/** How all puzzles of a job are to be solved. */
export interface JobOptions extends RatingRules {
  readonly strategy: StrategyName
  /** The rules of each of its puzzles, besides their own; as `normalRules` has them. */
  readonly rules: RulesAsked
  /** Cells a side; by default each puzzle's length tells. */
  readonly size?: Size
  readonly solutions: number
  readonly backtrackLimit: number
  /** Additions that each result is to have, in the order of `INCLUSIONS`; undefined if nothing was asked for. */
  readonly include?: readonly InclusionName[]
  /** The wish by which its puzzles are made; undefined where they come with the job. */
  readonly generate?: AskedPuzzles
}

/** The name and the metadata that owners give to a job; the service does no more than give them back. */
export interface Labels {
  readonly name?: string | undefined
  readonly metadata?: Readonly<Record<string, string>> | undefined
}

export interface Webhook {
  readonly url: string
  /** `whsec_` and base64: signs what is sent, so that its receiver knows who sent it. */
  readonly secret: string
}

/** A set of puzzles submitted together. */
export interface Job extends Labels {
  readonly id: string
  readonly owner: string
  readonly options: JobOptions
  /** Told of its end; nobody by default. */
  readonly webhook?: Webhook
  /** How its telling goes; undefined before it was tried. */
  readonly delivery?: WebhookState
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Seconds since 1970, as DynamoDB's TTL takes it. */
  readonly expiresAt: number
  /** How many parts it has; undefined until that is known. A job that came in one request has one from the start. */
  readonly sealed?: number
  /** The counts of its first parts that can change no more. */
  readonly summary?: Summary
  /** Its owner wants it no more: it is found no more, and stays as this mark until it expires. */
  readonly deleted?: true
  /** `asked`: workers solve no more of it. `settled`: moreover, no part can come in any more. */
  readonly cancel?: 'asked' | 'settled'
}

/** Puzzles of a job that came in together, and their progress. */
export interface Part extends ResultCounts {
  /** From 1. */
  readonly number: number
  readonly total: number
  /** How many puzzles each of its chunks holds; the last one may hold fewer. */
  readonly perChunk: number
  /** A hash of its content, by which the same bytes sent twice are one part. */
  readonly digest: string
  readonly format: string
  /** `accepted` once all of it is in the queue; `refused` if its job was cancelled before that. */
  readonly state: 'sending' | 'accepted' | 'refused'
  /** How many puzzles of each chunk are counted, by the chunk's number; or left behind, where they are stragglers. */
  readonly done: ReadonlyMap<number, number>
  /** The numbers of the chunks that end in failed puzzles. */
  readonly failedChunks: ReadonlySet<number>
  /** How often each chunk was sent again, by its number; undefined where none was. */
  readonly redrives?: ReadonlyMap<number, number>
  /** Those of its puzzles that chunks went on without, and that are not counted yet, or failed; undefined if there are no such puzzles. */
  readonly stragglers?: readonly Straggler[]
  /** The search of it that was paused last, while its puzzle is not counted; undefined if no search is paused. */
  readonly pausedSearch?: PausedSearch
  /** When a worker began with it, and when its counts last changed; milliseconds since 1970. */
  readonly startedAt?: number
  readonly updatedAt: number
  /** The packed results of all its puzzles, where its item has them, too. */
  readonly packed?: Uint8Array
  /** Where its puzzles begin in their file; where that is not known, or the same, a puzzle's line is its place in the job. */
  readonly lines?: PartLines | undefined
}

/** The lines of a part as its item has them. */
export interface PartLines {
  /** The line of its last puzzle. */
  readonly last: number
  /** All of them, as `packed-lines.ts` draws them, in base64; undefined where they are so many that they have an item of their own. */
  readonly packed?: string
}

/** A puzzle that took more than a slice, so that the rest of its chunk went on without it (docs/decisions/003). */
export interface Straggler {
  /** The number of its chunk. */
  readonly chunk: number
  /** How many puzzles of the chunk come before it. */
  readonly from: number
  /** How often it was sent again, alone or with its chunk. */
  readonly redrive: number
  /** Whether it is out of attempts; otherwise it is under way. */
  readonly hasFailed: boolean
}

/** Parts of a job that can change no more, counted together. */
export interface Summary extends ResultCounts {
  /** The number of the last of them: all parts of the job up to it are counted, but for a few. */
  readonly upTo: number
  /** The numbers of those few, rising: they are accepted, and not done or failed. Undefined if there are no such chunks. */
  readonly except?: readonly number[]
  readonly parts: number
  readonly total: number
  /** The input formats of the parts up to it, in their order. */
  readonly formats: readonly string[]
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly updatedAt: number
}

/** A job with its parts, as read at one moment. */
export interface JobRecord {
  readonly job: Job
  /** In the order of their numbers; without those that the job's summary counts, if it has one. */
  readonly parts: readonly Part[]
}

/** A job with the parts that may still change. */
export interface LiveRecord extends JobRecord {
  /** The read units of the table that reading it took. */
  readonly readUnits: number
}

/** A search that takes more than a slice, of the puzzle at a place of a chunk. */
export interface PausedSearch extends SearchProgress, Pick<Straggler, 'chunk' | 'from' | 'redrive'> {
  /** Whether its chunk went on without it. */
  readonly isStraggler: boolean
}

export const JOB_STATES = ['open', 'running', 'completed', 'cancelling', 'cancelled', 'expired'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Live counts: pending and the outcomes always add up to the total. */
export type JobCounts = { readonly total: number; readonly pending: number } & OutcomeCounts

/** A part before anything of it is counted. */
export type NewPart = Pick<Part, 'number' | 'total' | 'perChunk' | 'digest' | 'format' | 'state' | 'lines'>

export function newPart(of: NewPart, now: number) {
  return {
    ...of,
    outcomes: NO_OUTCOMES,
    mismatches: 0,
    backtracks: NO_BACKTRACKS,
    done: new Map<number, number>(),
    failedChunks: new Set<number>(),
    updatedAt: now,
  } satisfies Part
}

/** How long a job and its results are kept. */
export const RETENTION_DAYS = 7

/**
 * When a job that is made now expires.
 *
 * @param now milliseconds since 1970
 * @returns seconds since 1970, as DynamoDB's TTL takes it
 */
export function expiryFrom(now: number): number {
  return Math.ceil(now / 1000) + RETENTION_DAYS * 24 * 3600
}

/**
 * Whether a job, or what belongs to it, has expired. DynamoDB may take another two days to delete it.
 *
 * @param now milliseconds since 1970
 */
export function hasExpired({ expiresAt }: Pick<Job, 'expiresAt'>, now: number): boolean {
  return expiresAt * 1000 <= now
}

/** How many puzzles a chunk of a part had at first. */
export function chunkTotal({ total, perChunk }: Pick<Part, 'total' | 'perChunk'>, chunk: number): number {
  return Math.min(perChunk, total - chunk * perChunk)
}

/**
 * The parts of a record that belong to the job: those that were accepted, without any that came in after it was sealed.
 */
export function acceptedParts({ job, parts }: JobRecord): readonly Part[] {
  return parts.filter(({ number, state }) => state === 'accepted' && number <= (job.sealed ?? Number.POSITIVE_INFINITY))
}

/** Whether the job is sealed, and no part of it is still on its way to the queue. */
export function isSealed({ job: { sealed }, parts }: JobRecord): boolean {
  return sealed !== undefined && !parts.some(({ number, state }) => number <= sealed && state !== 'accepted')
}

/** Whether the job has all the parts that it will ever have. */
export function hasAllParts(record: JobRecord): boolean {
  return isSealed(record) || record.job.cancel === 'settled'
}

/** How many puzzles the parts have up to the last one that the job's summary counts; 0 where it has none. */
export function puzzlesSummarised(record: JobRecord): number {
  const { summary } = record.job
  if (!summary) return 0
  const left = acceptedParts(record).filter(({ number }) => number <= summary.upTo)
  return summary.total + left.reduce((sum, { total }) => sum + total, 0)
}

/** The accepted parts of a record whose places are known, because all parts before them are there, or never will be. */
export function leadingParts(record: JobRecord): readonly Part[] {
  const parts = acceptedParts(record)
  if (hasAllParts(record)) return parts
  let last = record.job.summary?.upTo ?? 0
  // No part up to there is missing.
  const gap = parts.findIndex(({ number }) => number > last && number !== ++last)
  return gap < 0 ? parts : parts.slice(0, gap)
}

export type Progress = ReturnType<typeof progressOf>

export function progressOf(record: JobRecord) {
  const { summary } = record.job
  const parts = acceptedParts(record)
  const counted = [...(summary ? [summary] : []), ...parts]
  const { outcomes, ...sums } = sumOf(counted)
  const total = counted.reduce((sum, part) => sum + part.total, 0)
  const done = sumOfOutcomes(outcomes)
  const starts = counted.flatMap(({ startedAt }) => startedAt ?? [])
  return {
    parts: (summary?.parts ?? 0) + parts.length,
    formats: [...new Set([...(summary?.formats ?? []), ...parts.map(({ format }) => format)])],
    // Pending is the difference, and never counted by itself, so that every poll adds up.
    counts: { total, pending: total - done, ...outcomes } satisfies JobCounts,
    ...sums,
    /** The search with the most backtracks among those that take more than a slice; undefined if none does. */
    search: parts
      .flatMap((part) => (part.pausedSearch && isPending(part, part.pausedSearch) ? part.pausedSearch : []))
      .toSorted((a, b) => b.backtracks - a.backtracks)
      .at(0),
    /** Milliseconds since 1970, as the next. */
    startedAt: starts.length > 0 ? Math.min(...starts) : undefined,
    updatedAt: Math.max(record.job.createdAt, ...counted.map(({ updatedAt }) => updatedAt)),
  }
}

/** Whether the puzzle of a search has no result yet: what is kept of the search outlives it. */
function isPending({ done, stragglers = [] }: Part, { chunk, from, redrive, isStraggler }: PausedSearch): boolean {
  if (!isStraggler) return (done.get(chunk) ?? 0) === from
  return stragglers.some(
    (other) => other.chunk === chunk && other.from === from && other.redrive === redrive && !other.hasFailed,
  )
}

/** Fewer parts than this are added to a summary only where they are all that there are. */
const WORTH_SUMMARISING = 8
/** The parts that a summary leaves out at most, so that one part that is slow or has failed does not have all others read again. Each takes a query. */
export const MOST_LEFT_OUT = 16

/**
 * The summary that a job can have by now: that of its first parts whose puzzles are all done, and none failed, as these
 * can be sent again; with at most {@link MOST_LEFT_OUT} others between them. Undefined where it would count no more
 * parts than the job's summary does, or too few to be worth the write.
 */
export function nextSummary(record: JobRecord): Summary | undefined {
  const { job } = record
  const parts = acceptedParts(record)
  const before = job.summary
  let upTo = before?.upTo ?? 0
  let last = upTo
  const done: Part[] = []
  const others: number[] = []
  for (const part of parts) {
    const isNew = part.number > last
    // Where more parts may come, none may be missing before the last one that is counted.
    if (isNew && !hasAllParts(record) && part.number !== last + 1) break
    if (isNew) last = part.number
    if (isDone(part) && part.outcomes.failed === 0) {
      done.push(part)
      upTo = last
    } else if (others.push(part.number) > MOST_LEFT_OUT) break
  }
  const isWorthIt = done.length >= WORTH_SUMMARISING || (done.length > 1 && done.length === parts.length)
  if (!isWorthIt) return undefined
  const { counts, search: _, startedAt = job.createdAt, ...progress } = progressOf({ job, parts: done })
  const { total, pending: _none, ...outcomes } = counts
  const except = others.filter((number) => number < upTo)
  const { formats } = progressOf({ job, parts: parts.filter(({ number }) => number <= upTo) })
  return { ...progress, formats, upTo, ...(except.length > 0 && { except }), total, outcomes, startedAt }
}

/** Whether all puzzles of a part are counted. */
export function isDone({ outcomes, total }: Part): boolean {
  return sumOfOutcomes(outcomes) === total
}

function sumOfOutcomes(outcomes: OutcomeCounts): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}

/** @param now milliseconds since 1970 */
export function stateOf(record: JobRecord, { pending, cancelled }: JobCounts, now: number): JobState {
  const { job } = record
  if (hasExpired(job, now)) return 'expired'
  if (!isSealed(record)) {
    if (!job.cancel) return 'open'
    return job.cancel === 'settled' && pending === 0 ? 'cancelled' : 'cancelling'
  }
  // A job may have been done before any worker saw that it was cancelled. Then it is completed, and stays so.
  if (pending === 0) return cancelled > 0 ? 'cancelled' : 'completed'
  return job.cancel ? 'cancelling' : 'running'
}

/** How a job's webhook stands by what was tried last. */
export interface WebhookState {
  readonly state: (typeof WEBHOOK_STATES)[number]
  readonly attempts: number
  /** When it is tried again, in milliseconds since 1970. */
  readonly nextAt?: number
}

export const WEBHOOK_STATES = ['taken', 'waiting', 'paused', 'given-up'] as const
