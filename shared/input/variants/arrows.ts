import { type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { cagesOf, type VariantPuzzle } from './variant-puzzle.ts'

const SIZE = 9
const CELLS = SIZE * SIZE

/** The way to the next cell of a cage. */
const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  '<': [0, -1],
  '>': [0, 1],
  '^': [-1, 0],
  v: [1, 0],
  '`': [-1, -1],
  "'": [-1, 1],
  ',': [1, -1],
  '.': [1, 1],
}
/** Sums, from 0 for none. */
const SUMS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij'

/**
 * A killer in 81 characters: each cell is an arrow to the next one of its cage, or holds the sum of it; undefined if the
 * text is something else.
 */
export function readArrows(text: string): Checked<VariantPuzzle> | undefined {
  if (text.length !== CELLS || !/^[0-9A-Za-j<>^v`',.]+$/.test(text) || !/[<>^v]/.test(text)) return undefined
  const roots = new Int8Array(CELLS).fill(-1)
  for (let cell = 0; cell < CELLS; cell++) {
    const path: number[] = []
    let at = cell
    while (roots[at] < 0) {
      if (path.includes(at))
        return refuse(`${nameOfCell(at, SIZE)}: its arrows lead back to it, expected a sum at their end`)
      const arrow = ARROWS[text[at]]
      if (!arrow) {
        roots[at] = at
        break
      }
      path.push(at)
      const row = Math.floor(at / SIZE) + arrow[0]
      const column = (at % SIZE) + arrow[1]
      if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) {
        return refuse(`${nameOfCell(at, SIZE)}: the arrow ${JSON.stringify(text[at])} leads out of the grid`)
      }
      at = row * SIZE + column
    }
    for (const passed of path) roots[passed] = roots[at]
  }
  return cagesOf({ size: SIZE, cages: [...roots], sumOf: (root) => SUMS.indexOf(text[root]) })
}
