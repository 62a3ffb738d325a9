import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  heightOf,
  MAX_HEIGHT,
  rowsSeen,
  type Scroll,
  scrollAt,
  scrollCentred,
  scrolledTo,
  scrollShowing,
} from '../../web/files/scroll.ts'

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

it('a row that is gone to is in the middle, but near both ends', () => {
  for (const extent of [short, long]) {
    const { offset } = scrollCentred(5000, extent)
    expect(offset + extent.viewport / 2).toBeCloseTo(5000 * extent.rowHeight + extent.rowHeight / 2)
    expect(scrollCentred(1, extent).offset).toBe(0)
    expect(scrollCentred(extent.rows - 1, extent).offset).toBe(extent.rows * extent.rowHeight - extent.viewport)
  }
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
        expect(last).toBeGreaterThanOrEqual(extent.rows > 0 ? first : -1)
        expect(scrollAt(scroll.offset, extent).offset).toBeCloseTo(scroll.offset, 6)
      }
    }),
  )
})

/** Turns the wheel by a notch, as far as the box scrolls, and waits until all stands still. */
function notch(scroll: Scroll, pixels: number, extent: typeof long): Scroll {
  const top = Math.max(0, Math.min(scroll.top + pixels, heightOf(extent) - extent.viewport))
  return scrollAt(scrolledTo(scroll, top, extent).offset, extent)
}

it.each([200_000, 1_000_000, 10_000_000])('notch by notch the wheel gets to either end of %i rows', (rows) => {
  const extent = { ...long, rows }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), (row) => {
      const notches = Math.ceil((row * extent.rowHeight) / 100)
      let up = scrollAt(row * extent.rowHeight, extent)
      let down = scrollAt((rows - row) * extent.rowHeight - extent.viewport, extent)
      for (let turn = 0; turn < notches; turn++) {
        up = notch(up, -100, extent)
        down = notch(down, 100, extent)
      }
      expect(up).toEqual(START)
      expect(down).toEqual({ top: MAX_HEIGHT - extent.viewport, offset: rows * extent.rowHeight - extent.viewport })
    }),
  )
})

it('the thumb, wherever it is let go, stays there and leaves the list where it is', () => {
  fc.assert(
    fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, part) => {
      const top = part * Math.max(0, heightOf(extent) - extent.viewport)
      fc.pre(top >= extent.viewport)
      const { offset } = scrolledTo(START, top, extent)
      const settled = scrollAt(offset, extent)
      expect([settled.top, settled.offset]).toEqual([expect.closeTo(top, 3), expect.closeTo(offset, 3)])
    }),
  )
})
