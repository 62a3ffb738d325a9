import { type DigitSet, eachOf } from '../grid/digit-set.ts'
import { clauses } from '../rating/words.ts'
import { seenFrom } from '../rules/rules.ts'
import { Filling } from './filling.ts'
import { type HeldRule, heldRules, pairsOfRules } from './held-rule.ts'
import { neededFor, neededInWords } from './needed.ts'
import type { Position } from './position.ts'
import { saysAll, titleOf, whyOf } from './reasons.ts'
import type { Found } from './rule-step.ts'

// Steps that rest on what a puzzle demands besides units.

/** What one rule tells by itself. */
export function oneRule(position: Position): Found | undefined {
  for (const rule of heldRules(position.rules)) {
    if (rule.cells.every((cell) => position.digits[cell] > 0)) continue
    const filling = new Filling(rule, position.sets)
    const gone = filling.settle() ? goneFrom(position, rule, filling.sets) : []
    if (gone.length === 0) continue
    const why = whyOf(rule, position, gone)
    if (saysAll(rule)) return found('rule', rule, gone, why)
    const needed = neededFor(rule, position, [], (sets) => {
      const wider = new Filling(rule, sets)
      return wider.settle() && areGone(gone, wider.sets)
    })
    return found('rule', rule, gone, clauses([why, ...neededInWords(needed, position)]))
  }
  return undefined
}

/** What follows where every way of filling a rule's cells is looked through, in which cells that see each other differ. */
export function ruleAndUnits(position: Position): Found | undefined {
  return byWays('rule-and-units', heldRules(position.rules), MOST_FOR_ONE, position)
}

/** What two rules that share a cell tell together, or a rule and a unit, by what follows from one candidate without further guesses. */
export function twoRules(position: Position): Found | undefined {
  return byWays('two-rules', pairsOfRules(position.rules), 1, position)
}

function byWays(
  technique: Found['technique'],
  all: readonly HeldRule[],
  mostForOne: number,
  position: Position,
): Found | undefined {
  const fuel = { left: MOST_WAYS }
  for (const rule of all) {
    const gone = refuted(position, rule, fuel, mostForOne)
    if (gone.length === 0) continue
    const effort = { left: MOST_WAYS_AGAIN }
    const needed = neededFor(rule, position, seenIn(position, rule), (sets, seen) =>
      gone.every(([cell, digits]) =>
        eachOf(digits).every((digit) => {
          const own = { left: Math.min(mostForOne, effort.left) }
          effort.left -= own.left
          const canBe = new Filling(rule, sets.with(cell, digit), seen).canBeKept(own, [])
          effort.left += Math.max(0, own.left)
          return !canBe
        }),
      ),
    )
    const why = rule.parts?.map((part) => whyOf(part, position, [])) ?? [whyOf(rule, position, gone)]
    return found(technique, rule, gone, clauses([...why, ...neededInWords(needed, position)]))
  }
  return undefined
}

/** The ways that are begun in the search for a step; a person has given up long before. */
const MOST_WAYS = 10_000
/** The same for one candidate: where it is not refuted by then it stays. */
const MOST_FOR_ONE = 60
/** Likewise in the search for what it rests on; then more is told than it takes. */
const MOST_WAYS_AGAIN = 500

function found(technique: Found['technique'], rule: HeldRule, gone: NonNullable<Found['gone']>, reason: string): Found {
  const { names, cells } = rule
  return { technique, ...(names.length === 1 && { title: titleOf(names[0]) }), cells, units: names, gone, reason }
}

function goneFrom({ sets }: Position, { cells }: HeldRule, left: readonly DigitSet[]) {
  return cells.filter((cell) => left[cell] !== sets[cell]).map((cell) => [cell, sets[cell] & ~left[cell]] as const)
}

/** The candidates in a rule's cells with which it cannot be kept. */
function refuted(position: Position, rule: HeldRule, fuel: { left: number }, mostForOne: number) {
  const { digits, sets } = position
  const seen = seenIn(position, rule)
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

/** For each cell of a rule, those of its cells that it sees. */
function seenIn({ rules }: Position, { cells }: HeldRule): readonly (readonly number[])[] {
  return cells.map((cell) => cells.filter((other) => seenFrom(rules)[cell].has(other)))
}

/** Whether all that goes has gone. */
function areGone(gone: NonNullable<Found['gone']>, left: readonly DigitSet[]): boolean {
  return gone.every(([cell, digits]) => (left[cell] & digits) === 0)
}
