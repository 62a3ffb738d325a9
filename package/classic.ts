import { refuse, shown } from '../shared/checked.ts'
import { resultOf } from '../shared/job/found.ts'
import { DEFAULT_BACKTRACK_LIMIT } from '../shared/job/limits.ts'
import { type PuzzleResult, unsearched } from '../shared/job/result.ts'
import { ENGINE_RULES, type EngineRules } from '../shared/sudoku/kernels/engine/engine.ts'
import { parsePuzzle } from '../shared/sudoku/rules/puzzle.ts'
import { SEARCH_VERSION } from '../shared/sudoku/search/strategy.ts'
import { type PlainQuestion, solveAllPlain, solvePlain } from './plain.ts'

/** The solver of 9×9 grids without rules of their own alone, for pages that count kilobytes: `sudoku-service/classic`. */

export type { PuzzleResult }

export interface ClassicOptions {
  /** `classic` by default. */
  readonly rules?: EngineRules
  /** How many solutions to look for, from 1; with 2, the default, the answer knows of a second one. */
  readonly solutions?: number
  /** The backtracks that the search may make, 100 million by default. */
  readonly backtrackLimit?: number
}

/**
 * Solves a puzzle of 81 cells.
 *
 * @param puzzle `1`–`9`, and `.` or `0` for empty; anything else is `invalid`, with a reason
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solve(puzzle: string, options: ClassicOptions = {}): PuzzleResult {
  const question = checked(options)
  const asked = { strategy: 'bit-parallel', solutions: question.solutions } as const
  const solved = (typeof puzzle === 'string' && solvePlain(puzzle, question)) || otherwise(puzzle, question)
  return resultOf({ ...solved, searchVersion: SEARCH_VERSION }, 1, 1, asked)
}

/**
 * The first solution of each puzzle; null where there is none, where it is no puzzle, and where the limit was reached.
 *
 * @throws {RangeError} if an option is unknown or out of range
 */
export function solveAll(
  puzzles: readonly string[],
  options: Omit<ClassicOptions, 'solutions'> = {},
): (string | null)[] {
  return solveAllPlain(puzzles, checked({ ...options, solutions: 1 }), () => null)
}

/** What is no plain grid may be one with blanks or bars in it; or else says why it is none. */
function otherwise(puzzle: unknown, question: PlainQuestion) {
  const read =
    typeof puzzle === 'string'
      ? parsePuzzle(puzzle, question.rules, 9)
      : refuse(`found ${shown(puzzle)}, expected a string`)
  const solved = read.ok ? solvePlain(read.value.text, question) : undefined
  const reason = read.ok ? '' : read.error
  return solved ?? { puzzle: `${puzzle}`, outcome: unsearched('invalid'), reason }
}

const OPTIONS: readonly string[] = ['rules', 'solutions', 'backtrackLimit'] satisfies (keyof ClassicOptions)[]

function checked(options: ClassicOptions): PlainQuestion {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) throw new RangeError(`${unknown}: unknown option, expected ${OPTIONS.join(', ')}`)
  const { rules = 'classic', solutions = 2, backtrackLimit = DEFAULT_BACKTRACK_LIMIT } = options
  if (!ENGINE_RULES.includes(rules)) throw new RangeError(`rules: found ${rules}, expected ${ENGINE_RULES.join(', ')}`)
  for (const [name, value, least] of [
    ['solutions', solutions, 1] as const,
    ['backtrackLimit', backtrackLimit, 0] as const,
  ])
    if (!(Number.isSafeInteger(value) && value >= least))
      throw new RangeError(`${name}: found ${value}, expected a whole number from ${least}`)
  return { rules, solutions, backtrackLimit }
}
