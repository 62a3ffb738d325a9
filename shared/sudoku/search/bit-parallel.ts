import type { Size } from '../grid/units.ts'
import { ENGINE_RULES, Engine, type EngineRules } from '../kernels/engine/engine.ts'
import { onceForRules, type RulesAsked, rulesFor } from '../rules/rules.ts'
import { ConstrainedSearch, withInferred } from './constrained-search.ts'
import { LearningSearch } from './learning.ts'
import {
  type Asked,
  KEPT_SOLUTIONS,
  SEARCH_VERSION,
  type Search,
  SearchCounts,
  type SearchEnd,
  type Strategy,
} from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'
import { isHandedOver, isLearnedFrom } from './strategy-figures.ts'

/**
 * The fastest there is for each grid: the engine's search on 9×9, classic or diagonal; up to 9×9 under any other rules
 * the one that weighs cells, and on hard killers learns in the end; and the one that learns on the rest.
 */
export const bitParallel: Strategy = {
  name: 'bit-parallel',
  search(puzzle, ...asked) {
    const rules = puzzle.masks.size === 0 ? engineRulesOf(puzzle.rules) : undefined
    if (rules) return engineSearch(rules, puzzle, ...asked)
    const weigh = isHandedOver(puzzle.rules) ? weighedThenLearned : ConstrainedSearch.of
    const weighed = isLearnedFrom(puzzle.rules) ? undefined : weigh(puzzle, ...asked)
    return weighed ?? new LearningSearch(puzzle, ...asked)
  },
}

/** Whether all plain grids that come under some options can go to one engine as they are, by the thousand. */
export function isForEngine<
  T extends { readonly strategy: StrategyName; readonly rules: RulesAsked; readonly size?: Size | undefined },
>(options: T): options is T & { readonly rules: EngineRules } {
  const { strategy, rules, size = 9 } = options
  const known: readonly RulesAsked[] = ENGINE_RULES
  return strategy === 'bit-parallel' && size === 9 && known.includes(rules)
}

/** The rules by which an engine knows a grid, if there are any: they have the same units and nothing else, whatever their name. */
export const engineRulesOf = onceForRules((rules) => {
  if (rules.size !== 9 || rules.constraints.length > 0 || rules.marks.length > 0) return undefined
  // Nearly every jigsaw is told by its first region; writing all units down took 69 µs of the 98 of an easy one's search.
  if (!rules.boxes.every(({ cells }) => cells.every((cell) => boxOf(cell) === boxOf(cells[0])))) return undefined
  return ENGINE_RULES.find((name) => unitsIn(rulesFor(name, 9)) === unitsIn(rules))
})

const boxOf = (cell: number) => Math.floor(cell / 27) * 3 + Math.floor((cell % 9) / 3)

/** The units of some rules, alike for the same ones in any order. */
const unitsIn = onceForRules(({ units }) =>
  units
    .map(({ cells }) => cells.toSorted((a, b) => a - b).join())
    .toSorted()
    .join(' '),
)

/** The search of one puzzle by an engine that it has for itself until the search is done. */
function engineSearch(rules: EngineRules, ...[puzzle, question, from, observe]: Asked): Search {
  const engine = observe ? new Engine(rules, observe) : idleEngine(rules)
  const kept = Math.min(question.solutions, KEPT_SOLUTIONS)
  engine.room(1, { ...question, kept }).set(new TextEncoder().encode(puzzle.text))
  if (from && from.path.length > 0) engine.resume(from.path)
  /** How the search ended, and its counts: the engine may have gone on to another. */
  let done: { readonly end: SearchEnd; readonly counts: SearchCounts } | undefined
  return {
    run(backtracks) {
      if (!done && engine.run(backtracks) === 1) {
        const { end, ...found } = engine.outcome(0)
        const enough = found.solutionCount >= question.solutions ? 'enough' : 'exhausted'
        const solutions = engine.solutions(0, KEPT_SOLUTIONS)
        done = { end: end === 'limit' ? end : enough, counts: new SearchCounts({ ...found, solutions }) }
        if (!observe) leaveEngine(rules, engine)
      }
      return done?.end
    },
    /** The counts; the solutions once the search is done. */
    get counts() {
      return done?.counts ?? new SearchCounts({ ...engine.progress(), solutions: [] })
    },
    checkpoint: () => ({ version: SEARCH_VERSION, path: (done ? undefined : engine.suspend()) ?? [] }),
  }
}

/** For each rules an engine that nobody has: a new one takes 130 µs. */
const idle = new Map<EngineRules, Engine>()

/** An engine for whoever asks alone, until it is left again. */
export function idleEngine(rules: EngineRules): Engine {
  const engine = idle.get(rules) ?? new Engine(rules)
  idle.delete(rules)
  return engine
}

export function leaveEngine(rules: EngineRules, engine: Engine): void {
  idle.set(rules, engine)
}

/** After so many backtracks, 15 to 50 ms, the search that weighs cells is left for the one that learns: 45 of 69 hard killers are done. */
const MOST_WEIGHED_BACKTRACKS = 2_000
/** A search that has found as many solutions by then is not lost: it goes on. */
const ENOUGH_FOUND = 2

/**
 * The search that weighs cells, until it has lost its way; from then on the one that learns.
 *
 * @returns undefined where there is no room for the rules
 */
function weighedThenLearned(...asked: Asked): Search | undefined {
  const [puzzle, question, from, observe] = asked
  // The search that weighs cells has no path of which it could tell.
  const begun = from?.path.length
    ? new LearningSearch(withInferred(puzzle), question, from, observe)
    : ConstrainedSearch.of(...asked)
  if (!begun) return undefined
  let search: ConstrainedSearch | LearningSearch = begun
  let end: SearchEnd | undefined
  return {
    get counts() {
      return search.counts
    },
    run(backtracks) {
      const pauseAt = search.counts.searchBacktracks + backtracks
      while (!end && search.counts.searchBacktracks < pauseAt) {
        const { searchBacktracks, solutionCount } = search.counts
        const isDue = searchBacktracks >= MOST_WEIGHED_BACKTRACKS
        if (search instanceof LearningSearch || (isDue && solutionCount >= ENOUGH_FOUND)) {
          end = search.run(pauseAt - searchBacktracks)
        } else if (isDue) {
          end = search.handOver()
          const tally = search.counts.state()
          const handed = { version: SEARCH_VERSION, path: [0, tally.solutionCount], tally }
          if (!end) search = new LearningSearch(withInferred(puzzle), question, handed, observe, true)
        } else end = search.run(Math.min(pauseAt, MOST_WEIGHED_BACKTRACKS) - searchBacktracks)
      }
      return end
    },
    checkpoint: () => search.checkpoint(),
    abandon: () => search.abandon(),
  }
}
