import { ASKED_PUZZLES_FIELDS, makingOptionsOf } from '../shared/job/asked-puzzles.ts'
import { errorInWords } from '../shared/protocol/problem-error.ts'
import { checkedBy, inBody } from '../shared/protocol/requests.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import { textOf } from '../shared/sudoku/grid/grid.ts'
import type { Size } from '../shared/sudoku/grid/units.ts'
import { type Made, making, makingBatch } from '../shared/sudoku/making/making.ts'
import type { GeneratedRule, MakingOptions } from '../shared/sudoku/making/making-options.ts'
import type { SymmetryName } from '../shared/sudoku/making/symmetry.ts'
import type { Rating } from '../shared/sudoku/rating/rating.ts'
import type { RatingRules, TechniqueName } from '../shared/sudoku/rating/techniques.ts'
import type { PuzzleRules } from '../shared/sudoku/rules/puzzle-rules.ts'
import { type Pausing, paused } from './solve.ts'

export interface BatchOptions extends RatingRules {
  /** Besides rows, columns and boxes; `killer` gives cages with sums, `jigsaw` regions in place of the boxes. */
  readonly rules?: GeneratedRule | readonly GeneratedRule[]
  /** Cells a side, 9 by default; 9 at the most for `killer` and `jigsaw`. */
  readonly size?: Size
  /** The same seed gives the same puzzles on every machine; by chance where no seed is given. */
  readonly seed?: number | string
  /** Givens, as a number or a range such as `24..30`; a minimal puzzle by default. */
  readonly clues?: number | string
  /** The hardest step of a classic 9×9 puzzle; with `er`, one of its steps. Of several, one of them. */
  readonly technique?: TechniqueName | readonly TechniqueName[]
  /** How many of its steps are of these techniques: `1`, `1..2`, `3..`. */
  readonly countOf?: number | string
  /** How hard a classic 9×9 puzzle is to be, by `ruleSet`: `4.5..5.5`, `7..`, `..2.5` or `6.6`. */
  readonly er?: string
  /** How the cells of the givens lie. */
  readonly symmetry?: SymmetryName
  /** A grid in whose cells the givens are: all but those with `.` or `0`. */
  readonly pattern?: string
  /**
   * How much work may be done for puzzles by technique, rating, symmetry or pattern: seconds, as work is counted, which
   * end at the same puzzle everywhere. By default, 120 without a puzzle found.
   */
  readonly budget?: number
}

export interface GenerateOptions extends BatchOptions {
  /** From 0: each gives another puzzle. */
  readonly index?: number
}

/** A puzzle as {@link solve} takes it, with its rules in words. */
export interface MadePuzzle extends PuzzleRules {
  readonly puzzle: string
  readonly solution: string
  /** Where a technique or a rating was asked for. */
  readonly rating?: Rating
}

/**
 * A puzzle with exactly one solution.
 *
 * @throws {RangeError} where an option makes no sense, or no such puzzle is found
 */
export function generate({ index = 0, ...options }: GenerateOptions = {}): MadePuzzle {
  return puzzleOf(runToEnd(making({ ...askedOf(options), index })))
}

/** As {@link generate}, with a pause after each attempt, in which others can work. */
export async function generateAsync({
  signal,
  index = 0,
  ...options
}: GenerateOptions & Pausing = {}): Promise<MadePuzzle> {
  return puzzleOf(await paused(making({ ...askedOf(options), index }), signal))
}

/**
 * So many puzzles as are wished for, which are those of the command line by the same seed. No two of them are isomorphic.
 *
 * @throws {RangeError} as {@link generate} does, and where there are too few within the budget
 */
export function generateBatch(count: number, options: BatchOptions = {}): MadePuzzle[] {
  return runToEnd(makingBatch(askedOf(options, count), count)).map(puzzleOf)
}

/** As {@link generateBatch}, with pauses in which others can work. */
export async function generateBatchAsync(
  count: number,
  { signal, ...options }: BatchOptions & Pausing = {},
): Promise<MadePuzzle[]> {
  return (await paused(makingBatch(askedOf(options, count), count), signal)).map(puzzleOf)
}

function askedOf(options: BatchOptions, count = 1): MakingOptions {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`count: found ${count}, expected a whole number`)
  const asked = checkedBy(ASKED_PUZZLES_FIELDS, options, inBody)
  if (!asked.ok) throw new RangeError(asked.error.errors.map(errorInWords).join('; '))
  const made = makingOptionsOf(asked.value, Math.random())
  if (made.ok) return made.value
  const { field, detail } = made.error
  throw new RangeError(errorInWords({ ...inBody(field === undefined ? [] : [field]), detail }))
}

function puzzleOf({ puzzle, solution, own, rating }: Made): MadePuzzle {
  return { ...own, puzzle, solution: textOf(solution), ...(rating && { rating }) }
}
