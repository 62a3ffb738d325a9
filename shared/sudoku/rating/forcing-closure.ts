import { CandidateGrid } from './candidate-grid.ts'
import { FORCING_CHAIN, FORCING_X_CHAIN, longestWithin, NO_CHAIN } from './chain.ts'
import type { Hint } from './hint.ts'

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
    const [most, mostInDigits] = [longestWithin(FORCING_CHAIN, rating), longestWithin(FORCING_X_CHAIN, rating)]
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
