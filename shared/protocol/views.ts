import type { JobCounts, JobOptions, JobState } from '../job/job.ts'
import type { PuzzleResult } from '../job/result.ts'

/** What the service answers with. Times are ISO 8601. */

/** A job as a client sees it. */
export interface JobView {
  readonly id: string
  readonly state: JobState
  readonly options: JobOptions
  /** Parts that are in; a job that was not opened has one. */
  readonly parts: number
  /** How its puzzles were written, as far as they are in. */
  readonly formats: readonly string[]
  readonly counts: JobCounts
  /** Puzzles whose own solution, where they came with one, is none. */
  readonly mismatches: number
  /** Over all puzzles searched so far. */
  readonly backtracks: {
    readonly sum: number
    readonly max: number
    /** How many puzzles took so many backtracks, the ends included; each range twice as wide as the one before. */
    readonly histogram: readonly { readonly from: number; readonly to: number; readonly puzzles: number }[]
  }
  /** Since a worker began with it; null before. */
  readonly puzzlesPerSecond: number | null
  /** At that rate; null where there is none yet. */
  readonly secondsLeft: number | null
  readonly createdAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  readonly expiresAt: string
  readonly links: { readonly self: string; readonly results: string }
}

/** A part of a job, once all of it is in the queue. */
export interface PartView {
  readonly part: number
  readonly puzzles: number
  /** How they were written. */
  readonly format: string
  /** SHA-256 of the unpacked content, base64url: sent again with the same, nothing changes. */
  readonly digest: string
}

/** Jobs of one owner, newest first. */
export interface JobList {
  readonly jobs: readonly JobView[]
  /** Where to read on; null at the end. */
  readonly next: string | null
}

/** A stretch of a job's results, in input order. */
export interface ResultsPage {
  readonly results: readonly PuzzleResult[]
  /** The line to read on from; null when the job's last result has been read. While the job runs the next page may be empty. */
  readonly next: number | null
}

/** An error as RFC 9457 has it. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  /** For a request that does not fit: each place, and what was expected there. */
  readonly errors?: readonly string[]
}
