import { type Checked, refuse } from '../../checked.ts'
import { nameOfCell } from '../../sudoku/grid/cell-name.ts'
import { type VariantPuzzle, variantOf } from './variant-puzzle.ts'

const SIZE = 9

/**
 * A puzzle as its candidates, nine characters a cell; undefined if the text is something else. Cells with one candidate are
 * givens, and those with all of them are empty: other candidates have no place in a puzzle.
 */
export function readPencilMarks(text: string): Checked<VariantPuzzle> | undefined {
  if (text.length !== SIZE ** 3 || !/^[0-9.]+$/.test(text)) return undefined
  let puzzle = ''
  for (let cell = 0; cell < SIZE * SIZE; cell++) {
    const digits = new Set(text.slice(cell * SIZE, (cell + 1) * SIZE).replaceAll(/[.0]/g, ''))
    if (digits.size !== 1 && digits.size !== SIZE) {
      const found = digits.size === 0 ? 'no candidate' : `the candidates ${[...digits].join('')}`
      return refuse(`${nameOfCell(cell, SIZE)}: found ${found}, expected one, or all ${SIZE}`)
    }
    puzzle += digits.size === 1 ? [...digits][0] : '.'
  }
  return variantOf({ puzzle })
}
