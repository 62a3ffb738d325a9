import { expect, it } from 'vitest'
import { emptyLayout, isWhole, layoutShapes, layoutWords, withStroke } from '../../web/grid/region-layout.ts'

/** Regions after strokes over cells; undefined where one of them is refused. */
const drawn = (strokes: readonly (readonly number[])[], from = emptyLayout(4)) =>
  strokes.reduce<string | undefined>((layout, cells) => layout && withStroke(layout, cells, 4), from)

it('a stroke from a free cell is a new region, and one from a region makes that larger', () => {
  expect(drawn([[0, 1]])).toBe('AA..............')
  expect(
    drawn([
      [0, 1],
      [4, 5],
    ]),
  ).toBe('AA..BB..........')
  expect(
    drawn([
      [0, 1],
      [1, 5, 4],
    ]),
  ).toBe('AA..AA..........')
  expect(
    drawn([
      [0, 1],
      [4, 5],
      [5, 1, 2],
    ]),
  ).toBe('ABB.BB..........')
})

it('what is left once all others are whole is the last region', () => {
  const three = [
    [0, 1, 2, 4],
    [3, 7, 11, 15],
    [5, 6, 9, 10],
  ]
  expect(drawn(three.slice(0, 2))).toBe('AAABA..B...B...B')
  const layout = drawn(three) ?? ''
  expect(layout).toBe('AAABACCBDCCBDDDB')
  expect(isWhole(layout, 4)).toBe(true)
  expect(layoutShapes(layout, 4)).toEqual([])
  expect(layoutWords(layout, 4)).toBe('All regions are whole.')
})

it('says in words which regions are too small or too large, and how many cells are in none', () => {
  expect(layoutWords(emptyLayout(4), 4)).toBe('16 cells are in none.')
  const two = drawn([[0, 1, 2, 3, 7], [4], [8, 9, 10, 11], [12, 13, 14, 15]]) ?? ''
  expect(layoutWords(two, 4)).toBe(
    'The region at r1c1 has 5 of 4 cells. The region at r2c1 has 1 of 4 cells. 2 cells are in none.',
  )
  expect(isWhole(two, 4)).toBe(false)
  expect(layoutShapes(two, 4)).toHaveLength(4)
})

it('there are no more regions than digits', () => {
  expect(drawn([[0], [1], [2], [3], [4]])).toBeUndefined()
  expect(drawn([[0], [1], [2], [3], [3, 4]])).toBe('ABCDD...........')
})

it('regions that are moved onto each other leave free what nobody wants', () => {
  expect(
    drawn([
      [0, 1],
      [4, 0, 1],
    ]),
  ).toBe('BB..B...........'.replaceAll('B', 'A').replace('AA..A', 'BB..B'))
})
