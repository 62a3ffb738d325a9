import type { Digits } from '../grid.ts'
import { Board } from './board.ts'
import { ChainSearches } from './chain-searches.ts'
import type { Hint } from './hint.ts'
import type { TechniqueName } from './technique-names.ts'
import { SEARCH } from './techniques.ts'
import { Work, WorkLimitError } from './work.ts'

/** Ratings of two rule sets, or of two versions of one, do not compare. */
export const RULESET = 'se-1.2.1'

/** How hard a puzzle is, as Sudoku Explainer rates it. */
export interface Rating {
  /** The rating of the hardest step; 20 if the puzzle cannot be solved by any technique. */
  readonly er: number
  /** Up to the first digit placed, and of the first step. */
  readonly ep: number
  readonly ed: number
  readonly ruleset: typeof RULESET
  /** Of the hardest step, the first of them; none if the puzzle is solved, or cannot be. */
  readonly technique?: TechniqueName
}

/** What is known of a puzzle whose rating would take more than it may. */
export interface RatingAtLeast {
  readonly atLeast: number
  readonly ruleset: typeof RULESET
}

export interface RatingLimits {
  /** Nodes of chains that may be looked at: the same for everybody, whatever the machine. */
  readonly nodes?: number
}

/**
 * The rating of a classic puzzle.
 *
 * @param givens 81 digits, of a puzzle with one solution: several techniques rest on it
 */
export function ratePuzzle(givens: Digits, { nodes }: RatingLimits = {}): Rating | RatingAtLeast {
  const way = new Way(givens, nodes)
  let [er, ep, ed] = [0, 0, 0]
  let technique: TechniqueName | undefined
  for (;;) {
    const next = way.next()
    if (next === 'solved') break
    if (next === 'stuck') return { er: UNSOLVED, ep: shown(ep), ed: shown(ed), ruleset: RULESET }
    if ('atLeast' in next) return { atLeast: shown(Math.max(er, next.atLeast)), ruleset: RULESET }
    if (next.rating > er) {
      er = next.rating
      technique = next.technique
    }
    if (ed === 0) ed = er
    if (ep === 0 && next.placement >= 0) ep = er
    way.take(next)
  }
  const rating = { er: shown(er), ep: shown(ep), ed: shown(ed), ruleset: RULESET } as const
  return technique ? { ...rating, technique } : rating
}

/** What Sudoku Explainer rates a puzzle that it cannot solve. */
const UNSOLVED = 20

/** In tenths, as Sudoku Explainer prints it. */
export function shown(rating: number): number {
  return Math.floor((rating + 0.05) * 10) / 10
}

/** The steps to a solution, one by one. */
export class Way {
  readonly board: Board
  readonly #chains: ChainSearches

  constructor(givens: Digits, nodes?: number) {
    this.board = new Board(givens)
    this.#chains = new ChainSearches(this.board, new Work(nodes))
  }

  /** The first hint of the first technique that has one. */
  next(): Hint | 'solved' | 'stuck' | { readonly atLeast: number } {
    if (this.board.empty === 0) return 'solved'
    for (const { find, least } of SEARCH) {
      try {
        const hint = find(this.board, this.#chains)
        if (hint) return hint
      } catch (error) {
        if (error instanceof WorkLimitError) return { atLeast: least }
        throw error
      }
    }
    return 'stuck'
  }

  take({ placement, eliminations }: Hint): void {
    for (const candidate of eliminations) this.board.remove(Math.floor(candidate / 9), candidate % 9)
    if (placement >= 0) this.board.place(Math.floor(placement / 9), placement % 9)
  }
}
