import type { Constraint } from '../../shared/sudoku/constraints/constraint.ts'
import { plainSumOf } from '../../shared/sudoku/constraints/sums.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { bitOf, type DigitSet, digitIn, eachOf, hasDigit } from '../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Rules } from '../../shared/sudoku/rules/rules.ts'
import { capitalised } from '../ui/words.ts'

/** Givens that a constraint does not let stand. */
export interface Breach {
  readonly cells: readonly number[]
  /** A sentence: `The cage at r1c1: 8 + 4 is over 11.` */
  readonly words: string
}

/**
 * The rules that givens break besides by standing twice in a unit: each constraint by itself, also where only some of its
 * cells are given.
 */
export function breachesIn(rules: Rules, masks: ReadonlyMap<number, DigitSet>, givens: Digits): Breach[] {
  const { size, digits, constraints } = rules
  const candidatesAt = (cell: number) => (givens[cell] === 0 ? (masks.get(cell) ?? digits) : bitOf(givens[cell]))
  const wrong = [...masks]
    .filter(([cell, mask]) => givens[cell] !== 0 && !hasDigit(mask, givens[cell]))
    .map(([cell, mask]): Breach => {
      const allowed = eachOf(mask).map(digitIn).join(', ')
      return { cells: [cell], words: `${nameOfCell(cell, size)} holds ${givens[cell]}, and may hold ${allowed} only.` }
    })
  return [
    ...wrong,
    ...constraints.flatMap((constraint) => {
      const cells = constraint.cells.filter((cell) => givens[cell] !== 0)
      if (cells.length === 0) return []
      const isFull = cells.length === constraint.cells.length
      const why = isFull ? constraint.verify(givens) : isLost(constraint, candidatesAt) ? '' : undefined
      if (why === undefined) return []
      return [{ cells, words: `${capitalised(brokenWords(constraint, givens, why))}.` }]
    }),
  ]
}

/** What digits in some cells of a sum leave of it, `7 + 8 leaves 13 for one cell`; undefined of another constraint. */
function sumWords(constraint: Constraint, digits: Digits): string | undefined {
  const { cells } = constraint
  const sum = plainSumOf(constraint)
  const filled = cells.filter((cell) => digits[cell] !== 0)
  if (sum === undefined || filled.length === 0) return undefined
  const added = filled.map((cell) => digits[cell]).join(' + ')
  const total = filled.reduce((all, cell) => all + digits[cell], 0)
  if (total > sum) return `${added} is over ${sum}`
  const left = cells.length - filled.length
  if (left === 0) return `${added} is ${total}, not ${sum}`
  return `${added} leaves ${sum - total} for ${left === 1 ? 'one cell' : `${left} cells`}, which cannot be`
}

/**
 * Why a constraint cannot be kept with these digits: `the cage at r1c1: 8 + 4 is over 11`.
 *
 * @param why what it says itself of the digits, where all of its cells have one
 */
export function brokenWords(constraint: Constraint, digits: Digits, why = ''): string {
  const sum = sumWords(constraint, digits)
  if (sum) return `${constraint.name}: ${sum}`
  const held = constraint.cells.flatMap((cell) => digits[cell] || [])
  return why || `${constraint.name} cannot be kept${held.length > 0 ? ` with ${held.join(', ')} in it` : ''}`
}

/** Whether no digits in the other cells keep it. */
function isLost(constraint: Constraint, candidatesAt: (cell: number) => DigitSet): boolean {
  const left = new Map<number, DigitSet>()
  const at = (cell: number) => left.get(cell) ?? candidatesAt(cell)
  return !constraint.prune({
    at,
    remove(cell, digits) {
      left.set(cell, at(cell) & ~digits)
      return at(cell) !== 0
    },
  })
}
