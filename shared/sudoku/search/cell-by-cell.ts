import { bitOf, countOf, digitSet, hasDigit, lowestOf, MOST_BITWISE } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { onceForRules } from '../rules/rules.ts'
import { Backtracking } from './backtracking.ts'
import { type Candidates, candidatesOf, fewestCandidatesCell, nakedAndHiddenSingles } from './candidates.ts'
import type { Asked, Strategy } from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'

/** Cell-by-cell strategies differ from one another in these. */
interface Plan {
  /** Whether it infers before the first guess, too. */
  readonly infersAtStart: boolean
  /** Fills cells that follow from what is there; false where it meets a contradiction. */
  readonly infer: (candidates: Candidates) => boolean
  /** The empty cell to guess next, or -1 where none is empty. `after` is the cell guessed before it, or -1. */
  readonly branch: (candidates: Candidates, after: number) => number
}

type CellByCellName = Exclude<StrategyName, 'exact-cover' | 'learning' | 'bit-parallel'>

const PLANS: Readonly<Record<CellByCellName, Plan>> = {
  // Liang's case study walks a list of free cells, Devadas' `solveSudoku` calls itself; both place and undo the same
  // digits in the same order.
  'brute-force': { infersAtStart: false, infer: nothing, branch: firstEmptyCell },
  // Devadas' `solveSudokuOpt` as it is meant. The printed listing calls the basic solver by mistake after the first guess.
  'single-sweep': { infersAtStart: false, infer: (candidates) => sweeps(candidates, 1), branch: firstEmptyCell },
  // Devadas' first exercise, and the possibility array of the VIT report.
  'naked-singles': {
    infersAtStart: false,
    infer: (candidates) => sweeps(candidates, Number.POSITIVE_INFINITY),
    branch: firstEmptyCell,
  },
  // In none of the texts: it guesses where there is least to choose from, and that is all.
  'fewest-candidates': { infersAtStart: false, infer: nothing, branch: fewestCandidatesCell },
  // Norvig's constraint propagation.
  singles: { infersAtStart: true, infer: nakedAndHiddenSingles, branch: fewestCandidatesCell },
}

/** Strategies that fill a grid cell by cell, by their public names. */
export const cellByCell = Object.fromEntries(
  Object.entries(PLANS).map(([name, plan]) => [
    name,
    { name, search: (...asked: Asked) => new DepthFirst(plan, ...asked) },
  ]),
) as unknown as Readonly<Record<CellByCellName, Strategy>>

/**
 * Backtracking over cells: a frame is a cell, its options the candidates it has when
 * the frame is opened, lowest digit first.
 *
 *     depth            0     1      2
 *     #cell            2     3      5       the cell guessed
 *     #untried        {4}   {6,9}  {}       its candidates not tried yet
 *     #tried           1     2      4       the digit tried last
 *     #options      {1,4}{2,6,9}  {4}      all of its candidates
 *     #filledBefore    0     1      3       cells filled before the guess: undoing goes back to there
 */
class DepthFirst extends Backtracking {
  readonly #candidates: Candidates
  readonly #plan: Plan
  readonly #cell: Uint16Array
  readonly #untried: Uint32Array | Float64Array
  readonly #tried: Uint8Array
  readonly #options: Uint32Array | Float64Array
  readonly #filledBefore: Uint16Array

  constructor(plan: Plan, ...[puzzle, question, from, observe]: Asked) {
    super(question, from, observe)
    const { size } = puzzle.rules
    if (size > MOST_BITWISE && plan.infer !== nothing) {
      throw new RangeError(`size: found ${size}, expected 25 or less where it infers`)
    }
    const cells = puzzle.givens.length
    this.#plan = plan
    this.#candidates = candidatesOf(puzzle)
    this.#cell = new Uint16Array(cells)
    const Sets = size > MOST_BITWISE ? Float64Array : Uint32Array
    this.#untried = new Sets(cells)
    this.#tried = new Uint8Array(cells)
    this.#options = new Sets(cells)
    this.#filledBefore = new Uint16Array(cells)
    if (plan.infersAtStart) {
      // The observer heard of these inferences when the search began.
      const holds = from ? plan.infer(this.#candidates) : this.#infer()
      if (!holds) this.end = 'exhausted'
    }
    if (from) this.goBackTo(from)
  }

  protected openFrame(): boolean {
    const frame = this.depth
    const cell = this.#plan.branch(this.#candidates, frame === 0 ? -1 : this.#cell[frame - 1])
    if (cell < 0) return false
    this.#cell[frame] = cell
    this.#options[frame] = this.#candidates.at(cell)
    this.#untried[frame] = this.#options[frame]
    this.#filledBefore[frame] = this.#candidates.filledCount
    return true
  }

  protected placeNext(): 'placed' | 'contradiction' | 'none left' {
    const frame = this.depth - 1
    const untried = this.#untried[frame]
    if (untried === 0) return 'none left'
    const cell = this.#cell[frame]
    const digit = lowestOf(untried)
    this.#untried[frame] = untried - digit
    this.#candidates.place(cell, digit)
    this.#tried[frame] = this.#candidates.digits[cell]
    this.observe?.({ kind: 'place', cell, digit: this.#tried[frame] }, countOf(untried))
    return this.#infer() ? 'placed' : 'contradiction'
  }

  protected takeBack() {
    const frame = this.depth - 1
    this.#candidates.takeBackTo(this.#filledBefore[frame])
    return { kind: 'undo', cell: this.#cell[frame], digit: this.#tried[frame] } as const
  }

  protected solution(): Digits {
    return this.#candidates.digits
  }

  protected path(): number[] {
    return [...this.#tried.subarray(0, this.depth)]
  }

  protected optionsOf(frame: number) {
    return { all: countOf(this.#options[frame]), untried: countOf(this.#untried[frame]) }
  }

  protected reopenFrame(digit: number, place: boolean): void {
    const frame = this.depth
    this.openFrame()
    this.depth++
    this.#untried[frame] = digitSet(
      this.#candidates.rules.size,
      (higher) => higher > digit && hasDigit(this.#options[frame], higher),
    )
    this.#tried[frame] = digit
    if (!place) return
    this.#candidates.place(this.#cell[frame], bitOf(digit))
    this.#plan.infer(this.#candidates)
  }

  #infer(): boolean {
    const candidates = this.#candidates
    const before = candidates.filledCount
    const holds = this.#plan.infer(candidates)
    if (this.observe) {
      for (let i = before; i < candidates.filledCount; i++) {
        const cell = candidates.filled[i]
        this.observe({ kind: 'infer', cell, digit: candidates.digits[cell] }, 0)
      }
    }
    return holds
  }
}

function nothing(): boolean {
  return true
}

/** So many sweeps, or fewer, where one changes nothing any more. */
function sweeps(candidates: Candidates, most: number): boolean {
  for (let count = 0; count < most && sweep(candidates); count++);
  return true
}

/**
 * One sweep over the boxes, as in Devadas' `makeImplications`: in each box, an empty
 * cell with one digit left is filled. The digits missing from a box are taken once,
 * before its cells are visited; so a digit used up in the box meanwhile still counts
 * as left, and is refused only when it is about to be placed. A cell with no digit
 * left goes unnoticed. The published counts depend on all of this.
 *
 * @returns whether a cell was filled
 */
function sweep(candidates: Candidates): boolean {
  const before = candidates.filledCount
  for (const { unit, cells } of boxesByStack(candidates.rules)) {
    const missing = candidates.missingFrom(unit)
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const left = missing & candidates.atIgnoring(unit, cell)
      const isSingle = left !== 0 && (left & (left - 1)) === 0
      if (isSingle && (left & candidates.missingFrom(unit)) !== 0) candidates.place(cell, left)
    }
  }
  return candidates.filledCount > before
}

/** The boxes down the first stack, then down the second, and so on: the texts' order. */
const boxesByStack = onceForRules(({ boxes, units, size }) =>
  boxes
    .map((box) => ({ unit: units.indexOf(box), cells: box.cells }))
    .sort((a, b) => (a.cells[0] % size) - (b.cells[0] % size)),
)

/** The first empty cell, row by row. Every cell before the last guess is filled, so the look-out starts behind it. */
function firstEmptyCell(candidates: Candidates, after: number): number {
  const { digits } = candidates
  for (let cell = after + 1; cell < digits.length; cell++) if (digits[cell] === 0) return cell
  return -1
}
