import type { Digits } from '../grid/grid.ts'
import { CandidateGrid } from './candidate-grid.ts'
import { type ChainSearches, chainSearches } from './chain-searches.ts'
import { SEARCH } from './finders.ts'
import type { Hint } from './hint.ts'
import { Work, WorkLimitError } from './work.ts'

/** How far a way has got, as plain data. */
export interface WayState {
  /** For each cell, the digit placed, or 0; and its candidates, as `CandidateGrid` has them. */
  readonly placed: readonly number[]
  readonly digitsAt: readonly number[]
  /** In nodes of chains. */
  readonly spent: number
}

/** The steps to a solution, one by one. */
export class Way {
  readonly grid = new CandidateGrid()
  readonly #work = new Work()
  /** Made, and their kernel loaded, when chains are first looked for. */
  #chains: ChainSearches | undefined

  /** @param from where it was left */
  begin(givens: Digits, nodes?: number, from?: WayState): void {
    if (from) this.grid.beginWith(from.placed, from.digitsAt)
    else this.grid.begin(givens)
    this.#work.begin(nodes, from?.spent)
  }

  state(): WayState {
    return { placed: [...this.grid.placed], digitsAt: [...this.grid.digitsAt], spent: this.#work.spent }
  }

  /** The first hint of the first technique that has one: of all of them, or of some in their order. */
  next(searches = SEARCH): Hint | 'solved' | 'stuck' | { readonly atLeast: number } {
    if (this.grid.empty === 0) return 'solved'
    const chains = () => {
      this.#chains ??= chainSearches(this.grid, this.#work)
      return this.#chains
    }
    let least = 0
    try {
      for (const search of searches) {
        least = search.least
        const hint = search.find(this.grid, chains)
        if (hint) return hint
      }
      return 'stuck'
    } catch (error) {
      if (error instanceof WorkLimitError) return { atLeast: least }
      throw error
    }
  }

  take({ placement, eliminations }: Hint): void {
    for (const candidate of eliminations) this.grid.remove(Math.floor(candidate / 9), candidate % 9)
    if (placement >= 0) this.grid.place(Math.floor(placement / 9), placement % 9)
  }
}
