import { nameOfCell } from '../constraints/cell-name.ts'
import { KINDS } from './board.ts'

/** Cells, digits and units as sentences name them. */

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** `r1c1` is the cell at the top left. */
export function cellName(cell: number): string {
  return nameOfCell(cell, 9)
}

export function cellsNamed(cells: readonly number[]): string {
  return conjunction.format(cells.map(cellName))
}

/** @param digits 0–8 */
export function digitsNamed(digits: readonly number[], word: 'and' | 'or' = 'and'): string {
  return (word === 'and' ? conjunction : disjunction).format(digits.map((digit) => `${digit + 1}`))
}

export function unitName(unit: number): string {
  return `${KINDS[Math.floor(unit / 9)]} ${(unit % 9) + 1}`
}

export function unitsNamed(units: readonly number[]): string {
  const kind = KINDS[Math.floor(units[0] / 9)]
  if (units.length === 1) return unitName(units[0])
  return `${kind === 'box' ? 'boxes' : `${kind}s`} ${conjunction.format(units.map((unit) => `${(unit % 9) + 1}`))}`
}
