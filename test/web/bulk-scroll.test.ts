import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  heightOf,
  MAX_HEIGHT,
  rowsSeen,
  type Scroll,
  scrollAt,
  scrolledTo,
  scrollShowing,
} from '../../web/bulk/results/scroll.ts'

const START: Scroll = { top: 0, offset: 0 }
const short = { rows: 10_000, rowHeight: 36, viewport: 500 }
const long = { rows: 10_000_000, rowHeight: 36, viewport: 500 }
const extents = fc.record({
  rows: fc.integer({ min: 0, max: 100_000_000 }),
  rowHeight: fc.integer({ min: 20, max: 60 }),
  viewport: fc.integer({ min: 60, max: 2000 }),
})

it('a list that fits scrolls as it is', () => {
  expect(heightOf(short)).toBe(360_000)
  const scroll = scrolledTo(START, 123_456, short)
  expect(scroll).toEqual({ top: 123_456, offset: 123_456 })
  expect(rowsSeen(scroll, short)).toEqual({ first: 3429, last: 3443 })
})

it('the wheel passes over no row of ten million', () => {
  expect(heightOf(long)).toBe(MAX_HEIGHT)
  let scroll = scrollAt(5_000_000 * long.rowHeight, long)
  for (let turn = 0; turn < 20; turn++) {
    const before = rowsSeen(scroll, long)
    scroll = scrolledTo(scroll, scroll.top + 120, long)
    expect(rowsSeen(scroll, long).first).toBeLessThanOrEqual(before.last + 1)
  }
  expect(scroll.offset).toBe(5_000_000 * long.rowHeight + 20 * 120)
})

it('the thumb reaches the last of ten million, and the middle', () => {
  const end = scrolledTo(START, MAX_HEIGHT - long.viewport, long)
  expect(rowsSeen(end, long).last).toBe(long.rows - 1)
  const middle = scrolledTo(START, (MAX_HEIGHT - long.viewport) / 2, long)
  expect(Math.abs(rowsSeen(middle, long).first - long.rows / 2)).toBeLessThan(20)
})

it('any row can be shown whole, wherever the list was before', () => {
  fc.assert(
    fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (extent, part, any) => {
      fc.pre(extent.rows > 0)
      const row = any % extent.rows
      const scroll = scrollShowing(row, scrollAt(part * extent.rows * extent.rowHeight, extent), extent)
      const seen = rowsSeen(scroll, extent)
      expect(seen.first).toBeLessThanOrEqual(row)
      expect(seen.last).toBeGreaterThanOrEqual(row)
      expect(scrollShowing(row, scroll, extent)).toBe(scroll)
    }),
  )
})

it('whatever happens, list and box stay within their ends', () => {
  fc.assert(
    fc.property(extents, fc.array(fc.integer({ min: 0, max: MAX_HEIGHT })), (extent, tops) => {
      let scroll = START
      for (const asked of tops) {
        const top = Math.min(asked, Math.max(0, heightOf(extent) - extent.viewport))
        scroll = scrolledTo(scroll, top, extent)
        const { first, last } = rowsSeen(scroll, extent)
        expect(scroll.offset).toBeGreaterThanOrEqual(0)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(last).toBeLessThan(extent.rows)
        if (extent.rows > 0) expect(last).toBeGreaterThanOrEqual(first)
        const settled = scrollAt(scroll.offset, extent)
        expect(settled.offset).toBeCloseTo(scroll.offset, 6)
      }
    }),
  )
})

it('nothing has no rows', () => {
  expect(rowsSeen(START, { rows: 0, rowHeight: 36, viewport: 500 }).last).toBe(-1)
})
