import { Candidates } from '../candidates.ts'
import type { Digits } from '../grid.ts'
import type { Puzzle } from '../puzzle.ts'
import { Backtracking } from './backtracking.ts'
import type { Checkpoint, Observer, Question } from './strategy.ts'

/** What makes one cell-by-cell strategy differ from another. */
export interface Plan {
  /** Whether it infers before the first guess, too. */
  readonly infersAtStart: boolean
  /** Fills cells that follow from what is there; false where it meets a contradiction. */
  infer(candidates: Candidates): boolean
  /** The empty cell to guess next, or -1 where none is empty. `after` is the cell guessed before it, or -1. */
  branch(candidates: Candidates, after: number): number
}

/**
 * Backtracking over cells: a frame is a cell, its options the candidates it has when
 * the frame is opened, lowest digit first.
 *
 *     depth            0     1      2
 *     #cell            2     3      5       the cell guessed
 *     #untried        {4}   {6,9}  {}       its candidates not tried yet
 *     #tried           1     2      4       the digit tried last
 *     #filledBefore    0     1      3       cells filled before the guess: undoing goes back to there
 */
export class DepthFirst extends Backtracking {
  readonly #candidates: Candidates
  readonly #plan: Plan
  readonly #cell: Uint16Array
  readonly #untried: Uint32Array
  readonly #tried: Uint8Array
  readonly #filledBefore: Uint16Array

  constructor(plan: Plan, puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    const cells = puzzle.givens.length
    this.#plan = plan
    this.#candidates = new Candidates(puzzle)
    this.#cell = new Uint16Array(cells)
    this.#untried = new Uint32Array(cells)
    this.#tried = new Uint8Array(cells)
    this.#filledBefore = new Uint16Array(cells)
    if (plan.infersAtStart) {
      // The observer heard of these inferences when the search began.
      const holds = from ? plan.infer(this.#candidates) : this.#infer()
      if (!holds) this.endWithoutSolution()
    }
    if (from) this.goBackTo(from)
  }

  protected openFrame(): boolean {
    const frame = this.depth
    const cell = this.#plan.branch(this.#candidates, frame === 0 ? -1 : this.#cell[frame - 1])
    if (cell < 0) return false
    this.#cell[frame] = cell
    this.#untried[frame] = this.#candidates.at(cell)
    this.#filledBefore[frame] = this.#candidates.filledCount
    return true
  }

  protected placeNext(): 'placed' | 'contradiction' | 'none left' {
    const frame = this.depth - 1
    const untried = this.#untried[frame]
    if (untried === 0) return 'none left'
    const cell = this.#cell[frame]
    const digit = untried & -untried
    this.#untried[frame] = untried ^ digit
    this.#candidates.place(cell, digit)
    this.#tried[frame] = this.#candidates.digits[cell]
    this.observe?.({ kind: 'place', cell, digit: this.#tried[frame] })
    return this.#infer() ? 'placed' : 'contradiction'
  }

  protected takeBack() {
    const frame = this.depth - 1
    this.#candidates.takeBackTo(this.#filledBefore[frame])
    return { kind: 'undo', cell: this.#cell[frame], digit: this.#tried[frame] } as const
  }

  protected closeFrame(): void {}

  protected solution(): Digits {
    return this.#candidates.digits
  }

  protected path(): number[] {
    return [...this.#tried.subarray(0, this.depth)]
  }

  protected reopenFrame(digit: number, place: boolean): void {
    const frame = this.depth
    this.openFrame()
    this.depth++
    const upToDigit = (1 << digit) - 1
    this.#untried[frame] = this.#untried[frame] & ~upToDigit
    this.#tried[frame] = digit
    if (!place) return
    this.#candidates.place(this.#cell[frame], 1 << (digit - 1))
    this.#plan.infer(this.#candidates)
  }

  #infer(): boolean {
    const candidates = this.#candidates
    const before = candidates.filledCount
    const holds = this.#plan.infer(candidates)
    if (this.observe) {
      for (let i = before; i < candidates.filledCount; i++) {
        const cell = candidates.filled[i]
        this.observe({ kind: 'infer', cell, digit: candidates.digits[cell] })
      }
    }
    return holds
  }
}
