import { countOf, type DigitSet } from '../../grid/digit-set.ts'
import { PLAIN_CELLS } from '../../grid/plain-grid.ts'
import type { Observer, Step } from '../../grid/step.ts'
import * as at from './kernel-bytes.ts'

/**
 * Tells an observer the steps of a search, which it reads off the kernel's levels. The kernel
 * runs one node at a time; where it stands then says what it did:
 *
 *     before        after
 *     s             s, t = s + LEVEL     a guess: on t the grid that was inferred on s, and the guess
 *     s             s                    a naked pair took something away: what was inferred before that lies in ASIDE
 *     r, s          r                    a backtrack: the guess of r failed, or on s stands a solution
 *     s             no level             the end of the search
 *
 * Where inference meets a contradiction, nothing that was inferred on the way is told. What is
 * inferred at once is told down the columns, the leftmost first.
 */
export class StepReader {
  readonly #observe: Observer
  readonly #kernel: at.EngineKernel
  #bytes: Uint8Array
  #words: Int32Array
  #puzzles = 0
  #done = 0
  /** Where the search under way stands; 0 between two puzzles. */
  #level: number = 0
  #solutions = 0
  /** Three words for each level, a map of the cells that are given or told to be filled. */
  readonly #told = new Int32Array(3 * at.MOST_LEVELS)

  constructor(observe: Observer, kernel: at.EngineKernel) {
    this.#observe = observe
    this.#kernel = kernel
    this.#bytes = new Uint8Array(kernel.memory.buffer)
    this.#words = new Int32Array(kernel.memory.buffer)
  }

  /** Begins with as many puzzles, which lie at {@link BUFFERS}; the memory may have grown. */
  begin(puzzles: number): void {
    this.#bytes = new Uint8Array(this.#kernel.memory.buffer)
    this.#words = new Int32Array(this.#kernel.memory.buffer)
    this.#puzzles = puzzles
    this.#done = 0
    this.#level = 0
  }

  /** As the kernel's own `run`, telling the steps. */
  run(fuel: number): number {
    for (let left = fuel; left > 0 && this.#done < this.#puzzles; ) left -= this.#runNode()
    return this.#done
  }

  /** Takes up the search that was put into the levels; what is filled there was told before it was suspended. */
  resume(): void {
    this.#level = this.#kernel.suspend() - at.LEVEL
    this.#solutions = this.#words[at.SAVED_SOLUTIONS >> 2]
    for (let level = at.STACK; level <= this.#level; level += at.LEVEL) {
      const told = toldAt(level)
      for (let stack = 0; stack < 3; stack++) this.#told[told + stack] = this.#filled(level, stack)
      // The digit that was tried has gone from its cell: what stands there now was not told yet.
      const cell = this.#bytes[level + at.GUESSED_CELL]
      this.#told[told + (cell >> 5)] &= ~(1 << (cell & 31))
    }
  }

  /** Answers with the fuel that it took. */
  #runNode(): number {
    const kernel = this.#kernel
    if (this.#level === 0) this.#beginPuzzle()
    const from = this.#level
    const found = this.#solutions
    this.#done = kernel.run(1, 1)
    const to = kernel.suspend() - at.LEVEL
    this.#level = to
    this.#solutions = this.#words[at.SAVED_SOLUTIONS >> 2]
    if (to > from) {
      this.#tellGuess(from, to)
      return 0
    }
    if (to === from) {
      this.#tellInferred(from, at.ASIDE)
      return 0
    }
    if (this.#solutions > found) this.#tellInferred(from, from)
    if (to > 0) this.#tell('undo', this.#bytes[to + at.GUESSED_CELL], this.#bytes[to + at.GUESSED_DIGIT], 0)
    return 1
  }

  #beginPuzzle(): void {
    this.#level = at.STACK
    this.#solutions = 0
    this.#told.fill(0, 0, 3)
    const puzzle = at.BUFFERS + this.#done * PLAIN_CELLS
    for (let place = 0; place < PLAIN_CELLS; place++) {
      const byte = this.#bytes[puzzle + place]
      if (byte < 49 || byte > 57) continue
      const column = place % 9
      this.#told[Math.floor(column / 3)] |= 1 << (10 * (column % 3) + Math.floor(place / 9))
    }
  }

  /** Tells what was inferred on a level before the guess that leads to the next one, and the guess. */
  #tellGuess(level: number, next: number): void {
    const cell = this.#bytes[level + at.GUESSED_CELL]
    const stack = cell >> 5
    const bit = 1 << (cell & 31)
    const told = toldAt(level)
    const toldNext = toldAt(next)
    this.#told.copyWithin(toldNext, told, told + 3)
    this.#told[toldNext + stack] |= bit
    this.#tellInferred(next, next)
    this.#told.copyWithin(told, toldNext, toldNext + 3)
    this.#told[told + stack] &= ~bit
    // The guess has gone from its cell on the level where the search goes on, should it fail.
    const others = this.#setAt(level, stack, cell & 31)
    this.#tell('place', cell, this.#bytes[level + at.GUESSED_DIGIT], countOf(others) + 1)
  }

  /** Tells the cells of a grid that came down to one digit since they were last told on a level. */
  #tellInferred(level: number, grid: number): void {
    const told = toldAt(level)
    for (let stack = 0; stack < 3; stack++) {
      const filled = this.#filled(grid, stack)
      for (let rest = filled & ~this.#told[told + stack]; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest)
        this.#tell('infer', 32 * stack + bit, 31 - Math.clz32(this.#setAt(grid, stack, bit)), 0)
      }
      this.#told[told + stack] = filled
    }
  }

  /** The cells of a stack that hold one digit: a word of a map, ten bits a column. */
  #filled(grid: number, stack: number): number {
    let filled = 0
    for (let row = 0; row < 9; row++) {
      // As the kernel does it: taking the lowest digit away leaves of one digit none, and one less than that has no guard.
      const x = this.#words[(grid >> 2) + 4 * row + stack]
      const withoutLowest = x & (x - LOWEST)
      filled |= (withoutLowest & ~(withoutLowest - LOWEST) & GUARDS) >>> (9 - row)
    }
    return filled
  }

  /** The digits that a cell may hold; the cell is a bit of its stack's map. */
  #setAt(grid: number, stack: number, bit: number): DigitSet {
    const row = this.#words[(grid >> 2) + 4 * (bit % 10) + stack]
    return (row >>> (bit - (bit % 10))) & 0x1ff
  }

  /** Cell and digit in the kernel's numbers. */
  #tell(kind: Step['kind'], cell: number, digit: number, alternatives: number): void {
    this.#observe({ kind, cell: PLACE[cell], digit: digit + 1 }, alternatives)
  }
}

/** In the three fields of a word: the lowest bit, and the guard. */
const LOWEST = 0x0010_0401
const GUARDS = 0x2008_0200

/** By the kernel's number of a cell, 32 stack + 10 column + row: its place in the text. */
const PLACE = Uint8Array.from({ length: 96 }, (_, cell) => {
  const column = 3 * (cell >> 5) + Math.floor((cell & 31) / 10)
  return 9 * ((cell & 31) % 10) + column
})

function toldAt(level: number): number {
  return (3 * (level - at.STACK)) / at.LEVEL
}
