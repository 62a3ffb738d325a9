import { describe, expect, it } from 'vitest'
import { rowsColumnsBoxes, SIZES } from '../../shared/sudoku/grid/units.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { rulesOn } from './made.ts'
import { peers } from './plain.ts'

describe.each(SIZES)('size %i', (size) => {
  it.each(['rows', 'columns', 'boxes'] as const)('has each cell in exactly one of its %s', (kind) => {
    const units = rowsColumnsBoxes(size)[kind]
    expect(units.map(({ cells }) => cells.length)).toEqual(Array(size).fill(size))
    const cells = units.flatMap((unit) => unit.cells).sort((a, b) => a - b)
    expect(cells).toEqual(Array.from({ length: size * size }, (_, cell) => cell))
  })

  it.each(rulesOn(size))('has under %s rules exactly the peers that plain arithmetic finds', (name) => {
    const { units, unitsOf } = rulesFor(name, size)
    const found = unitsOf.map((indices, cell) => {
      const seen = new Set(indices.flatMap((unit) => units[unit].cells))
      seen.delete(cell)
      return [...seen].sort((a, b) => a - b)
    })
    expect(found).toEqual(peers(name, size))
  })
})

describe('9×9', () => {
  it.each([
    ['classic', 27],
    ['diagonal', 29],
    ['windoku', 31],
    ['even', 27],
    ['odd', 27],
  ] as const)('has under %s rules %i units', (name, count) => {
    expect(rulesFor(name, 9).units).toHaveLength(count)
  })

  it('gives every cell 20 peers', () => {
    expect(new Set(peers('classic', 9).map((seen) => seen.length))).toEqual(new Set([20]))
  })

  it('gives the centre 32 peers where the diagonals count', () => {
    expect(peers('diagonal', 9)[40]).toHaveLength(32)
  })

  it('lays the windows of windoku over rows and columns 2–4 and 6–8', () => {
    const windows = rulesFor('windoku', 9).units.slice(27)
    expect(windows.map(({ name, cells }) => `${name}: ${cells.join(' ')}`)).toEqual([
      'window 1: 10 11 12 19 20 21 28 29 30',
      'window 2: 14 15 16 23 24 25 32 33 34',
      'window 3: 46 47 48 55 56 57 64 65 66',
      'window 4: 50 51 52 59 60 61 68 69 70',
    ])
  })

  it('numbers the cells of a box row by row', () => {
    expect(rowsColumnsBoxes(9).boxes[4]).toEqual({ name: 'box 5', cells: [30, 31, 32, 39, 40, 41, 48, 49, 50] })
  })
})

it('6×6 has boxes of two rows by three columns', () => {
  expect(rowsColumnsBoxes(6).boxes.map(({ cells }) => cells.join(' '))).toEqual([
    '0 1 2 6 7 8',
    '3 4 5 9 10 11',
    '12 13 14 18 19 20',
    '15 16 17 21 22 23',
    '24 25 26 30 31 32',
    '27 28 29 33 34 35',
  ])
})
