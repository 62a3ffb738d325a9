import { EMPTY, PLAIN_CELLS } from '../grid/plain-grid.ts'
import type { EngineRules } from '../kernels/engine/engine.ts'
import { type Puzzle, withoutDigitAt } from '../rules/puzzle.ts'
import { bitParallel, idleEngine, leaveEngine } from '../search/bit-parallel.ts'
import { type Checkpoint, pausingSearch, SEARCH_VERSION } from '../search/strategy.ts'

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
    const { end, counts } = yield* pausingSearch(bitParallel, otherwise, question, begun, told)
    begun = undefined
    if (end === 'limit') return undefined
    if (counts.solutionCount === 0) redundant.push(cell)
    spent += counts.searchBacktracks
    yield () => ({ next: cell + 1, redundant, spent })
  }
  return redundant
}

/**
 * Cells of a solution are an unavoidable set if their digits can change places so that another grid comes out. A puzzle
 * with one solution has a given in each such set, and needs it where it is the only one there. Two kinds of sets are
 * found without any search. Both are parts of a ladder of nine rungs, each of which is a pair of cells:
 *
 *     two digits, a rung a row                     two lines of a band (or stack), a rung a column (or row)
 *
 *         . a . | . . . | b . .                        a b . | . c . | . . .
 *         . b . | a . . | . . .                        b c . | . a . | . . .
 *         . . . | b . . | a . .
 *
 * A rung whose cells change digits forces those to change, too, that then have the same digit in a unit. What follows so
 * from one rung is an unavoidable set: the six cells above, the three times two of the lines.
 */
class Ladders {
  /** Where each side has its cell in each rung, by 9 × side + rung: digits their column, lines their digit. */
  readonly #places = new Uint8Array(81)
  /** As bits, the rung in which a side has that place, by 9 × side + place; and that in which it is in a box. */
  readonly #rungs = new Uint16Array(81)
  readonly #rungsByBox = new Uint16Array(81)
  /** For each side the rungs whose cell is given, as bits. */
  readonly givens = new Uint16Array(9)
  readonly #cellAt: (side: number, rung: number, place: number) => number

  constructor(cellAt: (side: number, rung: number, place: number) => number) {
    this.#cellAt = cellAt
  }

  /** @param box only of two digits: two lines of a band keep each box as it is */
  put(side: number, rung: number, place: number, isGiven: boolean, box?: number): void {
    this.#places[9 * side + rung] = place
    this.#rungs[9 * side + place] = 1 << rung
    if (box !== undefined) this.#rungsByBox[9 * side + box] = 1 << rung
    if (isGiven) this.givens[side] |= 1 << rung
  }

  /** Marks the givens that are each the only one in a set of two sides. */
  markLonely(a: number, b: number, lonely: boolean[]): void {
    const places = this.#places
    const rungs = this.#rungs
    const rungsByBox = this.#rungsByBox
    for (let left = ALL_RUNGS; left !== 0; ) {
      let set = left & -left
      for (let fresh = set; fresh !== 0; ) {
        const rung = 31 - Math.clz32(fresh)
        const place = places[9 * b + rung]
        const forced = rungs[9 * a + place] | rungsByBox[9 * a + BOX[9 * rung + place]]
        fresh = (fresh ^ (1 << rung)) | (forced & ~set)
        set |= forced
      }
      left &= ~set
      const ofA = this.givens[a] & set
      const ofB = this.givens[b] & set
      const given = ofA | ofB
      if (given === 0 || (given & (given - 1)) !== 0 || (ofA !== 0 && ofB !== 0)) continue
      const side = ofA === 0 ? b : a
      const rung = 31 - Math.clz32(given)
      lonely[this.#cellAt(side, rung, places[9 * side + rung])] = true
    }
  }
}

const ALL_RUNGS = 0x1ff
const BOX = Uint8Array.from({ length: PLAIN_CELLS }, (_, i) => 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3))

const digits = new Ladders((_, row, column) => 9 * row + column)
const rows = new Ladders((row, column) => 9 * row + column)
const columns = new Ladders((column, row) => 9 * row + column)

/**
 * Which cells of a classic 9×9 puzzle hold a given that is the only one in an unavoidable set of two digits, or two lines.
 *
 * @param puzzle 81 characters, `.` for empty
 * @param solution its only one
 */
export function lonelyGivens(puzzle: Uint8Array, solution: Uint8Array): boolean[] {
  const lonely = new Array<boolean>(PLAIN_CELLS).fill(false)
  for (const { givens } of [digits, rows, columns]) givens.fill(0)
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      const cell = 9 * row + column
      const digit = solution[cell] - FIRST_DIGIT
      const isGiven = puzzle[cell] !== EMPTY
      digits.put(digit, row, column, isGiven, BOX[cell])
      rows.put(row, column, digit, isGiven)
      columns.put(column, row, digit, isGiven)
    }
  }
  for (let a = 0; a < 8; a++) for (let b = a + 1; b < 9; b++) digits.markLonely(a, b, lonely)
  for (let a = 0; a < 9; a++) {
    // With the next line of its band: each of three goes once with each other.
    const b = a % 3 === 2 ? a - 2 : a + 1
    rows.markLonely(a, b, lonely)
    columns.markLonely(a, b, lonely)
  }
  return lonely
}
