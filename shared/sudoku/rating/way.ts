import type { Digits } from '../grid/grid.ts'
import { CandidateGrid, CELL_AT, CELLS, COUNT, LOWEST } from './candidate-grid.ts'
import { type Work, WorkLimitError } from './chain.ts'
import { type ChainSearches, chainSearches } from './chain-searches.ts'
import { SEARCH } from './finders.ts'
import type { Hint } from './hint.ts'
import type { RatingRules, TechniqueName } from './techniques.ts'

export interface RatingOptions extends RatingRules {
  /** Nodes of chains that may be looked at: the same for everybody, whatever the machine. */
  readonly nodes?: number | undefined
}

/** What is on a grid: for each cell, the digit placed, or 0; and its candidates, as `CandidateGrid` has them. */
interface Position {
  readonly placed: readonly number[]
  readonly digitsAt: readonly number[]
}

/** How far a way has got, as plain data. */
export interface WayState extends Position, ScoreState {
  /** In nodes of chains. */
  readonly spent: number
  /** What a person's steps have taken so far. */
  readonly seconds: number
}

/** Where a way was left, or a position that somebody has got to. */
export type WayStart = Position & Partial<WayState>

/** The steps to a solution, one by one, and how hard they were. */
export class Way {
  readonly grid = new CandidateGrid()
  readonly score = new Score()
  /** What a person's steps have taken, by `human-1`. */
  seconds = 0
  #isHuman = false
  readonly work: Work = { spent: 0, limit: 0 }
  /** What the steps have cost that were taken. */
  #spent = 0
  /** Made when chains are first looked for. */
  #chains: ChainSearches | undefined

  begin(givens: Digits, { nodes, ruleSet }: RatingOptions = {}, from?: WayStart): void {
    this.grid.begin(from?.placed ?? givens, from?.digitsAt)
    this.#spent = from?.spent ?? 0
    Object.assign(this.work, { spent: this.#spent, limit: nodes ?? Number.POSITIVE_INFINITY })
    this.score.begin(from)
    this.seconds = from?.seconds ?? 0
    this.#isHuman = ruleSet === 'human-1'
  }

  state(): WayState {
    const { grid, score, seconds } = this
    const { er, ep, ed, technique } = score
    const position = { placed: [...grid.placed], digitsAt: [...grid.digitsAt] }
    return { ...position, er, ep, ed, ...(technique && { technique }), spent: this.#spent, seconds }
  }

  /** The first hint of the first technique that has one: of all of them, or of some in their order. */
  next(searches = SEARCH): Hint | 'solved' | 'stuck' | { readonly atLeast: number } {
    if (this.grid.empty === 0) return 'solved'
    const chains = () => {
      this.#chains ??= chainSearches(this.grid, this.work)
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

  take(hint: Hint): void {
    const { technique, rating, placement, eliminations } = hint
    const isSingle = technique === 'hidden-single' || technique === 'naked-single'
    this.#spent = this.work.spent
    this.score.add(technique, rating, placement !== undefined)
    if (this.#isHuman)
      this.seconds += isSingle ? SECONDS_FOR_A_SINGLE / openSingles(this.grid) : SECONDS_FOR_DIFFICULTY * rating
    for (const candidate of eliminations) this.grid.remove((candidate / 9) | 0, candidate % 9)
    if (placement !== undefined) this.grid.place((placement / 9) | 0, placement % 9)
  }
}

/** All walks of a process share this way, one after the other, as its tables take a megabyte. */
export function sharedWay(): Way {
  shared ??= new Way()
  return shared
}

/** Made when they are first needed: most processes that load this rate nothing. */
let shared: Way | undefined

/** A score as plain data. */
export interface ScoreState {
  readonly er: number
  readonly ep: number
  readonly ed: number
  readonly technique?: TechniqueName | undefined
}

/** A rating while the puzzle is being solved: unrounded, and 0 before the first step. */
export class Score {
  er = 0
  ep = 0
  ed = 0
  technique: TechniqueName | undefined
  readonly #hear: (technique: TechniqueName, rating: number) => void

  /** @param hear of each step that is counted */
  constructor(hear: (technique: TechniqueName, rating: number) => void = () => {}) {
    this.#hear = hear
  }

  begin({ er = 0, ep = 0, ed = 0, technique }: Partial<ScoreState> = {}): void {
    Object.assign(this, { er, ep, ed, technique })
  }

  /** Counts a step, or several of one technique and rating. */
  add(technique: TechniqueName, rating: number, isPlacement: boolean): void {
    this.#hear(technique, rating)
    if (rating > this.er) {
      this.er = rating
      this.technique = technique
    }
    if (this.ed === 0) this.ed = this.er
    if (this.ep === 0 && isPlacement) this.ep = this.er
  }
}

/**
 * About how long a person looks for a step, after Pelánek (Difficulty Rating of Sudoku Puzzles, arXiv:1403.7373): what makes a
 * puzzle hard is how hard its single steps are, and how few of them can be done at a time. So a single is found the sooner
 * the more of them are open, and any other step takes as long as it is difficult. Both numbers are the least squares of what
 * 1,531 puzzles took players of Cloud Sudoku (docs/ratings.md).
 */
const SECONDS_FOR_A_SINGLE = 35
const SECONDS_FOR_DIFFICULTY = 10

/** The cells that a single fills, naked or hidden. */
function openSingles({ digitsAt, placesOf }: CandidateGrid): number {
  const open = new Set<number>()
  for (let cell = 0; cell < CELLS; cell++) if (COUNT[digitsAt[cell]] === 1) open.add(cell)
  for (const [i, places] of placesOf.entries()) {
    if (COUNT[places] === 1) open.add(CELL_AT[Math.floor(i / 9) * 9 + LOWEST[places]])
  }
  return open.size
}
