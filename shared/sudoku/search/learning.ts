import { base64Of, bytesOfBase64 } from '../../base64.ts'
import { digitIn, joined } from '../grid/digit-set.ts'
import type { Claim, Excerpt, Lesson, Observer, Turn, Violation } from '../grid/step.ts'
import * as at from '../kernels/learning/kernel-bytes.ts'
import { Solver } from '../kernels/learning/solver.ts'
import type { Puzzle } from '../rules/puzzle.ts'
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
    if (said === at.FOUND) {
      this.counts.found(new Uint8Array(kernel.memory.buffer, at.SOLUTION, this.#puzzle.givens.length))
      if (this.counts.solutionCount >= this.#question.solutions) this.#end = 'enough'
      else this.#said = kernel.goOn()
    } else if (said === at.EXHAUSTED) this.#end = 'exhausted'
    else if (said === at.LIMIT) this.#end = 'limit'
    else this.#said = kernel.run(Math.min(pauseAt, MAX_U32))
    this.counts.searchBacktracks = kernel.undone.value >>> 0
    this.#steps?.tell(this.counts.searchBacktracks)
    if (this.#end) this.#solver.release()
    else if (this.#said === at.CONTRADICTED) this.#steps?.meetViolation()
  }

  /** Work since the state was written down is done once more; its solutions are in the tally. */
  #goBackTo({ path: [since], learned, tally }: Checkpoint): void {
    const { kernel } = this.#solver
    if (learned !== undefined) {
      const state = bytesOfBase64(learned)
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

/**
 * Tells an observer the steps of a search that learns, by what has changed in the kernel since it was looked at last:
 * decisions that are gone were undone, those that came were placed, and what else stands on the trail was inferred. A
 * jump back over five decisions is five undos, told after the turn that they belong to.
 */
class LearningSteps {
  readonly #observe: Observer
  readonly #solver: Solver
  readonly #size: number
  /** For each cell whether its digit was given, or told. */
  readonly #isTold: Uint8Array
  /** The steps told, oldest first: cells; before each placement that stands, how many there were. */
  readonly #told: number[] = []
  readonly #levels: number[] = []
  readonly #decisions: number[] = []
  #undone = 0
  #conflicts = 0
  #restarts = 0
  #violated: Violated | undefined

  constructor(observe: Observer, solver: Solver, { givens, rules }: Puzzle, isFresh: boolean) {
    this.#solver = solver
    this.#size = rules.size
    this.#isTold = Uint8Array.from(givens, (digit) => Number(digit !== 0))
    this.#observe = () => {}
    if (!isFresh) {
      const { undone, conflicts, restarts } = solver.kernel
      this.#undone = undone.value >>> 0
      this.#conflicts = conflicts.value
      this.#restarts = restarts.value
      this.#tellNew()
    }
    this.#observe = observe
    if (isFresh) this.#tellSingles()
  }

  /** Tells what was done since it was called last; as many placements are undone in all. */
  tell(undone: number): void {
    this.#tellTurn(undone)
    const standing = this.#solver.kernel.level.value
    // At its limit a search ends in the midst of a jump.
    for (; this.#undone < undone && this.#decisions.length > standing; this.#undone++) this.#tellUndo()
    this.#tellNew()
  }

  /** To be called where the search stands at a contradiction, once what led to it is told. */
  meetViolation(): void {
    this.#violated = { conflict: this.#solver.kernel.conflict.value, clause: this.#solver.clause() }
  }

  /** Tells why placements are about to be taken back. Those that are undone to look for another solution need no reason. */
  #tellTurn(undone: number): void {
    const { conflicts, restarts } = this.#solver.kernel
    const kind = conflicts.value > this.#conflicts ? 'conflict' : 'restart'
    if (kind === 'conflict' || (restarts.value > this.#restarts && undone > this.#undone)) {
      this.#observe.turn?.({ kind, lesson: (most) => this.#lesson(kind, undone, most) })
    }
    this.#conflicts = conflicts.value
    this.#restarts = restarts.value
    this.#violated = undefined
  }

  #lesson(kind: Turn['kind'], undone: number, most: number): Lesson {
    const standing = Math.max(this.#solver.kernel.level.value, this.#decisions.length - (undone - this.#undone))
    const placements = this.#decisions.slice(standing).reverse()
    const first = placements.slice(0, most).map((placement) => this.#placed(placement))
    const told = { first, more: placements.length - first.length }
    if (kind === 'restart') return { undone: told }
    const learned = this.#solver.clause()
    return {
      ...(this.#violated && { violated: this.#violation(this.#violated, most) }),
      ...(learned.length > 0 && { learned: this.#claims(learned, most) }),
      undone: told,
    }
  }

  #violation({ conflict, clause }: Violated, most: number): Violation {
    const from = conflict & 3
    if (from === at.FROM_CONSTRAINT) return { kind: 'constraint', constraint: (conflict >>> 2) - 1 }
    if (from === at.FROM_CLAUSE) return { kind: 'learned', claims: this.#claims(clause, most) }
    const cage = Array.from(clause, (literal) => this.#solver.constraintOf(literal)).find((one) => one !== undefined)
    if (cage !== undefined) return { kind: 'constraint', constraint: cage }
    // All places of a digit, or all digits of a cell: no longer than a unit.
    return { kind: from === at.FROM_PAIR ? 'both' : 'none-left', claims: this.#claims(clause, clause.length) }
  }

  #claims(clause: Uint32Array, most: number): Excerpt<Claim> {
    return { first: this.#solver.claimsOf(clause.slice(0, most)), more: Math.max(0, clause.length - most) }
  }

  #tellUndo(): void {
    const placement = this.#decisions.pop() ?? 0
    for (const cell of this.#told.splice(this.#levels.pop() ?? 0)) this.#isTold[cell] = 0
    this.#observe({ kind: 'undo', ...this.#placed(placement) }, 0)
  }

  /** The cells that followed from the givens before the search began. */
  #tellSingles(): void {
    const { kernel } = this.#solver
    const cells = new Uint16Array(kernel.memory.buffer, at.QUEUE, kernel.queued.value)
    const candidates = new Uint32Array(kernel.memory.buffer, at.CANDIDATES, 2 * this.#isTold.length)
    for (const cell of cells) {
      const digit = digitIn(joined(candidates[2 * cell], candidates[2 * cell + 1]))
      this.#tellInferred(cell * this.#size + digit - 1)
    }
  }

  #tellNew(): void {
    const { kernel } = this.#solver
    const { buffer } = kernel.memory
    const decisions = new Uint32Array(buffer, at.DECISION, kernel.level.value)
    const placements = new Uint16Array(buffer, at.PLACEMENT, kernel.candidates.value)
    for (const literal of new Uint32Array(buffer, at.TRAIL, kernel.trail.value)) {
      const variable = literal >>> 1
      if ((literal & 1) === 1 || variable >= placements.length) continue
      const placement = placements[variable]
      if (decisions[this.#decisions.length] === literal) {
        this.#levels.push(this.#told.length)
        this.#decisions.push(placement)
        this.#tell('place', placement)
      } else this.#tellInferred(placement)
    }
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

/** The demand that is violated where the search stands, in the kernel's terms. */
interface Violated {
  readonly conflict: number
  readonly clause: Uint32Array
}
