import type { CellName } from '../grid/cell-name.ts'
import { cellAt, placeOf } from '../grid/cell-name.ts'
import type { DigitSet } from '../grid/digit-set.ts'
import type { Unit } from '../grid/units.ts'
import type { Constraint } from './constraint.ts'
import type { ConstraintOf, ConstraintType } from './constraint-json.ts'
import type { Drawing } from './drawing.ts'

/** The meaning of a constraint: the cheaper kinds of rules as far as they go, and constraints for the rest. */
export interface Meaning {
  readonly units?: readonly Unit[]
  readonly masks?: readonly (readonly [cell: number, digits: DigitSet])[]
  readonly constraints?: readonly Constraint[]
  readonly drawings: readonly Drawing[]
}

export interface BoxedGrid {
  readonly size: number
  /** Boxes, or the regions that take their place. */
  readonly boxes: readonly Unit[]
}

/** The meanings of some constraints, by their types. */
export type Meanings = {
  readonly [Type in ConstraintType]?: (constraint: ConstraintOf<Type>, board: BoxedGrid) => Meaning
}

/** Cells of a constraint that was checked. */
export function cellsOf(names: readonly CellName[], size: number): number[] {
  return names.map((name) => {
    const place = placeOf(name)
    if (!place) throw new Error(`not a cell: ${name}`)
    return cellAt(place, size)
  })
}
