import { hasDigit } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { symbolOf } from '../grid/symbols.ts'
import { type Clash, clashesIn } from '../rules/puzzle.ts'
import type { Position } from './position.ts'
import { cellsNamed } from './rule-step.ts'

/** Where a position and the one solution do not agree: digits that are wrong, and empty cells that lack theirs. */
export interface Mistakes {
  readonly digits: readonly number[]
  readonly notes: readonly number[]
  /** Those among the wrong digits that anybody sees. */
  readonly clashes: readonly Clash[]
}

export function mistakesIn({ rules, digits, sets }: Position, solution: Digits): Mistakes {
  const cells = Array.from(solution.keys())
  const wrong = cells.filter((cell) => digits[cell] > 0 && digits[cell] !== solution[cell])
  // A wrong digit takes right ones from its peers: that is one mistake, and not several.
  const lacking = cells.filter((cell) => digits[cell] === 0 && !hasDigit(sets[cell], solution[cell]))
  return { digits: wrong, notes: wrong.length > 0 ? [] : lacking, clashes: clashesIn(digits, rules) }
}

/** Says in a sentence or two what is wrong. */
export function mistakeWords({ digits, notes, clashes }: Mistakes, { size }: Pick<Position['rules'], 'size'>): string {
  const [clash] = clashes
  const hold = clash?.cells.length === 2 ? 'both hold' : 'all hold'
  const seen = clash ? ` ${cellsNamed(clash.cells, size)} ${hold} ${symbolOf(clash.digit)} in ${clash.unit.name}.` : ''
  if (digits.length > 0)
    return `${digits.length === 1 ? 'One digit is' : `${digits.length} digits are`} wrong: ${cellsNamed(digits, size)}.${seen}`
  if (notes.length > 0) return `The notes lack the right digit in ${cellsNamed(notes, size)}.`
  return 'Nothing is wrong so far.'
}
