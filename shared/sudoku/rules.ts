import type { Mark } from './grid.ts'
import { diagonals, rowsColumnsBoxes, type Size, type Unit } from './units.ts'

export const RULES_NAMES = ['classic', 'diagonal', 'even', 'odd'] as const
export type RulesName = (typeof RULES_NAMES)[number]

/** A set of digits: bit d - 1 stands for digit d. */
export type DigitSet = number

/** The rules of a variant for one size, as data: which cells form units, and what a mark allows. */
export interface Rules {
  readonly name: RulesName
  readonly size: Size
  readonly units: readonly Unit[]
  /** The units among {@link units} that are boxes, row by row. */
  readonly boxes: readonly Unit[]
  /** For each cell, the indices in {@link units} of the units that hold it. */
  readonly unitsOf: readonly (readonly number[])[]
  /** All digits of this size. */
  readonly digits: DigitSet
  /** The mark that cells may carry under these rules. */
  readonly mark: Mark | undefined
  /** The digits that a marked cell may hold. */
  readonly markedDigits: DigitSet
}

/** What tells one variant from another; everything else follows from the size. */
const VARIANTS = {
  classic: { extraUnits: () => [], mark: undefined },
  diagonal: { extraUnits: diagonals, mark: undefined },
  even: { extraUnits: () => [], mark: 'even' },
  odd: { extraUnits: () => [], mark: 'odd' },
} satisfies Record<RulesName, { extraUnits: (size: Size) => Unit[]; mark: Mark | undefined }>

const known = new Map<string, Rules>()

/** The rules of a name for a size; made once. */
export function rulesFor(name: RulesName, size: Size): Rules {
  const key = `${name} ${size}`
  let rules = known.get(key)
  if (!rules) {
    rules = makeRules(name, size)
    known.set(key, rules)
  }
  return rules
}

function makeRules(name: RulesName, size: Size): Rules {
  const { extraUnits, mark } = VARIANTS[name]
  const { rows, columns, boxes } = rowsColumnsBoxes(size)
  const units = [...rows, ...columns, ...boxes, ...extraUnits(size)]
  const unitsOf: number[][] = Array.from({ length: size * size }, () => [])
  units.forEach((unit, u) => {
    for (const cell of unit.cells) unitsOf[cell].push(u)
  })
  const markedDigits = digitSet(size, (digit) => !mark || (digit % 2 === 0) === (mark === 'even'))
  return { name, size, units, boxes, unitsOf, digits: digitSet(size, () => true), mark, markedDigits }
}

function digitSet(size: Size, holds: (digit: number) => boolean): DigitSet {
  let set = 0
  for (let digit = 1; digit <= size; digit++) if (holds(digit)) set |= 1 << (digit - 1)
  return set
}
