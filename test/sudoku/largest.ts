import { textOf } from '../../shared/sudoku/grid/grid.ts'

/** Rows that are the first one, moved on: by six from row to row of a band, by one from band to band. */
const GRID = Uint8Array.from(
  { length: 36 * 36 },
  (_, cell) => 1 + (((Math.floor(cell / 36) % 6) * 6 + Math.floor(cell / 216) + (cell % 36)) % 36),
)

export const LARGEST_SOLUTION = textOf(GRID)

/** An easy 36×36 puzzle with one solution: no cell of the first row is given, and no 5. */
export const LARGEST = `${'.'.repeat(36)}${LARGEST_SOLUTION.slice(36).replaceAll('5', '.')}`
