import { objectOf } from '../json-schema.ts'
import type { PuzzleRules } from '../sudoku/rules/puzzle-rules.ts'
import { includedFields } from './included-fields.ts'
import type { Additions } from './inclusions.ts'
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
  /** The rules that it brought with it. */
  readonly rules?: PuzzleRules | undefined
  readonly additions?: Additions | undefined
}

/** The result of the puzzle at a place of its job and on a line of its file. */
export function resultOf(
  { puzzle, outcome, searchVersion, id, reason, givenIsCorrect, rules: own, additions }: Found,
  place: number,
  line: number,
  { strategy, solutions: asked, include }: Pick<JobOptions, 'strategy' | 'solutions' | 'include'>,
): PuzzleResult {
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
    solutionCount,
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
