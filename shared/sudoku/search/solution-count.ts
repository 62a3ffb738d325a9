import { Random } from '../../random.ts'
import type { PrunedGrid } from '../constraints/constraint.ts'
import { bitOf, countOf, type DigitSet, MOST_BITWISE } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { onceForRules, seenFrom } from '../rules/rules.ts'
import { engineRulesOf } from './bit-parallel.ts'
import { pausingSearch } from './pausing-search.ts'
import type { Checkpoint } from './strategy.ts'

/** How many solutions a puzzle has in all. */
export interface SolutionCount {
  readonly solutions: number
  /** Of an estimate, its standard error as a share of it, or 1 where it is more, or unknown; undefined of an exact count. */
  readonly error?: number
}

/** How far a count has got, as plain data. */
export interface CountAsked {
  /** Random walks taken, the sum of what they found and that of its squares; none yet while a first search goes on. */
  readonly walked?: { readonly walks: number; readonly sum: number; readonly squares: number }
  /** How far the search for all solutions has got. */
  readonly search?: Checkpoint
}

/** As many are found sooner than they are estimated. */
const FEW = 10_000
/** The standard error falls by the root of this: 1 to 3 of one walk on 9×9, where a walk takes 0.5 ms. */
const WALKS = 400
/** More are not counted one by one: the engine finds 3 million a second, other searches 30,000 and more. */
const MOST_COUNTED = { byEngine: 20_000_000, bySearch: 1_000_000 }

/**
 * Counts the solutions of a puzzle, or estimates how many there are where they seem too many to be counted.
 *
 * Random walks tell about how many: each goes from cell to cell to a full grid, choosing among the digits that do not
 * fail at once, and the product of how many these were has the number of solutions as its mean (D. E. Knuth, Estimating
 * the efficiency of backtrack programs, 1975). It pauses at each `yield`, with what it takes to go on later.
 *
 * @param backtrackLimit of a search that counts
 */
export function* countSolutions(
  puzzle: Puzzle,
  backtrackLimit: number,
  { walked, search }: CountAsked = {},
): Generator<() => CountAsked, SolutionCount, void> {
  if (!walked) {
    const question = { solutions: FEW, backtrackLimit }
    const { end, counts } = yield* pausingSearch(puzzle, question, search, (search) => ({ search }))
    if (end === 'exhausted') return { solutions: counts.solutionCount }
  }
  let { walks, sum, squares } = walked ?? { walks: 0, sum: 0, squares: 0 }
  const open = new OpenCells(puzzle)
  const start = open.start()
  if (!start) return { solutions: 0 }
  while (walks < WALKS) {
    const found = open.walk(start, new Random('solutions', walks))
    walks++
    sum += found
    squares += found * found
    yield () => ({ walked: { walks, sum, squares } })
  }
  const mean = sum / walks
  const error = Math.sqrt(Math.max(0, squares / walks - mean * mean) / walks) / mean
  // An empty 25×25 grid has more than numbers hold.
  const estimate = { solutions: Math.min(mean, Number.MAX_VALUE), error: error < 1 ? error : 1 }
  const isForEngine = puzzle.masks.size === 0 && engineRulesOf(puzzle.rules)
  const most = isForEngine ? MOST_COUNTED.byEngine : MOST_COUNTED.bySearch
  if (mean > most) return estimate
  // Twice as many, as the estimate may be too low.
  const question = { solutions: 2 * most, backtrackLimit }
  const told = (search: Checkpoint) => ({ walked: { walks, sum, squares }, search })
  const { end, counts } = yield* pausingSearch(puzzle, question, walked && search, told)
  const { solutionCount } = counts
  return end === 'exhausted' ? { solutions: solutionCount } : { ...estimate, solutions: Math.max(mean, solutionCount) }
}

/** For each cell its peers, as lists, which are quicker to go through than sets. */
const peersIn = onceForRules((rules) => seenFrom(rules).map((peers) => [...peers]))
/** For each cell, the numbers of the units around it that hold every digit. */
const wholeUnitsIn = onceForRules(({ size, units, unitsOf }) =>
  unitsOf.map((around) => around.filter((unit) => units[unit].cells.length === size)),
)

/** By cell, the digits that it may still hold: 1 or more. */
type Left = Uint32Array<ArrayBuffer>

/** What units and constraints leave in the cells that are open. */
class OpenCells {
  readonly #puzzle: Puzzle
  readonly #peers: readonly (readonly number[])[]
  readonly #wholeUnitsOf: readonly (readonly number[])[]
  readonly #cells: Waiting
  readonly #units: Waiting
  readonly #constraints: Waiting
  /** What is being pruned, and the same as constraints see it. */
  #left: Left
  readonly #grid: PrunedGrid = { at: (cell) => this.#left[cell], remove: (cell, digits) => this.#remove(cell, digits) }

  constructor(puzzle: Puzzle) {
    const { size, units, unitsOf, constraints } = puzzle.rules
    if (size > MOST_BITWISE) throw new RangeError(`size: ${size}, expected at most ${MOST_BITWISE}`)
    this.#puzzle = puzzle
    this.#peers = peersIn(puzzle.rules)
    this.#wholeUnitsOf = wholeUnitsIn(puzzle.rules)
    this.#left = new Uint32Array(unitsOf.length)
    this.#cells = new Waiting(unitsOf.length)
    this.#units = new Waiting(units.length)
    this.#constraints = new Waiting(constraints.length)
  }

  /** What the givens leave; undefined where that is no solution. */
  start(): Left | undefined {
    const { givens, masks, rules } = this.#puzzle
    const left = Uint32Array.from(givens, (digit, cell) => (digit ? bitOf(digit) : (masks.get(cell) ?? rules.digits)))
    return this.#prune(left, [...givens.keys()]) ? left : undefined
  }

  /** A random walk to a full grid: how many digits there were to choose from, multiplied; 0 where it fails. */
  walk(start: Left, random: Random): number {
    let found = 1
    let left = start
    for (;;) {
      const cell = this.#fewestLeft(left)
      if (cell === undefined) return found
      const ways = this.#waysOf(left, cell)
      if (ways.length === 0) return 0
      found *= ways.length
      left = ways[random.below(ways.length)]
    }
  }

  /** What is left with each digit of a cell that does not fail at once. */
  #waysOf(left: Left, cell: number): Left[] {
    const ways: Left[] = []
    for (let rest = left[cell]; rest !== 0; rest &= rest - 1) {
      const way = left.slice()
      way[cell] = rest & -rest
      if (this.#prune(way, [cell])) ways.push(way)
    }
    return ways
  }

  /** The open cell with the fewest digits; of these the one that shares them with most others. */
  #fewestLeft(left: Left): number | undefined {
    let best: number | undefined
    let [fewest, most] = [Number.POSITIVE_INFINITY, -1]
    for (let cell = 0; cell < left.length; cell++) {
      const count = countOf(left[cell])
      if (count === 1 || count > fewest) continue
      let sharing = 0
      for (const peer of this.#peers[cell]) if (!isOne(left[peer]) && (left[peer] & left[cell]) !== 0) sharing++
      if (count === fewest && sharing <= most) continue
      best = cell
      fewest = count
      most = sharing
    }
    return best
  }

  /** Takes away what follows from some cells that have changed; false where a cell is left without a digit. */
  #prune(left: Left, changed: readonly number[]): boolean {
    this.#left = left
    for (const cell of changed) this.#cells.add(cell)
    const isKept = this.#pruneAll(left)
    this.#cells.clear()
    this.#units.clear()
    this.#constraints.clear()
    return isKept
  }

  #pruneAll(left: Left): boolean {
    const { constraints, constraintsOf } = this.#puzzle.rules
    for (;;) {
      for (let cell = this.#cells.take(); cell !== undefined; cell = this.#cells.take()) {
        for (const unit of this.#wholeUnitsOf[cell]) this.#units.add(unit)
        for (const i of constraintsOf[cell]) this.#constraints.add(i)
        if (!isOne(left[cell])) continue
        for (const peer of this.#peers[cell])
          if ((left[peer] & left[cell]) !== 0 && !this.#remove(peer, left[cell])) return false
      }
      const unit = this.#units.take()
      if (unit !== undefined) {
        if (!this.#placeLast(this.#puzzle.rules.units[unit].cells, left)) return false
        continue
      }
      const constraint = this.#constraints.take()
      if (constraint === undefined) return true
      if (!constraints[constraint].prune(this.#grid)) return false
    }
  }

  #remove(cell: number, digits: DigitSet): boolean {
    const rest = this.#left[cell] & ~digits
    if (rest === this.#left[cell]) return true
    this.#left[cell] = rest
    this.#cells.add(cell)
    return rest !== 0
  }

  /** Places each digit that has one place left in a unit that holds all; false where one has none. */
  #placeLast(unit: readonly number[], left: Left): boolean {
    let once = 0
    let twice = 0
    for (const cell of unit) {
      twice |= once & left[cell]
      once |= left[cell]
    }
    if (once !== this.#puzzle.rules.digits) return false
    const last = once & ~twice
    for (const cell of unit) {
      const placed = left[cell] & last
      if (placed !== 0 && !(isOne(placed) && this.#remove(cell, ~placed))) return false
    }
    return true
  }
}

/** Numbers that wait, each once; the last one goes first. */
class Waiting {
  readonly #numbers: number[] = []
  readonly #isWaiting: Uint8Array

  constructor(count: number) {
    this.#isWaiting = new Uint8Array(count)
  }

  add(number: number): void {
    if (this.#isWaiting[number] !== 0) return
    this.#isWaiting[number] = 1
    this.#numbers.push(number)
  }

  take(): number | undefined {
    const number = this.#numbers.pop()
    if (number !== undefined) this.#isWaiting[number] = 0
    return number
  }

  clear(): void {
    while (this.take() !== undefined);
  }
}

const isOne = (digits: DigitSet) => (digits & (digits - 1)) === 0
