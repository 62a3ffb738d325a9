import { MAX_RATING_NODES } from '../../../shared/job/limits.ts'
import { ratePuzzle } from '../../../shared/sudoku/rating/rating.ts'
import { parsePuzzle } from '../../../shared/sudoku/rules/puzzle.ts'
import { cellByCell } from '../../../shared/sudoku/search/cell-by-cell.ts'
import { solve } from '../../../shared/sudoku/search/strategy.ts'
import type { Rated, RatedReply } from './rating-chart.tsx'

// Rates puzzles one after the other, and ends when the page ends it.

/** Singles find out sooner than this whether a grid has a second solution; of others nobody knows, and none is rated. */
const MOST_BACKTRACKS = 100_000

/** All up to ER 9.4 that were tried take fewer nodes: nobody waits for them behind some that take seconds each. */
const QUICK_NODES = MAX_RATING_NODES / 10

addEventListener('message', ({ data: puzzles }: MessageEvent<readonly string[]>) => {
  const slow = puzzles.filter((puzzle) => {
    const rated = ratedWithin(QUICK_NODES, puzzle)
    if (!rated.atLeast) postMessage({ puzzle, rated } satisfies RatedReply)
    return rated.atLeast
  })
  for (const puzzle of slow) postMessage({ puzzle, rated: ratedWithin(MAX_RATING_NODES, puzzle) } satisfies RatedReply)
})

/** Techniques rest on a classic grid's rules, and on its one solution. */
function ratedWithin(nodes: number, text: string): Rated {
  const puzzle = parsePuzzle(text, 'classic')
  if (!puzzle.ok || puzzle.value.rules.size !== 9) return { reason: 'no classic 9×9 puzzle' }
  const { end, counts } = solve(cellByCell.singles, puzzle.value, { solutions: 2, backtrackLimit: MOST_BACKTRACKS })
  if (counts.solutionCount > 1) return { reason: 'several solutions' }
  if (end === 'limit') return { reason: 'perhaps several solutions' }
  if (counts.solutionCount === 0) return { reason: 'no solution' }
  return ratePuzzle(puzzle.value.givens, { nodes })
}
