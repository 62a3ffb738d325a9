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

it('the units of windoku on 9×9 are named, and the windows lie over rows and columns 2–4 and 6–8', () => {
  const { units } = rulesFor('windoku', 9)
  expect(units).toHaveLength(31)
  expect(units.slice(26).map(({ name, cells }) => `${name}: ${cells.join(' ')}`)).toEqual([
    'box 9: 60 61 62 69 70 71 78 79 80',
    'window 1: 10 11 12 19 20 21 28 29 30',
    'window 2: 14 15 16 23 24 25 32 33 34',
    'window 3: 46 47 48 55 56 57 64 65 66',
    'window 4: 50 51 52 59 60 61 68 69 70',
  ])
})
