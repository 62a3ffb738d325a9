import { bitOf, type DigitSet, hasDigit, intersectionOf, withoutDigit } from '../grid/digit-set.ts'
import { type Digits, symbolOf } from '../grid/grid.ts'
import { cellsNamed } from '../rating/words.ts'
import { type Clash, clashesIn, type Puzzle } from '../rules/puzzle.ts'
import { type Rules, seenFrom } from '../rules/rules.ts'

/** A grid that is half done. */
export interface Position {
  readonly rules: Rules
  /** What a rule lets some cells hold from the beginning, even digits alone, say. */
  readonly masks: Puzzle['masks']
  /** 0 in an empty cell. */
  readonly digits: Digits
  /** By cell, what it may still hold; in a filled cell the digit alone. */
  readonly sets: readonly DigitSet[]
}

/**
 * The position of some digits on a puzzle.
 *
 * @param notes what somebody has left of the candidates; no digits in a cell where nothing is noted, so that all may be there
 */
export function positionOf(
  { rules, masks }: Pick<Puzzle, 'rules' | 'masks'>,
  digits: Digits,
  notes: readonly DigitSet[] = [],
): Position {
  const seen = seenFrom(rules)
  const sets = Array.from(digits, (digit, cell) => {
    if (digit > 0) return bitOf(digit)
    let set = masks.get(cell) ?? rules.digits
    for (const peer of seen[cell]) if (digits[peer] > 0) set = withoutDigit(set, digits[peer])
    return notes[cell] ? intersectionOf(set, notes[cell]) : set
  })
  return { rules, masks, digits, sets }
}

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
