import type { Puzzle } from '../../sudoku/rules/puzzle.ts'
import { strategies } from '../../sudoku/search/strategies.ts'
import {
  type Checkpoint,
  pausingSearch,
  type Question,
  type Search,
  type SearchCounts,
  type SearchEnd,
} from '../../sudoku/search/strategy.ts'
import type { StrategyName } from '../../sudoku/search/strategy-facts.ts'
import { mostBacktracks } from '../limits.ts'

/**
 * Work that can be left wherever it yields, which is every few milliseconds: what it yields tells how far it has got, as
 * plain data. Taken up from there, it gets further before it yields again. Who leaves it says so by {@link leave}.
 */
export type Work<State, Result> = Generator<() => State, Result, void>

/**
 * Backtracks between two looks at the clock. The slowest strategy takes 13 µs a backtrack on an empty 25×25 grid, so a
 * slice overruns by some 10 ms, or by 40 before the code is compiled.
 */
const BACKTRACKS_PER_LOOK = 500
/** Under constraints one takes 2 ms where they are sandwiches, and more on larger grids. */
const CONSTRAINED_BACKTRACKS_PER_LOOK = 10

/**
 * Searches a puzzle, within the backtracks that a worker makes for one at most.
 *
 * @param told what it takes to go on later, of which the search that is left is a part
 */
export function slicedSearch<State>(
  strategy: StrategyName,
  puzzle: Puzzle,
  question: Question,
  from: Checkpoint | undefined,
  told: (checkpoint: Checkpoint, search: Search) => State,
): Work<State, { readonly end: SearchEnd; readonly counts: SearchCounts }> {
  // The puzzles of a job may differ in size, and larger ones take longer for each backtrack.
  const isConstrained = puzzle.rules.constraints.length > 0
  const most = mostBacktracks(strategy, puzzle.rules)
  const look = isConstrained ? CONSTRAINED_BACKTRACKS_PER_LOOK : BACKTRACKS_PER_LOOK
  const { solutions, backtrackLimit } = question
  const asked = { solutions, backtrackLimit: Math.min(backtrackLimit, most) }
  return pausingSearch(strategies[strategy], puzzle, asked, from, told, look)
}
