import { type DigitSet, eachOf } from '../grid/digit-set.ts'
import { seenFrom } from '../rules/rules.ts'
import { Filling } from './filling.ts'
import { type HeldRule, heldRules, pairsOfRules } from './held-rule.ts'
import type { Position } from './position.ts'
import { titleOf, whyOf } from './reasons.ts'
import type { Found } from './rule-step.ts'

// Steps that rest on what a puzzle demands besides units.

/** What one rule tells by itself. */
export function oneRule(position: Position): Found | undefined {
  for (const rule of heldRules(position.rules)) {
    if (rule.cells.every((cell) => position.digits[cell] > 0)) continue
    const filling = new Filling(rule, position.sets)
    const gone = filling.settle() ? goneFrom(position, rule, filling.sets) : []
    if (gone.length > 0) return found('rule', rule, gone, whyOf(rule, position, gone))
  }
  return undefined
}

/** What follows where every way of filling a rule's cells is looked through, in which cells that see each other differ. */
export function ruleAndUnits(position: Position): Found | undefined {
  const fuel = { left: MOST_WAYS }
  for (const rule of heldRules(position.rules)) {
    const gone = refuted(position, rule, fuel, MOST_FOR_ONE)
    if (gone.length === 0) continue
    const reason = `${whyOf(rule, position, gone)}, and no way is left in which cells that see each other differ`
    return found('rule-and-units', rule, gone, reason)
  }
  return undefined
}

/** What two rules that share a cell tell together, or a rule and a unit, by what follows from one candidate without further guesses. */
export function twoRules(position: Position): Found | undefined {
  const fuel = { left: MOST_WAYS }
  for (const rules of pairsOfRules(position.rules)) {
    const gone = refuted(position, rules, fuel, 1)
    const reason = `each would leave no way to fill both ${rules.names.join(' and ')}`
    if (gone.length > 0) return found('two-rules', rules, gone, reason)
  }
  return undefined
}

/** The ways that are begun in the search for a step; a person has given up long before. */
const MOST_WAYS = 10_000
/** The same for one candidate: where it is not refuted by then it stays. */
const MOST_FOR_ONE = 60

function found(technique: Found['technique'], rule: HeldRule, gone: NonNullable<Found['gone']>, reason: string): Found {
  const { names, cells } = rule
  return { technique, ...(names.length === 1 && { title: titleOf(names[0]) }), cells, units: names, gone, reason }
}

function goneFrom({ sets }: Position, { cells }: HeldRule, left: readonly DigitSet[]) {
  return cells.filter((cell) => left[cell] !== sets[cell]).map((cell) => [cell, sets[cell] & ~left[cell]] as const)
}

/** The candidates in a rule's cells with which it cannot be kept. */
function refuted(position: Position, rule: HeldRule, fuel: { left: number }, mostForOne: number) {
  const { digits, sets, rules } = position
  const seen = rule.cells.map((cell) => rule.cells.filter((other) => seenFrom(rules)[cell].has(other)))
  const shown = Array.from(sets, () => 0)
  const left = [...sets]
  for (const cell of rule.cells.filter((one) => digits[one] === 0)) {
    for (const digit of eachOf(sets[cell])) {
      if ((shown[cell] & digit) !== 0) continue
      if (fuel.left <= 0) return []
      const own = { left: mostForOne }
      if (!new Filling(rule, sets.with(cell, digit), seen).canBeKept(own, shown)) left[cell] &= ~digit
      fuel.left -= mostForOne - Math.max(0, own.left)
    }
  }
  return goneFrom(position, rule, left)
}
