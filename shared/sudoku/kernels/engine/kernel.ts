import { bytesOf } from '../../../base64.ts'
import type { RulesName } from '../../rules/rules.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/** The kernel as WebAssembly runs it, with a memory of its own; what its functions do is told in `kernel/search.as.ts`. */
export interface Kernel {
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
  run(fuel: number, toll: number): number
  suspend(): number
  resume(): void
}

/** The rules that there is a kernel for, on 9×9. */
export const ENGINE_RULES = ['classic', 'diagonal'] as const satisfies readonly RulesName[]
export type EngineRules = (typeof ENGINE_RULES)[number]

export function createKernel(rules: EngineRules): Kernel {
  compiled[rules] ??= new WebAssembly.Module(bytesOf(KERNEL_BYTES[rules]))
  const kernel = new WebAssembly.Instance(compiled[rules]).exports as unknown as Kernel
  kernel.init()
  return kernel
}

/** Compiled once a process, each when it is first asked for: the classic one takes 2 ms. */
const compiled: Partial<Record<EngineRules, WebAssembly.Module>> = {}

// Where things lie in its memory, in bytes: as in kernel/memory.as.ts, where they are drawn.

/** The grid as it was when the cell to guess was chosen by weight. */
export const ASIDE = 0x180
/** What a suspended search keeps outside its levels begins with its weights and ends with its counts. */
export const WEIGHT = 0x480
const SAVED = 0x600
export const SAVED_END = 0x630
export const SAVED_BACKTRACKS = SAVED + 4
export const SAVED_FIRST = SAVED + 8
export const SAVED_SOLUTIONS = SAVED + 12
/** The levels of a search: the grid as given, and one for each guess that stands. */
export const STACK = 0x2000
export const LEVEL = 160
export const MOST_LEVELS = 82
/** In a level: the cell guessed there last, and its digit, counted from 0. */
export const GUESSED_CELL = 148
export const GUESSED_DIGIT = 149
/** Where puzzles may begin. */
export const BUFFERS = 0x8000
/** What a result begins with, before its further solutions. */
export const FOUND_HEAD = 96
