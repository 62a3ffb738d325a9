import { bytesOf } from '../../../base64.ts'
import { instanceOf } from '../kernel-instance.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/** The kernel as WebAssembly runs it, with a memory of its own; what its functions do is told in `kernel/search.as.ts`. */
export interface Kernel {
  readonly memory: WebAssembly.Memory
  /** Reads the rules that were written to {@link Addresses.RULES}; 0 where there is no room for all of them. */
  setRules(size: number, isDeriving: number): number
  begin(limit: number, isStepping: number): void
  run(pauseAt: number): number
  suspend(): number
  resume(undone: number): void
  /** Placements undone so far. */
  readonly undone: WebAssembly.Global<'i32'>
  /** How many decisions stand; where they lie: {@link Addresses.DECISION_CELL}. */
  readonly level: WebAssembly.Global<'i32'>
  /** How many cells are down to one candidate; where they lie: {@link Addresses.TRAIL}. */
  readonly trail: WebAssembly.Global<'i32'>
  /** Whether what the trail says is contradictory, or of a placement that was undone. */
  readonly isOver: WebAssembly.Global<'i32'>
}

/** What a run ends with. */
export const FOUND = 1
export const EXHAUSTED = 2
export const LIMIT = 3

/** The names of {@link Addresses}, as kernel/memory.as.ts draws them. */
const ADDRESSES = [
  'CANDIDATES',
  'SOLUTION',
  'NOW',
  'BEFORE',
  'TRAIL',
  'TRAIL_LENGTH',
  'DECISION_CELL',
  'DECISION_DIGIT',
  'STATE',
  'RULES',
  'RULES_END',
  'END',
] as const

/** Where things lie in a kernel's memory, in bytes. */
export type Addresses = Readonly<Record<(typeof ADDRESSES)[number], number>>

export function createKernel(): { kernel: Kernel; addresses: Addresses } {
  compiled ??= new WebAssembly.Module(bytesOf(KERNEL_BYTES.constrained))
  return instanceOf<Kernel, keyof Addresses>(compiled, ADDRESSES)
}

/** Compiled once a process. */
let compiled: WebAssembly.Module | undefined
