import { AREAS } from './areas.ts'
import { CLUES } from './clues.ts'
import type { ConstraintType, VariantConstraint } from './constraint-form.ts'
import { LINES } from './lines.ts'
import type { BoxedGrid, Meaning, Meanings } from './meaning.ts'
import { PAIRS } from './pairs.ts'

/** The meaning of every constraint, by its type. */
const MEANINGS: Meanings<ConstraintType> = { ...AREAS, ...LINES, ...PAIRS, ...CLUES }

/** @param form as {@link constraintOf} of `constraint-form.ts` has checked it */
export function meaningOf(form: VariantConstraint, board: BoxedGrid): Meaning {
  const meaning = MEANINGS[form.type] as (form: VariantConstraint, board: BoxedGrid) => Meaning
  return meaning(form, board)
}
