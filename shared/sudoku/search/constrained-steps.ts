import { countOf, digitIn } from '../grid/digit-set.ts'
import type { Observer } from '../grid/step.ts'
import * as at from '../kernels/constrained/kernel-bytes.ts'
import type { Puzzle } from '../rules/puzzle.ts'

/**
 * Tells an observer the steps of a constrained search, by what has changed in its kernel since it was looked at last. The
 * kernel stops whenever it has worked out what follows. Where that is a contradiction, nothing that was inferred on the
 * way is told.
 */
export class ConstrainedSteps {
  readonly #observe: Observer
  readonly #kernel: at.ConstrainedKernel
  readonly #givens: Puzzle['givens']
  /** Cells down to one candidate, in the order in which they came to it. */
  readonly #trail: Uint8Array
  /** For each placement that stands, how long the trail was before. */
  readonly #trailLength: Uint8Array
  readonly #now: Uint16Array
  /** The candidates before each placement that stands: rows of so many cells. */
  readonly #before: Uint16Array
  readonly #cell: Uint8Array
  readonly #digit: Uint16Array
  /** How many placements that stand were told, and how much of the trail. */
  #placed: number
  #told = 0

  constructor(observe: Observer, kernel: at.ConstrainedKernel, { givens }: Puzzle) {
    this.#observe = observe
    this.#kernel = kernel
    this.#givens = givens
    const { buffer } = kernel.memory
    this.#trail = new Uint8Array(buffer, at.TRAIL, givens.length)
    this.#trailLength = new Uint8Array(buffer, at.TRAIL_LENGTH, givens.length)
    this.#now = new Uint16Array(buffer, at.NOW, givens.length)
    this.#before = new Uint16Array(buffer, at.BEFORE, givens.length * GRID_CELLS)
    this.#cell = new Uint8Array(buffer, at.DECISION_CELL, givens.length)
    this.#digit = new Uint16Array(buffer, at.DECISION_DIGIT, givens.length)
    // A search that is taken up stands at a placement that it has undone, before it says what follows.
    this.#placed = kernel.level.value
    if (kernel.undone.value !== 0) this.#told = this.#trailLength[this.#placed]
  }

  tell(): void {
    const standing = this.#kernel.level.value
    if (standing < this.#placed) this.#tellUndo()
    if (standing > this.#placed) {
      const cell = this.#cell[this.#placed]
      const alternatives = countOf(this.#before[this.#placed * GRID_CELLS + cell])
      this.#observe({ kind: 'place', cell, digit: digitIn(this.#digit[this.#placed]) }, alternatives)
      this.#told = this.#trailLength[this.#placed] + 1
      this.#placed = standing
    }
    if (this.#kernel.isOver.value !== 0) return
    for (; this.#told < this.#kernel.trail.value; this.#told++) {
      const cell = this.#trail[this.#told]
      if (this.#givens[cell] === 0) this.#observe({ kind: 'infer', cell, digit: digitIn(this.#now[cell]) }, 0)
    }
  }

  /** Tells that of the placements that stand the last so many are undone, where the search goes no further. */
  tellUndone(count: number): void {
    for (let i = 0; i < count; i++) this.#tellUndo()
  }

  #tellUndo(): void {
    this.#placed--
    this.#told = this.#trailLength[this.#placed]
    const digit = digitIn(this.#digit[this.#placed])
    this.#observe({ kind: 'undo', cell: this.#cell[this.#placed], digit }, 0)
  }
}

/** So many cells are kept of each grid. */
const GRID_CELLS = at.GRID_BYTES / 2
