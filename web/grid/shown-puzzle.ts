import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type Clash, clashesIn } from '../../shared/sudoku/rules/puzzle.ts'
import { ownRules, rulesOf } from '../rules/own-rules.ts'
import { givensIn, type PuzzleText } from '../rules/puzzle-text.ts'
import { type BoardCell, placeOf, SYMBOLS } from './board.tsx'

/**
 * A puzzle as a board shows it, with its clashes in words.
 *
 * @param solution one character for each cell, shown in those that the puzzle leaves empty
 */
export function shownPuzzle(puzzle: PuzzleText, solution?: string) {
  const { size, text } = puzzle
  const rules = rulesOf(puzzle)
  const givens = givensIn(text)
  const found = solution === undefined ? givens : digitsOf(solution)
  const clashes = clashesIn(givens, rules)
  const breaches = puzzle.own === undefined ? [] : ownRules().breachesOf(puzzle, givens)
  const clashing = new Set([...clashes, ...breaches].flatMap(({ cells }) => cells))
  const cells = Array.from(text, (symbol, cell): BoardCell => {
    const digit = givens[cell] || found[cell]
    return {
      digit,
      kind: givens[cell] ? 'given' : digit ? 'found' : 'empty',
      ...(symbol === 'e' && { mark: 'even' }),
      ...(symbol === 'o' && { mark: 'odd' }),
      ...(clashing.has(cell) && { clashes: true }),
    }
  })
  // `5 stands twice in row 1, at columns 1 and 4.`
  const said = clashes.filter(saysMore).map(({ unit: { name }, digit, cells }) => {
    const times = TIMES[cells.length] ?? `${cells.length} times`
    return `${SYMBOLS[digit]} stands ${times} in ${name}, at ${placesIn(name, cells, size)}.`
  })
  return { cells, clashes: [...said, ...breaches.map(({ words }) => words)] }
}

/** A digit that stands twice in a row and in a box at once is one mistake, so it is said once. */
function saysMore({ digit, cells }: Clash, index: number, clashes: readonly Clash[]): boolean {
  return !clashes.some((other, otherIndex) => {
    const holdsAll = other.digit === digit && cells.every((cell) => other.cells.includes(cell))
    return holdsAll && (other.cells.length > cells.length || otherIndex < index)
  })
}

const TIMES = ['', '', 'twice', 'three times', 'four times']
const LIST = new Intl.ListFormat('en-GB')

/** In a row the columns are enough to find a cell, in a column the rows. */
function placesIn(unit: string, cells: readonly number[], size: Size): string {
  if (unit.startsWith('row')) return `columns ${LIST.format(cells.map((cell) => `${(cell % size) + 1}`))}`
  if (unit.startsWith('column')) return `rows ${LIST.format(cells.map((cell) => `${Math.floor(cell / size) + 1}`))}`
  return LIST.format(cells.map((cell) => placeOf(cell, size)))
}
