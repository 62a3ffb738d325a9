import { accept, type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { hasBoxes } from '../../sudoku/grid/units.ts'

/** As many as the largest grid has regions. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Regions as a puzzle carries them: a letter a cell, cells of one region alike, lettered in the order in which they come.
 *
 * @param marks one for each cell, equal in one region: letters, or numbers
 * @returns undefined where they are the boxes that a grid of that size has anyway
 */
export function regionsOf(marks: readonly (string | number)[], size: number): Checked<string | undefined> {
  if (marks.length !== size * size) return refuse(`found ${marks.length} cells, expected ${size * size}`)
  const counts = new Map<string | number, number>()
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  for (const [mark, count] of counts) {
    if (count === size) continue
    const are = `the region of ${nameOfCell(marks.indexOf(mark), size)} has ${count} cells`
    return refuse(`${are}, expected ${size} in each`)
  }
  const letters = new Map([...counts.keys()].map((mark, i) => [mark, LETTERS[i]]))
  const text = marks.map((mark) => letters.get(mark)).join('')
  return accept(hasBoxes(size) && text === boxesOf(size) ? undefined : text)
}

/** The boxes of a size as {@link regionsOf} letters them; rows where its side cannot be divided. */
export function boxesOf(size: number): string {
  let boxes = known.get(size)
  if (boxes === undefined) {
    boxes = Array.from({ length: size * size }, (_, cell) => LETTERS[boxAt(cell, size)]).join('')
    known.set(size, boxes)
  }
  return boxes
}

const known = new Map<number, string>()

/** Which box a cell is in, row by row from 0: as wide as they are high, or wider, as the field has them (6×6: 2 rows by 3 columns). */
export function boxAt(cell: number, size: number): number {
  let rows = Math.floor(Math.sqrt(size))
  while (size % rows !== 0) rows--
  const columns = size / rows
  // As many boxes stand side by side as one has rows.
  return Math.floor(Math.floor(cell / size) / rows) * rows + Math.floor((cell % size) / columns)
}
