import { expect, it } from 'vitest'
import { emptyLayout, isWhole, layoutShapes, layoutWords, withStroke } from '../../web/grid/region-layout.ts'

/** Regions of a 4×4 grid after strokes over cells, from 0 to f; undefined where one of them is refused. */
const drawn = (strokes: string) =>
  strokes.split(' ').reduce<string | undefined>((layout, stroke) => {
    const cells = Array.from(stroke, (cell) => Number.parseInt(cell, 16))
    return layout && withStroke(layout, cells, 4)
  }, emptyLayout(4))

it.each([
  ['is a new region from a free cell', '01 45', 'AA..BB..........'],
  ['makes the region larger in which it begins', '01 154', 'AA..AA..........'],
  ['takes cells of another region', '01 45 512', 'ABB.BB..........'],
  ['leaves free what nobody wants of a region that it is moved onto', '01 401', 'BB..B...........'],
  ['leaves what is left free while a region is not whole', '0124 37bf', 'AAABA..B...B...B'],
  ['makes what is left the last region once all others are whole', '0124 37bf 569a', 'AAABACCBDCCBDDDB'],
  ['is refused where there are as many regions as digits', '0 1 2 3 4', undefined],
  ['may still make one of those larger', '0 1 2 3 34', 'ABCDD...........'],
])('a stroke %s: %s', (_, strokes, layout) => {
  expect(drawn(strokes)).toBe(layout)
})

it.each([
  ['................', '16 cells are in none.', 0],
  [drawn('0124 37bf 569a'), 'All regions are whole.', 0],
  [
    drawn('01237 4 89ab cdef'),
    'The region at r1c1 has 5 of 4 cells. The region at r2c1 has 1 of 4 cells. 2 cells are in none.',
    4,
  ],
])('regions %s are said, and drawn until they are whole', (layout = '', words, drafts) => {
  expect(layoutWords(layout, 4)).toBe(words)
  expect(isWhole(layout, 4)).toBe(words === 'All regions are whole.')
  expect(layoutShapes(layout, 4)).toHaveLength(drafts)
})
