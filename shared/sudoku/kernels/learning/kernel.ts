/** The kernel as WebAssembly runs it, with a memory of its own; what its functions do is told in `search.as.ts`. */
export interface LearningKernel {
  readonly memory: WebAssembly.Memory
  setGrid(digits: number, cells: number, units: number): void
  setBlocks(blocks: number, partitions: number): void
  setConstraints(constraints: number): void
  begin(limit: number, isStepping: number): number
  run(pauseAt: number): number
  goOn(): number
  resume(stateEnd: number): number
  countFrom(undone: number): void
  /** Before the first run: the solution at `SOLUTION` is known, and not to be found again. */
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
  /** The last contradiction: `BY_PAIR` and those below. */
  readonly conflictKind: WebAssembly.Global<'i32'>
  /** Where that is a constraint, its index. */
  readonly conflict: WebAssembly.Global<'i32'>
  /** How many decisions stand. */
  readonly level: WebAssembly.Global<'i32'>
  /** How many literals are true; where they lie: `TRAIL`. */
  readonly trail: WebAssembly.Global<'i32'>
  /** So many of the variables, the first ones, are candidates. */
  readonly candidates: WebAssembly.Global<'i32'>
  /** Those from here on tell what cages hold: `CAGE_CLAIM`. */
  readonly firstOfCages: WebAssembly.Global<'i32'>
  readonly queued: WebAssembly.Global<'i32'>
  /**
   * How many literals the clause has that was learned last; they lie at `LEARNT`. While the search
   * stands at a contradiction, the clause that is violated.
   */
  readonly learntCount: WebAssembly.Global<'i32'>
  /** The end of the state that was written down last; 0 if none was. */
  readonly stateEnd: WebAssembly.Global<'i32'>
}
