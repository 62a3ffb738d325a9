import type { Constraint, PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { Unit } from '../grid/units.ts'
import { onceForRules } from '../rules/rules.ts'
import type { Pruner } from './held-rule.ts'

/** Digits that are taken from a cell: by a constraint, by a cell that has one of them, or by a unit that needs another one there. */
export interface Removal {
  readonly cell: number
  readonly gone: DigitSet
  readonly by: Constraint | number | Unit
}

/** By cell, what its change makes due: constraints by their place, and behind them the cell by its place among the rule's. */
const dueOf = onceForRules(({ constraints, cells }: Pruner): readonly (readonly number[])[] => {
  const due: number[][] = []
  const looked = [...constraints.map((constraint) => constraint.cells), ...cells.map((cell) => [cell])]
  for (const [i, each] of looked.entries())
    for (const cell of each) {
      due[cell] ??= []
      due[cell].push(i)
    }
  return due
})

/**
 * Candidates that are being pruned by a rule. The same candidates always leave the same: so nothing is asked again while what
 * it looks at has not changed, and what was asked of one guess is known of the next. Over 4,446 steps of 33 puzzles, the
 * slowest hundredth took 40 ms instead of 90, and the slowest step 0.2 s instead of 3.
 */
export class Filling implements PrunedGrid {
  /** By cell of the grid. */
  readonly sets: DigitSet[]
  readonly #rule: Pruner
  /** For each cell of the rule, those of them that hold another digit. */
  readonly #seen: readonly (readonly number[])[]
  #hasChanged = false
  /** 1 for each constraint, and behind them for each cell of the rule, that has not been looked at since a cell of it changed. */
  #isDue: Uint8Array
  /** By constraint: what it left of candidates that it was asked about, none where it could not be kept. */
  #known: Map<string, readonly DigitSet[]>[] = []
  /** What takes candidates away just now. */
  #by: Removal['by'] = -1
  readonly #log: Removal[] | undefined
  /** The constraint that could not be kept, or the unit without a place for a digit, where no cell is left with nothing. */
  failed: Constraint | Unit | undefined

  /** @param log to which all is added that is taken away */
  constructor(rule: Pruner, sets: readonly DigitSet[], seen: readonly (readonly number[])[] = [], log?: Removal[]) {
    this.#rule = rule
    this.#log = log
    this.#seen = seen
    this.sets = [...sets]
    this.#isDue = new Uint8Array(rule.constraints.length + rule.cells.length).fill(1)
  }

  /** The same with one digit alone in a cell. */
  with(cell: number, digit: DigitSet, log?: Removal[]): Filling {
    const filling = new Filling(this.#rule, this.sets, this.#seen, log)
    filling.#isDue = this.#isDue.slice()
    filling.#known = this.#known
    filling.sets[cell] = digit
    filling.#change(cell)
    return filling
  }

  /** Finds out what takes nothing away, so that no filling {@link with} a digit has to. */
  findIdle(): this {
    const { constraints, cells } = this.#rule
    const takesNothing = (cell: number, digits: DigitSet) => (this.sets[cell] & digits) === 0
    const grid = { at: (cell: number) => this.sets[cell], remove: takesNothing }
    for (const [i, constraint] of constraints.entries()) this.#isDue[i] = constraint.prune(grid) ? 0 : 1
    for (const [place, seen] of this.#seen.entries()) {
      const isIdle = seen.every((other) => takesNothing(other, this.sets[cells[place]]))
      this.#isDue[constraints.length + place] = isIdle ? 0 : 1
    }
    return this
  }

  at(cell: number): DigitSet {
    return this.sets[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    const gone = this.sets[cell] & digits
    if (gone !== 0) {
      this.sets[cell] &= ~digits
      this.#change(cell)
      this.#log?.push({ cell, gone, by: this.#by })
    }
    return this.sets[cell] !== 0
  }

  /** Takes away what follows, until nothing more does, or so many times; false where the rule cannot be kept. */
  settle(rounds = Number.POSITIVE_INFINITY): boolean {
    const { constraints } = this.#rule
    let left = rounds
    do {
      this.#hasChanged = false
      if (!this.#keepApart() || !this.#placeSingles()) return false
      for (const [i, constraint] of constraints.entries()) {
        if (this.#isDue[i] === 0) continue
        this.#isDue[i] = 0
        this.#by = constraint
        if (this.#prune(i, constraint)) continue
        this.failed = constraint
        return false
      }
      // One constraint alone has told all at once.
    } while (--left > 0 && this.#hasChanged && (constraints.length > 1 || this.#seen.length > 0))
    return true
  }

  /** All ways to fill the rule's cells, in their order; undefined where there are more than so many, or the fuel ends before. */
  ways(most: number, fuel: { left: number }): DigitSet[][] | undefined {
    if (--fuel.left < 0) return undefined
    if (!this.settle()) return []
    const { cells } = this.#rule
    const next = cells.find((cell) => this.#isOpen(cell))
    if (next === undefined) return [cells.map((cell) => this.sets[cell])]
    const all: DigitSet[][] = []
    for (const digit of eachOf(this.sets[next])) {
      const ways = this.with(next, digit).ways(most - all.length, fuel)
      if (!ways || all.push(...ways) > most) return undefined
    }
    return all
  }

  #prune(i: number, constraint: Constraint): boolean {
    const { cells, demand } = constraint
    // The log tells what goes in order; and a relation is pruned before its candidates are looked up.
    if (this.#log || demand.kind === 'relation') return constraint.prune(this)
    let key = ''
    for (const cell of cells) key += String.fromCharCode(this.sets[cell] & 0xffff, this.sets[cell] >>> 16)
    this.#known[i] ??= new Map()
    const left = this.#known[i].get(key)
    if (left) return cells.every((cell, place) => this.remove(cell, ~left[place]))
    const isKept = constraint.prune(this)
    const kept = cells.map((cell) => (isKept ? this.sets[cell] : 0))
    this.#known[i].set(key, kept)
    return isKept
  }

  #change(cell: number): void {
    this.#hasChanged = true
    for (const i of dueOf(this.#rule)[cell]) this.#isDue[i] = 1
  }

  #isOpen(cell: number): boolean {
    return (this.sets[cell] & (this.sets[cell] - 1)) !== 0
  }

  #keepApart(): boolean {
    for (const [place, seen] of this.#seen.entries()) {
      const cell = this.#rule.cells[place]
      const due = this.#rule.constraints.length + place
      if (this.#isDue[due] === 0 || this.#isOpen(cell)) continue
      this.#isDue[due] = 0
      this.#by = cell
      for (const other of seen) if (!this.remove(other, this.sets[cell])) return false
    }
    return true
  }

  /** Where a unit holds every digit, each has a place. */
  #placeSingles(): boolean {
    for (const unit of this.#rule.units) {
      this.#by = unit
      let once = 0
      let twice = 0
      for (const cell of unit.cells) {
        twice |= once & this.sets[cell]
        once |= this.sets[cell]
      }
      if (countOf(once) < unit.cells.length) {
        this.failed = unit
        return false
      }
      const singles = once & ~twice
      for (const cell of unit.cells) {
        const single = this.sets[cell] & singles
        if (single !== 0 && !this.remove(cell, ~single)) return false
      }
    }
    return true
  }
}
