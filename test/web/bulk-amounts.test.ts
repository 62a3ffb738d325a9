import { expect, it } from 'vitest'
import { bytesText, durationText, rateText } from '../../web/bulk/amounts.ts'
import { countOf } from '../../web/ui/number-text.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [4_149_000, '4.1 MB'],
  [82_000_000, '82 MB'],
  [1_234_000_000, '1.2 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})

it.each([
  [0, '0 s'],
  [0.84, '0.8 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [185, '3 min 5 s'],
  [3599.6, '1 h 0 min'],
  [7800, '2 h 10 min'],
  [-1, '0 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

it('a rate has three digits, a slow one a place', () => {
  expect([0.0005, 0.04, 0.13, 9.97, 227.4, 227_431].map(rateText)).toEqual([
    '1.8 an hour',
    '2.4 a minute',
    '0.1 a second',
    '10 a second',
    '227 a second',
    '227,000 a second',
  ])
})

it('one is not many', () => {
  expect([countOf(1, 'puzzle'), countOf(9949, 'puzzle')]).toEqual(['1 puzzle', '9,949 puzzles'])
})
