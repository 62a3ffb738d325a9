import { countOf, type DigitSet, eachOf } from '../grid/digit-set.ts'
import { goneInWords } from '../rating/words.ts'
import type { HeldRule } from './held-rule.ts'
import type { Position } from './position.ts'
import { cellsNamed, digitsIn, digitsNamed } from './rule-step.ts'

/** What of a position a step by a rule rests on: as little as it takes. */
export interface Needed {
  /** By cell, digits that it must not be able to be. */
  readonly missing: ReadonlyMap<number, DigitSet>
  /** Cells that have to differ where they see each other. */
  readonly apart: readonly number[]
}

type Sight = readonly (readonly number[])[]

/** Gives back to the rule's cells one after the other what has gone before, as long as the same follows. */
export function neededFor(
  { cells, parts = [] }: HeldRule,
  { rules, sets }: Position,
  seen: Sight,
  follows: (sets: readonly DigitSet[], seen: Sight) => boolean,
): Needed {
  let [now, sight] = [[...sets], seen]
  const missing = new Map<number, DigitSet>()
  for (const cell of cells) {
    const all = now.with(cell, rules.digits)
    if (follows(all, sight)) now = all
    else {
      for (const digit of eachOf(rules.digits & ~now[cell])) {
        const more = now.with(cell, now[cell] | digit)
        if (follows(more, sight)) now = more
      }
      missing.set(cell, rules.digits & ~now[cell])
    }
  }
  for (const cell of cells) {
    const less = sight.map((others, i) => (cells[i] === cell ? [] : others.filter((other) => other !== cell)))
    if (follows(now, less)) sight = less
  }
  // A unit among the rules says itself that its cells differ.
  const unit = parts.find(({ constraints }) => constraints.length === 0)?.cells ?? []
  const isApart = (cell: number, others: readonly number[]) =>
    others.some((other) => !unit.includes(cell) || !unit.includes(other))
  return { missing, apart: cells.filter((cell, i) => isApart(cell, sight[i] ?? [])) }
}

/** Lists of more are read by nobody. */
export const MOST_TOLD = 4

/** `r1c2 is not 5 or 7`, or what it can only be where that is less. */
export function neededInWords({ missing, apart }: Needed, { rules, digits, sets }: Position): string[] {
  const { size } = rules
  const told: string[] = []
  if (apart.length > 0) {
    const unit = rules.units.find(({ cells }) => apart.every((cell) => cells.includes(cell)))
    if (apart.length === 2) told.push(`${cellsNamed(apart, size)} see each other and so differ`)
    else if (unit) told.push(`no digit is twice in ${unit.name}`)
    else told.push(`${cellsNamed(apart, size)} differ where they see each other`)
  }
  const isShort = (cell: number, gone: DigitSet) =>
    digits[cell] > 0 || (countOf(sets[cell]) < countOf(gone) && countOf(sets[cell]) <= MOST_TOLD)
  for (const [cell, gone] of missing) {
    if (!isShort(cell, gone)) continue
    const name = cellsNamed([cell], size)
    told.push(`${name} ${digits[cell] > 0 ? 'is' : 'can only be'} ${digitsNamed(sets[cell], 'or')}`)
  }
  const others = [...missing].filter(([cell, gone]) => !isShort(cell, gone))
  const without = others.map(([cell, gone]) => ({ cell, digits: digitsIn(gone) }))
  return [...told, ...goneInWords(without, size)]
}
