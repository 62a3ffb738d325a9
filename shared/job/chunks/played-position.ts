import { accept, type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { digitSet } from '../../sudoku/grid/digit-set.ts'
import { parseGrid } from '../../sudoku/grid/grid.ts'
import { symbolOf } from '../../sudoku/grid/symbols.ts'
import { type Position, positionOf } from '../../sudoku/hints/position.ts'
import type { Puzzle } from '../../sudoku/rules/puzzle.ts'
import type { PlayedGrid } from '../puzzles.ts'

/** The position of what somebody has played on a puzzle; a refusal says what of it does not fit there. */
export function playedPosition(puzzle: Puzzle, { placed, candidates }: PlayedGrid = {}): Checked<Position> {
  const { rules, givens } = puzzle
  const { size } = rules
  const grid = placed === undefined ? accept({ digits: givens }) : parseGrid(placed, rules.marks, size)
  if (!grid.ok) return refuse(`placed: ${grid.error}`)
  const digits = givens.map((given, cell) => given || grid.value.digits[cell])
  const other = digits.findIndex((digit, cell) => (grid.value.digits[cell] || digit) !== digit)
  if (other >= 0)
    return refuse(`placed: ${nameOfCell(other, size)}: expected ${symbolOf(givens[other])}, which is given`)
  if (candidates && candidates.length !== givens.length)
    return refuse(`candidates: found ${candidates.length} cells, expected ${givens.length}`)
  const all = Array.from({ length: size }, (_, i) => symbolOf(i + 1))
  const strange = candidates?.find((set) => [...set].some((symbol) => !all.includes(symbol)))
  if (strange !== undefined) return refuse(`candidates: found ${JSON.stringify(strange)}, expected digits of the grid`)
  const notes = candidates?.map((set) => digitSet(size, (digit) => set.includes(all[digit - 1])))
  return accept(positionOf(puzzle, digits, notes))
}
