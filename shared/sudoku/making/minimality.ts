import { EMPTY, PLAIN_CELLS } from '../grid/plain-grid.ts'
import type { EngineRules } from '../kernels/engine/engine.ts'
import { type Puzzle, withoutDigitAt } from '../rules/puzzle.ts'
import { idleEngine, leaveEngine } from '../search/bit-parallel.ts'
import { pausingSearch } from '../search/pausing-search.ts'
import { type Checkpoint, SEARCH_VERSION } from '../search/strategy.ts'
import { lonelyGivens } from './unavoidable-sets.ts'

/** Grids are of ASCII alone, which is itself in it. */
const utf8 = new TextEncoder()

/**
 * A given is needed if the puzzle without it has more than one solution: if some solution of what is left has another
 * digit in its cell. Each given is asked about so; what is found of one says nothing of the next, as a solution that
 * differs in one given keeps all others.
 */

/** How far the givens of a puzzle were asked about, as plain data. */
export interface GivensAsked {
  readonly next: number
  /** The cells before it whose givens are not needed. */
  readonly redundant: readonly number[]
  readonly spent: number
  /** How far the search for the cell to go on with has got. */
  readonly search?: Checkpoint
}

const NONE_ASKED: GivensAsked = { next: 0, redundant: [], spent: 0 }

/** Work that can be left wherever it yields, every few milliseconds, with what it takes to go on later. */
type Asking<Result> = Generator<() => GivensAsked, Result, void>

const FIRST_DIGIT = 0x31
/** The byte for any digit but 1 in the engine's puzzles; behind it come the others. */
const ANY_BUT_FIRST = 0x81
const ANY_OTHER = { solutions: 1, kept: 1, backtrackLimit: Number.POSITIVE_INFINITY }
/** Backtracks of the engine between two looks at the clock: 0.1 ms. */
const BACKTRACKS_PER_LOOK = 100

/**
 * The cells of a 9×9 puzzle, under rules that the engine knows, whose givens are not needed. The engine is asked about
 * all givens in one call, but for those of a classic puzzle that unavoidable sets prove to be needed: more than half.
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
  const grid = utf8.encode(puzzle)
  const lonely = rules === 'classic' ? lonelyGivens(grid, utf8.encode(solution)) : []
  const cells: number[] = []
  for (let cell = from.next; cell < PLAIN_CELLS; cell++) if (grid[cell] !== EMPTY && !lonely[cell]) cells.push(cell)
  // Others may ask while it rests.
  const engine = idleEngine(rules)
  const asked = engine.room(cells.length, ANY_OTHER)
  cells.forEach((cell, i) => {
    asked.set(grid, i * PLAIN_CELLS)
    asked[i * PLAIN_CELLS + cell] += ANY_BUT_FIRST - FIRST_DIGIT
  })
  if (from.search && from.search.path.length > 0) engine.resume(from.search.path)
  const redundant = [...from.redundant]
  for (let done = 0; done < cells.length; ) {
    for (const until = engine.run(BACKTRACKS_PER_LOOK); done < until; done++) {
      if (engine.outcome(done).solutionCount === 0) redundant.push(cells[done])
    }
    if (done === cells.length) break
    yield () => {
      const search = { version: SEARCH_VERSION, path: engine.suspend() ?? [] }
      return { next: cells[done], redundant, spent: 0, search }
    }
  }
  leaveEngine(rules, engine)
  return redundant
}

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
    const question = { solutions: 1, backtrackLimit: backtrackLimit - spent }
    const told = (search: Checkpoint) => ({ next: cell, redundant, spent, search })
    const emptied = { ...puzzle, givens: puzzle.givens.with(cell, 0), text: '' }
    const otherwise = withoutDigitAt(emptied, cell, puzzle.givens[cell])
    const { end, counts } = yield* pausingSearch(otherwise, question, begun, told)
    begun = undefined
    if (end === 'limit') return undefined
    if (counts.solutionCount === 0) redundant.push(cell)
    spent += counts.searchBacktracks
    yield () => ({ next: cell + 1, redundant, spent })
  }
  return redundant
}
