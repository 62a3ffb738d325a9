import type { Constraint } from '../../shared/sudoku/constraints/constraint.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { meaningOf } from '../../shared/sudoku/rules/puzzle-rules.ts'

/** Cells whose digits, alike or not, sum to a number: a constraint that brings no unit. */
export function sumOf(cells: readonly number[], sum: number, size: Size): Constraint {
  const names = cells.map((cell) => nameOfCell(cell, size))
  const { constraints = [] } = meaningOf({ type: 'little-killer', cells: names, sum }, { size, boxes: [] })
  return constraints[0]
}
