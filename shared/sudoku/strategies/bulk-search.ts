import { type BulkSolver, solutionsOf } from '../engine/bulk-solver.ts'
import type { Puzzle } from '../puzzle.ts'
import {
  type Checkpoint,
  KEPT_SOLUTIONS,
  type Question,
  SEARCH_VERSION,
  type Search,
  SearchCounts,
  type SearchEnd,
} from './strategy.ts'

/** The search of one classic 9×9 puzzle by a bulk solver. */
export class BulkSearch implements Search {
  readonly #solver: BulkSolver
  readonly #question: Question
  #isDone = false

  constructor(solver: BulkSolver, puzzle: Puzzle, question: Question, from?: Checkpoint) {
    this.#solver = solver
    this.#question = question
    const kept = Math.min(question.solutions, KEPT_SOLUTIONS)
    this.#solver.room(1, { ...question, kept }).set(new TextEncoder().encode(puzzle.text))
    if (from && from.path.length > 0) this.#solver.resume(from.path)
  }

  run(backtracks: number): SearchEnd | undefined {
    if (!this.#isDone) this.#isDone = this.#solver.run(backtracks) === 1
    if (!this.#isDone) return undefined
    const { end, solutionCount } = this.#solver.outcome(0)
    if (end === 'limit') return 'limit'
    return solutionCount >= this.#question.solutions ? 'enough' : 'exhausted'
  }

  /** The counts; the solutions once the search is done. */
  get counts(): SearchCounts {
    if (!this.#isDone) return new SearchCounts({ ...this.#solver.progress(), solutions: [] })
    const { solutionCount, backtracks, searchBacktracks } = this.#solver.outcome(0)
    const solutions = solutionsOf(this.#solver, 0, KEPT_SOLUTIONS)
    return new SearchCounts({ solutionCount, backtracks, searchBacktracks, solutions })
  }

  checkpoint(): Checkpoint {
    return { version: SEARCH_VERSION, path: this.#solver.suspend() ?? [] }
  }
}
