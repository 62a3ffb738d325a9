import { mostBacktracks } from '../../shared/job/limits.ts'
import { statusOf } from '../../shared/job/result.ts'
import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import { strategies } from '../../shared/sudoku/strategies/strategies.ts'
import { solve } from '../../shared/sudoku/strategies/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { ComparedPuzzle, ComparedResult } from './comparison.ts'
import type { CountReply, CountRequest } from './local-comparison.ts'

// Counts as the service's workers do, by the same strategies.

/** Often enough to look live, and no more messages than the page can draw. */
const REPLY_MS = 50

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  const { strategy, puzzles, rules, backtrackLimit } = data
  let results: ComparedResult[] = []
  let repliedAt = performance.now()
  for (const [place, puzzle] of puzzles.entries()) {
    results.push(resultOf(puzzle, place + 1, strategy, rules, backtrackLimit))
    const isLast = place === puzzles.length - 1
    if (!isLast && performance.now() - repliedAt < REPLY_MS) continue
    postMessage({ results, isDone: isLast } satisfies CountReply)
    results = []
    repliedAt = performance.now()
  }
})

function resultOf(
  compared: ComparedPuzzle,
  place: number,
  strategy: StrategyName,
  rules: RulesName,
  limit: number,
): ComparedResult {
  const { id, puzzle: text } = typeof compared === 'string' ? { id: undefined, puzzle: compared } : compared
  const named = { place, strategy, ...(id !== undefined && { id }) }
  const puzzle = parsePuzzle(text, rules)
  if (!puzzle.ok) return { ...named, puzzle: text, status: 'invalid', backtracks: null, reason: puzzle.error }
  const backtrackLimit = Math.min(limit, mostBacktracks(strategy, puzzle.value.rules.size))
  const { end, counts } = solve(strategies[strategy], puzzle.value, { solutions: 1, backtrackLimit })
  return {
    ...named,
    puzzle: puzzle.value.text,
    status: statusOf(end, counts.solutionCount),
    backtracks: counts.backtracks,
  }
}
