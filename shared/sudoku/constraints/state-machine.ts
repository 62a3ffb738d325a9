/**
 * A demand told as a walk: from cell to cell, each digit leads from one state to the next, and the last state says
 * whether the demand is kept. A sum's state is the sum so far, a sandwich's what lies between the slices so far.
 */
export interface Automaton {
  /** How many states there are, numbered from 0. */
  readonly states: number
  /** The states that it may begin in, mostly one. */
  readonly starts: readonly number[]
  /** The state after a digit in a cell, the `place`-th of the constraint's; {@link DEAD_END} where the demand is lost. */
  next(state: number, digit: number, place: number): number
  accepts(state: number): boolean
}

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
