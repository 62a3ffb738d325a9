import type { DigitSet } from './digit-set.ts'
import type { Digits } from './grid.ts'

/**
 * A demand on some cells that is neither a unit nor a mask of one cell: that a cage sums to 15, say. Everything that
 * strategies and the judge know of a constraint comes through here, so that each strategy takes each constraint. What a
 * constraint also is as a unit (a cage holds no digit twice) stands among the units of its rules.
 */
export interface Constraint {
  /** As messages name it: `the cage at r1c1`. */
  readonly name: string
  /** The cells that it looks at, each once; a change of any other cell is none of its business. */
  readonly cells: readonly number[]
  /**
   * Takes away candidates that follow to be impossible. The same candidates always leave the same, whatever was asked
   * before; less than what follows may be taken away, but where at most one of the cells has more than one candidate,
   * exactly what breaks the constraint has to go: so a grid that is filled cell by cell keeps it.
   *
   * @returns false where the constraint cannot be kept any more
   */
  prune(grid: PrunedGrid): boolean
  /**
   * Judges full cells; shares no code with {@link prune}.
   *
   * @returns what is wrong: `the cage at r1c1 sums to 14, expected 15`; undefined where the constraint is kept
   */
  verify(digits: Digits): string | undefined
}

/** The candidates of a grid, as a constraint sees and prunes them. */
export interface PrunedGrid {
  /** The candidates of a cell, never none; the digit alone where the cell is filled. */
  at(cell: number): DigitSet
  /** Takes digits from the candidates of a cell; false where none are left. */
  remove(cell: number, digits: DigitSet): boolean
}
