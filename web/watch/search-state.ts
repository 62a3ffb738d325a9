import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Step, Turn } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { exploredShare } from '../../shared/sudoku/search/strategy.ts'

/** By cell, the digits that no peer of it holds and its mark allows; none where it is filled. */
export function candidatesIn({ rules, masks }: Puzzle, digits: Digits): DigitSet[] {
  const held = rules.units.map(({ cells }) =>
    cells.reduce((set, cell) => (digits[cell] === 0 ? set : set | (1 << (digits[cell] - 1))), 0),
  )
  return Array.from(digits, (digit, cell) =>
    digit !== 0 ? 0 : rules.unitsOf[cell].reduce((set, unit) => set & ~held[unit], masks.get(cell) ?? rules.digits),
  )
}

/** Where the digit of a cell comes from. */
export const ORIGINS = ['empty', 'given', 'guessed', 'inferred'] as const
const [EMPTY, GIVEN, GUESSED, INFERRED] = ORIGINS.keys()

/** A search's turn is a step of its own here, in which nothing of the grid changes. */
export type TapeStep = Step | Pick<Turn, 'kind'>

interface Guess {
  readonly cell: number
  readonly digit: number
  /** The step that made it, and how many guesses had been taken back in the whole search by then. */
  readonly from: number
  readonly backtracks: number
}

/** A guess that was taken back. */
export interface TriedGuess extends Guess {
  /** The step that took it back. */
  readonly to: number
  /** How many guesses were taken back since it was made, itself among them. */
  readonly tries: number
}

/** A guess that stands. */
export interface StandingGuess extends Guess {
  /** What was tried at the same choice before, oldest first. */
  readonly tried: readonly TriedGuess[]
}

/** As many as a choice has alternatives; a search that jumps back may choose anew there any number of times. */
const MOST_TRIED = 25

/** The digits in the grid after some steps of a search, and what it took to get there. */
export class SearchState {
  /** The steps so far. */
  step = 0
  backtracks = 0
  /** The guesses that stand, oldest first. */
  readonly path: StandingGuess[] = []
  /** What was tried at the choice under the last of them. */
  tried: readonly TriedGuess[] = []
  /** What had been tried under the guess that was taken back last. */
  triedUnder: readonly TriedGuess[] = []
  readonly digits: Digits
  /** For each cell, where its digit comes from: the index of one of {@link ORIGINS}. */
  readonly origins: Uint8Array
  /** By depth: the share below the choice made there that is not explored, and how many parts that share has. */
  readonly #unexplored: Float64Array
  readonly #alternatives: Uint8Array
  /** The cells that the search filled, oldest first. */
  readonly #filled: Uint16Array
  #filledCount = 0

  constructor(givens: Digits) {
    this.digits = givens.slice()
    this.origins = givens.map((digit) => (digit === 0 ? EMPTY : GIVEN))
    this.#filled = new Uint16Array(givens.length)
    this.#unexplored = new Float64Array(givens.length + 1).fill(1)
    this.#alternatives = new Uint8Array(givens.length + 1).fill(1)
  }

  /** How many guesses stand. */
  get depth(): number {
    return this.path.length
  }

  /** @param alternatives as an `Observer` is told them */
  apply(step: TapeStep, alternatives: number): void {
    this.step++
    if (!('cell' in step)) return
    const { kind, cell, digit } = step
    if (kind === 'undo') {
      this.#takeBackTo(cell)
      return
    }
    this.digits[cell] = digit
    this.origins[cell] = kind === 'place' ? GUESSED : INFERRED
    this.#filled[this.#filledCount++] = cell
    if (kind === 'infer') return
    this.#alternatives[this.depth] = alternatives
    const { step: from, tried, backtracks } = this
    this.path.push({ cell, digit, from, tried, backtracks })
    this.tried = NONE_TRIED
    this.#unexplored[this.depth] = 1
  }

  /** The share of the search's tree that is explored. */
  get explored(): number {
    // By the choices that stand, and the one under the last of them, of which alternatives may have been undone.
    const choices = Array.from(this.#unexplored.subarray(0, this.depth + 1), (unexplored, depth) => ({
      unexplored,
      underWay: unexplored * shareOf(this.#alternatives[depth]),
    }))
    return exploredShare(choices)
  }

  copy(): SearchState {
    const { step, backtracks, tried, triedUnder } = this
    const copy = Object.assign(new SearchState(this.digits), { step, backtracks, tried, triedUnder })
    copy.path.push(...this.path)
    copy.origins.set(this.origins)
    copy.#filled.set(this.#filled)
    copy.#filledCount = this.#filledCount
    copy.#unexplored.set(this.#unexplored)
    copy.#alternatives.set(this.#alternatives)
    return copy
  }

  /** Removes the guess, and all that was inferred since. */
  #takeBackTo(guess: number): void {
    for (let cell = -1; cell !== guess; ) {
      cell = this.#filled[--this.#filledCount]
      this.digits[cell] = 0
      this.origins[cell] = EMPTY
    }
    const taken = this.path.pop()
    this.triedUnder = this.tried
    this.backtracks++
    if (taken) {
      const { tried, ...made } = taken
      const closed = { ...made, to: this.step, tries: this.backtracks - made.backtracks }
      this.tried = [...tried.slice(1 - MOST_TRIED), closed]
    }
    // The engine may choose another cell for what is left, so the alternatives of one level do not count alike for good.
    this.#unexplored[this.depth] *= 1 - shareOf(this.#alternatives[this.depth])
  }
}

const NONE_TRIED: readonly TriedGuess[] = []

/** The share that one of a choice's alternatives has; none is known of a search that jumps back. */
function shareOf(alternatives: number): number {
  return alternatives === 0 ? 0 : 1 / alternatives
}
