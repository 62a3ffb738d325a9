import type { Solver } from '../learning/solver.ts'
import type { Puzzle } from '../puzzle.ts'
import type { Observer } from '../step.ts'

/**
 * Tells an observer the steps of a search that learns, by what has changed in the kernel since it was looked at last:
 * decisions that are gone were undone, those that came were placed, and what else stands on the trail was inferred. A
 * jump back over five decisions is five undos.
 */
export class LearningSteps {
  readonly #observe: Observer
  readonly #solver: Solver
  readonly #size: number
  /** For each cell whether its digit was given, or told. */
  readonly #isTold: Uint8Array
  /** What was told, oldest first: cells; before each placement that stands, how many there were. */
  readonly #told: number[] = []
  readonly #levels: number[] = []
  readonly #decisions: number[] = []
  #undone = 0

  constructor(observe: Observer, solver: Solver, { givens, rules }: Puzzle, isFresh: boolean) {
    this.#solver = solver
    this.#size = rules.size
    this.#isTold = Uint8Array.from(givens, (digit) => Number(digit !== 0))
    this.#observe = () => {}
    if (!isFresh) {
      this.#undone = solver.kernel.undone.value >>> 0
      this.#tellNew()
    }
    this.#observe = observe
    if (isFresh) this.#tellSingles()
  }

  /** Tells what was done since it was called last; as many placements are undone in all. */
  tell(undone: number): void {
    const standing = this.#solver.kernel.level.value
    // At its limit a search ends in the midst of a jump.
    for (; this.#undone < undone && this.#decisions.length > standing; this.#undone++) this.#tellUndo()
    this.#tellNew()
  }

  #tellUndo(): void {
    const placement = this.#decisions.pop() ?? 0
    for (const cell of this.#told.splice(this.#levels.pop() ?? 0)) this.#isTold[cell] = 0
    this.#observe({ kind: 'undo', ...this.#placed(placement) }, 0)
  }

  /** What followed from the givens before the search began. */
  #tellSingles(): void {
    const { kernel, addresses } = this.#solver
    const cells = new Uint16Array(kernel.memory.buffer, addresses.QUEUE, kernel.queued.value)
    const candidates = new Uint32Array(kernel.memory.buffer, addresses.CANDIDATES, this.#isTold.length)
    for (const cell of cells) this.#tellInferred(cell * this.#size + 31 - Math.clz32(candidates[cell]))
  }

  #tellNew(): void {
    const { kernel, addresses } = this.#solver
    const { buffer } = kernel.memory
    const decisions = new Uint32Array(buffer, addresses.DECISION, kernel.level.value)
    const placements = new Uint16Array(buffer, addresses.PLACEMENT, kernel.candidates.value)
    for (const literal of new Uint32Array(buffer, addresses.TRAIL, kernel.trail.value)) {
      const variable = literal >>> 1
      if ((literal & 1) === 1 || variable >= placements.length) continue
      if (decisions[this.#decisions.length] === literal) this.#tellPlace(placements[variable])
      else this.#tellInferred(placements[variable])
    }
  }

  #tellPlace(placement: number): void {
    this.#levels.push(this.#told.length)
    this.#decisions.push(placement)
    this.#tell('place', placement)
  }

  #tellInferred(placement: number): void {
    if (this.#isTold[Math.floor(placement / this.#size)] === 0) this.#tell('infer', placement)
  }

  #tell(kind: 'place' | 'infer', placement: number): void {
    const placed = this.#placed(placement)
    this.#isTold[placed.cell] = 1
    this.#told.push(placed.cell)
    this.#observe({ kind, ...placed }, 0)
  }

  #placed(placement: number): { cell: number; digit: number } {
    return { cell: Math.floor(placement / this.#size), digit: (placement % this.#size) + 1 }
  }
}
