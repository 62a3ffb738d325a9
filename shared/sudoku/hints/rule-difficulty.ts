import type { RatingWord } from '../rating/difficulty.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { ruleSteps } from './next-step.ts'
import { RULE_TECHNIQUE_NAMES, type RuleTechnique } from './rule-techniques.ts'

/** What a newspaper would call a puzzle whose hardest step is this; what such steps do not solve is extreme. */
const WORDS: Readonly<Record<RuleTechnique, RatingWord>> = {
  'full-house': 'easy',
  'hidden-single': 'easy',
  'naked-single': 'easy',
  rule: 'easy',
  'locked-candidates': 'medium',
  'naked-pair': 'medium',
  'hidden-pair': 'medium',
  'rule-and-units': 'hard',
  'naked-triplet': 'hard',
  'hidden-triplet': 'hard',
  'x-wing': 'hard',
  swordfish: 'hard',
  'two-rules': 'hard',
  'naked-quadruplet': 'very hard',
  'hidden-quadruplet': 'very hard',
  jellyfish: 'very hard',
  'dynamic-contradiction-chains': 'very hard',
}

/**
 * How hard a puzzle of any size and rules is for a person, by the steps that hints tell of it, and why in a sentence.
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
      return { word: value === 'solved' ? WORDS[RULE_TECHNIQUE_NAMES[hardest]] : 'extreme', why }
    }
    open -= value.placements.length
    const rank = RULE_TECHNIQUE_NAMES.indexOf(value.technique)
    if (rank < hardest) continue
    hardest = rank
    const [title] = value.text.split(':')
    name = `${title.toLowerCase()}${value.technique === 'rule-and-units' ? ', every way to fill it' : ''}`
  }
}
