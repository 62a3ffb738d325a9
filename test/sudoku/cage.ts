import type { Constraint } from '../../shared/sudoku/constraints/constraint.ts'
import { digitIn } from '../../shared/sudoku/grid/digit-set.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'

/** Cells whose digits sum to a number: the smallest constraint there is, to try what takes constraints. */
export function cage(cells: readonly number[], sum: number, size: Size): Constraint {
  const places = cells.map((cell) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`)
  const name = `the cage at ${places[0]}`
  return {
    name,
    cells,
    demand: { kind: 'sum', sum, weights: cells.map(() => 1) },
    prune(grid) {
      const least = cells.map((cell) => digitIn(grid.at(cell) & -grid.at(cell)))
      const most = cells.map((cell) => digitIn(grid.at(cell)))
      const sumOf = (digits: readonly number[]) => digits.reduce((a, b) => a + b)
      return cells.every((cell, i) => {
        const from = sum - (sumOf(most) - most[i])
        const to = sum - (sumOf(least) - least[i])
        let impossible = 0
        for (let digit = 1; digit <= size; digit++) if (digit < from || digit > to) impossible |= 1 << (digit - 1)
        return grid.remove(cell, impossible)
      })
    },
    verify(digits) {
      let found = 0
      for (const cell of cells) found += digits[cell]
      return found === sum ? undefined : `${name} sums to ${found}, expected ${sum}`
    },
  }
}
