import { plainText } from '../plain-grid.ts'
import { type BulkCounts, type BulkOutcome, type BulkQuestion, type BulkSolver, PUZZLE_BYTES } from './bulk-solver.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/** The bulk solver in WebAssembly. Its memory is drawn, and its algorithm told, in `kernel/`. */
export function createEngine(): BulkSolver {
  kernel ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (byte) => byte.charCodeAt(0)))
  const exports = new WebAssembly.Instance(kernel).exports as unknown as KernelExports
  exports.init()
  return new Engine(exports)
}

/** Compiled once a process: 2 ms. */
let kernel: WebAssembly.Module | undefined

interface KernelExports {
  readonly memory: WebAssembly.Memory
  init(): void
  begin(
    puzzles: number,
    count: number,
    results: number,
    resultBytes: number,
    solutions: number,
    kept: number,
    backtrackLimit: number,
  ): void
  run(fuel: number): number
  suspend(): number
  resume(): void
}

/** As in kernel/memory.as.ts: where puzzles may begin, what a suspended search is made of, what a result begins with. */
const BUFFERS = 0x8000
const WEIGHT = 0x480
const SAVED = 0x600
const SAVED_END = 0x630
const STACK = 0x2000
const FOUND_HEAD = 96
const ENDS = ['done', 'done', 'done', 'limit', 'clash', 'character'] as const

const PAGE_BYTES = 65_536
const MAX_U32 = 0xffff_ffff
const MAX_I32 = 0x7fff_ffff

class Engine implements BulkSolver {
  readonly #kernel: KernelExports
  #results = 0
  #resultBytes = FOUND_HEAD
  #view = new DataView(new ArrayBuffer(0))
  #bytes = new Uint8Array()

  constructor(kernel: KernelExports) {
    this.#kernel = kernel
  }

  room(count: number, { solutions, kept, backtrackLimit }: BulkQuestion): Uint8Array {
    const further = Math.max(0, Math.min(kept, solutions) - 1)
    this.#resultBytes = aligned(FOUND_HEAD + further * PUZZLE_BYTES)
    this.#results = aligned(BUFFERS + count * PUZZLE_BYTES)
    const { memory, begin } = this.#kernel
    const missing = this.#results + count * this.#resultBytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    this.#view = new DataView(memory.buffer)
    this.#bytes = new Uint8Array(memory.buffer)
    begin(BUFFERS, count, this.#results, this.#resultBytes, solutions, kept, Math.min(backtrackLimit, MAX_U32))
    return this.#bytes.subarray(BUFFERS, BUFFERS + count * PUZZLE_BYTES)
  }

  run(fuel: number): number {
    return this.#kernel.run(Math.min(fuel, MAX_I32))
  }

  outcome(puzzle: number): BulkOutcome {
    const at = this.#results + puzzle * this.#resultBytes
    return {
      end: ENDS[this.#view.getUint8(at + 81)],
      solutionCount: this.#view.getUint32(at + 84, true),
      backtracks: this.#view.getUint32(at + 88, true),
      searchBacktracks: this.#view.getUint32(at + 92, true),
    }
  }

  solution(puzzle: number, which: number): string {
    return plainText(this.#bytes, this.solutionAt(puzzle, which))
  }

  solutionAt(puzzle: number, which: number): number {
    return this.#results + puzzle * this.#resultBytes + (which === 0 ? 0 : FOUND_HEAD + (which - 1) * PUZZLE_BYTES)
  }

  get bytes(): Uint8Array {
    return this.#bytes
  }

  progress(): BulkCounts {
    if (this.#kernel.suspend() < STACK) return { solutionCount: 0, backtracks: 0, searchBacktracks: 0 }
    const [back, first, count] = [4, 8, 12].map((at) => this.#view.getUint32(SAVED + at, true))
    return { solutionCount: count, backtracks: count > 0 ? first : back, searchBacktracks: back }
  }

  suspend(): number[] | undefined {
    const end = this.#kernel.suspend()
    if (end < STACK) return undefined
    const words = (from: number, to: number) => [...new Int32Array(this.#view.buffer, from, (to - from) / 4)]
    const done = this.#kernel.run(0)
    const result = this.#results + done * this.#resultBytes
    return [end, ...words(WEIGHT, SAVED_END), ...words(STACK, end), ...words(result, result + this.#resultBytes)]
  }

  resume([end, ...state]: readonly number[]): void {
    const put = (at: number, bytes: number) =>
      new Int32Array(this.#view.buffer, at, bytes / 4).set(state.splice(0, bytes / 4))
    put(WEIGHT, SAVED_END - WEIGHT)
    put(STACK, end - STACK)
    put(this.#results, this.#resultBytes)
    this.#kernel.resume()
  }
}

function aligned(bytes: number): number {
  return (bytes + 15) & ~15
}
