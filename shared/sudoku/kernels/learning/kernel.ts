import { bytesOf } from '../../../base64.ts'
import { instanceOf } from '../kernel-instance.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/** The kernel as WebAssembly runs it, with a memory of its own; what its functions do is told in `kernel/search.as.ts`. */
export interface Kernel {
  readonly memory: WebAssembly.Memory
  setGrid(digits: number, cells: number, units: number): void
  setBlocks(blocks: number, partitions: number): void
  setConstraints(constraints: number): void
  begin(limit: number, isStepping: number): number
  run(pauseAt: number): number
  goOn(): number
  resume(stateEnd: number): number
  countFrom(undone: number): void
  /** Before the first run: the solution at {@link Addresses.SOLUTION} is known, and not to be found again. */
  forbidSolution(): void
  /** For a constraint that prunes: the digits that a cell may still hold, as a set. */
  candidatesAt(cell: number): number
  /** For a constraint that prunes: takes digits from a cell; 0 where none are left. */
  deny(cell: number, digits: number): number
  /** Placements undone so far. */
  readonly undone: WebAssembly.Global<'i32'>
  /** How many of them when the state was written down last. */
  readonly undoneAtRest: WebAssembly.Global<'i32'>
  readonly conflicts: WebAssembly.Global<'i32'>
  readonly restarts: WebAssembly.Global<'i32'>
  /** What was found contradictory last: {@link BY_PAIR} and those below. */
  readonly conflictKind: WebAssembly.Global<'i32'>
  /** Where that is a constraint, its index. */
  readonly conflict: WebAssembly.Global<'i32'>
  /** How many decisions stand. */
  readonly level: WebAssembly.Global<'i32'>
  /** How many literals are true; where they lie: {@link Addresses.TRAIL}. */
  readonly trail: WebAssembly.Global<'i32'>
  /** Of the variables the first so many are candidates. */
  readonly candidates: WebAssembly.Global<'i32'>
  /** Those from here on tell what cages hold: {@link Addresses.CAGE_CLAIM}. */
  readonly firstOfCages: WebAssembly.Global<'i32'>
  readonly queued: WebAssembly.Global<'i32'>
  /**
   * Of the clause that was learned last, how many literals it has; they lie at {@link Addresses.LEARNT}. While the search
   * stands at a contradiction, the clause that is violated.
   */
  readonly learntCount: WebAssembly.Global<'i32'>
  /** Where the state that was written down last ends; 0 where there is none. */
  readonly stateEnd: WebAssembly.Global<'i32'>
}

/** What a begin or a run ends with. */
export const PAUSED = 0
export const FOUND = 1
export const EXHAUSTED = 2
export const LIMIT = 3
export const STEPPED = 4
export const TOO_LARGE = 5
/** Only while stepping: what stands is contradictory, and is taken back by the next run. */
export const CONTRADICTED = 6

// What may be found contradictory.
/** Of two candidates that rule each other out, both hold. */
export const BY_PAIR = 1
/** A clause that was learned. */
export const BY_CLAUSE = 3
export const BY_CONSTRAINT = 4
// Else, of those of which one has to hold, none does.

/** The names of {@link Addresses}, as kernel/memory.as.ts draws them. */
const ADDRESSES = [
  'UNIT_START',
  'UNIT_CELLS',
  'CELL_START',
  'CELL_UNITS',
  'BLOCK_LITERAL',
  'BLOCK_START',
  'BLOCK_CELLS',
  'PARTITION_UNIT',
  'PARTITION_START',
  'PARTITION_ITEMS',
  'CONSTRAINT_START',
  'CONSTRAINT_CELLS',
  'CELL_CONSTRAINTS_START',
  'CELL_CONSTRAINTS',
  'CONSTRAINT_SUM',
  'CAGE_PARTITIONS',
  'CAGE_CLAIM',
  'CANDIDATES',
  'SOLUTION',
  'QUEUE',
  'PLACEMENT',
  'TRAIL',
  'DECISION',
  'LEARNT',
  'STATE',
  'END',
] as const

/** Where things lie in a kernel's memory, in bytes. */
export type Addresses = Readonly<Record<(typeof ADDRESSES)[number], number>>

/**
 * @param prune asked to prune by a constraint, by its index, through {@link Kernel.candidatesAt} and
 *   {@link Kernel.deny}; false where it cannot be kept
 */
export function createKernel(prune: (constraint: number) => boolean): { kernel: Kernel; addresses: Addresses } {
  compiled ??= new WebAssembly.Module(bytesOf(KERNEL_BYTES.learning))
  return instanceOf<Kernel, keyof Addresses>(compiled, ADDRESSES, { constraints: { prune } })
}

/** Compiled once a process. */
let compiled: WebAssembly.Module | undefined
