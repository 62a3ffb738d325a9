import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SEARCH_VERSION, type StrategyName } from '../sudoku/strategies/strategy.ts'
import type { Chunk } from './chunk.ts'
import type { JobOptions } from './options.ts'

/** How a puzzle ended; the README has what each means. */
export const STATUSES = ['solved', 'multiple', 'no-solution', 'invalid', 'aborted', 'failed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]

/** What became of one puzzle. */
export interface PuzzleResult {
  /** Its place in the job, from 1. */
  readonly line: number
  /** The caller's own name for it. */
  readonly id?: string
  /** A character a cell, `.` for empty; the text as it came where it could not be read. */
  readonly puzzle: string
  readonly status: Status
  readonly strategy: StrategyName
  /** Whether the solution is the only one; null where that was not looked for, or not found out. */
  readonly unique: boolean | null
  /** Solutions found, at most as many as were asked for. */
  readonly solutionCount: number
  /** The first solution, a character a cell. */
  readonly solution?: string
  /** Where more than one was found: the first hundred. */
  readonly solutions?: readonly string[]
  /** Backtracks until the first solution, or in all where there is none; null where nothing was searched. */
  readonly backtracks: number | null
  /** Backtracks of the whole search. */
  readonly searchBacktracks: number | null
  /** The version of the search that made the counts: those of one version compare. */
  readonly searchVersion: number
  /** Why it is `invalid` or `failed`: where, what came, what was expected. */
  readonly reason?: string
}

/** The counters of a job's puzzles by outcome; with `pending` they add up to `total`. */
export const OUTCOME_COUNTERS = {
  solved: 'solved',
  multiple: 'multiple',
  'no-solution': 'noSolution',
  invalid: 'invalid',
  aborted: 'aborted',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<Status, string>
export type OutcomeCounter = (typeof OUTCOME_COUNTERS)[Status]
export type OutcomeCounts = Readonly<Record<OutcomeCounter, number>>

/** What a set of results adds to its job's counts. */
export interface Tallied {
  readonly counts: OutcomeCounts
  readonly backtracks: { readonly sum: number; readonly max: number }
}

export const NO_OUTCOMES: OutcomeCounts = {
  solved: 0,
  multiple: 0,
  noSolution: 0,
  invalid: 0,
  aborted: 0,
  failed: 0,
  cancelled: 0,
}

export function tallyOf(results: readonly PuzzleResult[]): Tallied {
  const counts = { ...NO_OUTCOMES }
  let sum = 0
  let max = 0
  for (const { status, backtracks } of results) {
    counts[OUTCOME_COUNTERS[status]]++
    sum += backtracks ?? 0
    max = Math.max(max, backtracks ?? 0)
  }
  return { counts, backtracks: { sum, max } }
}

/** The results of a chunk that will not be solved: its puzzles are kept, so that it can be sent again. */
export function failedResults(chunk: Chunk, reason: string): PuzzleResult[] {
  return chunk.entries.map((entry, i) =>
    unsearched(
      { line: chunk.line + i, ...(entry.id !== undefined && { id: entry.id }), puzzle: entry.text },
      chunk.options,
      'failed',
      reason,
    ),
  )
}

/** The result of a puzzle that no search was made for. */
export function unsearched(
  named: Pick<PuzzleResult, 'line' | 'id' | 'puzzle'>,
  { strategy }: JobOptions,
  status: 'invalid' | 'failed',
  reason: string,
): PuzzleResult {
  return {
    ...named,
    status,
    strategy,
    unique: null,
    solutionCount: 0,
    backtracks: null,
    searchBacktracks: null,
    searchVersion: SEARCH_VERSION,
    reason,
  }
}

/** Results as one run of bytes, small enough to rest in the table by the hundred; {@link unpackResults} reads them. */
export function packResults(results: readonly PuzzleResult[]): Uint8Array {
  return deflateRawSync(JSON.stringify(results))
}

export function unpackResults(bytes: Uint8Array): PuzzleResult[] {
  return JSON.parse(inflateRawSync(bytes).toString('utf8'))
}
