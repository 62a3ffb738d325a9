/**
 * The places of a band's givens: a bit for each of its 27 cells, and these bits as a number among those of all ways to
 * choose as many cells. For eight givens that is a number of 21.1 bits.
 *
 *     bits  0–12   the lower half
 *     bits 13–26   the upper half
 *
 * The ways are ordered by how many givens the lower half has, the most usual count first, which is soonest found; then
 * by the lower half, then by the upper one.
 */
const BAND_CELLS = 27
const LOWER_CELLS = 13
const UPPER_CELLS = BAND_CELLS - LOWER_CELLS
const LOWER = (1 << LOWER_CELLS) - 1

/** How many ways there are to choose so many of some cells. */
function waysOf(cells: number, count: number): number {
  let ways = count <= cells ? 1 : 0
  for (let i = 0; i < count && ways > 0; i++) ways = (ways * (cells - i)) / (i + 1)
  return ways
}

/** How many numbers there are for so many givens. */
export const PLACES_BOUNDS = Int32Array.from({ length: BAND_CELLS + 1 }, (_, count) => waysOf(BAND_CELLS, count))
const UPPER_WAYS = Int32Array.from({ length: BAND_CELLS + 1 }, (_, count) => waysOf(UPPER_CELLS, count))

/**
 * For each half: how many givens it has, and its rank among the halves that have as many; and the halves by their counts and
 * ranks, and where those of a count begin. Lower halves come first among them.
 */
const ONES = new Uint8Array(1 << UPPER_CELLS)
const RANK = new Uint16Array(1 << UPPER_CELLS)
const HALVES = new Uint16Array(1 << UPPER_CELLS)
const HALVES_FROM = new Uint16Array(UPPER_CELLS + 1)

/** A row of sixteen for each count of a band's givens. */
const ROW = 16
/** By the lower half's count: its first number. */
const FROM = new Int32Array((BAND_CELLS + 1) * ROW)
/** The lower half's counts, the most usual one first, and behind the last number of each. */
const LOWER_COUNT = new Uint8Array((BAND_CELLS + 1) * ROW)
const END = new Int32Array((BAND_CELLS + 1) * ROW)

/** The tables are filled when they are first needed: to fill them takes 3 ms, which a function's start can do without. */
let isFilled = false

function fill(): void {
  isFilled = true
  for (let count = 0; count < UPPER_CELLS; count++)
    HALVES_FROM[count + 1] = HALVES_FROM[count] + waysOf(UPPER_CELLS, count)
  const seen = new Uint16Array(UPPER_CELLS + 1)
  for (let half = 0; half < ONES.length; half++) {
    const count = ONES[half >> 1] + (half & 1)
    const rank = seen[count]++
    ONES[half] = count
    RANK[half] = rank
    HALVES[HALVES_FROM[count] + rank] = half
  }
  for (let count = 0; count <= BAND_CELLS; count++) {
    const lower = Array.from({ length: LOWER_CELLS + 1 }, (_, ones) => ({
      ones,
      ways: waysOf(LOWER_CELLS, ones) * (ones <= count ? UPPER_WAYS[count - ones] : 0),
    }))
    let number = 0
    for (const [i, { ones, ways }] of lower.toSorted((a, b) => b.ways - a.ways).entries()) {
      FROM[count * ROW + ones] = number
      LOWER_COUNT[count * ROW + i] = ones
      number += ways
      END[count * ROW + i] = number
    }
  }
}

/** How many givens a band has. */
export function countPlaces(places: number): number {
  if (!isFilled) fill()
  return ONES[places & LOWER] + ONES[places >>> LOWER_CELLS]
}

/** The number of a band's places, below {@link PLACES_BOUNDS}. */
export function numberPlaces(places: number): number {
  if (!isFilled) fill()
  const lower = places & LOWER
  const upper = places >>> LOWER_CELLS
  const ones = ONES[lower]
  const others = ONES[upper]
  return FROM[(ones + others) * ROW + ones] + RANK[lower] * UPPER_WAYS[others] + RANK[upper]
}

/** The places of so many givens that have a number. */
export function placesAt(count: number, number: number): number {
  if (!isFilled) fill()
  let i = count * ROW
  while (number >= END[i]) i++
  const ones = LOWER_COUNT[i]
  const rest = number - FROM[count * ROW + ones]
  const ways = UPPER_WAYS[count - ones]
  const lower = (rest / ways) | 0
  return HALVES[HALVES_FROM[ones] + lower] | (HALVES[HALVES_FROM[count - ones] + rest - lower * ways] << LOWER_CELLS)
}
