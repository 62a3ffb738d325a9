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

/**
 * That the digit at a place of a line, from 0, says at which place of it, from 1, a value stands.
 *
 * @param words the judge's, for another digit that was found there
 */
export function pointed(
  { name, cells }: Pick<Constraint, 'name' | 'cells'>,
  own: number,
  value: number,
  words: (found: number, digit: number) => string,
): Constraint {
  const all = digitSet(cells.length)
  const verify: Constraint['verify'] = (digits) => {
    const digit = digits[cells[own]]
    const found = digits[cells[digit - 1]]
    return found === value ? undefined : words(found, digit)
  }
  // A cell that points at itself has to hold the value.
  const places = [...cells.keys()].filter((place) => place !== own || value === own + 1)
  const ways = () =>
    places.map((place) => ({
      sets: cells
        .map(() => all)
        .with(own, bitOf(place + 1))
        .with(place, bitOf(value)),
    }))
  return chosen({ name, cells, verify }, `pointed ${own} ${value} ${cells.length}`, ways)
}
