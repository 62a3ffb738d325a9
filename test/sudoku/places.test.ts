import { expect, it } from 'vitest'
import { countPlaces, numberPlaces, PLACES_BOUNDS, placesAt } from '../../shared/sudoku/grid/places.ts'

/** C(27, count), by Pascal's triangle. */
function chooseOf27(count: number): number {
  let row = [1]
  for (let n = 0; n < 27; n++) row = [...row, 0].map((ways, i) => ways + (row[i - 1] ?? 0))
  return row[count]
}

it('has as many numbers for so many places as there are ways to choose them', () => {
  expect([...PLACES_BOUNDS]).toEqual(Array.from({ length: 28 }, (_, count) => chooseOf27(count)))
})

it('has each of them for one choice of so many places', () => {
  for (const count of [0, 1, 2, 3, 24, 25, 26, 27]) {
    const all = Array.from({ length: PLACES_BOUNDS[count] }, (_, number) => placesAt(count, number))
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(all.map(countPlaces))).toEqual(new Set([count]))
    expect(all.map(numberPlaces)).toEqual(all.map((_, number) => number))
  }
})
