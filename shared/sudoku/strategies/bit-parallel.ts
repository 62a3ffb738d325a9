import { Engine } from '../engine/engine.ts'
import type { Puzzle } from '../puzzle.ts'
import type { RulesName } from '../rules.ts'
import type { Observer } from '../step.ts'
import type { Size } from '../units.ts'
import { LearningSearch } from './learning.ts'
import {
  type Checkpoint,
  KEPT_SOLUTIONS,
  type Question,
  SEARCH_VERSION,
  type Search,
  SearchCounts,
  type SearchEnd,
  type Strategy,
} from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'

/** The fastest there is for each grid: the engine's search on classic 9×9, the one that learns on everything else. */
export const bitParallel: Strategy = {
  name: 'bit-parallel',
  search(...asked) {
    const [{ rules, masks }] = asked
    return rules.isClassic && rules.size === 9 && masks.size === 0
      ? new EngineSearch(...asked)
      : new LearningSearch(...asked)
  },
}

/** Whether all plain grids that come under some options can go to one engine as they are, by the thousand. */
export function isForEngine({ strategy, rules, size }: BulkOptions): boolean {
  return strategy === 'bit-parallel' && rules === 'classic' && (size === undefined || size === 9)
}

interface BulkOptions {
  readonly strategy: StrategyName
  readonly rules: RulesName
  readonly size?: Size | undefined
}

/** The search of one classic 9×9 puzzle by an engine of its own. */
class EngineSearch implements Search {
  readonly #engine: Engine
  readonly #question: Question
  #isDone = false

  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    this.#engine = new Engine(observe)
    this.#question = question
    const kept = Math.min(question.solutions, KEPT_SOLUTIONS)
    this.#engine.room(1, { ...question, kept }).set(new TextEncoder().encode(puzzle.text))
    if (from && from.path.length > 0) this.#engine.resume(from.path)
  }

  run(backtracks: number): SearchEnd | undefined {
    if (!this.#isDone) this.#isDone = this.#engine.run(backtracks) === 1
    if (!this.#isDone) return undefined
    const { end, solutionCount } = this.#engine.outcome(0)
    if (end === 'limit') return 'limit'
    return solutionCount >= this.#question.solutions ? 'enough' : 'exhausted'
  }

  /** The counts; the solutions once the search is done. */
  get counts(): SearchCounts {
    if (!this.#isDone) return new SearchCounts({ ...this.#engine.progress(), solutions: [] })
    const { solutionCount, backtracks, searchBacktracks } = this.#engine.outcome(0)
    const solutions = this.#engine.solutions(0, KEPT_SOLUTIONS)
    return new SearchCounts({ solutionCount, backtracks, searchBacktracks, solutions })
  }

  checkpoint(): Checkpoint {
    return { version: SEARCH_VERSION, path: this.#engine.suspend() ?? [] }
  }
}
