import { ended } from '../shared/ended.ts'
import type { PuzzleInput } from '../shared/input/entry.ts'
import type { Addition, InclusionName } from '../shared/job/inclusions.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import { type Pausing, paused } from './pausing.ts'
import { PuzzleError } from './puzzle-error.ts'
import { askedOf, SLICE_MS, type SolveOptions, solvingOne } from './solve.ts'

/** What results may include, each by itself: as the service has it, and an exception where that has null. */

type KindOptions = Pick<SolveOptions, 'rules' | 'size' | 'backtrackLimit'>
export type Rating = NonNullable<Addition<'rating'>['rating']>
export type Steps = Required<{ readonly [Name in keyof Addition<'steps'>]: NonNullable<Addition<'steps'>[Name]> }>
type Hint = NonNullable<Addition<'hint'>['hint']>
export type Minimality = Required<{
  readonly [Name in keyof Addition<'minimal'>]: NonNullable<Addition<'minimal'>[Name]>
}>
export type Total = NonNullable<Addition<'total'>['total']>
export type Candidates = NonNullable<Addition<'candidates'>['candidates']>
type Form<T> = (puzzle: PuzzleInput, options?: KindOptions) => T
type LaterForm<T> = (puzzle: PuzzleInput, options?: KindOptions & Pausing) => Promise<T>

const rating = forms('rating', ({ rating }) => rating ?? undefined)

/**
 * How hard a classic 9×9 puzzle is, as Sudoku Explainer rates it: `er`, `ep` and `ed`, or `atLeast` where that takes too
 * much work.
 *
 * @throws {PuzzleError} where it is no such puzzle, or has not just one solution
 */
export const rate: Form<Rating> = rating.now

/** As {@link rate}, with pauses in which others can work. */
export const rateAsync: LaterForm<Rating> = rating.later

const way = forms('steps', ({ steps, stepsEnd }): Steps | undefined =>
  steps && stepsEnd ? { steps, stepsEnd } : undefined,
)

/**
 * The steps by which a person solves a puzzle of any size and rules, each with its reason, and where they end.
 *
 * @throws {PuzzleError} where it has not just one solution
 */
export const steps: Form<Steps> = way.now

/** As {@link steps}, with pauses in which others can work. */
export const stepsAsync: LaterForm<Steps> = way.later

const next = forms('hint', ({ hint }) => hint ?? undefined)

/**
 * The next step on a puzzle of any size and rules, of which a person has `placed` some digits and noted `candidates`; or
 * what is wrong there.
 *
 * @throws {PuzzleError} where it has not just one solution
 */
export const hint: Form<Hint> = next.now

/** As {@link hint}, with pauses in which others can work. */
export const hintAsync: LaterForm<Hint> = next.later

const minimality = forms('minimal', ({ minimal, redundant }): Minimality | undefined =>
  typeof minimal === 'boolean' && redundant ? { minimal, redundant } : undefined,
)

/**
 * Whether a puzzle of any rules needs every given to have one solution, and the cells of those that it does not need.
 *
 * @throws {PuzzleError} where it has not just one solution, or the limit is reached before that is known
 */
export const minimal: Form<Minimality> = minimality.now

/** As {@link minimal}, with pauses in which others can work. */
export const minimalAsync: LaterForm<Minimality> = minimality.later

const possible = forms('candidates', ({ candidates }) => candidates ?? undefined)

/**
 * For each cell of a puzzle of any rules, the digits that it has in some solution; `exact` is false where the backtrack
 * limit was reached before it was known that no others are possible.
 *
 * @throws {PuzzleError} where it has no solution
 */
export const candidates: Form<Candidates> = possible.now

/** As {@link candidates}, with pauses in which others can work. */
export const candidatesAsync: LaterForm<Candidates> = possible.later

const everySolution = forms('total', ({ total }) => total ?? undefined)

/**
 * How many solutions a puzzle of any rules has in all; estimated, with `exact: false` and the standard error as a share,
 * where they are too many to be counted.
 *
 * @throws {PuzzleError} where it is 36×36, or no puzzle
 */
export const total: Form<Total> = everySolution.now

/** As {@link total}, with pauses in which others can work. */
export const totalAsync: LaterForm<Total> = everySolution.later

const least = forms('canonical', ({ canonical }) => canonical ?? undefined)

/**
 * The least of all classic 9×9 puzzles that a puzzle can be turned into: doubles have the same.
 *
 * @throws {PuzzleError} where it is no classic 9×9 puzzle
 */
export const canonical: Form<string> = least.now

/** As {@link canonical}, with pauses in which others can work. */
export const canonicalAsync: LaterForm<string> = least.later

/** A function that tells what a result includes, and its form with pauses. */
function forms<T>(name: InclusionName, told: (result: PuzzleResult) => T | undefined) {
  const solving = (puzzle: PuzzleInput, options: KindOptions, sliceMs?: number) =>
    solvingOne(puzzle, askedOf({ ...options, include: [name] }), sliceMs)
  const toldOf = (result: PuzzleResult): T => told(result) ?? refuse(result)
  const now: Form<T> = (puzzle, options = {}) => toldOf(ended(solving(puzzle, options)))
  const later: LaterForm<T> = async (puzzle, { signal, ...options } = {}) =>
    toldOf(await paused(solving(puzzle, options, SLICE_MS), signal))
  return { now, later }
}

function refuse({ status, unique, reason }: PuzzleResult): never {
  if (reason !== undefined) throw new PuzzleError(reason)
  if (status === 'no-solution') throw new PuzzleError('found no solution, expected one')
  if (unique === false) throw new PuzzleError('found more than one solution, expected one')
  if (status === 'aborted') throw new PuzzleError('found no end within the backtrack limit, expected one solution')
  throw new PuzzleError('found a puzzle of other rules or of another size, expected a classic 9×9 one')
}
