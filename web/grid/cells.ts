import { type Digits, digitsOf } from '../../shared/sudoku/grid.ts'
import { type Clash, clashesIn } from '../../shared/sudoku/puzzle.ts'
import { rulesFor } from '../../shared/sudoku/rules.ts'
import type { PuzzleText } from '../address.ts'
import type { BoardCell } from './board.tsx'
import { wordsForClash } from './board.tsx'

/** A puzzle as a board shows it, with its clashes in words. */
export interface ShownPuzzle {
  readonly cells: readonly BoardCell[]
  readonly clashes: readonly string[]
}

/** @param solution a character a cell, for the cells that the puzzle leaves empty */
export function shownPuzzle({ size, rules: name, line }: PuzzleText, solution?: string): ShownPuzzle {
  const givens = givensIn(line)
  const found = solution === undefined ? givens : digitsOf(solution)
  const clashes = clashesIn(givens, rulesFor(name, size))
  const clashing = new Set(clashes.flatMap(({ cells }) => cells))
  const cells = Array.from(line, (symbol, cell): BoardCell => {
    const digit = givens[cell] || found[cell]
    return {
      digit,
      kind: givens[cell] ? 'given' : digit ? 'found' : 'empty',
      ...(symbol === 'e' && { mark: 'even' }),
      ...(symbol === 'o' && { mark: 'odd' }),
      ...(clashing.has(cell) && { clashes: true }),
    }
  })
  return { cells, clashes: clashes.filter(saysMore).map((clash) => wordsForClash(clash, size)) }
}

/** A digit twice in a row and in a box at once is one mistake, and said once. */
function saysMore({ digit, cells }: Clash, place: number, clashes: readonly Clash[]): boolean {
  return !clashes.some((other, otherPlace) => {
    const holdsAll = other.digit === digit && cells.every((cell) => other.cells.includes(cell))
    return holdsAll && (other.cells.length > cells.length || otherPlace < place)
  })
}

/** How many cells hold a digit. */
export function givenCountOf(line: string): number {
  return givensIn(line).reduce((count, digit) => count + (digit === 0 ? 0 : 1), 0)
}

/** Lower-case letters are marks in a line, whatever the size. */
function givensIn(line: string): Digits {
  return digitsOf(line.replaceAll(/[eo]/g, '.'))
}
