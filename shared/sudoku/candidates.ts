import { digitIn } from './digit-set.ts'
import type { Digits } from './grid.ts'
import type { Puzzle } from './puzzle.ts'
import type { DigitSet, Rules } from './rules.ts'

/**
 * A grid being filled. Each unit keeps the set of digits it holds, so that the
 * candidates of a cell are a few ORs away and taking a digit back is as cheap as
 * placing it: nothing is stored per cell but its digit.
 */
export class Candidates {
  readonly rules: Rules
  readonly digits: Digits
  /** Cells filled since the start, oldest first: what {@link takeBackTo} takes back. */
  readonly filled: Uint16Array
  filledCount = 0
  readonly #held: Uint32Array
  readonly #allowed: Uint32Array
  readonly #unitsOf: readonly (readonly number[])[]

  constructor(puzzle: Puzzle) {
    const { rules, givens, marked } = puzzle
    this.rules = rules
    this.digits = givens.slice()
    this.filled = new Uint16Array(givens.length)
    this.#held = new Uint32Array(rules.units.length)
    this.#allowed = new Uint32Array(givens.length).fill(rules.digits)
    this.#unitsOf = rules.unitsOf
    for (const cell of marked) this.#allowed[cell] = rules.markedDigits
    for (let cell = 0; cell < givens.length; cell++) {
      const digit = givens[cell]
      if (digit) this.#toggle(cell, 1 << (digit - 1))
    }
  }

  /** The digits that no unit of this empty cell holds yet and that its mark allows. */
  at(cell: number): DigitSet {
    let held = 0
    for (const unit of this.#unitsOf[cell]) held |= this.#held[unit]
    return this.#allowed[cell] & ~held
  }

  /** The candidates of an empty cell as if one unit that holds it set no bounds. */
  atIgnoring(unit: number, cell: number): DigitSet {
    let held = 0
    for (const other of this.#unitsOf[cell]) if (other !== unit) held |= this.#held[other]
    return this.#allowed[cell] & ~held
  }

  /** The digits that a unit still misses. */
  missingFrom(unit: number): DigitSet {
    return this.rules.digits & ~this.#held[unit]
  }

  /** Fills an empty cell with one of its candidates, given as a set of that one digit. */
  place(cell: number, digit: DigitSet): void {
    this.digits[cell] = digitIn(digit)
    this.filled[this.filledCount++] = cell
    this.#toggle(cell, digit)
  }

  /** Empties the cells filled last until `count` are left. */
  takeBackTo(count: number): void {
    while (this.filledCount > count) {
      const cell = this.filled[--this.filledCount]
      this.#toggle(cell, 1 << (this.digits[cell] - 1))
      this.digits[cell] = 0
    }
  }

  #toggle(cell: number, digit: DigitSet): void {
    for (const unit of this.#unitsOf[cell]) this.#held[unit] = this.#held[unit] ^ digit
  }
}
