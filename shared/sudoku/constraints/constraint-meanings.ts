import { AREAS } from './areas.ts'
import { CLUES } from './clues.ts'
import type { BoxedGrid, Meaning, Meanings } from './constraint.ts'
import type { VariantConstraint } from './constraint-json.ts'
import { LINES } from './lines.ts'
import { PAIRS } from './pairs.ts'
import { SUM_LINES } from './sum-lines.ts'
import { WALKS } from './walks.ts'

const MEANINGS: Required<Meanings> = { ...AREAS, ...LINES, ...SUM_LINES, ...PAIRS, ...WALKS, ...CLUES }

/** @param form as {@link constraintOf} of `constraint-json.ts` has checked it */
export function meaningOf(form: VariantConstraint, board: BoxedGrid): Meaning {
  const make = MEANINGS[form.type] as (form: VariantConstraint, board: BoxedGrid) => Meaning
  const meaning = make(form, board)
  return { ...meaning, constraints: meaning.constraints?.map((constraint) => ({ ...constraint, form })) ?? [] }
}
