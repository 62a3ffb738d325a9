import { withoutDigit } from '../grid/digit-set.ts'
import { Engine } from '../kernels/engine/engine.ts'
import type { EngineRules } from '../kernels/engine/kernel.ts'
import { NOT_FOUND_OUT, REDUNDANT, verdictsOf } from '../kernels/minimality/kernel.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel } from '../search/bit-parallel.ts'
import type { Checkpoint } from '../search/strategy.ts'

/**
 * A given is needed if the puzzle without it has more than one solution: if some solution of what is left has another
 * digit in its cell. One given after the other is asked about so; what is found of one says nothing of the next, as a
 * solution that differs in one given keeps all others.
 */

/** How far the givens of a puzzle were asked about, as plain data. */
export interface GivensAsked {
  /** The cell to go on with. */
  readonly next: number
  /** The cells before it whose givens are not needed. */
  readonly redundant: readonly number[]
  /** Backtracks made so far. */
  readonly spent: number
  /** How far the search for the cell to go on with has got. */
  readonly search?: Checkpoint
}

const NONE_ASKED: GivensAsked = { next: 0, redundant: [], spent: 0 }

/** Work that can be left wherever it yields, every few milliseconds, with what it takes to go on later. */
type Asking<Result> = Generator<() => GivensAsked, Result, void>

const EMPTY = 0x2e
const FIRST_DIGIT = 0x31
/** What stands for any digit but 1 in the engine's puzzles; behind it come the others. */
const ANY_BUT_FIRST = 0x81
const ANY_OTHER = { solutions: 1, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }

/**
 * The cells of a 9×9 puzzle, under rules that the engine knows, whose givens are not needed.
 *
 * @param puzzle 81 characters, `.` for empty
 * @param solution its only one
 */
export function* redundantByEngine(
  puzzle: string,
  solution: string,
  rules: EngineRules,
  from = NONE_ASKED,
): Asking<readonly number[]> {
  const grid = Buffer.from(puzzle, 'latin1')
  const verdicts = rules === 'classic' ? verdictsOf(grid, Buffer.from(solution, 'latin1')) : undefined
  const redundant = [...from.redundant]
  for (let cell = from.next; cell < grid.length; cell++) {
    if (grid[cell] === EMPTY) continue
    const verdict = verdicts ? verdicts[cell] : NOT_FOUND_OUT
    if (verdict === REDUNDANT) redundant.push(cell)
    if (verdict !== NOT_FOUND_OUT) continue
    engines[rules] ??= new Engine(rules)
    const engine = engines[rules]
    const asked = engine.room(1, ANY_OTHER)
    asked.set(grid)
    asked[cell] += ANY_BUT_FIRST - FIRST_DIGIT
    engine.run(Number.POSITIVE_INFINITY)
    if (engine.outcome(0).solutionCount === 0) redundant.push(cell)
    yield () => ({ next: cell + 1, redundant, spent: 0 })
  }
  return redundant
}

const engines: Partial<Record<EngineRules, Engine>> = {}

/** Backtracks between two looks at the clock, of a search that learns: 5 ms and less, but under constraints. */
const BACKTRACKS_PER_LOOK = 100

/**
 * The same of any puzzle with one solution; undefined where that takes more backtracks than it may.
 *
 * @param backtrackLimit of all searches together
 */
export function* redundantBySearch(
  puzzle: Puzzle,
  backtrackLimit: number,
  from = NONE_ASKED,
): Asking<readonly number[] | undefined> {
  const redundant = [...from.redundant]
  let { spent, search: begun } = from
  for (let cell = from.next; cell < puzzle.givens.length; cell++) {
    if (puzzle.givens[cell] === 0) continue
    const search = bitParallel.search(
      elsewise(puzzle, cell),
      { solutions: 1, backtrackLimit: backtrackLimit - spent },
      begun,
    )
    begun = undefined
    for (;;) {
      const end = search.run(BACKTRACKS_PER_LOOK)
      if (end === 'limit') return undefined
      if (end) break
      yield () => {
        const checkpoint = search.checkpoint()
        search.abandon?.()
        return { next: cell, redundant, spent, search: checkpoint }
      }
    }
    if (search.counts.solutionCount === 0) redundant.push(cell)
    spent += search.counts.searchBacktracks
    yield () => ({ next: cell + 1, redundant, spent })
  }
  return redundant
}

/** The puzzle with any other digit in the cell of a given. */
function elsewise(puzzle: Puzzle, cell: number): Puzzle {
  const { rules, masks } = puzzle
  const others = withoutDigit(masks.get(cell) ?? rules.digits, puzzle.givens[cell])
  return { ...puzzle, givens: puzzle.givens.with(cell, 0), masks: new Map([...masks, [cell, others]]), text: '' }
}
