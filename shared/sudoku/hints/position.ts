import { bitOf, type DigitSet, intersectionOf, withoutDigit } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import type { Puzzle } from '../rules/puzzle.ts'
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
