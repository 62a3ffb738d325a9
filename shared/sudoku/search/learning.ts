import { base64Of, bytesOf } from '../../base64.ts'
import type { Observer } from '../grid/step.ts'
import * as at from '../kernels/learning/kernel-bytes.ts'
import { Solver } from '../kernels/learning/solver.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { LearningSteps } from './learning-steps.ts'
import {
  type Checkpoint,
  type Question,
  SEARCH_VERSION,
  type Search,
  SearchCounts,
  type SearchEnd,
  type Strategy,
} from './strategy.ts'

/**
 * Conflict-driven search: from each contradiction it learns a clause that keeps it from the same one elsewhere, and goes
 * back to where that first says something. It is told in `kernels/learning/`.
 */
export const learning: Strategy = {
  name: 'learning',
  search: (...asked) => new LearningSearch(...asked),
}

const MAX_U32 = 0xffff_ffff

export class LearningSearch implements Search {
  readonly counts: SearchCounts
  readonly #solver = Solver.take()
  readonly #puzzle: Puzzle
  readonly #question: Question
  readonly #steps: LearningSteps | undefined
  #end: SearchEnd | undefined
  #isAbandoned = false
  /** The state that was written down last, for all checkpoints until the next time; and how much had been undone by then. */
  #learned = { undone: 0, text: '' }
  /** The kernel's messages that were not attended to yet. */
  #said: number
  /** How many of its solutions were found by the search that it took over from. */
  readonly #foundBefore: number

  /** @param isFresh whether it begins here: of another search that it goes on from, the path has 0 and how many solutions are not to be found again */
  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer, isFresh = from === undefined) {
    this.#puzzle = puzzle
    this.#question = question
    this.counts = new SearchCounts(from?.tally)
    this.#foundBefore = from?.path[1] ?? 0
    this.#solver.set(puzzle)
    const { kernel } = this.#solver
    this.#said = kernel.begin(Math.min(question.backtrackLimit, MAX_U32), Number(observe !== undefined))
    if (this.#said === at.TOO_LARGE) {
      this.abandon()
      // It is no puzzle without a solution.
      throw new RangeError('the rules have more units than the search has room for')
    }
    if (from) this.#goBackTo(from)
    this.#steps = observe && new LearningSteps(observe, this.#solver, puzzle, isFresh)
  }

  run(backtracks: number): SearchEnd | undefined {
    if (this.#isAbandoned) throw new Error('the search was abandoned')
    const pauseAt = this.counts.searchBacktracks + backtracks
    while (!this.#end && this.counts.searchBacktracks < pauseAt) this.#attend(pauseAt)
    return this.#end
  }

  checkpoint(): Checkpoint {
    const learned = this.#end ? '' : this.#learnedSoFar()
    return {
      version: SEARCH_VERSION,
      // The decisions undone since its state was written down.
      path: [
        this.counts.searchBacktracks - (this.#end ? 0 : this.#solver.kernel.undoneAtRest.value >>> 0),
        ...(this.#foundBefore > 0 ? [this.#foundBefore] : []),
      ],
      tally: this.counts.state(),
      ...(learned && { learned }),
    }
  }

  abandon(): void {
    if (!this.#end && !this.#isAbandoned) this.#solver.release()
    this.#isAbandoned = true
  }

  /** Empty before the first rest. */
  #learnedSoFar(): string {
    const { kernel } = this.#solver
    const undone = kernel.undoneAtRest.value >>> 0
    const length = kernel.stateEnd.value - at.STATE
    if (length > 0 && (this.#learned.text === '' || this.#learned.undone !== undone)) {
      this.#learned = { undone, text: base64Of(new Uint8Array(kernel.memory.buffer, at.STATE, length)) }
    }
    return this.#learned.text
  }

  /** Attends to what the kernel said last, and has it go on. */
  #attend(pauseAt: number): void {
    const { kernel } = this.#solver
    const said = this.#said
    this.#said = at.PAUSED
    if (said === at.FOUND) this.#found()
    else if (said === at.EXHAUSTED) this.#endWith('exhausted')
    else if (said === at.LIMIT) this.#endWith('limit')
    else this.#said = kernel.run(Math.min(pauseAt, MAX_U32))
    if (this.#end) return
    this.counts.searchBacktracks = kernel.undone.value >>> 0
    if (said !== at.FOUND) this.#steps?.tell(this.counts.searchBacktracks)
    if (this.#said === at.CONTRADICTED) this.#steps?.meetViolation()
  }

  #found(): void {
    const { kernel } = this.#solver
    this.counts.found(new Uint8Array(kernel.memory.buffer, at.SOLUTION, this.#puzzle.givens.length))
    if (this.counts.solutionCount >= this.#question.solutions) this.#endWith('enough')
    else this.#said = kernel.goOn()
    this.#steps?.tell(kernel.undone.value >>> 0)
  }

  #endWith(end: SearchEnd): void {
    this.#end = end
    this.counts.searchBacktracks = this.#solver.kernel.undone.value >>> 0
    this.#steps?.tell(this.counts.searchBacktracks)
    this.#solver.release()
  }

  /** Work since the state was written down is done once more; its solutions are in the tally. */
  #goBackTo({ path: [since], learned, tally }: Checkpoint): void {
    const { kernel } = this.#solver
    if (learned !== undefined) {
      const state = bytesOf(learned)
      new Uint8Array(kernel.memory.buffer, at.STATE).set(state)
      this.#said = kernel.resume(at.STATE + state.length)
    } else {
      for (const digits of this.counts.solutions.slice(0, this.#foundBefore)) {
        new Uint8Array(kernel.memory.buffer, at.SOLUTION, digits.length).set(digits)
        kernel.forbidSolution()
      }
    }
    const backtracks = tally?.searchBacktracks ?? 0
    kernel.countFrom(backtracks - since)
    while (kernel.undone.value >>> 0 < backtracks && this.#said !== at.EXHAUSTED && this.#said !== at.LIMIT) {
      this.#said = this.#said === at.FOUND ? kernel.goOn() : kernel.run(backtracks)
    }
  }
}
