import { AREAS } from './areas.ts'
import { CLUES } from './clues.ts'
import type { ConstraintType, VariantConstraint } from './constraint-json.ts'
import { LINES } from './lines.ts'
import type { BoxedGrid, Meaning, Meanings } from './meaning.ts'
import { PAIRS } from './pairs.ts'
import { SUM_LINES } from './sum-lines.ts'
import { WALKS } from './walks.ts'

/** The meaning of every constraint, by its type. */
const MEANINGS: Meanings<ConstraintType> = { ...AREAS, ...LINES, ...SUM_LINES, ...PAIRS, ...WALKS, ...CLUES }

/** @param constraint as {@link constraintOf} of `constraint-json.ts` has checked it */
export function meaningOf(constraint: VariantConstraint, board: BoxedGrid): Meaning {
  const meaning = MEANINGS[constraint.type] as (constraint: VariantConstraint, board: BoxedGrid) => Meaning
  return meaning(constraint, board)
}
