import { withoutDigit } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { type Position, positionOf } from './position.ts'
import { type Found, type RuleStep, stepOf } from './rule-step.ts'
import { oneRule, ruleAndUnits, severalRules, shortest } from './rule-steps.ts'
import { fish, hiddenSingle, lockedCandidates, nakedSingle, setOf } from './unit-steps.ts'

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
  (position) => fish(2, position),
  (position) => fish(3, position),
  (position) => setOf(4, false, position),
  (position) => setOf(4, true, position),
  (position) => fish(4, position),
  severalRules,
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
  const found = shortest(foundIn(position), 1)
  return found && stepOf(found, position)
}

function* foundIn(position: Position): Generator<Found> {
  for (const find of FINDERS) {
    const found = find(position)
    if (found) yield found
  }
}

/** The steps of a puzzle, until it is solved or no simple one is there. */
export function* ruleSteps(puzzle: Puzzle): Generator<RuleStep, 'solved' | 'stuck'> {
  let position = positionOf(puzzle, puzzle.givens)
  for (let step = nextStep(position); step; step = nextStep(position)) {
    position = after(position, step)
    yield step
  }
  return position.digits.includes(0) ? 'stuck' : 'solved'
}

/** The position after a step. */
export function after({ rules, masks, digits, sets }: Position, { placements, eliminations }: RuleStep): Position {
  const placed = digits.slice()
  for (const { cell, digit } of placements) placed[cell] = digit
  const left = [...sets]
  for (const { cell, digits: gone } of eliminations) left[cell] = gone.reduce(withoutDigit, left[cell])
  return positionOf({ rules, masks }, placed, left)
}
