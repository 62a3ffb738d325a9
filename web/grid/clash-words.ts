import type { Clash } from '../../shared/sudoku/puzzle.ts'
import type { Size } from '../../shared/sudoku/units.ts'
import { placeOf, SYMBOLS } from './board.tsx'

/** "5 stands twice in row 1, at columns 1 and 4." */
export function wordsForClash({ unit, digit, cells }: Clash, size: Size): string {
  const times = TIMES[cells.length] ?? `${cells.length} times`
  return `${SYMBOLS[digit]} stands ${times} in ${unit.name}, at ${placesIn(unit.name, cells, size)}.`
}

const TIMES = ['', '', 'twice', 'three times', 'four times']
const LIST = new Intl.ListFormat('en-GB')

/** Of a row the columns are enough, of a column the rows. */
function placesIn(unit: string, cells: readonly number[], size: Size): string {
  if (unit.startsWith('row')) return `columns ${LIST.format(cells.map((cell) => `${(cell % size) + 1}`))}`
  if (unit.startsWith('column')) return `rows ${LIST.format(cells.map((cell) => `${Math.floor(cell / size) + 1}`))}`
  return LIST.format(cells.map((cell) => placeOf(cell, size)))
}
