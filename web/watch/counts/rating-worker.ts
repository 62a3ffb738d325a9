import { MAX_RATING_NODES } from '../../../shared/job/limits.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { parsePuzzle } from '../../../shared/sudoku/rules/puzzle.ts'
import { cellByCell } from '../../../shared/sudoku/search/cell-by-cell.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import type { RatedReply } from './rating-chart.tsx'

// Rates puzzles one after the other, and ends when the page ends it.

/** Singles find out sooner than this whether a grid has a second solution; of others nobody knows, and none is rated. */
const MOST_BACKTRACKS = 100_000

/** All up to ER 9.4 that were tried take fewer nodes: nobody waits for them behind some that take seconds each. */
const QUICK_NODES = MAX_RATING_NODES / 10

addEventListener('message', ({ data: puzzles }: MessageEvent<readonly string[]>) => {
  const slow = puzzles.filter((puzzle) => !isTold(puzzle, QUICK_NODES))
  for (const puzzle of slow)
    if (!isTold(puzzle, MAX_RATING_NODES)) postMessage({ puzzle, er: undefined } satisfies RatedReply)
})

/** Whether the page has been told what a puzzle is rated, or that it has no rating. */
function isTold(puzzle: string, nodes: number): boolean {
  const er = ratingOf(puzzle, nodes)
  if (er !== 'limit') postMessage({ puzzle, er } satisfies RatedReply)
  return er !== 'limit'
}

/** Nothing for what is no classic grid, or has not one solution, which techniques rest on. */
function ratingOf(text: string, nodes: number): number | 'limit' | undefined {
  const puzzle = parsePuzzle(text, 'classic')
  if (!puzzle.ok || puzzle.value.rules.size !== 9) return undefined
  const { end, counts } = solve(cellByCell.singles, puzzle.value, { solutions: 2, backtrackLimit: MOST_BACKTRACKS })
  if (end === 'limit' || counts.solutionCount !== 1) return undefined
  const rating = ratePuzzle(puzzle.value.givens, { nodes })
  return 'er' in rating ? rating.er : 'limit'
}
