import { nameOfCell } from '../grid/cell-name.ts'
import { KINDS } from './candidate-grid.ts'
import type { LinkEnd } from './hint.ts'

/** Cells, digits and units as sentences name them. */

/** Made when they are needed, as the first of a process loads its locale: 13 ms of each start. */
const lists: { [Word in 'and' | 'or']?: Intl.ListFormat } = {}

export function listed(words: readonly string[], word: 'and' | 'or' = 'and'): string {
  lists[word] ??= new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' })
  return lists[word].format(words)
}

/** `r1c1` is the cell at the top left. */
export function cellName(cell: number): string {
  return nameOfCell(cell, 9)
}

export function cellsNamed(cells: readonly number[], size = 9): string {
  return listed(cells.map((cell) => nameOfCell(cell, size)))
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

/** `columns`, of units of one kind */
export function kindsNamed([unit]: readonly number[]): string {
  const kind = KINDS[Math.floor(unit / 9)]
  return kind === 'box' ? 'boxes' : `${kind}s`
}

export function unitsNamed(units: readonly number[]): string {
  if (units.length === 1) return unitName(units[0])
  return `${kindsNamed(units)} ${listed(units.map((unit) => `${(unit % 9) + 1}`))}`
}

/** `r4c3 is 6`, or that it is not. */
export function inWords({ cell, digit, on }: LinkEnd): string {
  return `${cellName(cell)} is ${on ? '' : 'not '}${digit}`
}

/** `in row 3 only r3c2 and r3c5 can be 6, and in row 5 only r5c2 and r5c8`. Digits are 0–8. */
export function onlyIn(
  digits: readonly number[],
  ...places: readonly (readonly [unit: number, cells: readonly number[]])[]
): string {
  const [first, ...others] = places.map(([unit, cells]) => `in ${unitName(unit)} only ${cellsNamed(cells)}`)
  return clauses([`${first} can be ${digitsNamed(digits, 'or')}`, ...others])
}

/** Clauses that have lists in them, so that they take a comma before the last `and`, too. */
export function clauses(all: readonly string[], word: 'and' | 'or' = 'and'): string {
  return all.length > 1 ? `${all.slice(0, -1).join(', ')}, ${word} ${all.at(-1)}` : all[0]
}

/** What would be if the last candidate of a cell, or of a digit in a unit, were wrong, too. The digit is 0–8. */
export function nothingLeft(cell: number, digit: number, unit: number | undefined): string {
  if (unit === undefined) return `${cellName(cell)} would have no digit left`
  return `${unitName(unit)} would have no place for ${digit + 1}`
}

export const COUNT_WORDS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven']

/** `these two cells take these two digits of row 3` */
export function takeAll(count: number): string {
  return `these ${COUNT_WORDS[count]} cells take these ${COUNT_WORDS[count]} digits`
}

/** A naked set, one cell of which is one of several: which of them does not matter. Digits are 0–8. */
export function setWith(
  cells: readonly number[],
  able: readonly number[],
  digits: readonly number[],
  unit: number,
): string {
  const others = `${cellsNamed(cells)}, which can only be ${digitsNamed(able, 'or')}`
  return `Whichever it is, that cell and ${others}, take the ${COUNT_WORDS[digits.length]} digits ${digitsNamed(digits)} of ${unitName(unit)}, so no other cell there can be one of these`
}

/** `r1c2 sees`, `r1c2 and r5c2 see` */
export function see(cells: readonly number[], size = 9): string {
  return `${cellsNamed(cells, size)} ${cells.length > 1 ? 'see' : 'sees'}`
}

export function allOf(count: number): string {
  return count > 2 ? 'all of them' : 'both'
}

/** `at least one of r1c4 and r3c2 is 7, and r3c5 sees both`. The digit is 0–8. */
export function oneOf(cells: readonly number[], digit: number, gone: readonly number[]): string {
  return `at least one of ${cellsNamed(cells)} is ${digit + 1}, and ${see(gone)} ${allOf(cells.length)}`
}
