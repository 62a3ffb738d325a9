/**
 * A solver of classic 9×9 puzzles by the thousand: bytes in, bytes out, nothing allocated a
 * puzzle. There are two, which give the same answers and counts: the kernel in WebAssembly
 * (`engine.ts`) and its twin in plain TypeScript (`twin.ts`).
 */
export interface BulkSolver {
  /**
   * Makes room for `count` puzzles of {@link PUZZLE_BYTES} characters each, `1`–`9` and `.` or `0`,
   * to be written into the bytes it answers with. They are good until room is made again.
   */
  room(count: number, question: BulkQuestion): Uint8Array
  /**
   * Solves on until all puzzles are done or the fuel is used up: one for a puzzle, one for a backtrack.
   *
   * @returns how many puzzles are done
   */
  run(fuel: number): number
  /** What became of a puzzle that is done. */
  outcome(puzzle: number): BulkOutcome
  /** A solution as text; `which` counts from 0, and less than both `kept` and the solutions found. */
  solution(puzzle: number, which: number): string
  /** Where in {@link bytes} a solution's 81 characters begin. */
  solutionAt(puzzle: number, which: number): number
  /** Holds the solutions; another one after room was made again. */
  readonly bytes: Uint8Array
  /** The counts of the search that ran out of fuel, so far; zeros where it ran out between two puzzles. */
  progress(): BulkCounts
  /**
   * The search that ran out of fuel, as plain numbers; {@link resume} takes it up again, there or elsewhere.
   * Undefined where the fuel ran out between two puzzles.
   */
  suspend(): number[] | undefined
  /** Takes up the search of the first puzzle where another left it. */
  resume(state: readonly number[]): void
}

export const PUZZLE_BYTES = 81

/** The solutions of a puzzle that is done, as many as were found and at most as many as were kept. */
export function solutionsOf(solver: BulkSolver, puzzle: number, kept: number): string[] {
  const { solutionCount } = solver.outcome(puzzle)
  return Array.from({ length: Math.min(solutionCount, kept) }, (_, which) => solver.solution(puzzle, which))
}

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
  readonly end: 'done' | 'limit' | 'clash' | 'character'
}
