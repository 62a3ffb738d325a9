/**
 * What a search does, step by step. `place` is a choice of the search, `infer` a
 * digit that follows from the choices, `undo` takes a choice back with all that was
 * inferred since.
 */
export interface Step {
  readonly kind: 'place' | 'infer' | 'undo'
  readonly cell: number
  readonly digit: number
}
export type Observer = (step: Step) => void
