import { describe, expect, it } from 'vitest'
import { SIZES } from '../../shared/sudoku/grid/units.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { rulesOn } from './made.ts'
import { peers } from './plain.ts'

describe.each(SIZES)('size %i', (size) => {
  it.each(rulesOn(size))('has under %s rules exactly the peers that plain arithmetic finds', (name) => {
    const { units, unitsOf } = rulesFor(name, size)
    const seen = unitsOf.map((of) => [...new Set(of.flatMap((unit) => units[unit].cells))].sort((a, b) => a - b))
    expect(seen.map((all, cell) => all.filter((other) => other !== cell))).toEqual(peers(name, size))
  })
})
