import { nameOfCell } from '../grid/cell-name.ts'
import { KINDS } from './candidate-grid.ts'

/** Cells, digits and units as sentences name them. */

/** Made when they are needed, as the first of a process loads its locale: 13 ms of each start. */
const lists: { [Word in 'and' | 'or']?: Intl.ListFormat } = {}

export function listed(words: readonly string[], word: 'and' | 'or'): string {
  lists[word] ??= new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' })
  return lists[word].format(words)
}

/** `r1c1` is the cell at the top left. */
export function cellName(cell: number): string {
  return nameOfCell(cell, 9)
}

export function cellsNamed(cells: readonly number[]): string {
  return listed(cells.map(cellName), 'and')
}

/** @param digits 0–8 */
export function digitsNamed(digits: readonly number[], word: 'and' | 'or' = 'and'): string {
  return listed(
    digits.map((digit) => `${digit + 1}`),
    word,
  )
}

export function unitName(unit: number): string {
  return `${KINDS[Math.floor(unit / 9)]} ${(unit % 9) + 1}`
}

export function unitsNamed(units: readonly number[]): string {
  const kind = KINDS[Math.floor(units[0] / 9)]
  if (units.length === 1) return unitName(units[0])
  const numbers = listed(
    units.map((unit) => `${(unit % 9) + 1}`),
    'and',
  )
  return `${kind === 'box' ? 'boxes' : `${kind}s`} ${numbers}`
}
