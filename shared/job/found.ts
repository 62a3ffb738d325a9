import { type EveryFieldOf, objectOf } from '../json-schema.ts'
import type { PuzzleRules } from '../sudoku/rules/puzzle-rules.ts'
import type { INCLUSIONS, IncludedFields, InclusionName } from './inclusions.ts'
import type { JobOptions } from './job.ts'
import { type Outcome, type PuzzleResult, type RESULT_FIELDS, uniqueness } from './result.ts'

/** All that is known of a puzzle once its search is done. */
export interface Found {
  /** A character a cell; as it came where it could not be read. */
  readonly puzzle: string
  readonly outcome: Omit<Outcome, 'reason'>
  readonly searchVersion: number
  readonly id?: string | undefined
  readonly reason?: string | undefined
  readonly givenIsCorrect?: boolean | undefined
  readonly rules?: PuzzleRules | undefined
  readonly additions?: IncludedFields | undefined
}

/** The options of a job that its results tell of. */
export type ToldOptions = Pick<JobOptions, 'strategy' | 'solutions' | 'include'>

export function resultOf(found: Found, place: number, line: number, options: ToldOptions): PuzzleResult {
  const { puzzle, outcome, searchVersion, id, reason, givenIsCorrect, rules: own, additions } = found
  const { strategy, solutions: asked, include } = options
  const { status, solutionCount, solutions, backtracks, searchBacktracks } = outcome
  const result = objectOf<typeof RESULT_FIELDS>({
    line,
    place,
    id,
    puzzle,
    regions: own?.regions,
    rules: own?.rules,
    constraints: own?.constraints,
    negative: own?.negative,
    status,
    strategy,
    unique: uniqueness(status, solutionCount, asked),
    solutionCount: solutionCount === 0 && backtracks === null ? null : solutionCount,
    solution: solutions[0],
    solutions: solutions.length > 1 ? solutions : undefined,
    backtracks,
    searchBacktracks,
    searchVersion,
    givenIsCorrect,
    // Lines are counted over the whole file, which the worker does not know.
    reason: reason !== undefined && status === 'invalid' ? `line ${line}, ${reason}` : reason,
  })
  return include ? { ...result, ...includedFields(include, additions) } : result
}

// By itself, so that who only writes results, as the smallest solver does, needs no descriptions of what they include.

/** Each field as a result has it that has nothing to say of it. */
const NOTHING: { readonly [Name in InclusionName]: EveryFieldOf<(typeof INCLUSIONS)[Name]['fields']> } = {
  minimal: { minimal: null, redundant: undefined },
  canonical: { canonical: null },
  canonicalSolution: { canonicalSolution: null },
  pattern: { pattern: null },
  automorphisms: { automorphisms: null },
  candidates: { candidates: null },
  total: { total: null },
  conflict: { conflict: null },
  counts: { counts: null },
  rating: { rating: null },
  steps: { steps: null, stepsEnd: undefined },
  hint: { hint: null },
}

/** The fields that inclusions add to a result, in the order in which they are listed. */
export function includedFields(include: readonly InclusionName[], additions?: IncludedFields): IncludedFields {
  return Object.assign({}, ...include.map((name) => NOTHING[name]), additions)
}
