import { RATING_WORDS, type RatingWord } from '../rating/difficulty.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { ruleSteps } from './next-step.ts'
import { RULE_TECHNIQUE_NAMES, RULE_TECHNIQUES } from './rule-techniques.ts'

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
