import type { StrategyName } from '../sudoku/strategies/strategy.ts'

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
  /** Whether the solution that came with the puzzle is one; left out where none came. */
  readonly givenIsCorrect?: boolean
  /** Why it is `invalid` or `failed`, or the given solution none: where, what came, what was expected. */
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

export const NO_OUTCOMES: OutcomeCounts = {
  solved: 0,
  multiple: 0,
  noSolution: 0,
  invalid: 0,
  aborted: 0,
  failed: 0,
  cancelled: 0,
}

/** What became of a puzzle, without its place and name. */
export interface Outcome {
  readonly status: Status
  readonly solutionCount: number
  /** The solutions that are kept, a character a cell. */
  readonly solutions: readonly string[]
  readonly backtracks: number | null
  readonly searchBacktracks: number | null
  readonly reason?: string
}

/** The outcome of a puzzle that no search was made for. */
export function unsearched(status: 'invalid' | 'failed' | 'cancelled', reason?: string): Outcome {
  return {
    status,
    solutionCount: 0,
    solutions: [],
    backtracks: null,
    searchBacktracks: null,
    ...(reason !== undefined && { reason }),
  }
}

/** What a set of results adds to its job's counts. */
export interface ResultCounts {
  readonly outcomes: OutcomeCounts
  /** Solutions that came with their puzzles and are none. */
  readonly mismatches: number
  readonly backtracks: Backtracks
}

/** The backtracks of the puzzles that were searched. */
export interface Backtracks {
  readonly sum: number
  readonly max: number
  /** How many puzzles took 0, 1, 2–3, 4–7, … backtracks: the place is the number's length in bits. */
  readonly histogram: readonly number[]
}

export const NO_BACKTRACKS: Backtracks = { sum: 0, max: 0, histogram: [] }

/** Counts results one by one. */
export class ResultCounter implements ResultCounts {
  readonly outcomes: Record<OutcomeCounter, number> = { ...NO_OUTCOMES }
  readonly backtracks = { sum: 0, max: 0, histogram: [] as number[] }
  mismatches = 0

  /** @param backtracks null where nothing was searched */
  add(status: Status, backtracks: number | null): void {
    this.outcomes[OUTCOME_COUNTERS[status]]++
    if (backtracks === null) return
    this.backtracks.sum += backtracks
    if (backtracks > this.backtracks.max) this.backtracks.max = backtracks
    const { histogram } = this.backtracks
    const place = bitsOf(backtracks)
    while (histogram.length <= place) histogram.push(0)
    histogram[place]++
  }
}

/** The sum of several counts. */
export function sumOf(all: Iterable<ResultCounts>): ResultCounts {
  const sum = new ResultCounter()
  for (const { outcomes, mismatches, backtracks } of all) {
    for (const counter of Object.keys(outcomes) as OutcomeCounter[]) sum.outcomes[counter] += outcomes[counter]
    sum.mismatches += mismatches
    sum.backtracks.sum += backtracks.sum
    sum.backtracks.max = Math.max(sum.backtracks.max, backtracks.max)
    backtracks.histogram.forEach((count, place) => {
      sum.backtracks.histogram[place] = (sum.backtracks.histogram[place] ?? 0) + count
    })
  }
  return sum
}

function bitsOf(count: number): number {
  return count < 2 ** 32 ? 32 - Math.clz32(count) : 64 - Math.clz32(count / 2 ** 32)
}
