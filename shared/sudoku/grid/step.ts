/**
 * The steps of a search. `place` is a choice of the search, `infer` a
 * digit that follows from the choices, `undo` takes a choice back with all that was
 * inferred since.
 */
export interface Step {
  readonly kind: 'place' | 'infer' | 'undo'
  readonly cell: number
  readonly digit: number
}

/**
 * Where a search that learns turns back: at a `conflict`, as what stands is contradictory, or at a `restart`. The
 * placements that it takes back are undone in the steps that follow.
 */
export interface Turn {
  readonly kind: 'conflict' | 'restart'
  /**
   * Why it turns back. To be called while the turn is told, and no later.
   *
   * @param most of a long list this many are told; it has to be paid for only by those who show it
   */
  lesson(most: number): Lesson
}

/** Why a search turns back, and what it has learned; plain data. */
export interface Lesson {
  /** None where the search starts again. */
  readonly violated?: Violation
  /** At least one of these claims holds from now on. There are none where all has been looked through, or at a restart. */
  readonly learned?: Excerpt<Claim>
  /** The placements that are undone, the latest first. */
  readonly undone: Excerpt<Pick<Step, 'cell' | 'digit'>>
}

/** A contradiction. At least one of these claims has to hold, and none does. */
export type Violation =
  /** `none-left`: the claims are all places of a digit, or all digits of a cell. `both`: two deny each other. */
  | { readonly kind: 'none-left' | 'both' | 'learned'; readonly claims: Excerpt<Claim> }
  /** By its index in the rules. */
  | { readonly kind: 'constraint'; readonly constraint: number }

/** That a digit stands in one of some cells, or in none of them. The cells, if they are many, are where two units cross, or a cage. */
export interface Claim {
  readonly cells: readonly number[]
  readonly digit: number
  /** Digits that stand in the cells, too: that a cage holds all of them, or not all. */
  readonly besides?: readonly number[]
  readonly isHeld: boolean
}

/** The first of a list, and how many more it has. */
export interface Excerpt<T> {
  readonly first: readonly T[]
  readonly more: number
}

export interface Observer {
  /**
   * @param alternatives of a `place`, what could be placed at this choice and has not been tried yet, the placement itself
   *   included; 0 of any other step, and where a search jumps back and starts again, as no share of its tree is known then
   */
  (step: Step, alternatives: number): void
  /** Is told each turn of a search that learns, after the steps that led to it. */
  readonly turn?: (turn: Turn) => void
}
