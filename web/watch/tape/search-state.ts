import type { Digits } from '../../../shared/sudoku/grid.ts'
import { cellIn, digitIn, kindIn, type PackedStep, PLACE, UNDO } from './packed-step.ts'

/** Where the digit of a cell comes from, by its number in {@link SearchState.origins}. */
export const ORIGINS = ['empty', 'given', 'guessed', 'inferred'] as const
const EMPTY = 0
const GIVEN = 1
const GUESSED = 2
const INFERRED = 3

/** What stands in the grid after some steps of a search, and what it took to get there. */
export class SearchState {
  /** The steps so far. */
  step = 0
  /** The guesses that stand. */
  depth = 0
  backtracks = 0
  readonly digits: Digits
  readonly origins: Uint8Array
  /** For each cell, how often a guess there was taken back. */
  readonly undone: Uint32Array
  /** The cells that the search filled, oldest first. */
  readonly #filled: Uint16Array
  #filledCount = 0

  constructor(givens: Digits) {
    this.digits = givens.slice()
    this.origins = givens.map((digit) => (digit === 0 ? EMPTY : GIVEN))
    this.undone = new Uint32Array(givens.length)
    this.#filled = new Uint16Array(givens.length)
  }

  get isFull(): boolean {
    return !this.digits.includes(0)
  }

  apply(step: PackedStep): void {
    this.step++
    if (kindIn(step) === UNDO) {
      this.#takeBackTo(cellIn(step))
      return
    }
    const cell = cellIn(step)
    const isGuess = kindIn(step) === PLACE
    this.digits[cell] = digitIn(step)
    this.origins[cell] = isGuess ? GUESSED : INFERRED
    this.#filled[this.#filledCount++] = cell
    if (isGuess) this.depth++
  }

  copy(): SearchState {
    const copy = new SearchState(this.digits)
    copy.step = this.step
    copy.depth = this.depth
    copy.backtracks = this.backtracks
    copy.origins.set(this.origins)
    copy.undone.set(this.undone)
    copy.#filled.set(this.#filled)
    copy.#filledCount = this.#filledCount
    return copy
  }

  /** The guess goes, and all that was inferred since. */
  #takeBackTo(guess: number): void {
    for (let cell = -1; cell !== guess; ) {
      cell = this.#filled[--this.#filledCount]
      this.digits[cell] = 0
      this.origins[cell] = EMPTY
    }
    this.depth--
    this.backtracks++
    this.undone[guess]++
  }
}
