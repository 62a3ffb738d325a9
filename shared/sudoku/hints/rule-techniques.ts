import type { RatingWord } from '../rating/difficulty.ts'

/**
 * The ways in which a step is found on a grid of any size and rules, in the order of search, the easiest for a person first:
 * their words, and what a newspaper would call a puzzle whose hardest step is this (docs/ratings.md says why).
 */
export const RULE_TECHNIQUES = {
  'full-house': ['Full house', 'easy'],
  'hidden-single': ['Hidden single', 'easy'],
  'naked-single': ['Naked single', 'easy'],
  rule: ['Rule', 'easy'],
  'locked-candidates': ['Locked candidates', 'medium'],
  'naked-pair': ['Naked pair', 'medium'],
  'hidden-pair': ['Hidden pair', 'medium'],
  'rule-and-units': ['Rule', 'hard'],
  'naked-triplet': ['Naked triple', 'hard'],
  'hidden-triplet': ['Hidden triple', 'hard'],
  'x-wing': ['X-wing', 'hard'],
  swordfish: ['Swordfish', 'hard'],
  'two-rules': ['Two rules together', 'hard'],
  'naked-quadruplet': ['Naked quad', 'very hard'],
  'hidden-quadruplet': ['Hidden quad', 'very hard'],
  jellyfish: ['Jellyfish', 'very hard'],
  'dynamic-contradiction-chains': ['Contradiction', 'very hard'],
} as const satisfies Readonly<Record<string, readonly [words: string, difficulty: RatingWord]>>

export type RuleTechnique = keyof typeof RULE_TECHNIQUES
export const RULE_TECHNIQUE_NAMES = Object.keys(RULE_TECHNIQUES) as [RuleTechnique, ...RuleTechnique[]]
