import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import { goneInWords } from '../rating/words.ts'
import type { HeldRule } from './held-rule.ts'
import type { Position } from './position.ts'
import { cellsNamed, digitsIn, digitsNamed } from './rule-step.ts'

/** By cell, digits that it must not be able to be: what has gone is given back cell by cell, as long as the same follows. */
export function neededFor(
  { cells }: HeldRule,
  { rules, sets }: Position,
  follows: (sets: readonly DigitSet[]) => boolean,
): ReadonlyMap<number, DigitSet> {
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
  return missing
}

/** Lists of more are read by nobody. */
export const MOST_TOLD = 4

/** `r1c2 is not 5 or 7`, or what it can only be where that is less. */
export function neededInWords(
  missing: ReadonlyMap<number, DigitSet>,
  { rules: { size }, digits, sets }: Position,
): string[] {
  const isShort = (cell: number, gone: DigitSet) =>
    digits[cell] > 0 || (countOf(sets[cell]) < countOf(gone) && countOf(sets[cell]) <= MOST_TOLD)
  const told = [...missing]
    .filter(([cell, gone]) => isShort(cell, gone))
    .map(([cell]) => {
      const is = digits[cell] > 0 ? 'is' : 'can only be'
      return `${cellsNamed([cell], size)} ${is} ${digitsNamed(sets[cell], 'or')}`
    })
  const others = [...missing].filter(([cell, gone]) => !isShort(cell, gone))
  const without = others.map(([cell, gone]) => ({ cell, digits: digitsIn(gone) }))
  return [...told, ...goneInWords(without, size)]
}
