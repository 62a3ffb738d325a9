import { base64Of, bytesOfBase64 } from '../../base64.ts'
import { countOf, digitIn } from '../grid/digit-set.ts'
import type { Observer } from '../grid/step.ts'
import { encodedRules } from '../kernels/constrained/encoded-rules.ts'
import * as at from '../kernels/constrained/kernel-bytes.ts'
import { openKernel, tellLogged } from '../kernels/open-kernel.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import type { Rules } from '../rules/rules.ts'
import type { Asked, Checkpoint, Question, Search, SearchEnd } from './strategy.ts'
import { SEARCH_VERSION, SearchCounts } from './strategy.ts'

const MAX_U32 = 0xffff_ffff

/**
 * Depth-first search under any rules on grids up to 9×9: units, sums, relations and walks prune natively, and the cell
 * to guess is the one with the most conflicts of late by candidates. It is told in `kernels/constrained/`.
 */
export class ConstrainedSearch implements Search {
  readonly counts: SearchCounts
  readonly #work: Work
  readonly #puzzle: Puzzle
  readonly #question: Question
  readonly #observe: Observer | undefined
  #end: SearchEnd | undefined
  #isAbandoned = false

  /** @returns undefined where there is no room for the rules */
  static of(...asked: Asked): ConstrainedSearch | undefined {
    const work = takeWork(asked[0].rules)
    return work && new ConstrainedSearch(work, ...asked)
  }

  private constructor(work: Work, ...[puzzle, question, from, observe]: Asked) {
    this.#work = work
    this.#puzzle = puzzle
    this.#question = question
    this.counts = new SearchCounts(from?.tally)
    const { kernel } = work
    writeCandidates(work, puzzle)
    kernel.begin(Math.min(question.backtrackLimit, MAX_U32), Number(observe !== undefined))
    if (from?.learned !== undefined) {
      new Uint8Array(kernel.memory.buffer, at.SAVED).set(bytesOfBase64(from.learned))
      kernel.resume(this.counts.searchBacktracks)
    }
    // Givens follow from nothing.
    const isStep: Observer = (step, alternatives) => {
      if (step.kind !== 'infer' || puzzle.givens[step.cell] === 0) observe?.(step, alternatives)
    }
    this.#observe = observe && isStep
  }

  run(backtracks: number): SearchEnd | undefined {
    if (this.#isAbandoned) throw new Error('the search was abandoned')
    const pauseAt = this.counts.searchBacktracks + backtracks
    while (!this.#end && this.counts.searchBacktracks < pauseAt) this.#goOn(pauseAt)
    return this.#end
  }

  #goOn(pauseAt: number): void {
    const { kernel } = this.#work
    const most = this.#observe ? this.counts.searchBacktracks + at.LOG_FUEL : MAX_U32
    const said = kernel.run(Math.min(pauseAt, most))
    this.counts.searchBacktracks = kernel.undone.value >>> 0
    if (this.#observe) tellLogged(kernel, at.LOG, this.#observe)
    if (said === at.FOUND) {
      this.counts.found(new Uint8Array(kernel.memory.buffer, at.SOLUTION, this.#puzzle.givens.length))
      if (this.counts.solutionCount >= this.#question.solutions) this.#end = 'enough'
    } else if (said === at.EXHAUSTED) this.#end = 'exhausted'
    else if (said === at.LIMIT) this.#end = 'limit'
    if (this.#end) idle.push(this.#work)
  }

  abandon(): void {
    if (!this.#end && !this.#isAbandoned) idle.push(this.#work)
    this.#isAbandoned = true
  }

  /**
   * Ends a paused search for another one to go on, once what stands is undone.
   *
   * @returns the end, where that is more than its limit
   */
  handOver(): SearchEnd | undefined {
    const { kernel } = this.#work
    const standing = kernel.level.value
    const left = this.#question.backtrackLimit - this.counts.searchBacktracks
    const undone = Math.min(standing, left)
    this.counts.searchBacktracks += undone
    kernel.takeBack(undone)
    if (this.#observe) tellLogged(kernel, at.LOG, this.#observe)
    this.abandon()
    if (undone < standing) this.#end = 'limit'
    return this.#end
  }

  checkpoint(): Checkpoint {
    const { kernel } = this.#work
    const end = this.#end ? 0 : kernel.suspend()
    const state = new Uint8Array(kernel.memory.buffer, at.SAVED, Math.max(0, end - at.SAVED))
    return {
      version: SEARCH_VERSION,
      path: [],
      tally: this.counts.state(),
      ...(state.length > 0 && { learned: base64Of(state) }),
    }
  }
}

/** A puzzle with what follows from it before anything is guessed, for another search: digits as givens, candidates as masks. */
export function withInferred(puzzle: Puzzle): Puzzle {
  const work = takeWork(puzzle.rules)
  if (!work) return puzzle
  const { kernel } = work
  writeCandidates(work, puzzle)
  kernel.begin(0, 0)
  const holds = kernel.infer()
  idle.push(work)
  if (!holds) return puzzle
  const sets = new Uint16Array(kernel.memory.buffer, at.NOW, puzzle.givens.length)
  const givens = puzzle.givens.map((_, cell) => (countOf(sets[cell]) === 1 ? digitIn(sets[cell]) : 0))
  const masks = new Map(Array.from(sets, (set, cell) => [cell, set] as const).filter(([cell]) => givens[cell] === 0))
  return { ...puzzle, givens, masks }
}

/** The state of a search while it lasts. */
interface Work {
  readonly kernel: at.ConstrainedKernel
  rules: Rules | undefined
}

const idle: Work[] = []

function writeCandidates({ kernel }: Work, { givens, rules, masks }: Puzzle): void {
  const candidates = new Uint16Array(kernel.memory.buffer, at.CANDIDATES, givens.length)
  for (let cell = 0; cell < givens.length; cell++) {
    candidates[cell] = givens[cell] === 0 ? rules.digits : 1 << (givens[cell] - 1)
  }
  for (const [cell, mask] of masks) candidates[cell] &= mask
}

function takeWork(rules: Rules): Work | undefined {
  const encoded = encodedRules(rules)
  if (!encoded) return undefined
  const work: Work = idle.pop() ?? { kernel: openKernel(at.KERNEL_BYTES.constrained), rules: undefined }
  if (work.rules !== rules) {
    new Uint16Array(work.kernel.memory.buffer, at.RULES).set(encoded)
    work.rules = undefined
    if (work.kernel.setRules(rules.size) === 0) {
      idle.push(work)
      return undefined
    }
    work.rules = rules
  }
  return work
}
