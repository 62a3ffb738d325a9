import type { Random } from '../../random.ts'
import type { PrunedGrid } from '../constraints/constraint.ts'
import { bitOf, countOf, type DigitSet, MOST_BITWISE } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { onceForRules, seenFrom } from '../rules/rules.ts'

/** For each cell its peers, as lists, which are quicker to go through than sets. */
const peersIn = onceForRules((rules) => seenFrom(rules).map((peers) => [...peers]))
/** For each cell, the numbers of the units around it that hold every digit. */
const wholeUnitsIn = onceForRules(({ size, units, unitsOf }) =>
  unitsOf.map((around) => around.filter((unit) => units[unit].cells.length === size)),
)

/** By cell, the digits that it may still hold: 1 or more. */
type Left = Uint32Array<ArrayBuffer>

/** What units and constraints leave in the cells that are open. */
export class OpenCells {
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
