import { nameOfCell } from '../grid/cell-name.ts'
import { type DigitSet, digitIn, digitSet } from '../grid/digit-set.ts'
import { pairsApart } from '../grid/units.ts'
import type { Constraint, Sign } from './constraint.ts'
import type { ConstraintOf } from './constraint-json.ts'

/** A relation of two digits. */
export interface Related {
  /**
   * Whether the two cells may hold these digits, as candidates are pruned by it.
   *
   * @param apart on a line, how far they are from each other: 1 for neighbours
   */
  readonly allows: (first: number, second: number, apart?: number) => boolean
  /** The same once more, for the judge. */
  readonly isKept: (first: number, second: number, apart?: number) => boolean
  /** Says what is expected of the digits: `digits that sum to 10`. */
  readonly demand: string
}

interface RelationParts extends Related {
  readonly name: string
  readonly size: number
  readonly cells: readonly [number, number]
  readonly apart?: number
}

export function relation({ name, size, cells, allows, isKept, demand, apart }: RelationParts): Constraint {
  const [first, second] = cells
  const partners = tableOf(size, (digit, other) => allows(digit, other, apart))
  const partnersOfSecond = tableOf(size, (digit, other) => allows(other, digit, apart))
  return {
    name,
    cells,
    demand: { kind: 'relation', partners, partnersOfSecond },
    prune: (grid) =>
      grid.remove(second, ~unionOf(partners, grid.at(first))) &&
      grid.remove(first, ~unionOf(partnersOfSecond, grid.at(second))),
    verify: ({ [first]: one, [second]: other }) =>
      isKept(one, other, apart)
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

/** That cells each hold the same digit as their fellows, as a cell does with itself anyway. */
export function equalities(
  name: string,
  size: number,
  cells: readonly number[],
  fellows: readonly number[],
): Constraint[] {
  const parts: Related = {
    allows: (digit, other) => digit === other,
    isKept: (digit, other) => digit - other === 0,
    demand: 'the same digit',
  }
  return cells.flatMap((cell, i) =>
    cell === fellows[i] ? [] : [relation({ ...parts, name, size, cells: [cell, fellows[i]] })],
  )
}

/** Pairs of neighbours, of which a puzzle may say that it shows all that there are. */
export const PAIR_TYPES = ['difference', 'ratio', 'xv'] as const
export type PairType = (typeof PAIR_TYPES)[number]

/** The relation of two neighbours that a dot or a sign between them shows. */
export type PairDemand = Sign & Related

export const pairDemand: {
  readonly [T in PairType]: (constraint: Omit<ConstraintOf<T>, 'cells' | 'type'>) => PairDemand
} = {
  difference: ({ value = 1 }) => ({
    name: 'white dot',
    value,
    allows: (first, second) => first === second + value || second === first + value,
    isKept: (first, second) => Math.abs(first - second) === value,
    demand: `digits that differ by ${value}`,
  }),
  ratio: ({ value = 2 }) => ({
    name: 'black dot',
    value,
    allows: (first, second) => first === second * value || second === first * value,
    isKept: (first, second) => Math.max(first, second) / Math.min(first, second) === value,
    demand: `digits of which one is ${value} times the other`,
  }),
  xv: ({ value }) => ({
    name: value,
    value: SUMS[value],
    allows: (first, second) => first === SUMS[value] - second,
    isKept: (first, second) => first + second === SUMS[value],
    demand: `digits that sum to ${SUMS[value]}`,
  }),
}

const SUMS = { X: 10, V: 5 } as const

/** To the cell beside, and to the one below. */
export const TO_NEIGHBOURS = [
  [0, 1],
  [1, 0],
] as const

/**
 * That all other neighbours are no such pair.
 *
 * @param pairs those that are, as {@link keyOfPair} writes them
 */
export function otherPairs(demand: PairDemand, pairs: ReadonlySet<string>, size: number): Constraint[] {
  return pairsApart(size, TO_NEIGHBOURS)
    .filter((cells) => !pairs.has(keyOfPair(cells)))
    .map((cells) => ({
      ...relation({
        name: `neighbours without ${demand.name === 'X' ? 'an' : 'a'} ${demand.name}`,
        size,
        cells,
        allows: (digit, other) => !demand.allows(digit, other),
        isKept: (digit, other) => !demand.isKept(digit, other),
        demand: `no ${demand.demand}`,
      }),
      unshown: demand,
    }))
}

export function keyOfPair(cells: readonly number[]): string {
  return cells.toSorted((a, b) => a - b).join()
}
