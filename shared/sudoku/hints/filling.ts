import type { Constraint, PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { HeldRule } from './held-rule.ts'

/** Candidates that are being pruned by a rule. */
export class Filling implements PrunedGrid {
  /** By cell of the grid. */
  readonly sets: DigitSet[]
  readonly #rule: HeldRule
  /** For each cell of the rule, those of them that hold another digit. */
  readonly #seen: readonly (readonly number[])[]
  #hasChanged = false
  /** By cell in the order in which they changed, what was left; the last may be nothing. */
  readonly changed = new Map<number, DigitSet>()
  /** The constraint that could not be kept, where no cell is left with nothing. */
  failed: Constraint | undefined

  constructor(rule: HeldRule, sets: readonly DigitSet[], seen: readonly (readonly number[])[] = []) {
    this.#rule = rule
    this.#seen = seen
    this.sets = [...sets]
  }

  at(cell: number): DigitSet {
    return this.sets[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    if ((this.sets[cell] & digits) !== 0) {
      this.sets[cell] &= ~digits
      this.#hasChanged = true
      this.changed.set(cell, this.sets[cell])
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
        if (constraint.prune(this)) continue
        this.failed = constraint
        return false
      }
      // One constraint alone has told all at once.
    } while (this.#hasChanged && (constraints.length > 1 || this.#seen.length > 0))
    return true
  }

  /**
   * Whether the rule's cells can be filled, as far as the fuel goes: true where it is not known.
   *
   * @param shown by cell, the digits of the ways that were found
   */
  canBeKept(fuel: { left: number }, shown: DigitSet[]): boolean {
    if (--fuel.left < 0) return true
    if (!this.settle()) return false
    const { cells } = this.#rule
    const [next] = cells
      .filter((cell) => this.#isOpen(cell))
      .toSorted((a, b) => countOf(this.sets[a]) - countOf(this.sets[b]))
    if (next !== undefined)
      return eachOf(this.sets[next]).some((digit) =>
        new Filling(this.#rule, this.sets.with(next, digit), this.#seen).canBeKept(fuel, shown),
      )
    for (const cell of cells) shown[cell] |= this.sets[cell]
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
      return this.#isOpen(cell) || seen.every((other) => this.remove(other, this.sets[cell]))
    })
  }

  /** Where a unit holds every digit, each has a place. */
  #placeSingles(): boolean {
    const { whole } = this.#rule
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
