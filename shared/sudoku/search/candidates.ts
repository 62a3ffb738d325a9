import type { PrunedGrid } from '../constraints/constraint.ts'
import { countOf, type DigitSet, digitIn, joined, MOST_BITWISE, upperHalfOf } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import type { Rules } from '../rules/rules.ts'

type GridToFill = Pick<Puzzle, 'rules' | 'givens' | 'masks'>

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

  constructor({ rules, givens, masks }: GridToFill) {
    this.rules = rules
    this.digits = givens.slice()
    this.filled = new Uint16Array(givens.length)
    this.#held = new Uint32Array(rules.units.length)
    this.#allowed = new Uint32Array(givens.length).fill(rules.digits)
    this.#unitsOf = rules.unitsOf
    for (const [cell, mask] of masks) this.#allowed[cell] = mask
    for (let cell = 0; cell < givens.length; cell++) {
      const digit = givens[cell]
      if (digit) this.toggle(cell, digit)
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
    this.toggle(cell, this.digits[cell])
  }

  /** Empties the cells filled last until `count` are left. */
  takeBackTo(count: number): void {
    while (this.filledCount > count) {
      const cell = this.filled[--this.filledCount]
      this.toggle(cell, this.digits[cell])
      this.digits[cell] = 0
    }
  }

  /** That the units of a cell hold a digit which they did not hold, or hold it no more. */
  protected toggle(cell: number, digit: number): void {
    for (const unit of this.#unitsOf[cell]) this.#held[unit] ^= 1 << (digit - 1)
  }
}

/**
 * The same under constraints: the candidates that these leave of those that units and masks leave are worked out when
 * they are asked for, once for a constraint and a state of the grid, whatever other constraints leave. A class of its own:
 * asked for in {@link Candidates.at}, constraints that are not there cost `singles` a fifth of its speed on 16×16.
 */
class ConstrainedCandidates extends Candidates {
  /** For each constraint, what it leaves in each of its cells: nothing where it cannot be kept. */
  readonly #left: readonly Uint32Array[]
  /** For each constraint, whether that was worked out for the grid as it is. */
  readonly #isKnown: boolean[]
  /** The candidates that a constraint is pruning, by cell. */
  readonly #pruned: Uint32Array
  readonly #prunedGrid: PrunedGrid = {
    at: (cell) => this.#pruned[cell],
    remove: (cell, digits) => {
      this.#pruned[cell] &= ~digits
      return this.#pruned[cell] !== 0
    },
  }

  constructor(puzzle: GridToFill) {
    super(puzzle)
    const { constraints } = puzzle.rules
    this.#left = constraints.map(({ cells }) => new Uint32Array(cells.length))
    this.#isKnown = constraints.map(() => false)
    this.#pruned = new Uint32Array(puzzle.givens.length)
  }

  override at(cell: number): DigitSet {
    return super.at(cell) & this.#leftIn(cell)
  }

  override atIgnoring(unit: number, cell: number): DigitSet {
    return super.atIgnoring(unit, cell) & this.#leftIn(cell)
  }

  override keepsConstraintsOf(cell: number): boolean {
    return this.#leftIn(cell) !== 0
  }

  override place(cell: number, digit: DigitSet): void {
    super.place(cell, digit)
    this.#isKnown.fill(false)
  }

  override takeBackTo(count: number): void {
    super.takeBackTo(count)
    this.#isKnown.fill(false)
  }

  /** The digits that all constraints on a cell leave it. */
  #leftIn(cell: number): DigitSet {
    const { constraints, constraintsOf, digits } = this.rules
    let left = digits
    for (const i of constraintsOf[cell]) {
      if (!this.#isKnown[i]) this.#workOut(i)
      left &= this.#left[i][constraints[i].cells.indexOf(cell)]
    }
    return left
  }

  #workOut(i: number): void {
    const constraint = this.rules.constraints[i]
    let canBeKept = true
    for (const cell of constraint.cells) {
      this.#pruned[cell] = this.digits[cell] === 0 ? super.at(cell) : 1 << (this.digits[cell] - 1)
      if (this.#pruned[cell] === 0) canBeKept = false
    }
    canBeKept &&= constraint.prune(this.#prunedGrid)
    constraint.cells.forEach((cell, place) => {
      this.#left[i][place] = canBeKept ? this.#pruned[cell] : 0
    })
    this.#isKnown[i] = true
  }
}

/**
 * The same of so many digits that bitwise operators take no set of them, without constraints, for searches that infer
 * nothing; {@link DigitSet} says what goes with those.
 */
class WideCandidates extends Candidates {
  readonly #lower: Uint32Array
  readonly #upper: Uint32Array
  readonly #allowed: Float64Array

  constructor({ rules, givens, masks }: GridToFill) {
    super({ rules, givens: new Uint8Array(givens.length), masks: new Map() })
    this.digits.set(givens)
    this.#lower = new Uint32Array(rules.units.length)
    this.#upper = new Uint32Array(rules.units.length)
    this.#allowed = new Float64Array(givens.length).fill(rules.digits)
    for (const [cell, mask] of masks) this.#allowed[cell] = mask
    for (let cell = 0; cell < givens.length; cell++) if (givens[cell]) this.toggle(cell, givens[cell])
  }

  override at(cell: number): DigitSet {
    let lower = 0
    let upper = 0
    for (const unit of this.rules.unitsOf[cell]) {
      lower |= this.#lower[unit]
      upper |= this.#upper[unit]
    }
    const allowed = this.#allowed[cell]
    return joined((allowed & ~lower) >>> 0, upperHalfOf(allowed) & ~upper)
  }

  override missingFrom(unit: number): DigitSet {
    const all = this.rules.digits
    return joined((all & ~this.#lower[unit]) >>> 0, upperHalfOf(all) & ~this.#upper[unit])
  }

  protected override toggle(cell: number, digit: number): void {
    const half = digit <= 32 ? this.#lower : this.#upper
    for (const unit of this.rules.unitsOf[cell]) half[unit] ^= 1 << ((digit - 1) & 31)
  }
}

export function candidatesOf(puzzle: GridToFill): Candidates {
  if (puzzle.rules.size > MOST_BITWISE) return new WideCandidates(puzzle)
  return puzzle.rules.constraints.length > 0 ? new ConstrainedCandidates(puzzle) : new Candidates(puzzle)
}

/**
 * Naked singles (a cell with one candidate) and hidden singles (a digit with one place left in a unit that holds them
 * all) until nothing changes; false where it meets a contradiction.
 */
export function nakedAndHiddenSingles(candidates: Candidates): boolean {
  for (;;) {
    const before = candidates.filledCount
    // Naked singles first: they are cheaper, and each leaves less for the units to look through.
    if (!fillNakedSingles(candidates)) return false
    if (candidates.filledCount > before) continue
    if (!fillHiddenSingles(candidates)) return false
    if (candidates.filledCount === before) return true
  }
}

/** False where a cell has no candidate. */
function fillNakedSingles(candidates: Candidates): boolean {
  const { digits } = candidates
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] !== 0) continue
    const set = candidates.at(cell)
    if (set === 0) return false
    if ((set & (set - 1)) === 0) candidates.place(cell, set)
  }
  return true
}

/** False where a unit has no place for a digit, or one cell would have to hold two. */
function fillHiddenSingles(candidates: Candidates): boolean {
  const { units, size } = candidates.rules
  for (let unit = 0; unit < units.length; unit++) {
    // A unit of fewer cells may do without any digit.
    if (units[unit].cells.length < size) continue
    const missing = candidates.missingFrom(unit)
    if (missing === 0) continue
    const cells = units[unit].cells
    let once: DigitSet = 0
    let twice: DigitSet = 0
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const set = candidates.at(cell)
      twice |= once & set
      once |= set
    }
    if ((missing & ~once) !== 0) return false
    const hidden = once & ~twice
    if (hidden === 0) continue
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const here = hidden & candidates.at(cell)
      if (here === 0) continue
      if ((here & (here - 1)) !== 0) return false
      candidates.place(cell, here)
    }
  }
  return true
}

/** The empty cell with the fewest candidates, the first of equals. */
export function fewestCandidatesCell(candidates: Candidates): number {
  const { digits } = candidates
  let best = -1
  let fewest = Number.POSITIVE_INFINITY
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] !== 0) continue
    const count = countOf(candidates.at(cell))
    if (count < fewest) {
      if (count <= 1) return cell
      best = cell
      fewest = count
    }
  }
  return best
}
