import { CANDIDATES, CandidateGrid } from './candidate-grid.ts'
import { FORCING_CHAIN, FORCING_X_CHAIN, lengthRating } from './chain.ts'
import { Closure } from './closure.ts'
import type { Hint } from './hint.ts'
import { Links } from './links.ts'
import { Score } from './score.ts'

/**
 * The closure under forcing chains of no more than a rating, together with all that is easier.
 *
 * A forcing chain stays one, or what it tells has happened, whatever else goes: where one of its nodes goes or is placed,
 * singles go through the rest of it. And whatever is looked for before forcing chains is rated below them. So where such
 * chains alone lead to the solution, Sudoku Explainer will find no step that is rated higher, whichever it takes.
 */
export class ForcingClosure {
  readonly #grid = new CandidateGrid()
  readonly #closure = new Closure(this.#grid)
  readonly #score = new Score()
  #isBegun = false
  /** Chains up to this rating were looked for here in vain: as long as nothing changes, they need not be looked for again. */
  #exhausted = 0
  #hasChanged = false

  readonly #links = new Links()

  /** Begins with another puzzle. */
  begin(): void {
    this.#isBegun = false
    this.#exhausted = 0
  }

  /** Follows a step that was taken on the grid. */
  take({ placement, eliminations }: Hint): void {
    if (!this.#isBegun) return
    for (const candidate of eliminations) {
      if (this.#closure.removeIfThere((candidate / 9) | 0, candidate % 9)) this.#hasChanged = true
    }
    if (placement < 0) return
    const cell = (placement / 9) | 0
    if (this.#grid.placed[cell]) return
    this.#closure.place(cell, placement % 9)
    this.#hasChanged = true
  }

  /** Whether forcing chains that are rated no higher lead to the solution, with what is easier. */
  isSolvedWithin(rating: number, grid: CandidateGrid): boolean {
    const most = [mostWithin(FORCING_CHAIN, rating), mostWithin(FORCING_X_CHAIN, rating)]
    if (most[1] < SHORTEST) return false
    if (!this.#isBegun) {
      this.#grid.copy(grid)
      this.#closure.begin()
      this.#isBegun = true
    } else if (this.#exhausted >= rating && !this.#hasChanged) return false
    this.#hasChanged = false
    this.#score.er = rating
    this.#closure.run(this.#score)
    while (this.#grid.empty > 0) {
      this.#links.begin(this.#grid)
      if (!this.#takeChains(most)) {
        this.#exhausted = rating
        return false
      }
    }
    return true
  }

  /** Takes away what a chain turns off, and places what one turns on. */
  #takeChains([most, mostInDigits]: readonly number[]): boolean {
    const { kernel, candidate } = this.#links
    // An on candidate that is off after n links has n / 2 layers of on nodes between, and complexity n + 1.
    const layers = [(most - 2) >> 1, most >> 1, (mostInDigits - 2) >> 1, mostInDigits >> 1] as const
    let isTaken = false
    for (let from = 0; this.#grid.empty > 0; ) {
      this.#links.setLeft(this.#grid)
      const forced = kernel.nextForced(from, ...layers)
      if (forced < 0) break
      const [cell, digit] = [(candidate[forced >> 1] / 9) | 0, candidate[forced >> 1] % 9]
      if (forced & 1) this.#closure.place(cell, digit)
      else this.#closure.removeIfThere(cell, digit)
      isTaken = true
      this.#closure.run(this.#score)
      from = (forced >> 1) + 1
    }
    return isTaken
  }
}

/** No forcing chain has fewer nodes. */
const SHORTEST = 4

/** How many nodes a chain may have that is rated no higher. */
function mostWithin(base: number, rating: number): number {
  let most = SHORTEST - 1
  while (most < CANDIDATES * 2 && base + lengthRating(most + 1) <= rating) most++
  return most
}
