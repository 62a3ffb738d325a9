import type { Digits } from '../grid.ts'
import type { Puzzle } from '../puzzle.ts'
import { Backtracking } from './backtracking.ts'
import { DancingLinks } from './dancing-links.ts'
import type { Checkpoint, Observer, Question, Strategy } from './strategy.ts'

/**
 * Knuth's Algorithm X: a solution is a set of options that covers every item once. It
 * infers nothing: an item with a single option left is still a choice, and counts when
 * undone.
 */
export const exactCover: Strategy = {
  name: 'exact-cover',
  search: (...asked) => new AlgorithmX(...asked),
}

/** A frame is an item to cover, its options those left when the frame is opened. */
class AlgorithmX extends Backtracking {
  readonly #links: DancingLinks
  readonly #size: number
  readonly #digits: Digits
  /** For each frame the node of the option tried last; the item itself before the first and after the last. */
  readonly #tried: Int32Array

  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    this.#links = new DancingLinks(puzzle.rules)
    this.#size = puzzle.rules.size
    this.#digits = puzzle.givens.slice()
    this.#tried = new Int32Array(puzzle.givens.length)
    this.#apply(puzzle)
    if (from) this.goBackTo(from)
  }

  protected openFrame(): boolean {
    const item = this.#links.itemWithFewestOptions()
    if (item === 0) return false
    this.#links.cover(item)
    this.#tried[this.depth] = item
    return true
  }

  protected placeNext(): 'placed' | 'none left' {
    const frame = this.depth - 1
    const node = this.#links.below(this.#tried[frame])
    this.#tried[frame] = node
    if (this.#links.isItem(node)) return 'none left'
    this.#place(node)
    this.observe?.({ kind: 'place', ...this.#placementOf(node) })
    return 'placed'
  }

  protected takeBack() {
    const node = this.#tried[this.depth - 1]
    this.#links.uncoverOthersOf(node)
    const { cell, digit } = this.#placementOf(node)
    this.#digits[cell] = 0
    return { kind: 'undo', cell, digit } as const
  }

  protected closeFrame(): void {
    this.#links.uncover(this.#tried[this.depth - 1])
  }

  protected solution(): Digits {
    return this.#digits
  }

  protected path(): number[] {
    return Array.from(this.#tried.subarray(0, this.depth), (node) => this.#links.optionOf(node))
  }

  protected reopenFrame(option: number, place: boolean): void {
    const frame = this.depth
    this.openFrame()
    this.depth++
    let node = this.#links.below(this.#tried[frame])
    while (this.#links.optionOf(node) !== option) node = this.#links.below(node)
    this.#tried[frame] = node
    if (place) this.#place(node)
  }

  /** Givens are settled for good; options that a mark forbids are taken out. */
  #apply({ givens, marked, rules }: Puzzle): void {
    const optionOf = (cell: number, digit: number) => cell * rules.size + digit - 1
    for (const cell of marked) {
      for (let digit = 1; digit <= rules.size; digit++) {
        if ((rules.markedDigits & (1 << (digit - 1))) === 0) this.#links.forbid(optionOf(cell, digit))
      }
    }
    givens.forEach((digit, cell) => {
      if (digit !== 0) this.#links.settle(optionOf(cell, digit))
    })
  }

  #place(node: number): void {
    this.#links.coverOthersOf(node)
    const { cell, digit } = this.#placementOf(node)
    this.#digits[cell] = digit
  }

  #placementOf(node: number): { cell: number; digit: number } {
    const option = this.#links.optionOf(node)
    return { cell: Math.floor(option / this.#size), digit: (option % this.#size) + 1 }
  }
}
