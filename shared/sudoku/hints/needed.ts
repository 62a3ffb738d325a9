import { type DigitSet, eachOf } from '../grid/digit-set.ts'
import type { HeldRule } from './held-rule.ts'
import type { Position } from './position.ts'
import type { Gone } from './rule-step.ts'

/** By cell, digits that it must not be able to be: what has gone is given back cell by cell, as long as the same follows. */
export function neededFor(
  { cells }: HeldRule,
  { rules, sets }: Position,
  follows: (sets: readonly DigitSet[]) => boolean,
): Gone {
  let now = [...sets]
  const missing = new Map<number, DigitSet>()
  for (const cell of cells) {
    const all = now.with(cell, rules.digits)
    if (follows(all)) now = all
    else {
      for (const digit of eachOf(rules.digits & ~now[cell])) {
        const more = now.with(cell, now[cell] | digit)
        if (follows(more)) now = more
      }
      missing.set(cell, rules.digits & ~now[cell])
    }
  }
  return [...missing]
}
