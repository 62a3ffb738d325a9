import { groupedBy } from '../../grouped.ts'
import type { Constraint } from '../constraints/constraint.ts'
import type { Unit } from '../grid/units.ts'
import { onceForRules } from '../rules/rules.ts'

/** What candidates are pruned by: constraints, and units that hold every digit. */
export interface Pruner {
  readonly cells: readonly number[]
  readonly constraints: readonly Constraint[]
  readonly units: readonly Unit[]
}

/** A rule as people see it, all that one drawing demands: a thermometer is one, whose pairs are constraints. */
export interface HeldRule extends Pruner {
  readonly name: string
}

/** The rules that constraints make, those of few cells first. */
export const heldRules = onceForRules(({ constraints }): readonly HeldRule[] => {
  const byForm = groupedBy(constraints, (constraint) => constraint.form ?? constraint)
  // One form may be drawn several times: each maximum in its own cell.
  const drawn = [...byForm.values()].flatMap((parts) => [...groupedBy(parts, ({ name }) => name).values()])
  const rules = drawn.map((parts) => {
    const cells = new Set(parts.flatMap((part) => part.cells))
    return { name: parts[0].name, cells: [...cells], constraints: parts, units: [] }
  })
  return rules.toSorted((a, b) => a.cells.length - b.cells.length)
})

/** All that holds on a grid. */
export const everyRule = onceForRules(({ size, units, constraints }): Pruner => {
  const whole = units.filter(({ cells }) => cells.length === size)
  return { cells: Array.from({ length: size * size }, (_, cell) => cell), constraints, units: whole }
})
