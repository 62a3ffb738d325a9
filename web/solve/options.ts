import type { JobOptions } from '../../shared/job/job.ts'
import { DEFAULT_BACKTRACK_LIMIT, MAX_BACKTRACK_LIMIT, MAX_SOLUTIONS } from '../../shared/job/limits.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Query } from '../address.ts'

/** What is asked of the search; rules and size are the puzzle's. */
export type SolveOptions = Pick<JobOptions, 'strategy' | 'solutions' | 'backtrackLimit'>

/** The fastest strategy, and whether the solution is the only one. */
const DEFAULTS: SolveOptions = { strategy: 'bit-parallel', solutions: 2, backtrackLimit: DEFAULT_BACKTRACK_LIMIT }

/** The options that an address asks for; what it says wrongly is as if it were left out. */
export function optionsIn({ strategy, solutions, limit }: Query): SolveOptions {
  return {
    strategy: STRATEGY_NAMES.find((name) => name === strategy) ?? DEFAULTS.strategy,
    solutions: wholeNumber(solutions, 1, MAX_SOLUTIONS) ?? DEFAULTS.solutions,
    backtrackLimit: limitIn(limit) ?? DEFAULTS.backtrackLimit,
  }
}

/** A backtrack limit as people write it, with or without commas; undefined where it is none. */
export function limitIn(text: string | undefined): number | undefined {
  return wholeNumber(text?.replaceAll(/[\s,_.’']/g, ''), 0, MAX_BACKTRACK_LIMIT)
}

/** What of the options an address has to say: defaults are left out. */
export function queryOf(options: Partial<SolveOptions>): Record<string, string | undefined> {
  const said = (name: keyof SolveOptions) => (options[name] === DEFAULTS[name] ? undefined : `${options[name]}`)
  return {
    ...('strategy' in options && { strategy: said('strategy') }),
    ...('solutions' in options && { solutions: said('solutions') }),
    ...('backtrackLimit' in options && { limit: said('backtrackLimit') }),
  }
}

function wholeNumber(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined
  const number = Number(text)
  return number >= least && number <= most ? number : undefined
}
