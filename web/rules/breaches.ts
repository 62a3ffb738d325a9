import type { Constraint } from '../../shared/sudoku/constraints/constraint.ts'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
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

/** A puzzle's rules as far as givens may break them besides by standing twice in a unit. */
interface Kept {
  readonly rules: Pick<Rules, 'size' | 'digits' | 'constraints'>
  readonly masks: ReadonlyMap<number, DigitSet>
  readonly forms: readonly VariantConstraint[]
}

/** The constraints that givens break, each by itself, also where only some of its cells are given. */
export function breachesIn({ rules, masks, forms }: Kept, givens: Digits): Breach[] {
  const { size, digits, constraints } = rules
  const sums = sumsOf(forms)
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
      const why = isFull ? constraint.verify(givens) : isLost(constraint, candidatesAt) ? lostWords(cells) : undefined
      if (why === undefined) return []
      const sum = sums.get(constraint.name)
      const words = sum === undefined ? why : `${constraint.name}: ${sumWords(sum, constraint, cells)}`
      return [{ cells, words: `${capitalised(words)}.` }]

      function lostWords(cells: readonly number[]): string {
        return `${constraint.name} cannot be kept with ${cells.map((cell) => givens[cell]).join(', ')} in it`
      }
    }),
  ]

  function sumWords(sum: number, constraint: Constraint, cells: readonly number[]): string {
    const added = cells.map((cell) => givens[cell]).join(' + ')
    const total = cells.reduce((all, cell) => all + givens[cell], 0)
    if (total > sum) return `${added} is over ${sum}`
    const left = constraint.cells.length - cells.length
    if (left === 0) return `${added} is ${total}, not ${sum}`
    return `${added} leaves ${sum - total} for ${left === 1 ? 'one cell' : `${left} cells`}, which cannot be`
  }
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

/** The sums that constraints have to come to if they are sums alone, by their names. */
function sumsOf(forms: readonly VariantConstraint[]): ReadonlyMap<string, number> {
  return new Map(
    forms.flatMap((form): [string, number][] => {
      if (form.type === 'little-killer') return [[`the little killer at ${form.cells[0]}`, form.sum]]
      return form.type === 'cage' && form.sum !== undefined ? [[`the cage at ${form.cells[0]}`, form.sum]] : []
    }),
  )
}
