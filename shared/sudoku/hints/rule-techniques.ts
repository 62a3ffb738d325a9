/** The ways in which a step is found on a grid of any size and rules, in the order of search: the easiest for a person first. */
export const RULE_TECHNIQUES = {
  'full-house': 'Full house',
  'hidden-single': 'Hidden single',
  'naked-single': 'Naked single',
  rule: 'Rule',
  'locked-candidates': 'Locked candidates',
  'naked-pair': 'Naked pair',
  'hidden-pair': 'Hidden pair',
  'rule-and-units': 'Rule',
  'naked-triplet': 'Naked triple',
  'hidden-triplet': 'Hidden triple',
  'x-wing': 'X-wing',
  swordfish: 'Swordfish',
  'two-rules': 'Two rules together',
  'naked-quadruplet': 'Naked quad',
  'hidden-quadruplet': 'Hidden quad',
  jellyfish: 'Jellyfish',
  'dynamic-contradiction-chains': 'Contradiction',
} as const satisfies Readonly<Record<string, string>>

export type RuleTechnique = keyof typeof RULE_TECHNIQUES
export const RULE_TECHNIQUE_NAMES = Object.keys(RULE_TECHNIQUES) as [RuleTechnique, ...RuleTechnique[]]
