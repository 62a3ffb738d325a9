import type { RulesName } from '../sudoku/rules.ts'
import type { StrategyName } from '../sudoku/strategies/strategy-facts.ts'
import type { Size } from '../sudoku/units.ts'
import { type Backtracks, NO_BACKTRACKS, NO_OUTCOMES, type OutcomeCounts, type ResultCounts, sumOf } from './result.ts'

/** What is asked of every puzzle of a job. */
export interface JobOptions {
  readonly strategy: StrategyName
  readonly rules: RulesName
  /** Cells a side; without it each puzzle's length says. */
  readonly size?: Size
  /** How many solutions to look for. */
  readonly solutions: number
  /** Backtracks that one puzzle may take. */
  readonly backtrackLimit: number
}

/** How long a job and its results are kept. */
export const RETENTION_DAYS = 7

/** A set of puzzles submitted together. */
export interface Job {
  readonly id: string
  readonly owner: string
  readonly options: JobOptions
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Seconds since 1970, as DynamoDB's TTL takes it. */
  readonly expiresAt: number
  /** How many parts it has; not known before it is sealed. */
  readonly sealed?: number
  /** `asked`: workers solve no more of it. `settled`: nor can any part still come in. */
  readonly cancel?: 'asked' | 'settled'
}

/** Puzzles of a job that came in together, and how far they have got. */
export interface Part extends ResultCounts {
  /** From 1. */
  readonly number: number
  readonly total: number
  /** How many puzzles each of its chunks holds; the last one fewer. */
  readonly perChunk: number
  /** Of its content: the same bytes sent twice are one part. */
  readonly digest: string
  /** How the puzzles were written. */
  readonly format: string
  /** `accepted` once all of it is in the queue; `refused` where its job was cancelled before that. */
  readonly state: 'sending' | 'accepted' | 'refused'
  /** Of each chunk, how many of its puzzles are counted. */
  readonly done: ReadonlyMap<number, number>
  /** The chunks that end in failed puzzles. */
  readonly failedChunks: ReadonlySet<number>
  /** Milliseconds since 1970: when a worker began with it, and when the counts changed last. */
  readonly startedAt?: number
  readonly updatedAt: number
}

/** A job with its parts, as read at one moment. */
export interface JobRecord {
  readonly job: Job
  /** By number. */
  readonly parts: readonly Part[]
}

export const JOB_STATES = ['open', 'running', 'completed', 'cancelling', 'cancelled', 'expired'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Live counts: pending and the outcomes always add up to the total. */
export type JobCounts = { readonly total: number; readonly pending: number } & OutcomeCounts

export function newPart(of: Pick<Part, 'number' | 'total' | 'perChunk' | 'digest' | 'format' | 'state'>, now: number) {
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

/**
 * When what is made now is past its time.
 *
 * @param now milliseconds since 1970
 * @returns seconds since 1970, as DynamoDB's TTL takes it
 */
export function expiryFrom(now: number): number {
  return Math.ceil(now / 1000) + RETENTION_DAYS * 24 * 3600
}

/**
 * Whether a job, or what belongs to it, is past its time: DynamoDB may take two days more to drop it.
 *
 * @param now milliseconds since 1970
 */
export function hasExpired({ expiresAt }: Pick<Job, 'expiresAt'>, now: number): boolean {
  return expiresAt * 1000 <= now
}

/** How many puzzles a chunk of a part began with. */
export function chunkTotal({ total, perChunk }: Pick<Part, 'total' | 'perChunk'>, chunk: number): number {
  return Math.min(perChunk, total - chunk * perChunk)
}

/** The parts that belong to the job: those accepted, and none that slipped in behind its seal. */
export function acceptedParts({ job, parts }: JobRecord): readonly Part[] {
  return parts.filter(({ number, state }) => state === 'accepted' && number <= (job.sealed ?? Number.POSITIVE_INFINITY))
}

/** Whether all parts that a job will ever have are in. */
export function hasAllParts({ sealed, cancel }: Job): boolean {
  return sealed !== undefined || cancel === 'settled'
}

/** Those of the accepted parts whose lines are known, as all parts before them are there, or never will be. */
export function leadingParts(record: JobRecord): readonly Part[] {
  const parts = acceptedParts(record)
  if (hasAllParts(record.job)) return parts
  const gap = parts.findIndex(({ number }, i) => number !== i + 1)
  return gap < 0 ? parts : parts.slice(0, gap)
}

/** A job's counts, and what its puzzles took. */
export interface Progress {
  readonly counts: JobCounts
  readonly mismatches: number
  readonly backtracks: Backtracks
  /** Milliseconds since 1970. */
  readonly startedAt: number | undefined
  readonly updatedAt: number
}

export function progressOf(record: JobRecord): Progress {
  const parts = acceptedParts(record)
  const { outcomes, mismatches, backtracks } = sumOf(parts)
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const starts = parts.flatMap(({ startedAt }) => startedAt ?? [])
  return {
    // Pending is what is left, never counted by itself: so every poll adds up.
    counts: { total, pending: total - done, ...outcomes },
    mismatches,
    backtracks,
    startedAt: starts.length > 0 ? Math.min(...starts) : undefined,
    updatedAt: Math.max(record.job.createdAt, ...parts.map(({ updatedAt }) => updatedAt)),
  }
}

/** @param now milliseconds since 1970 */
export function stateOf({ job }: JobRecord, { pending, cancelled }: JobCounts, now: number): JobState {
  if (hasExpired(job, now)) return 'expired'
  if (job.sealed === undefined) {
    if (!job.cancel) return 'open'
    return job.cancel === 'settled' && pending === 0 ? 'cancelled' : 'cancelling'
  }
  // A job may have been done before its cancelling was seen: it has been completed then, and stays so.
  if (pending === 0) return cancelled > 0 ? 'cancelled' : 'completed'
  return job.cancel ? 'cancelling' : 'running'
}
