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
/**
 * Is told each step of a search.
 *
 * @param alternatives of a `place`, what could be placed at this choice and has not been tried yet, the placement itself
 *   included; 0 of any other step, and where a search jumps back and starts again, as no share of its tree is known then
 */
export type Observer = (step: Step, alternatives: number) => void
