import { type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { countAround, VARIANT_SIZES } from '../../sudoku/grid/units.ts'
import { cagesOf, regionsOf, type VariantPuzzle, variantOf } from './variant-puzzle.ts'

/** Forms of so many characters a cell, and nothing around them. */

const SIZE = 9
const CELLS = SIZE ** 2

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

/**
 * A puzzle as its candidates, nine characters a cell; undefined if the text is something else. Cells with one candidate are
 * givens, and those with all of them are empty.
 */
export function readPencilMarks(text: string): Checked<VariantPuzzle> | undefined {
  if (text.length !== SIZE ** 3 || !/^[0-9.]+$/.test(text)) return undefined
  let puzzle = ''
  const constraints: object[] = []
  for (let cell = 0; cell < CELLS; cell++) {
    const digits = new Set(text.slice(cell * SIZE, (cell + 1) * SIZE).replaceAll(/[.0]/g, ''))
    const name = nameOfCell(cell, SIZE)
    if (digits.size === 0) return refuse(`${name}: found no candidate, expected one at least`)
    if (digits.size > 1 && digits.size < SIZE) {
      constraints.push({ type: 'candidates', cells: [name], digits: [...digits].map(Number) })
    }
    puzzle += digits.size === 1 ? [...digits][0] : '.'
  }
  return variantOf({ puzzle, constraints })
}

/**
 * A jigsaw as its givens and then its layout, a character a cell each, or as the layout alone; undefined if the text
 * is something else. The cells of a region hang together, which the cells of a digit in a solved grid never do.
 */
export function readLayout(text: string): Checked<VariantPuzzle> | undefined {
  for (const size of VARIANT_SIZES) {
    const cells = size * size
    if (text.length !== cells && text.length !== 2 * cells) continue
    const layout = text.slice(-cells)
    // Most lines are grids, in which some cells are empty.
    if (!/^[0-9A-Za-z]+$/.test(layout)) continue
    const areRegions = regionsOf([...layout], size).ok && hangTogether(layout, size)
    const puzzle = text.length === cells ? '.'.repeat(cells) : text.slice(0, cells)
    if (areRegions) return variantOf({ puzzle, regions: layout })
  }
}

/** Whether each region, of as many cells as the grid has rows, can be walked without leaving it. */
function hangTogether(layout: string, size: number): boolean {
  return [...layout].every(
    (region, start) =>
      layout.indexOf(region) < start || countAround(start, size, (cell) => layout[cell] === region) === size,
  )
}
