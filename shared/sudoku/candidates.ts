import type { PrunedGrid } from './constraint.ts'
import { type DigitSet, digitIn } from './digit-set.ts'
import type { Digits } from './grid.ts'
import type { Puzzle } from './puzzle.ts'
import type { Rules } from './rules.ts'

/**
 * A grid being filled. Each unit keeps the set of digits it holds, so that the
 * candidates of a cell are a few ORs away and taking a digit back is as cheap as
 * placing it: nothing is stored per cell but its digit. What constraints leave of
 * them is worked out when it is asked for, once for each constraint and grid.
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
  /** Undefined where the rules have no constraints. */
  readonly #constrained: ConstrainedCells | undefined

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
    if (rules.constraints.length > 0) this.#constrained = new ConstrainedCells(rules, (cell) => this.#unheld(cell))
  }

  /** The digits that an empty cell can still hold: that no unit of it holds yet, and its mask and constraints leave. */
  at(cell: number): DigitSet {
    let held = 0
    for (const unit of this.#unitsOf[cell]) held |= this.#held[unit]
    const unheld = this.#allowed[cell] & ~held
    return this.#constrained ? unheld & this.#constrained.leftIn(cell) : unheld
  }

  /** The candidates of an empty cell as if one unit that holds it set no bounds. */
  atIgnoring(unit: number, cell: number): DigitSet {
    let held = 0
    for (const other of this.#unitsOf[cell]) if (other !== unit) held |= this.#held[other]
    const unheld = this.#allowed[cell] & ~held
    return this.#constrained ? unheld & this.#constrained.leftIn(cell) : unheld
  }

  /** The digits that a unit still misses. */
  missingFrom(unit: number): DigitSet {
    return this.rules.digits & ~this.#held[unit]
  }

  /** Whether each constraint on a filled cell can still be kept. */
  keepsConstraintsOf(cell: number): boolean {
    return this.#constrained?.leftIn(cell) !== 0
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
    this.#constrained?.forget()
  }

  /** The digit of a filled cell, and the candidates of an empty one as if there were no constraints. */
  #unheld(cell: number): DigitSet {
    const digit = this.digits[cell]
    if (digit !== 0) return 1 << (digit - 1)
    let held = 0
    for (const unit of this.#unitsOf[cell]) held |= this.#held[unit]
    return this.#allowed[cell] & ~held
  }
}

/** What the constraints of a grid leave of the candidates that its units and masks leave, each constraint by itself. */
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
