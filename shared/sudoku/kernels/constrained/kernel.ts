/** The kernel as WebAssembly runs it, with a memory of its own; what its functions do is told in
 * `search.as.ts`, where things lie in `memory.as.ts`. */
export interface ConstrainedKernel {
  readonly memory: WebAssembly.Memory
  /** Reads the rules that were written to `RULES`; 0 where there is no room for all of them. */
  setRules(size: number, isDeriving: number): number
  begin(limit: number, isStepping: number): void
  run(pauseAt: number): number
  suspend(): number
  resume(undone: number): void
  /** Placements undone so far. */
  readonly undone: WebAssembly.Global<'i32'>
  /** How many decisions stand; where they lie: `DECISION_CELL`. */
  readonly level: WebAssembly.Global<'i32'>
  /** How many cells are down to one candidate; where they lie: `TRAIL`. */
  readonly trail: WebAssembly.Global<'i32'>
  /** Whether what the trail says is contradictory, or of a placement that was undone. */
  readonly isOver: WebAssembly.Global<'i32'>
}
