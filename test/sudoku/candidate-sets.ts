import type { PrunedGrid } from '../../shared/sudoku/constraints/constraint.ts'
import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'

/** Candidates that nothing but a constraint prunes. */
export class PlainGrid implements PrunedGrid {
  readonly #sets: number[]
  constructor(sets: readonly DigitSet[]) {
    this.#sets = [...sets]
  }
  at(cell: number): DigitSet {
    return this.#sets[cell]
  }
  remove(cell: number, digits: DigitSet): boolean {
    this.#sets[cell] &= ~digits
    return this.#sets[cell] !== 0
  }
}
