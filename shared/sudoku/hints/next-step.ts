import { withoutDigit } from '../grid/digit-set.ts'
import { RATING_WORDS, type RatingWord, RULE_TECHNIQUE_NAMES, RULE_TECHNIQUES } from '../rating/techniques.ts'
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
  const found = shortest(FINDERS, (find) => find(position), 1)
  return found && stepOf(found, position)
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

/**
 * How hard a puzzle of any size and rules is for a person, by the steps that hints tell of it, and why in a sentence. What
 * such steps do not solve is extreme.
 *
 * @param puzzle with one solution
 * @param most where a step is harder than this, the answer is its word: the others are not looked for
 */
export function ruleDifficulty(
  puzzle: Puzzle,
  most: RatingWord = 'extreme',
): { readonly word: RatingWord; readonly why: string } {
  const steps = ruleSteps(puzzle)
  let hardest = 0
  let name = 'none'
  let open = puzzle.givens.filter((given) => given === 0).length
  for (;;) {
    const { done, value } = steps.next()
    const [, word] = RULE_TECHNIQUES[RULE_TECHNIQUE_NAMES[hardest]]
    if (value === 'stuck') {
      const why = `Simple steps leave ${open} of its cells empty; from there it takes long chains, or trying.`
      return { word: 'extreme', why }
    }
    if (done || RATING_WORDS.indexOf(word) > RATING_WORDS.indexOf(most)) return { word, why: `Hardest step: ${name}.` }
    open -= value.placements.length
    const rank = RULE_TECHNIQUE_NAMES.indexOf(value.technique)
    if (rank < hardest) continue
    hardest = rank
    const [title] = value.text.split(':')
    name = `${title.toLowerCase()}${value.technique === 'rule-and-units' ? ', every way to fill it' : ''}`
  }
}
