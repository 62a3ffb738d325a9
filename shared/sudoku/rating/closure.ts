import type { CandidateGrid } from './candidate-grid.ts'
import type { Score } from './score.ts'
import { EXPLAINER_TECHNIQUES, TECHNIQUES } from './techniques.ts'

/**
 * All that the techniques up to XYZ-wings find on a grid, taken many steps at once by the kernel.
 *
 * Their ratings rise in the order of search, and what one of them takes away stays to be taken, by it or by an easier
 * one, whatever else goes first. So the candidates that are left when nothing more is found do not depend on the order,
 * and the hardest of these steps is rated as the least technique that is needed to get there: one is used only where
 * those before it find nothing.
 */
export function takeEasySteps(grid: CandidateGrid, score: Score): void {
  let met = 0
  while (met < LEVELS.length && LEVELS[met].rating <= score.er) met++
  grid.counted = (level, isPlacement) => score.add(LEVELS[level].technique, LEVELS[level].rating, isPlacement === 1)
  grid.kernel.close(met, Number(score.ep > 0))
}

export const XYZ_WING = TECHNIQUES['xyz-wing']

/** What the kernel tells apart, as it numbers it. A hidden single is rated by its unit, others as their technique. */
const LEVELS = [1.0, 1.2, 1.5]
  .map((rating) => ({ technique: EXPLAINER_TECHNIQUES[0], rating }))
  .concat(EXPLAINER_TECHNIQUES.slice(1).map((technique) => ({ technique, rating: TECHNIQUES[technique] })))
  .filter(({ rating }) => rating <= XYZ_WING)
