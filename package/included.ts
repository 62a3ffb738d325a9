import type { PuzzleInput } from '../shared/input/entry.ts'
import type { Addition, InclusionName } from '../shared/job/inclusions.ts'
import type { PuzzleResult } from '../shared/job/result.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import { PuzzleError } from './puzzles.ts'
import { askedOf, type Pausing, paused, SLICE_MS, type SolveOptions, solvingOne } from './solve.ts'

/**
 * What results may include, each by itself: as the service has it, and an exception where that has null. The second form of
 * each does the same with pauses in which others can work.
 */

type KindOptions = Pick<SolveOptions, 'rules' | 'size' | 'backtrackLimit' | 'ruleSet' | 'level'>
/** The fields of an inclusion where there is something to say. */
type Told<Name extends InclusionName> = Required<{
  readonly [Field in keyof Addition<Name>]: NonNullable<Addition<Name>[Field]>
}>
/** A function that tells what a result includes, and its form with pauses. */
type Forms<T> = readonly [
  (puzzle: PuzzleInput, options?: KindOptions) => T,
  (puzzle: PuzzleInput, options?: KindOptions & Pausing) => Promise<T>,
]

/**
 * How hard a classic 9×9 puzzle is, as Sudoku Explainer rates it, or a person (`ruleSet: 'human-1'`): `er`, `ep` and `ed`, or
 * `atLeast` where that takes too much work.
 *
 * @throws {PuzzleError} where it is no such puzzle, or has not just one solution
 */
export const [rate, rateAsync]: Forms<Told<'rating'>['rating']> = forms('rating', ({ rating }) => rating)

/**
 * The steps by which a person solves a puzzle of any size and rules, each with its reason, and where they end.
 *
 * @throws {PuzzleError} where it has not just one solution
 */
export const [steps, stepsAsync]: Forms<Told<'steps'>> = forms('steps', ({ steps, stepsEnd }) =>
  steps && stepsEnd ? { steps, stepsEnd } : undefined,
)

/**
 * The next step on a puzzle of any size and rules, of which a person has `placed` some digits and noted `candidates`; or
 * what is wrong there.
 *
 * @throws {PuzzleError} where it has not just one solution
 */
export const [hint, hintAsync]: Forms<Told<'hint'>['hint']> = forms('hint', ({ hint }) => hint)

/**
 * Whether a puzzle of any rules needs every given to have one solution, and the cells of those that it does not need.
 *
 * @throws {PuzzleError} where it has not just one solution, or the limit is reached before that is known
 */
export const [minimal, minimalAsync]: Forms<Told<'minimal'>> = forms('minimal', ({ minimal, redundant }) =>
  typeof minimal === 'boolean' && redundant ? { minimal, redundant } : undefined,
)

/**
 * For each cell of a puzzle of any rules, the digits that it has in some solution; `exact` is false where the backtrack
 * limit was reached before it was known that no others are possible.
 *
 * @throws {PuzzleError} where it has no solution
 */
export const [candidates, candidatesAsync]: Forms<Told<'candidates'>['candidates']> = forms(
  'candidates',
  ({ candidates }) => candidates,
)

/**
 * How many solutions a puzzle of any rules has in all; estimated, with `exact: false` and the standard error as a share,
 * where they are too many to be counted.
 *
 * @throws {PuzzleError} where it is 36×36, or no puzzle
 */
export const [total, totalAsync]: Forms<Told<'total'>['total']> = forms('total', ({ total }) => total)

/**
 * The least of all classic 9×9 puzzles that a puzzle can be turned into: doubles have the same.
 *
 * @throws {PuzzleError} where it is no classic 9×9 puzzle
 */
export const [canonical, canonicalAsync]: Forms<string> = forms('canonical', ({ canonical }) => canonical)

function forms<T>(name: InclusionName, told: (result: PuzzleResult) => T | null | undefined): Forms<T> {
  const solving = (puzzle: PuzzleInput, options: KindOptions, sliceMs?: number) =>
    solvingOne(puzzle, askedOf({ ...options, include: [name] }), sliceMs)
  const toldOf = (result: PuzzleResult): T => told(result) ?? refuse(result)
  return [
    (puzzle, options = {}) => toldOf(runToEnd(solving(puzzle, options))),
    async (puzzle, { signal, ...options } = {}) => toldOf(await paused(solving(puzzle, options, SLICE_MS), signal)),
  ]
}

function refuse({ status, unique, reason }: PuzzleResult): never {
  if (reason !== undefined) throw new PuzzleError(reason)
  if (status === 'no-solution') throw new PuzzleError('found no solution, expected one')
  if (unique === false) throw new PuzzleError('found more than one solution, expected one')
  if (status === 'aborted') throw new PuzzleError('found no end within the backtrack limit, expected one solution')
  throw new PuzzleError('found a puzzle of other rules or of another size, expected a classic 9×9 one')
}
