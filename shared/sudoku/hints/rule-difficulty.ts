import type { RatingWord } from '../rating/difficulty.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { ruleSteps } from './next-step.ts'
import { RULE_TECHNIQUE_NAMES, RULE_TECHNIQUES } from './rule-techniques.ts'

/**
 * How hard a puzzle of any size and rules is for a person, by the steps that hints tell of it, and why in a sentence.
 *
 * What such steps do not solve is extreme.
 *
 * @param puzzle with one solution
 */
export function ruleDifficulty(puzzle: Puzzle): { readonly word: RatingWord; readonly why: string } {
  const steps = ruleSteps(puzzle)
  let hardest = 0
  let name = 'none'
  let open = puzzle.givens.filter((given) => given === 0).length
  for (;;) {
    const { done, value } = steps.next()
    if (done) {
      const why =
        value === 'solved'
          ? `Hardest step: ${name}.`
          : `Simple steps leave ${open} of its cells empty; from there it takes long chains, or trying.`
      return { word: value === 'solved' ? RULE_TECHNIQUES[RULE_TECHNIQUE_NAMES[hardest]][1] : 'extreme', why }
    }
    open -= value.placements.length
    const rank = RULE_TECHNIQUE_NAMES.indexOf(value.technique)
    if (rank < hardest) continue
    hardest = rank
    const [title] = value.text.split(':')
    name = `${title.toLowerCase()}${value.technique === 'rule-and-units' ? ', every way to fill it' : ''}`
  }
}
