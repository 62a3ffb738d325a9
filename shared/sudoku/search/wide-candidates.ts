import { type DigitSet, digitIn, joined, MOST_BITWISE, upperHalfOf } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import type { Rules } from '../rules/rules.ts'
import { Candidates, ConstrainedCandidates } from './candidates.ts'

/** {@link Candidates} of so many digits that bitwise operators take no set of them, without constraints; {@link DigitSet} says what goes with those. */
export class WideCandidates extends Candidates {
  readonly #lower: Uint32Array
  readonly #upper: Uint32Array
  readonly #allowed: Float64Array
  readonly #rules: Rules

  constructor(puzzle: Pick<Puzzle, 'rules' | 'givens' | 'masks'>) {
    super({ ...puzzle, givens: new Uint8Array(puzzle.givens.length), masks: new Map() })
    this.#rules = puzzle.rules
    this.digits.set(puzzle.givens)
    this.#lower = new Uint32Array(puzzle.rules.units.length)
    this.#upper = new Uint32Array(puzzle.rules.units.length)
    this.#allowed = new Float64Array(puzzle.givens.length).fill(puzzle.rules.digits)
    for (const [cell, mask] of puzzle.masks) this.#allowed[cell] = mask
    for (let cell = 0; cell < this.digits.length; cell++) if (this.digits[cell]) this.#toggle(cell, this.digits[cell])
  }

  override at(cell: number): DigitSet {
    return this.#without(cell, this.#rules.unitsOf[cell])
  }

  override atIgnoring(unit: number, cell: number): DigitSet {
    return this.#without(
      cell,
      this.#rules.unitsOf[cell].filter((other) => other !== unit),
    )
  }

  override missingFrom(unit: number): DigitSet {
    const all = this.#rules.digits
    return joined((all & ~this.#lower[unit]) >>> 0, upperHalfOf(all) & ~this.#upper[unit])
  }

  override place(cell: number, digit: DigitSet): void {
    this.digits[cell] = digitIn(digit)
    this.filled[this.filledCount++] = cell
    this.#toggle(cell, this.digits[cell])
  }

  override takeBackTo(count: number): void {
    while (this.filledCount > count) {
      const cell = this.filled[--this.filledCount]
      this.#toggle(cell, this.digits[cell])
      this.digits[cell] = 0
    }
  }

  #without(cell: number, units: readonly number[]): DigitSet {
    let lower = 0
    let upper = 0
    for (const unit of units) {
      lower |= this.#lower[unit]
      upper |= this.#upper[unit]
    }
    const allowed = this.#allowed[cell]
    return joined((allowed & ~lower) >>> 0, upperHalfOf(allowed) & ~upper)
  }

  #toggle(cell: number, digit: number): void {
    const half = digit <= 32 ? this.#lower : this.#upper
    for (const unit of this.#rules.unitsOf[cell]) half[unit] ^= 1 << ((digit - 1) & 31)
  }
}

/** The candidates of a puzzle's grid, to be filled. */
export function candidatesOf(puzzle: Pick<Puzzle, 'rules' | 'givens' | 'masks'>): Candidates {
  if (puzzle.rules.size > MOST_BITWISE) return new WideCandidates(puzzle)
  return puzzle.rules.constraints.length > 0 ? new ConstrainedCandidates(puzzle) : new Candidates(puzzle)
}
