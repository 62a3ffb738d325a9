import { groupedBy } from '../../grouped.ts'
import type { Constraint } from '../constraints/constraint.ts'
import { onceForRules } from '../rules/rules.ts'

/** A rule as people see it, all that one drawing demands: a thermometer is one, whose pairs are constraints. Or two of them. */
export interface HeldRule {
  readonly names: readonly string[]
  readonly cells: readonly number[]
  readonly constraints: readonly Constraint[]
  /** Those of its cells that are a unit which holds every digit. */
  readonly whole: readonly number[]
  /** The two that it is made of. */
  readonly parts?: readonly HeldRule[]
}

/** The rules that constraints make, those of few cells first. */
export const heldRules = onceForRules(({ constraints }): readonly HeldRule[] => {
  const byForm = groupedBy(constraints, (constraint) => constraint.form ?? constraint)
  // One form may be drawn several times: each maximum in its own cell.
  const drawn = [...byForm.values()].flatMap((parts) => [...groupedBy(parts, ({ name }) => name).values()])
  const rules = drawn.map((parts) => {
    const cells = new Set(parts.flatMap((part) => part.cells))
    return { names: [parts[0].name], cells: [...cells], constraints: parts, whole: [] }
  })
  return rules.toSorted((a, b) => a.cells.length - b.cells.length)
})

/** Each two rules that share a cell, and each rule with each unit that it has a cell in; those of few cells first. */
export const pairsOfRules = onceForRules((rules): readonly HeldRule[] => {
  const held = heldRules(rules)
  const ownNames = new Set(held.flatMap(({ names }) => names))
  const units = rules.units.filter(({ name, cells }) => cells.length > 2 && !ownNames.has(name))
  const all: HeldRule[] = units.map(({ name, cells }) => ({
    names: [name],
    cells,
    constraints: [],
    whole: cells.length === rules.size ? cells : [],
  }))
  const pairs = held.flatMap((one, i) =>
    [...held.slice(i + 1), ...all]
      .filter((other) => one.cells.some((cell) => other.cells.includes(cell)))
      .map((other) => ({
        names: [...one.names, ...other.names],
        cells: [...new Set([...one.cells, ...other.cells])],
        constraints: [...one.constraints, ...other.constraints],
        whole: other.whole,
        parts: [one, other],
      })),
  )
  return pairs.toSorted((a, b) => a.cells.length - b.cells.length)
})
