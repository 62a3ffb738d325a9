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
