import type { JobOptions } from './options.ts'
import { NO_OUTCOMES, type OutcomeCounts } from './result.ts'

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
  /** Whether all of it is durably in the queue; only then has it been accepted. */
  readonly sealed: boolean
}

/** How far the puzzles of one part of a job have got. */
export interface Part {
  readonly number: number
  readonly total: number
  readonly chunks: number
  readonly outcomes: OutcomeCounts
  readonly backtracks: { readonly sum: number; readonly max: number }
  /** Milliseconds since 1970; when the counts changed last. */
  readonly updatedAt: number
}

/** A job with its parts, as read at one moment. */
export interface JobRecord {
  readonly job: Job
  readonly parts: readonly Part[]
}

export type JobState = 'open' | 'running' | 'completed' | 'cancelling' | 'cancelled' | 'expired'

/** Live counts: pending and the outcomes always add up to the total. */
export type JobCounts = { readonly total: number; readonly pending: number } & OutcomeCounts

export function newPart(number: number, total: number, chunks: number, now: number): Part {
  return { number, total, chunks, outcomes: NO_OUTCOMES, backtracks: { sum: 0, max: 0 }, updatedAt: now }
}

export function countsOf({ parts }: JobRecord): JobCounts {
  const outcomes = { ...NO_OUTCOMES }
  let total = 0
  let done = 0
  for (const part of parts) {
    total += part.total
    for (const counter of Object.keys(outcomes) as (keyof OutcomeCounts)[]) {
      outcomes[counter] += part.outcomes[counter]
      done += part.outcomes[counter]
    }
  }
  // Pending is what is left, never counted by itself: so every poll adds up.
  return { total, pending: total - done, ...outcomes }
}

export function backtracksOf({ parts }: JobRecord): { sum: number; max: number } {
  return {
    sum: parts.reduce((sum, part) => sum + part.backtracks.sum, 0),
    max: parts.reduce((max, part) => Math.max(max, part.backtracks.max), 0),
  }
}

/** @param now milliseconds since 1970 */
export function stateOf(record: JobRecord, now: number): JobState {
  if (record.job.expiresAt * 1000 <= now) return 'expired'
  if (!record.job.sealed) return 'open'
  return countsOf(record).pending === 0 ? 'completed' : 'running'
}

/** When the last puzzle was counted, where all are; milliseconds since 1970. */
export function finishedAtOf(record: JobRecord): number | undefined {
  if (!record.job.sealed || countsOf(record).pending > 0) return undefined
  return Math.max(...record.parts.map((part) => part.updatedAt))
}
