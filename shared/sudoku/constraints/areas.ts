import { cellsOf } from '../grid/cell-name.ts'
import { countOf, type DigitSet, digitSet } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { chosen, type Meanings, type Way } from './constraint.ts'
import { equalities } from './relation.ts'
import { sumOfDifferent } from './sums.ts'

/** Areas: what they hold, in whatever order, or what another one holds as well. */
export const AREAS = {
  cage: ({ cells: names, sum }, { size, cells }) => {
    const name = `the cage at ${names[0]}`
    return {
      units: cells.length > 1 ? [{ name, cells }] : [],
      constraints: sum === undefined ? [] : [sumOfDifferent({ name, size, cells, target: sum })],
      drawings: [
        { kind: 'cage', cells, text: `${sum ?? ''}`, words: sum === undefined ? 'in a cage' : `in a cage of ${sum}` },
      ],
    }
  },
  'extra-region': ({ cells: [first] }, { cells }) => ({
    units: [{ name: `the extra region at ${first}`, cells }],
    drawings: [{ kind: 'shade', cells, words: 'in an extra region' }],
  }),
  clone: ({ cells: [first], copy }, { size, cells }) => {
    const copies = cellsOf(copy, size)
    return {
      constraints: equalities(`the clone at ${first}`, size, cells, copies),
      drawings: [{ kind: 'shade', cells: [...new Set([...cells, ...copies])], words: 'in a clone' }],
    }
  },
  quadruple: ({ cells: [first], digits: wanted }, { size, cells }) => {
    const name = `the quadruple at ${first}`
    const verify = (digits: Digits) => {
      const held = cells.map((cell) => digits[cell])
      const countIn = (list: readonly number[], digit: number) => list.filter((one) => one === digit).length
      const missing = wanted.find((digit) => countIn(held, digit) < countIn(wanted, digit))
      return missing === undefined ? undefined : `${name} lacks a ${missing}`
    }
    const words = `beside ${wanted.join(', ')}`
    return {
      constraints: [chosen({ name, cells, verify }, `quadruple ${wanted} ${size}`, () => placesOf(wanted, size))],
      drawings: [{ kind: 'dot', fill: 'white', cells, text: wanted.join(' '), words }],
    }
  },
} satisfies Meanings

/** The places of the wanted digits in four cells. */
function placesOf(wanted: readonly number[], size: number): Way[] {
  let ways: DigitSet[][] = [Array(4).fill(digitSet(size))]
  for (const digit of wanted) {
    ways = ways.flatMap((sets) =>
      sets.flatMap((set, place) => (countOf(set) === 1 ? [] : [sets.with(place, 1 << (digit - 1))])),
    )
  }
  const known = new Map(ways.map((sets) => [sets.join(), { sets }]))
  return [...known.values()]
}
