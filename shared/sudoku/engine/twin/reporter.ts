import type { Observer, Step } from '../../strategies/strategy.ts'
import { digitsAt } from './choose.ts'
import { CELLS, lowest, OPEN, placeOf } from './tables.ts'

/** Tells an observer the steps of the twin's search, in the words of all strategies. */
export class Reporter {
  readonly #observe: Observer
  /** For each level, three words: the cells not yet told to be filled. */
  readonly #open: Int32Array

  constructor(observe: Observer, levels: number) {
    this.#observe = observe
    this.#open = new Int32Array(3 * levels)
  }

  /** A new puzzle: its givens are no steps. */
  begin(puzzles: Uint8Array, from: number): void {
    this.#open.fill(CELLS, 0, 3)
    for (let cell = 0; cell < 81; cell++) {
      const byte = puzzles[from + placeOf[cell]]
      if (byte >= 49 && byte <= 57) this.#open[Math.trunc(cell / 27)] &= ~(1 << (cell % 27))
    }
  }

  /** A new level, at `s` in the grid: what is filled there has been told. */
  enter(level: number, grid: Int32Array, s: number): void {
    this.#open.set(grid.subarray(s + OPEN, s + OPEN + 3), 3 * level)
  }

  /** Tells the cells of a level that came down to one digit since it was entered, or since they were last told. */
  inferred(level: number, grid: Int32Array, s: number): void {
    for (let stack = 0; stack < 3; stack++) {
      const i = 3 * level + stack
      const now = grid[s + OPEN + stack]
      for (let closed = this.#open[i] & ~now; closed !== 0; closed &= closed - 1) {
        const bit = lowest(closed)
        this.step('infer', 27 * stack + bit, lowest(digitsAt(grid, s + stack, bit)))
      }
      this.#open[i] = now
    }
  }

  /** Cell and digit in the twin's numbers. */
  step(kind: Step['kind'], cell: number, digit: number): void {
    this.#observe({ kind, cell: placeOf[cell], digit: digit + 1 })
  }
}
