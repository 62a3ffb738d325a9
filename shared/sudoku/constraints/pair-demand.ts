import { pairsApart } from '../grid/units.ts'
import type { Constraint, Sign } from './constraint.ts'
import type { ConstraintOf } from './constraint-json.ts'
import { relation } from './relation.ts'

/** Pairs of neighbours, of which a puzzle may say that it shows all that there are. */
export const PAIR_TYPES = ['difference', 'ratio', 'xv'] as const
export type PairType = (typeof PAIR_TYPES)[number]

/** The relation of two neighbours that a dot or a sign between them shows. */
export interface PairDemand extends Sign {
  readonly allows: (first: number, second: number) => boolean
  readonly isKept: (first: number, second: number) => boolean
  readonly demand: string
}

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
