import { SOLVED_BYTES } from '../../sudoku/packed-grid.ts'
import { MAX_PUZZLE_BYTES } from '../../sudoku/packed-puzzle.ts'
import type { Outcome } from '../result.ts'

/**
 * Results as they rest in the table:
 *
 *     20 bytes   how many results · records · bytes of extras · of notes · SEARCH_VERSION, 4 bytes each
 *     records    24 bytes for each solved plain grid: solution, givens, and in the five spare bits its
 *                backtracks, where there are few: (first, further) with first + further < 7, numbered
 *                along the diagonals; 31 where there are more, or the puzzle is not simply solved
 *     extras     for each record that says 31: its status, its counts, its further solutions or its puzzle
 *     notes      deflated JSON, [[place, note], …]: names and reasons, and the whole of every
 *                result whose puzzle is no plain grid, which has no record
 */
export const HEAD_BYTES = 20
/** Sums of first and further backtracks that fit a record: 28 pairs in 31 numbers. */
export const PAIRS_UP_TO = 6
export const IN_EXTRAS = 31
export const PAIRS: (readonly [number, number])[] = []
for (let sum = 0; sum <= PAIRS_UP_TO; sum++) for (let first = 0; first <= sum; first++) PAIRS.push([first, sum - first])

/** What a record's bytes 10–23 are: a solution alone. */
export const SOLUTION_AT = 10
export const SOLUTION_BYTES = SOLVED_BYTES - SOLUTION_AT

/** What is known of a result beside its record; with a puzzle where it has none. */
export interface Note {
  readonly id?: string
  readonly reason?: string
  readonly givenIsCorrect?: boolean
  /** A solution that came with a puzzle which was not solved, to be checked should it be sent again. */
  readonly given?: string
  /** Why such a puzzle was not taken as one at all. */
  readonly refused?: string
  readonly puzzle?: string
  readonly outcome?: Omit<Outcome, 'reason'>
}

/** What packed results may take: DynamoDB's items end at 400 KB, keys included. */
export const MAX_RESULT_BYTES = 390_000

/** The most bytes that the result of a plain grid takes, notes apart. */
export function maxRecordBytes(kept: number): number {
  const counts = 1 + 3 * 8
  return SOLVED_BYTES + counts + Math.max(MAX_PUZZLE_BYTES, (kept - 1) * SOLUTION_BYTES)
}
