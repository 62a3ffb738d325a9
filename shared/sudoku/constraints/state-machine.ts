// Apart from what compiles walks, whose patterns only few puzzles need: together they were 2.3 KB of what Solve loads first.
export const DEAD_END = -1

/** An automaton as a table, which does not ask for the place: its states by number. */
export interface Machine {
  /** Cells a side: as many digits. */
  readonly size: number
  /** At `state * size + digit - 1`, the state after a digit, or {@link DEAD_END}. */
  readonly next: Int16Array
  readonly starts: readonly number[]
  /** Whether a walk may end in each state. */
  readonly ends: readonly boolean[]
}
