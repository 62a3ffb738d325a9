import { plainText } from '../plain-grid.ts'
import type { Observer } from '../strategies/strategy.ts'
import { type BulkCounts, type BulkOutcome, type BulkQuestion, type BulkSolver, PUZZLE_BYTES } from './bulk-solver.ts'
import { choose, digitsAt, type Memory, nextFree, struck } from './twin/choose.ts'
import { propagate, solve } from './twin/infer.ts'
import { Reporter } from './twin/reporter.ts'
import { BAD, besides, CHANGED, DEPTH, DONE, grid, LEVEL, LEVELS, lowest, STUCK } from './twin/tables.ts'
import { clash, clues, parse, print } from './twin/text.ts'

/**
 * The kernel's twin in plain TypeScript: the same inference, the same guesses, the same
 * backtrack counts, for where there is no WebAssembly, for tests, and for watching: it can
 * report its steps.
 */
export function createTwin(observe?: Observer): BulkSolver {
  return new Twin(observe)
}

/** Thirty givens or more and yet stuck: nearly always several solutions. */
const LOOSE_CLUES = 30
/** As long as a search has made few backtracks, the light way of choosing is enough. */
const LIGHT_BACKTRACKS = { loose: 12, other: 3 }
/** What a cell weighs more for each guess that led straight to a contradiction. */
const WEIGHT_OF_FAILURE = 2

const ENDS = ['done', 'limit', 'clash', 'character'] as const
/** Of each puzzle: its end, the solutions found, the backtracks up to the first, all backtracks. */
const OUTCOME_WORDS = 4

/** The twin whose levels are in the grid. */
let atWork: Twin | undefined

class Twin implements BulkSolver {
  readonly #reporter: Reporter | undefined
  readonly #memory: Memory = {
    weight: new Int32Array(81),
    hot: new Int32Array(3),
    free: new Int32Array(3),
    more: 0,
  }
  /** For each level, the cell and digit guessed there. */
  readonly #guessed = new Int32Array(2 * LEVELS)
  #question: BulkQuestion = { solutions: 1, kept: 1, backtrackLimit: 0 }
  #puzzles = new Uint8Array()
  #done = 0
  #outcomes = new Uint32Array()
  /** Of each puzzle, room for the solutions that are kept. */
  #solutions = new Uint8Array()
  #solutionBytes = PUZZLE_BYTES
  /** The levels of a search that ran out of fuel, while another twin is at work. */
  #levels = new Int32Array()
  // The search under way, at `#level` where it ran out of fuel, else at -1.
  #level = -1
  #depth = 0
  #back = 0
  #first = 0
  #count = 0
  #last = 0
  #isStuck = false
  #isLoose = false

  constructor(observe?: Observer) {
    this.#reporter = observe && new Reporter(observe, LEVELS)
  }

  room(count: number, question: BulkQuestion): Uint8Array {
    this.#question = question
    this.#puzzles = new Uint8Array(count * PUZZLE_BYTES)
    this.#outcomes = new Uint32Array(count * OUTCOME_WORDS)
    this.#solutionBytes = Math.max(1, Math.min(question.kept, question.solutions)) * PUZZLE_BYTES
    this.#solutions = new Uint8Array(count * this.#solutionBytes)
    this.#done = 0
    this.#level = -1
    return this.#puzzles
  }

  run(fuel: number): number {
    this.#takeTurn()
    const total = this.#puzzles.length / PUZZLE_BYTES
    let left = fuel
    while (this.#done < total && (this.#level >= 0 || left > 0)) {
      const before = this.#level < 0 ? 0 : this.#back
      const end = this.#solve(left)
      if (!end) break
      left -= this.#back - before + 1
      const at = this.#done++ * OUTCOME_WORDS
      this.#outcomes[at] = ENDS.indexOf(end)
      this.#outcomes[at + 1] = this.#count
      this.#outcomes[at + 2] = this.#count > 0 ? this.#first : this.#back
      this.#outcomes[at + 3] = this.#back
    }
    return this.#done
  }

  outcome(puzzle: number): BulkOutcome {
    const at = puzzle * OUTCOME_WORDS
    const [end, solutionCount, backtracks, searchBacktracks] = this.#outcomes.subarray(at, at + OUTCOME_WORDS)
    return { end: ENDS[end], solutionCount, backtracks, searchBacktracks }
  }

  solution(puzzle: number, which: number): string {
    return plainText(this.#solutions, this.solutionAt(puzzle, which))
  }

  solutionAt(puzzle: number, which: number): number {
    return puzzle * this.#solutionBytes + which * PUZZLE_BYTES
  }

  get bytes(): Uint8Array {
    return this.#solutions
  }

  progress(): BulkCounts {
    if (this.#level < 0) return { solutionCount: 0, backtracks: 0, searchBacktracks: 0 }
    const backtracks = this.#count > 0 ? this.#first : this.#back
    return { solutionCount: this.#count, backtracks, searchBacktracks: this.#back }
  }

  suspend(): number[] | undefined {
    if (this.#level < 0) return undefined
    this.#takeTurn()
    const { weight, hot } = this.#memory
    const used = this.#level + LEVEL
    const levels = used / LEVEL
    return [
      ...[this.#level, this.#depth, this.#back, this.#first, this.#count, this.#last, Number(this.#isLoose)],
      ...[...weight, ...hot, ...grid.subarray(0, used), ...this.#guessed.subarray(0, 2 * levels)],
      ...this.#solutions.subarray(this.#done * this.#solutionBytes, (this.#done + 1) * this.#solutionBytes),
    ]
  }

  resume(state: readonly number[]): void {
    this.#takeTurn()
    const { weight, hot } = this.#memory
    ;[this.#level, this.#depth, this.#back, this.#first, this.#count, this.#last] = state
    this.#isLoose = state[6] === 1
    this.#isStuck = true
    this.#memory.more = 0
    const used = this.#level + LEVEL
    let at = 7
    for (const [to, length] of [
      [weight, 81],
      [hot, 3],
      [grid, used],
      [this.#guessed, (2 * used) / LEVEL],
      [this.#solutions, this.#solutionBytes],
    ] as const) {
      to.set(state.slice(at, at + length))
      at += length
    }
    // What is filled was told before it was suspended.
    for (let s = 0; s < used; s += LEVEL) this.#reporter?.enter(s / LEVEL, grid, s)
  }

  /** Solves the next puzzle, or goes on with the one under way; undefined where the fuel runs out. */
  #solve(fuel: number): BulkOutcome['end'] | undefined {
    const memory = this.#memory
    const { solutions, backtrackLimit } = this.#question
    const from = this.#done * PUZZLE_BYTES
    const pauseAt = (this.#level < 0 ? 0 : this.#back) + fuel
    let s = this.#level
    let changed = 0
    if (s >= 0) changed = grid[s + CHANGED]
    else {
      s = 0
      this.#begin()
      if (!parse(grid, this.#puzzles, from)) return 'character'
      this.#reporter?.begin(this.#puzzles, from)
    }
    this.#level = -1
    for (;;) {
      if (this.#back >= pauseAt && memory.more === 0) {
        this.#level = s
        grid[s + CHANGED] = changed
        return undefined
      }
      let cell = -1
      if (memory.more > 0) {
        memory.more--
        cell = nextFree(memory)
      }
      const found = cell >= 0 ? STUCK : propagate(s, changed)
      if (cell < 0 && found !== BAD) this.#reporter?.inferred(this.#depth, grid, s)
      if (cell < 0) changed = 0
      if (found === STUCK) {
        if (!this.#isStuck) {
          this.#isStuck = true
          this.#isLoose = clues(this.#puzzles, from) >= LOOSE_CLUES
          memory.weight.fill(0)
          memory.hot.fill(0)
        }
        const isLight = this.#back < (this.#isLoose ? LIGHT_BACKTRACKS.loose : LIGHT_BACKTRACKS.other)
        if (cell < 0) cell = choose(memory, s, isLight, this.#isLoose)
        if (cell < 0) {
          // A naked pair took something away: there is more to infer.
          changed = struck
          continue
        }
        changed = this.#guess(s, cell, changed)
        s += LEVEL
        continue
      }
      if (found === DONE) {
        if (this.#count === 0) this.#first = this.#back
        const at = this.#count * PUZZLE_BYTES
        if (at < this.#solutionBytes) print(grid, s, this.#solutions, this.#done * this.#solutionBytes + at)
        this.#count++
        if (this.#count >= solutions) return 'done'
      } else if (this.#depth > 0) {
        memory.weight[this.#last] += WEIGHT_OF_FAILURE
        memory.hot[Math.trunc(this.#last / 27)] |= 1 << (this.#last % 27)
      }
      if (s === 0) return this.#count === 0 && !this.#isStuck && clash(this.#puzzles, from) ? 'clash' : 'done'
      if (this.#back >= backtrackLimit) return 'limit'
      s -= LEVEL
      this.#depth = grid[s + DEPTH]
      changed = grid[s + CHANGED]
      this.#back++
      this.#reporter?.step('undo', this.#guessed[2 * this.#depth], this.#guessed[2 * this.#depth + 1])
    }
  }

  /** Puts this twin's levels where the search works, and the levels there in the hands of their twin. */
  #takeTurn(): void {
    if (atWork === this) return
    if (atWork && atWork.#level >= 0) atWork.#levels = grid.slice(0, atWork.#level + LEVEL)
    grid.set(this.#levels)
    atWork = this
  }

  #begin(): void {
    this.#depth = 0
    this.#back = 0
    this.#first = 0
    this.#count = 0
    this.#isStuck = false
    this.#memory.more = 0
  }

  /** Guesses the lowest digit of a cell on the next level, and takes it from the cell on this one. */
  #guess(s: number, cell: number, changed: number): number {
    const t = s + LEVEL
    const stack = Math.trunc(cell / 27)
    const bit = 1 << (cell % 27)
    grid.copyWithin(t, s, s + DEPTH)
    const digit = lowest(digitsAt(grid, s + stack, cell % 27))
    grid[s + 3 * digit + stack] ^= bit
    grid[s + DEPTH] = this.#depth
    grid[s + CHANGED] = changed | (1 << digit)
    const lost = solve(t, digit, stack, bit) | (1 << digit)
    grid[t + 3 * digit + stack] &= besides[cell % 27]
    this.#guessed[2 * this.#depth] = cell
    this.#guessed[2 * this.#depth + 1] = digit
    this.#depth++
    this.#last = cell
    this.#reporter?.enter(this.#depth, grid, t)
    this.#reporter?.step('place', cell, digit)
    return changed | lost
  }
}
