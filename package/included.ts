import { ended } from '../shared/ended.ts'
import type { PuzzleInput } from '../shared/input/entry.ts'
import type { Addition, InclusionName } from '../shared/job/inclusions.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import { type Pausing, paused } from './pausing.ts'
import { PuzzleError } from './puzzle-error.ts'
import { askedOf, SLICE_MS, type SolveOptions, solvingOne } from './solve.ts'

/** What results may include, each by itself: as the service has it, and an exception where that has null. */

export type KindOptions = Pick<SolveOptions, 'rules' | 'size' | 'backtrackLimit'>
export type Rating = NonNullable<Addition<'rating'>['rating']>
export type Steps = Required<{ readonly [Name in keyof Addition<'steps'>]: NonNullable<Addition<'steps'>[Name]> }>
export type Minimality = Required<{
  readonly [Name in keyof Addition<'minimal'>]: NonNullable<Addition<'minimal'>[Name]>
}>

/**
 * How hard a classic 9×9 puzzle is, as Sudoku Explainer rates it: `er`, `ep` and `ed`, or `atLeast` where that takes too
 * much work.
 *
 * @throws {PuzzleError} where it is no such puzzle, or has not just one solution
 */
export function rate(puzzle: PuzzleInput, options: KindOptions = {}): Rating {
  return ratingIn(ended(resultWith('rating', puzzle, options)))
}

/** As {@link rate}, with pauses in which others can work. */
export async function rateAsync(
  puzzle: PuzzleInput,
  { signal, ...options }: KindOptions & Pausing = {},
): Promise<Rating> {
  return ratingIn(await paused(resultWith('rating', puzzle, options, SLICE_MS), signal))
}

/**
 * The steps by which a person solves a classic 9×9 puzzle, each with its reason, and where they end.
 *
 * @throws {PuzzleError} as {@link rate} does
 */
export function steps(puzzle: PuzzleInput, options: KindOptions = {}): Steps {
  return stepsIn(ended(resultWith('steps', puzzle, options)))
}

/** As {@link steps}, with pauses in which others can work. */
export async function stepsAsync(
  puzzle: PuzzleInput,
  { signal, ...options }: KindOptions & Pausing = {},
): Promise<Steps> {
  return stepsIn(await paused(resultWith('steps', puzzle, options, SLICE_MS), signal))
}

/**
 * Whether a puzzle of any rules needs every given to have one solution, and the cells of those that it does not need.
 *
 * @throws {PuzzleError} where it has not just one solution, or the limit is reached before that is known
 */
export function minimal(puzzle: PuzzleInput, options: KindOptions = {}): Minimality {
  return minimalIn(ended(resultWith('minimal', puzzle, options)))
}

/** As {@link minimal}, with pauses in which others can work. */
export async function minimalAsync(
  puzzle: PuzzleInput,
  { signal, ...options }: KindOptions & Pausing = {},
): Promise<Minimality> {
  return minimalIn(await paused(resultWith('minimal', puzzle, options, SLICE_MS), signal))
}

/**
 * The least of all classic 9×9 puzzles that a puzzle can be turned into: doubles have the same.
 *
 * @throws {PuzzleError} where it is no classic 9×9 puzzle
 */
export function canonical(puzzle: PuzzleInput, options: KindOptions = {}): string {
  return canonicalIn(ended(resultWith('canonical', puzzle, options)))
}

/** As {@link canonical}, with pauses in which others can work. */
export async function canonicalAsync(
  puzzle: PuzzleInput,
  { signal, ...options }: KindOptions & Pausing = {},
): Promise<string> {
  return canonicalIn(await paused(resultWith('canonical', puzzle, options, SLICE_MS), signal))
}

function resultWith(name: InclusionName, puzzle: PuzzleInput, options: KindOptions, sliceMs?: number) {
  return solvingOne(puzzle, askedOf({ ...options, include: [name] }), sliceMs)
}

function ratingIn(result: PuzzleResult): Rating {
  return result.rating ?? refuse(result)
}

function stepsIn(result: PuzzleResult): Steps {
  const { steps, stepsEnd } = result
  return steps && stepsEnd ? { steps, stepsEnd } : refuse(result)
}

function minimalIn(result: PuzzleResult): Minimality {
  const { minimal, redundant } = result
  return typeof minimal === 'boolean' && redundant ? { minimal, redundant } : refuse(result)
}

function canonicalIn(result: PuzzleResult): string {
  return result.canonical ?? refuse(result)
}

function refuse({ status, unique, reason }: PuzzleResult): never {
  if (reason !== undefined) throw new PuzzleError(reason)
  if (status === 'no-solution') throw new PuzzleError('found no solution, expected one')
  if (unique === false) throw new PuzzleError('found more than one solution, expected one')
  if (status === 'aborted') throw new PuzzleError('found no end within the backtrack limit, expected one solution')
  throw new PuzzleError('found a puzzle of other rules or of another size, expected a classic 9×9 one')
}
