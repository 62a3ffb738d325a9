import { CandidateGrid } from './candidate-grid.ts'
import { longestWithin, NO_CHAIN } from './chain.ts'
import type { Hint } from './hint.ts'
import { EXPLAINER_TECHNIQUES, type ExplainerTechnique, TECHNIQUES } from './techniques.ts'
import type { Score } from './way.ts'

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

/**
 * The closure under forcing chains of no more than a rating, together with all that is easier.
 *
 * A forcing chain stays one, or what it tells has happened, whatever else goes: where one of its nodes goes or is placed,
 * singles go through the rest of it. And whatever is looked for before forcing chains is rated below them. So where such
 * chains alone lead to the solution, Sudoku Explainer will find no step that is rated higher, whichever it takes.
 */
export class ForcingClosure {
  readonly #grid = new CandidateGrid()
  #isBegun = false
  /** Chains up to this rating were looked for here in vain: as long as nothing changes, they need not be looked for again. */
  #exhausted = 0
  #hasChanged = false

  /** Begins with another puzzle. */
  begin(): void {
    this.#isBegun = false
    this.#exhausted = 0
  }

  /** Follows a step that was taken on the grid. */
  take({ placement, eliminations }: Hint): void {
    if (!this.#isBegun) return
    for (const candidate of eliminations) {
      if (this.#grid.remove((candidate / 9) | 0, candidate % 9)) this.#hasChanged = true
    }
    if (placement === undefined) return
    const cell = (placement / 9) | 0
    if (this.#grid.placed[cell]) return
    this.#grid.place(cell, placement % 9)
    this.#hasChanged = true
  }

  /** Whether forcing chains that are rated no higher lead to the solution, with what is easier. */
  isSolvedWithin(rating: number, grid: CandidateGrid): boolean {
    const longest = (name: ExplainerTechnique) => longestWithin(TECHNIQUES[name], rating)
    const [most, mostInDigits] = [longest('forcing-chain'), longest('forcing-x-chain')]
    if (mostInDigits === NO_CHAIN) return false
    if (!this.#isBegun) {
      this.#grid.copy(grid)
      this.#isBegun = true
    } else if (this.#exhausted >= rating && !this.#hasChanged) return false
    this.#hasChanged = false
    // An on candidate that is off after n links has n / 2 layers of on nodes between, and complexity n + 1.
    this.#grid.kernel.closeByChains((most - 2) >> 1, most >> 1, (mostInDigits - 2) >> 1, mostInDigits >> 1)
    if (this.#grid.empty > 0) this.#exhausted = rating
    return this.#grid.empty === 0
  }
}
