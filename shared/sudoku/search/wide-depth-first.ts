import { bitOf, countOf, digitIn, eachOf, hasDigit } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import type { Observer } from '../grid/step.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { Backtracking } from './backtracking.ts'
import type { Candidates } from './candidates.ts'
import type { Checkpoint, Question } from './strategy.ts'
import { WideCandidates } from './wide-candidates.ts'

/** The empty cell to guess next, or -1 where none is empty. `after` is the cell guessed before it, or -1. */
export type Branch = (candidates: Candidates, after: number) => number

/**
 * Backtracking over cells as in `cell-by-cell.ts`, without inference, where there are so many digits that bitwise
 * operators take no set of them: what a frame has not tried is above what it tried last.
 */
export class WideDepthFirst extends Backtracking {
  readonly #candidates: Candidates
  readonly #branch: Branch
  readonly #cell: Uint16Array
  readonly #tried: Uint8Array
  readonly #options: Float64Array

  constructor(branch: Branch, puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    this.#branch = branch
    this.#candidates = new WideCandidates(puzzle)
    this.#cell = new Uint16Array(puzzle.givens.length)
    this.#tried = new Uint8Array(puzzle.givens.length)
    this.#options = new Float64Array(puzzle.givens.length)
    if (from) this.goBackTo(from)
  }

  protected openFrame(): boolean {
    const frame = this.depth
    const cell = this.#branch(this.#candidates, frame === 0 ? -1 : this.#cell[frame - 1])
    if (cell < 0) return false
    this.#cell[frame] = cell
    this.#tried[frame] = 0
    this.#options[frame] = this.#candidates.at(cell)
    return true
  }

  protected placeNext(): 'placed' | 'none left' {
    const frame = this.depth - 1
    const cell = this.#cell[frame]
    const alternatives = this.observe && this.#untried(frame)
    const { size } = this.#candidates.rules
    let digit = this.#tried[frame] + 1
    while (digit <= size && !hasDigit(this.#options[frame], digit)) digit++
    if (digit > size) return 'none left'
    this.#candidates.place(cell, bitOf(digit))
    this.#tried[frame] = digit
    this.observe?.({ kind: 'place', cell, digit }, alternatives ?? 0)
    return 'placed'
  }

  protected takeBack() {
    const frame = this.depth - 1
    this.#candidates.takeBackTo(frame)
    return { kind: 'undo', cell: this.#cell[frame], digit: this.#tried[frame] } as const
  }

  protected closeFrame(): void {}

  protected solution(): Digits {
    return this.#candidates.digits
  }

  protected path(): number[] {
    return [...this.#tried.subarray(0, this.depth)]
  }

  protected optionsOf(frame: number) {
    return { all: countOf(this.#options[frame]), untried: this.#untried(frame) }
  }

  protected reopenFrame(digit: number, place: boolean): void {
    const frame = this.depth
    this.openFrame()
    this.depth++
    this.#tried[frame] = digit
    if (place) this.#candidates.place(this.#cell[frame], bitOf(digit))
  }

  #untried(frame: number): number {
    return eachOf(this.#options[frame]).filter((digit) => digitIn(digit) > this.#tried[frame]).length
  }
}
