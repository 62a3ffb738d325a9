import type { Checked } from '../../shared/checked.ts'
import { mostBacktracksUnder } from '../../shared/job/limits.ts'
import { statusOf } from '../../shared/job/result.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { PuzzleRules } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { checkedStrategy } from '../../shared/sudoku/search/strategy-figures.ts'
import type { ComparedPuzzle, ComparedResult } from './comparison.ts'
import type { CountReply, CountRequest } from './local-comparison.ts'

// Counts as the service's workers do, by the same strategies.

/** Often enough to look live, and no more messages than the page can draw. */
const REPLY_MS = 50

/** @param parse reads a puzzle with all that it may bring */
export function countForPage(parse: ParseCompared): void {
  addEventListener('message', ({ data }: MessageEvent<CountRequest>) => count(data, parse))
}

type ParseCompared = (text: string, rules: RulesName, own: PuzzleRules | undefined) => Checked<Puzzle>

function count(data: CountRequest, parse: ParseCompared): void {
  const { strategy, puzzles, rules, backtrackLimit } = data
  let results: ComparedResult[] = []
  let repliedAt = performance.now()
  for (const [place, puzzle] of puzzles.entries()) {
    results.push(resultOf(puzzle, place + 1, { strategy, rules, backtrackLimit, parse }))
    const isLast = place === puzzles.length - 1
    if (!isLast && performance.now() - repliedAt < REPLY_MS) continue
    postMessage({ results, isDone: isLast } satisfies CountReply)
    results = []
    repliedAt = performance.now()
  }
}

function resultOf(
  compared: ComparedPuzzle,
  place: number,
  { strategy, rules, backtrackLimit: limit, parse }: Omit<CountRequest, 'puzzles'> & { readonly parse: ParseCompared },
): ComparedResult {
  const {
    id,
    puzzle: text,
    own,
  } = typeof compared === 'string' ? { id: undefined, puzzle: compared, own: undefined } : compared
  const named = { place, strategy, ...(id !== undefined && { id }) }
  const puzzle = parse(text, rules, own)
  if (!puzzle.ok) return { ...named, puzzle: text, status: 'invalid', backtracks: null, reason: puzzle.error }
  const taken = checkedStrategy(strategy, puzzle.value.rules.size)
  if (!taken.ok) return { ...named, puzzle: text, status: 'invalid', backtracks: null, reason: `size: ${taken.error}` }
  const backtrackLimit = Math.min(limit, mostBacktracksUnder(puzzle.value.rules, strategy))
  const { end, counts } = solve(strategies[strategy], puzzle.value, { solutions: 1, backtrackLimit })
  return {
    ...named,
    puzzle: puzzle.value.text,
    status: statusOf(end, counts.solutionCount),
    backtracks: counts.backtracks,
  }
}
