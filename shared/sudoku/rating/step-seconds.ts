import { type CandidateGrid, CELL_AT, CELLS, COUNT, LOWEST } from './candidate-grid.ts'
import type { Hint } from './hint.ts'

/**
 * About how long a person looks for a step, after Pelánek (Difficulty Rating of Sudoku Puzzles, arXiv:1403.7373): what makes a
 * puzzle hard is how hard its single steps are, and how few of them can be done at a time. So a single is found the sooner
 * the more of them are open, and any other step takes as long as it is difficult. Both numbers are the least squares of what
 * 1,531 puzzles took players of Cloud Sudoku (docs/ratings.md).
 */
const SECONDS_FOR_A_SINGLE = 35
const SECONDS_FOR_DIFFICULTY = 10

/** @param grid before the step */
export function secondsFor(grid: CandidateGrid, { technique, rating }: Hint): number {
  const isSingle = technique === 'hidden-single' || technique === 'naked-single'
  return isSingle ? SECONDS_FOR_A_SINGLE / openSingles(grid) : SECONDS_FOR_DIFFICULTY * rating
}

/** The cells that a single fills, naked or hidden. */
function openSingles({ digitsAt, placesOf }: CandidateGrid): number {
  const open = new Set<number>()
  for (let cell = 0; cell < CELLS; cell++) if (COUNT[digitsAt[cell]] === 1) open.add(cell)
  for (const [i, places] of placesOf.entries()) {
    if (COUNT[places] === 1) open.add(CELL_AT[Math.floor(i / 9) * 9 + LOWEST[places]])
  }
  return open.size
}
