import { describe, expect, it } from 'vitest'
import { SIZES } from '../../shared/sudoku/grid/units.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { rulesOn } from './made.ts'
import { peers } from './plain.ts'

describe.each(SIZES)('size %i', (size) => {
  it.each(rulesOn(size))('has under %s rules exactly the peers that plain arithmetic finds', (name) => {
    const { units, unitsOf } = rulesFor(name, size)
    const found = unitsOf.map((indices, cell) =>
      [...new Set(indices.flatMap((unit) => units[unit].cells))]
        .filter((other) => other !== cell)
        .sort((a, b) => a - b),
    )
    expect(found).toEqual(peers(name, size))
  })
})
