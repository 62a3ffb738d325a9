import type { Observer } from '../grid/step.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { ConstrainedSearch, withInferred } from './constrained-search.ts'
import { LearningSearch } from './learning.ts'
import {
  type Checkpoint,
  type Question,
  SEARCH_VERSION,
  type Search,
  type SearchCounts,
  type SearchEnd,
} from './strategy.ts'

/** After so many backtracks, 15 to 50 ms, the search that weighs cells is left for the one that learns: 45 of 69 hard killers are done. */
const MOST_WEIGHED_BACKTRACKS = 2_000
/** A search that has found as many solutions by then is not lost: it goes on. */
const ENOUGH_FOUND = 2

/** The search that weighs cells, until it has lost its way; from then on the one that learns. */
export class WeighedThenLearnedSearch implements Search {
  readonly #puzzle: Puzzle
  readonly #question: Question
  readonly #observe: Observer | undefined
  #search: ConstrainedSearch | LearningSearch
  #end: SearchEnd | undefined

  /** @returns undefined where there is no room for the rules */
  static of(...asked: [Puzzle, Question, Checkpoint?, Observer?]): WeighedThenLearnedSearch | undefined {
    const [puzzle, question, from, observe] = asked
    // That search has no path of which it could tell.
    const isLearning = from !== undefined && from.path.length > 0
    const search = isLearning
      ? new LearningSearch(withInferred(puzzle), question, from, observe)
      : ConstrainedSearch.of(...asked)
    return search && new WeighedThenLearnedSearch(search, puzzle, question, observe)
  }

  private constructor(
    search: ConstrainedSearch | LearningSearch,
    puzzle: Puzzle,
    question: Question,
    observe?: Observer,
  ) {
    this.#search = search
    this.#puzzle = puzzle
    this.#question = question
    this.#observe = observe
  }

  get counts(): SearchCounts {
    return this.#search.counts
  }

  run(backtracks: number): SearchEnd | undefined {
    const pauseAt = this.counts.searchBacktracks + backtracks
    while (!this.#end && this.counts.searchBacktracks < pauseAt) this.#goOn(pauseAt)
    return this.#end
  }

  #goOn(pauseAt: number): void {
    const { searchBacktracks, solutionCount } = this.counts
    const isDue = searchBacktracks >= MOST_WEIGHED_BACKTRACKS
    if (this.#search instanceof LearningSearch || (isDue && solutionCount >= ENOUGH_FOUND)) {
      this.#end = this.#search.run(pauseAt - searchBacktracks)
    } else if (isDue) this.#handOver(this.#search)
    else this.#end = this.#search.run(Math.min(pauseAt, MOST_WEIGHED_BACKTRACKS) - searchBacktracks)
  }

  #handOver(search: ConstrainedSearch): void {
    this.#end = search.handOver()
    if (this.#end) return
    const tally = search.counts.state()
    const from: Checkpoint = { version: SEARCH_VERSION, path: [0, tally.solutionCount], tally }
    this.#search = new LearningSearch(withInferred(this.#puzzle), this.#question, from, this.#observe, true)
  }

  checkpoint(): Checkpoint {
    return this.#search.checkpoint()
  }

  abandon(): void {
    this.#search.abandon()
  }
}
