import { nameOfCell } from '../grid/cell-name.ts'
import { type DigitSet, digitIn, digitSet } from '../grid/digit-set.ts'
import type { Constraint } from './constraint.ts'

export interface RelationParts {
  readonly name: string
  readonly size: number
  readonly cells: readonly [number, number]
  /** Whether the two cells may hold these digits, as candidates are pruned by it. */
  readonly allows: (first: number, second: number) => boolean
  /** The same once more, for the judge. */
  readonly isKept: (first: number, second: number) => boolean
  /** Says what is expected of the digits: `digits that sum to 10`. */
  readonly demand: string
}

export function relation({ name, size, cells, allows, isKept, demand }: RelationParts): Constraint {
  const [first, second] = cells
  const partners = tableOf(size, allows)
  const partnersOfSecond = tableOf(size, (digit, other) => allows(other, digit))
  return {
    name,
    cells,
    demand: { kind: 'relation', partners, partnersOfSecond },
    prune: (grid) =>
      grid.remove(second, ~unionOf(partners, grid.at(first))) &&
      grid.remove(first, ~unionOf(partnersOfSecond, grid.at(second))),
    verify: ({ [first]: one, [second]: other }) =>
      isKept(one, other)
        ? undefined
        : `${name}: ${nameOfCell(first, size)} holds ${one} and ${nameOfCell(second, size)} ${other}, expected ${demand}`,
  }
}

/** By digit, from 1: the digits that may stand beside it. */
function tableOf(size: number, allows: (digit: number, other: number) => boolean): readonly DigitSet[] {
  return Array.from({ length: size + 1 }, (_, digit) => digitSet(size, (other) => digit > 0 && allows(digit, other)))
}

function unionOf(table: readonly DigitSet[], digits: DigitSet): DigitSet {
  let union = 0
  for (let rest = digits; rest !== 0; rest &= rest - 1) union |= table[digitIn(rest & -rest)]
  return union
}

/** That two cells each hold the same digit, as a cell does with itself anyway. */
export function equalities(name: string, size: number, pairs: readonly RelationParts['cells'][]): Constraint[] {
  const parts = {
    allows: (digit: number, other: number) => digit === other,
    isKept: (digit: number, other: number) => digit - other === 0,
    demand: 'the same digit',
  }
  return pairs.filter(([one, other]) => one !== other).map((cells) => relation({ ...parts, name, size, cells }))
}
