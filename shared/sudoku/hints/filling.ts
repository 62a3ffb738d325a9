import type { Constraint, PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { Unit } from '../grid/units.ts'
import type { Pruner } from './held-rule.ts'

/** Digits that are taken from a cell: by a constraint, by a cell that has one of them, or by a unit that needs another one there. */
export interface Removal {
  readonly cell: number
  readonly gone: DigitSet
  readonly by: Constraint | number | Unit
}

/** Candidates that are being pruned by a rule. */
export class Filling implements PrunedGrid {
  /** By cell of the grid. */
  readonly sets: DigitSet[]
  readonly #rule: Pruner
  /** For each cell of the rule, those of them that hold another digit. */
  readonly #seen: readonly (readonly number[])[]
  #hasChanged = false
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
  }

  at(cell: number): DigitSet {
    return this.sets[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    const gone = this.sets[cell] & digits
    if (gone !== 0) {
      this.sets[cell] &= ~digits
      this.#hasChanged = true
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
      for (const constraint of constraints) {
        this.#by = constraint
        if (constraint.prune(this)) continue
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
      const ways = new Filling(this.#rule, this.sets.with(next, digit), this.#seen).ways(most - all.length, fuel)
      if (!ways || all.push(...ways) > most) return undefined
    }
    return all
  }

  #isOpen(cell: number): boolean {
    return (this.sets[cell] & (this.sets[cell] - 1)) !== 0
  }

  #keepApart(): boolean {
    return this.#seen.every((seen, place) => {
      const cell = this.#rule.cells[place]
      this.#by = cell
      return this.#isOpen(cell) || seen.every((other) => this.remove(other, this.sets[cell]))
    })
  }

  /** Where a unit holds every digit, each has a place. */
  #placeSingles(): boolean {
    return this.#rule.units.every((unit) => {
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
      return unit.cells.every((cell) => {
        const single = this.sets[cell] & singles
        return single === 0 || this.remove(cell, ~single)
      })
    })
  }
}
