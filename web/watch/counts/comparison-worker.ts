import { mostBacktracks } from '../../../shared/job/limits.ts'
import { statusOf } from '../../../shared/job/result.ts'
import { strategies } from '../../../shared/sudoku/search/strategies.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import type { StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { checkedStrategy } from '../../../shared/sudoku/search/strategy-figures.ts'
import { receivedPuzzle } from '../../rules/own-rules.ts'
import type { ComparedPuzzle, ComparedResult, Comparison, ComparisonRequest } from './comparison.ts'

// Counts as the service's workers do, by the same strategies.

/** A question of the page to a worker: all puzzles by one strategy. */
export interface CountRequest extends ComparisonRequest, Pick<Comparison, 'backtrackLimit'> {
  readonly strategy: StrategyName
}

/** A message from the worker to the page, until it is done. */
export interface CountReply {
  readonly results: readonly ComparedResult[]
  readonly isDone: boolean
}

/** Often enough to look live, and no more messages than the page can draw. */
const REPLY_MS = 50

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  // The page hears of errors, and of no promises.
  count(data).catch(reportError)
})

async function count({ puzzles, ...request }: CountRequest): Promise<void> {
  let results: ComparedResult[] = []
  let repliedAt = performance.now()
  for (const [place, puzzle] of puzzles.entries()) {
    results.push(await resultOf(puzzle, place + 1, request))
    const isLast = place === puzzles.length - 1
    if (!isLast && performance.now() - repliedAt < REPLY_MS) continue
    postMessage({ results, isDone: isLast } satisfies CountReply)
    results = []
    repliedAt = performance.now()
  }
}

async function resultOf(
  { id, puzzle: text, own }: ComparedPuzzle,
  place: number,
  { strategy, rules, backtrackLimit: limit }: Omit<CountRequest, 'puzzles'>,
): Promise<ComparedResult> {
  const named = { place, strategy, ...(id !== undefined && { id }) }
  const puzzle = await receivedPuzzle({ text, rules, own })
  if (!puzzle.ok) return { ...named, puzzle: text, status: 'invalid', backtracks: null, reason: puzzle.error }
  const taken = checkedStrategy(strategy, puzzle.value.rules.size)
  if (!taken.ok) return { ...named, puzzle: text, status: 'invalid', backtracks: null, reason: `size: ${taken.error}` }
  const backtrackLimit = Math.min(limit, mostBacktracks(strategy, puzzle.value.rules))
  const { end, counts } = solve(strategies[strategy], puzzle.value, { solutions: 1, backtrackLimit })
  const status = statusOf(end, counts.solutionCount)
  return { ...named, puzzle: puzzle.value.text, status, backtracks: counts.backtracks }
}
