import type { Random } from '../../random.ts'
import { countAround, hasBoxes, neighboursOf, rowsColumnsBoxes, type Size } from '../grid/units.ts'

/** One for each region of the largest grid. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXY'

/**
 * Connected regions in place of the boxes, a letter a cell, lettered in the order in which they begin. They are boxes, or
 * rows, of which cells at both sides of a border have changed places, again and again.
 */
export function randomRegions(size: Size, random: Random): string {
  const { rows, boxes } = rowsColumnsBoxes(size)
  const regionOf = new Uint8Array(size * size)
  for (const [region, { cells }] of (hasBoxes(size) ? boxes : rows).entries()) {
    for (const cell of cells) regionOf[cell] = region
  }
  const beside = Array.from(regionOf, (_, cell) => neighboursOf(cell, size))
  const mostSwaps = SWAPS_A_CELL * regionOf.length
  for (let swaps = 0; swaps < mostSwaps; ) {
    const first = random.below(regionOf.length)
    const second = random.below(regionOf.length)
    const [own, other] = [regionOf[first], regionOf[second]]
    const touch = beside[first].some((cell) => regionOf[cell] === other && cell !== second)
    const touchBack = beside[second].some((cell) => regionOf[cell] === own && cell !== first)
    if (own === other || !touch || !touchBack) continue
    regionOf[first] = other
    regionOf[second] = own
    const isConnected = (start: number) =>
      countAround(start, size, (cell) => regionOf[cell] === regionOf[start]) === size
    if (isConnected(first) && isConnected(second)) swaps++
    else {
      regionOf[first] = own
      regionOf[second] = other
    }
  }
  const letters = new Map([...new Set(regionOf)].map((region, i) => [region, LETTERS[i]]))
  return Array.from(regionOf, (region) => letters.get(region)).join('')
}

/** Each moves two cells. */
const SWAPS_A_CELL = 3
