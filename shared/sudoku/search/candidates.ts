import type { PrunedGrid } from '../constraints/constraint.ts'
import { type DigitSet, digitIn } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import type { Rules } from '../rules/rules.ts'

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

  constructor({ rules, givens, masks }: Pick<Puzzle, 'rules' | 'givens' | 'masks'>) {
    this.rules = rules
    this.digits = givens.slice()
    this.filled = new Uint16Array(givens.length)
    this.#held = new Uint32Array(rules.units.length)
    this.#allowed = new Uint32Array(givens.length).fill(rules.digits)
    this.#unitsOf = rules.unitsOf
    for (const [cell, mask] of masks) this.#allowed[cell] = mask
    for (let cell = 0; cell < givens.length; cell++) {
      const digit = givens[cell]
      if (digit) this.#toggle(cell, 1 << (digit - 1))
    }
  }

  /** The digits that no unit of this empty cell holds yet and that its mask, and its constraints, leave it. */
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

  /** Whether each constraint on a filled cell can still be kept. */
  keepsConstraintsOf(_cell: number): boolean {
    return true
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

/**
 * The same under constraints. A class of its own: asked for in {@link Candidates.at}, constraints
 * that are not there cost `singles` a fifth of its speed on 16×16.
 */
export class ConstrainedCandidates extends Candidates {
  readonly #constrained: ConstrainedCells

  constructor(puzzle: Pick<Puzzle, 'rules' | 'givens' | 'masks'>) {
    super(puzzle)
    this.#constrained = new ConstrainedCells(puzzle.rules, (cell) =>
      this.digits[cell] === 0 ? super.at(cell) : 1 << (this.digits[cell] - 1),
    )
  }

  override at(cell: number): DigitSet {
    return super.at(cell) & this.#constrained.leftIn(cell)
  }

  override atIgnoring(unit: number, cell: number): DigitSet {
    return super.atIgnoring(unit, cell) & this.#constrained.leftIn(cell)
  }

  override keepsConstraintsOf(cell: number): boolean {
    return this.#constrained.leftIn(cell) !== 0
  }

  override place(cell: number, digit: DigitSet): void {
    super.place(cell, digit)
    this.#constrained.forget()
  }

  override takeBackTo(count: number): void {
    super.takeBackTo(count)
    this.#constrained.forget()
  }
}

/**
 * The candidates that constraints leave of those that units and masks leave: worked out when it is asked
 * for, once for a constraint and a state of the grid, whatever other constraints leave.
 */
class ConstrainedCells implements PrunedGrid {
  readonly #rules: Rules
  readonly #unheld: (cell: number) => DigitSet
  /** For each constraint, what it leaves in each of its cells: nothing where it cannot be kept. */
  readonly #left: readonly Uint32Array[]
  /** For each constraint, whether that was worked out for the grid as it is. */
  readonly #isKnown: boolean[]
  /** The candidates that a constraint is pruning, by cell. */
  readonly #pruned: Uint32Array

  constructor(rules: Rules, unheld: (cell: number) => DigitSet) {
    this.#rules = rules
    this.#unheld = unheld
    this.#left = rules.constraints.map(({ cells }) => new Uint32Array(cells.length))
    this.#isKnown = rules.constraints.map(() => false)
    this.#pruned = new Uint32Array(rules.size ** 2)
  }

  /** The grid has changed. */
  forget(): void {
    this.#isKnown.fill(false)
  }

  /** The digits that all constraints on a cell leave it. */
  leftIn(cell: number): DigitSet {
    const { constraints, constraintsOf, digits } = this.#rules
    let left = digits
    for (const i of constraintsOf[cell]) {
      if (!this.#isKnown[i]) this.#workOut(i)
      left &= this.#left[i][constraints[i].cells.indexOf(cell)]
    }
    return left
  }

  at(cell: number): DigitSet {
    return this.#pruned[cell]
  }

  remove(cell: number, digits: DigitSet): boolean {
    this.#pruned[cell] &= ~digits
    return this.#pruned[cell] !== 0
  }

  #workOut(i: number): void {
    const constraint = this.#rules.constraints[i]
    let canBeKept = true
    for (const cell of constraint.cells) {
      this.#pruned[cell] = this.#unheld(cell)
      if (this.#pruned[cell] === 0) canBeKept = false
    }
    canBeKept &&= constraint.prune(this)
    constraint.cells.forEach((cell, place) => {
      this.#left[i][place] = canBeKept ? this.#pruned[cell] : 0
    })
    this.#isKnown[i] = true
  }
}
