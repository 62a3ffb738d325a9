import { PLAIN_CELLS, plainText } from '../../grid/plain-grid.ts'
import type { Observer } from '../../grid/step.ts'
import type { RulesName } from '../../rules/rules.ts'
import { openKernel, tellLogged } from '../open-kernel.ts'
import * as at from './kernel-bytes.ts'

/** The rules that there is a kernel for, on 9×9. */
export const ENGINE_RULES = ['classic', 'diagonal'] as const satisfies readonly RulesName[]
export type EngineRules = (typeof ENGINE_RULES)[number]

/** The limits of the search for every puzzle. */
export interface BulkQuestion {
  /** How many solutions to look for. */
  readonly solutions: number
  /** How many of them to keep. */
  readonly kept: number
  readonly backtrackLimit: number
}

export interface BulkCounts {
  readonly solutionCount: number
  /** Until the first solution. */
  readonly backtracks: number
  readonly searchBacktracks: number
}

export interface BulkOutcome extends BulkCounts {
  /** `clash`: two equal givens in a unit. `character`: something else than a digit or an empty cell. */
  readonly end: (typeof ENDS)[number]
}

/** By the number that the kernel has for them. */
const ENDS = ['done', 'done', 'done', 'limit', 'clash', 'character'] as const

/** What a search that ran out of fuel knows besides what lies in its memory, in the order of checkpoints. */
const STATE = ['depth', 'back', 'first', 'count', 'last', 'guessed', 'loose', 'level'] as const

const PAGE_BYTES = 65_536
const MAX_U32 = 0xffff_ffff
const MAX_I32 = 0x7fff_ffff

/**
 * A solver of 9×9 puzzles by the thousand, classic ones or with both diagonals: bytes in, bytes
 * out, nothing allocated a puzzle. It runs in WebAssembly; its memory is drawn, and its algorithm
 * told, in the `.as.ts` beside it.
 */
export class Engine {
  readonly #kernel: at.EngineKernel
  readonly #observe: Observer | undefined
  #count = 0
  #results = 0
  #resultBytes: number = at.RESULT_HEAD
  #view = new DataView(new ArrayBuffer(0))
  #bytes = new Uint8Array()

  /**
   * An observer is told the steps of every search, 3 (hardest puzzles) to 23 million (easy ones) of them a second of
   * CPU time. Without one, the search is the same and takes 0.2 to 0.75 of the time.
   */
  constructor(rules: EngineRules, observe?: Observer, bytes = at.KERNEL_BYTES[rules]) {
    this.#kernel = openKernel(bytes)
    this.#observe = observe
  }

  /**
   * Makes room for `count` puzzles of {@link PLAIN_CELLS} characters each, `1`–`9` and `.` or `0`,
   * to be written into the bytes it answers with. They are good until room is made again.
   */
  room(count: number, { solutions, kept, backtrackLimit }: BulkQuestion): Uint8Array {
    const further = Math.max(0, Math.min(kept, solutions) - 1)
    this.#resultBytes = aligned(at.RESULT_HEAD + further * PLAIN_CELLS)
    this.#results = aligned(at.BUFFERS + count * PLAIN_CELLS)
    const { memory, begin } = this.#kernel
    const missing = this.#results + count * this.#resultBytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    // A memory that grew is another buffer. Made anew each time, both took a fifth of the time of an easy puzzle alone.
    if (this.#view.buffer !== memory.buffer) {
      this.#view = new DataView(memory.buffer)
      this.#bytes = new Uint8Array(memory.buffer)
    }
    begin(at.BUFFERS, count, this.#results, this.#resultBytes, solutions, kept, Math.min(backtrackLimit, MAX_U32))
    this.#count = count
    return this.#bytes.subarray(at.BUFFERS, at.BUFFERS + count * PLAIN_CELLS)
  }

  /**
   * Solves on until all puzzles are done or the fuel is used up: one for a puzzle, one for a backtrack.
   *
   * @returns how many puzzles are done
   */
  run(fuel: number): number {
    if (!this.#observe) return this.#kernel.run(Math.min(fuel, MAX_I32), 0)
    let done = this.#kernel.run(0, 0)
    for (let left = fuel; left > 0 && done < this.#count; left -= at.LOG_FUEL) {
      done = this.#kernel.run(Math.min(left, at.LOG_FUEL), 1)
      tellLogged(this.#kernel, at.LOG, this.#observe)
    }
    return done
  }

  /** The outcome of a puzzle that is done. */
  outcome(puzzle: number): BulkOutcome {
    const result = this.#results + puzzle * this.#resultBytes
    return {
      end: ENDS[this.#view.getUint8(result + at.RESULT_STATUS)],
      solutionCount: this.#view.getUint32(result + at.RESULT_SOLUTIONS, true),
      backtracks: this.#view.getUint32(result + at.RESULT_FIRST, true),
      searchBacktracks: this.#view.getUint32(result + at.RESULT_BACKTRACKS, true),
    }
  }

  /** A solution as text; `which` counts from 0, and less than both `kept` and the solutions found. */
  solution(puzzle: number, which: number): string {
    return plainText(this.#bytes, this.solutionAt(puzzle, which))
  }

  /** The solutions of a puzzle that is done, as many as were found and at most as many as were `kept`. */
  solutions(puzzle: number, kept: number): string[] {
    const length = Math.min(this.outcome(puzzle).solutionCount, kept)
    return Array.from({ length }, (_, which) => this.solution(puzzle, which))
  }

  /** Where in {@link bytes} a solution's 81 characters begin. */
  solutionAt(puzzle: number, which: number): number {
    return this.#results + puzzle * this.#resultBytes + (which === 0 ? 0 : at.RESULT_HEAD + (which - 1) * PLAIN_CELLS)
  }

  /** Holds the solutions; another one after room was made again. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** The counts of the search that ran out of fuel, so far; zeros where it ran out between two puzzles. */
  progress(): BulkCounts {
    const { level, back, first, count } = this.#kernel
    if (level.value === 0) return { solutionCount: 0, backtracks: 0, searchBacktracks: 0 }
    const [searchBacktracks, untilFirst, solutionCount] = [back, first, count].map(({ value }) => value >>> 0)
    return { solutionCount, backtracks: solutionCount > 0 ? untilFirst : searchBacktracks, searchBacktracks }
  }

  /**
   * The search that ran out of fuel, as plain numbers; {@link resume} takes it up again, there or elsewhere.
   * Undefined where the fuel ran out between two puzzles.
   */
  suspend(): number[] | undefined {
    const kernel = this.#kernel
    if (kernel.level.value === 0) return undefined
    const end = kernel.level.value + at.LEVEL
    new Int32Array(this.#view.buffer, at.SAVED).set(STATE.map((name) => kernel[name].value))
    const words = (from: number, to: number) => [...new Int32Array(this.#view.buffer, from, (to - from) / 4)]
    const done = kernel.run(0, 0)
    const result = this.#results + done * this.#resultBytes
    return [
      end,
      ...words(at.WEIGHT, at.SAVED_END),
      ...words(at.STACK, end),
      ...words(result, result + this.#resultBytes),
    ]
  }

  /** Takes up the search of the first puzzle where another left it. */
  resume([end, ...state]: readonly number[]): void {
    const put = (address: number, bytes: number) =>
      new Int32Array(this.#view.buffer, address, bytes / 4).set(state.splice(0, bytes / 4))
    put(at.WEIGHT, at.SAVED_END - at.WEIGHT)
    put(at.STACK, end - at.STACK)
    put(this.#results, this.#resultBytes)
    const saved = new Int32Array(this.#view.buffer, at.SAVED)
    for (const [i, name] of STATE.entries()) this.#kernel[name].value = saved[i]
    this.#kernel.resume()
  }
}

function aligned(bytes: number): number {
  return (bytes + 15) & ~15
}
