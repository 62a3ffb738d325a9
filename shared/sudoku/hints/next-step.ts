import type { Position } from './position.ts'
import { type Found, type RuleStep, stepOf } from './rule-step.ts'
import { oneRule, ruleAndUnits, twoRules } from './rule-steps.ts'
import { hiddenSingle, lockedCandidates, nakedSingle, setOf } from './unit-steps.ts'

/** In the order of search, the easiest for a person first. */
const FINDERS: readonly ((position: Position) => Found | undefined)[] = [
  (position) => hiddenSingle(position, true),
  (position) => hiddenSingle(position, false),
  nakedSingle,
  oneRule,
  lockedCandidates,
  (position) => setOf(2, false, position),
  (position) => setOf(2, true, position),
  ruleAndUnits,
  (position) => setOf(3, false, position),
  (position) => setOf(3, true, position),
  twoRules,
]

/**
 * The next step on a grid of any size and rules.
 *
 * @param position in which nothing is wrong: whatever follows from what is wrong is wrong itself
 * @returns undefined where no simple step is there
 */
export function nextStep(position: Position): RuleStep | undefined {
  // Nothing follows where nothing is possible.
  if (position.sets.includes(0)) return undefined
  for (const find of FINDERS) {
    const found = find(position)
    if (found) return stepOf(found, position.rules.size)
  }
  return undefined
}
