import { expect, it } from 'vitest'
import { logPlace, powersUpTo } from '../../web/bulk/histogram.tsx'

it('each power of ten is as far from the one before as any other, and one puzzle is seen', () => {
  const places = [1, 10, 100, 1000].map((count) => logPlace(count, 1000))
  expect(places[1] - places[0]).toBeCloseTo(places[3] - places[2])
  expect(places[0]).toBeGreaterThan(5)
  expect(places[3]).toBe(100)
  expect(logPlace(0, 1000)).toBe(0)
})

it('at most four powers are marked, the first of them 1', () => {
  expect(powersUpTo(3)).toEqual([1, 10])
  expect(powersUpTo(1000)).toEqual([1, 10, 100, 1000])
  expect(powersUpTo(999_999)).toEqual([1, 100, 10_000])
  expect(powersUpTo(10_000_000)).toEqual([1, 100, 10_000, 1_000_000])
})
