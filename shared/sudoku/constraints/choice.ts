import { bitOf, digitSet } from '../grid/digit-set.ts'
import type { Constraint, Way } from './constraint.ts'

/**
 * A constraint whose cells hold one of a few ways. A digit stays where a way has it that leaves every cell a candidate.
 *
 * @param key alike for constraints that have the same ways
 */
export function chosen(
  parts: Omit<Constraint, 'prune' | 'demand'>,
  key: string,
  waysOf: () => readonly Way[],
): Constraint {
  const { cells } = parts
  let known: readonly Way[] | undefined
  const ways = () => {
    known ??= waysOf()
    return known
  }
  return {
    ...parts,
    demand: { kind: 'choice', key, ways },
    prune(grid) {
      const possible = ways().filter(({ sets }) => cells.every((cell, i) => (grid.at(cell) & sets[i]) !== 0))
      return cells.every((cell, i) => {
        const union = possible.reduce((digits, { sets }) => digits | sets[i], 0)
        return grid.remove(cell, ~union)
      })
    },
  }
}

/** A way of a line of which some digits are known, by their places from 0. */
export function lineWith(digits: ReadonlyMap<number, number>, size: number): Way {
  const all = digitSet(size)
  const setOf = (digit: number | undefined) => (digit === undefined ? all : bitOf(digit))
  return { sets: Array.from({ length: size }, (_, place) => setOf(digits.get(place))) }
}
