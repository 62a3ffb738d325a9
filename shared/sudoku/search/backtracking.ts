import type { Observer, Step } from '../grid/step.ts'
import {
  type Checkpoint,
  exploredShare,
  type Question,
  SEARCH_VERSION,
  type Search,
  SearchCounts,
  type SearchEnd,
} from './strategy.ts'

/**
 * The loop that every search here shares, and the one place where a backtrack happens.
 * A frame is a choice to be made (a cell to fill, an item to cover) with its options;
 * the search opens a frame, places the first option, goes down; where a frame has no
 * option left it closes the frame and undoes the option of the frame before it.
 *
 * It keeps its own stack instead of calling itself, so that it can stop after any
 * backtrack and be taken up again elsewhere.
 */
export abstract class Backtracking implements Search {
  readonly counts: SearchCounts
  /** Frames open now. */
  protected depth = 0
  protected readonly observe: Observer | undefined
  readonly #question: Question
  /** Whether the frame on top has an option placed, so that the search goes down from it. */
  #placed = true
  protected end: SearchEnd | undefined

  protected constructor(question: Question, from?: Checkpoint, observe?: Observer) {
    this.#question = question
    this.observe = observe
    this.counts = new SearchCounts(from?.tally)
  }

  /** Opens a frame for the next choice; false where none is left to make: a solution. */
  protected abstract openFrame(): boolean
  /** Places the next option of the frame on top and infers what follows. */
  protected abstract placeNext(): 'placed' | 'contradiction' | 'none left'
  /** Takes back the option of the frame on top, with all that was inferred from it. */
  protected abstract takeBack(): Step
  /** Called when the frame on top, its options used up, is about to be dropped. */
  protected closeFrame(): void {}
  protected abstract solution(): Uint8Array
  /** The option tried last in each open frame. */
  protected abstract path(): number[]
  /** How many options an open frame had when it was opened, and how many of them were not tried yet. */
  protected abstract optionsOf(frame: number): { all: number; untried: number }
  /** Opens a frame and sets it to an option that was tried before, placing it where `place` says so. */
  protected abstract reopenFrame(option: number, place: boolean): void

  run(backtracks: number): SearchEnd | undefined {
    const pauseAt = this.counts.searchBacktracks + backtracks
    while (!this.end && this.counts.searchBacktracks < pauseAt) {
      if (this.#placed) this.#goDown()
      else {
        const next = this.placeNext()
        if (next === 'placed') this.#placed = true
        else if (next === 'contradiction') this.#undo()
        else this.#goUp()
      }
    }
    return this.end
  }

  checkpoint(): Checkpoint {
    return { version: SEARCH_VERSION, path: this.path(), tally: this.counts.state() }
  }

  explored(): number {
    if (this.end === 'exhausted') return 1
    const frames = Array.from({ length: this.depth }, (_, frame) => {
      const { all, untried } = this.optionsOf(frame)
      const placed = frame < this.depth - 1 || this.#placed ? 1 : 0
      // A cell without a candidate is a frame, too, in which nothing is to be explored.
      return { unexplored: (untried + placed) / Math.max(1, all), underWay: placed / Math.max(1, all) }
    })
    return exploredShare(frames)
  }

  /** Goes down the path of a checkpoint: choices are deterministic, so the options tried say it all. */
  protected goBackTo({ path }: Checkpoint): void {
    path.forEach((option, frame) => {
      this.#placed = frame < path.length - 1
      this.reopenFrame(option, this.#placed)
    })
  }

  #goDown(): void {
    if (this.openFrame()) {
      this.depth++
      this.#placed = false
      return
    }
    this.counts.found(this.solution())
    if (this.counts.solutionCount >= this.#question.solutions) this.end = 'enough'
    else if (this.depth === 0) this.end = 'exhausted'
    else this.#undo()
  }

  #goUp(): void {
    this.closeFrame()
    this.depth--
    if (this.depth === 0) this.end = 'exhausted'
    else this.#undo()
  }

  /** A backtrack: the option on top is undone. */
  #undo(): void {
    if (this.counts.searchBacktracks >= this.#question.backtrackLimit) {
      this.end = 'limit'
      return
    }
    this.counts.searchBacktracks++
    this.#placed = false
    const step = this.takeBack()
    this.observe?.(step, 0)
  }
}
