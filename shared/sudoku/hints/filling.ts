import type { Constraint, PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { HeldRule } from './held-rule.ts'

/** Digits that are taken from a cell: by a constraint, by a cell that has one of them, or as a unit needs another one there. */
export interface Removal {
  readonly cell: number
  readonly gone: DigitSet
  readonly by: Constraint | number | 'unit'
}

/** Candidates that are being pruned by a rule. */
export class Filling implements PrunedGrid {
  /** By cell of the grid. */
  readonly sets: DigitSet[]
  readonly #rule: HeldRule
  /** For each cell of the rule, those of them that hold another digit. */
  readonly #seen: readonly (readonly number[])[]
  #hasChanged = false
  /** What takes candidates away just now. */
  #by: Removal['by'] = 'unit'
  readonly #log: Removal[] | undefined
  /** The constraint that could not be kept, where no cell is left with nothing. */
  failed: Constraint | undefined

  /** @param log to which all is added that is taken away */
  constructor(rule: HeldRule, sets: readonly DigitSet[], seen: readonly (readonly number[])[] = [], log?: Removal[]) {
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

  /** Takes away what follows, until nothing more does; false where the rule cannot be kept. */
  settle(): boolean {
    const { constraints } = this.#rule
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
    } while (this.#hasChanged && (constraints.length > 1 || this.#seen.length > 0))
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
    const { whole } = this.#rule
    this.#by = 'unit'
    let once = 0
    let twice = 0
    for (const cell of whole) {
      twice |= once & this.sets[cell]
      once |= this.sets[cell]
    }
    if (countOf(once) < whole.length) return false
    for (const cell of whole) {
      const single = this.sets[cell] & ~twice
      if (single !== 0) this.remove(cell, ~single)
    }
    return true
  }
}
