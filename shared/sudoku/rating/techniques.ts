/** The words of newspapers for a puzzle, by the most that its hardest step is rated (docs/ratings.md says why there). */
const DIFFICULTIES = [
  { most: 1.5, word: 'easy' },
  { most: 2.6, word: 'medium' },
  { most: 4.5, word: 'hard' },
  { most: 6.2, word: 'very hard' },
  { most: Number.POSITIVE_INFINITY, word: 'extreme' },
] as const

export type RatingWord = (typeof DIFFICULTIES)[number]['word']

/** From the easiest. */
export const RATING_WORDS: readonly RatingWord[] = DIFFICULTIES.map(({ word }) => word)

/** The ratings of a word, in tenths and both included: 27 to 45 for `hard`. */
export function tenthsOfWord(word: RatingWord): { readonly from: number; readonly to: number } {
  const at = RATING_WORDS.indexOf(word)
  return {
    from: at === 0 ? 0 : Math.round(DIFFICULTIES[at - 1].most * 10) + 1,
    to: Math.round(DIFFICULTIES[at].most * 10),
  }
}

/** @param er as Sudoku Explainer rates it */
export function ratingWord(er: number): RatingWord {
  return RATING_WORDS[DIFFICULTIES.findIndex(({ most }) => er <= most)]
}

/** Chains of one assumption, each with its lowest rating: chains add to it what their length is worth. */
const FORCING_CHAINS = {
  'x-cycle': 6.5,
  'y-cycle': 6.5,
  'forcing-x-chain': 6.6,
  'xy-cycle': 7.0,
  'forcing-chain': 7.0,
} as const

/** Chains that are held against each other. */
const HELD_CHAINS = {
  'nishio-forcing-chain': 7.5,
  'cell-forcing-chains': 8.0,
  'region-forcing-chains': 8.0,
  'dynamic-contradiction-chains': 8.5,
  'dynamic-double-chains': 8.5,
  'dynamic-cell-chains': 8.5,
  'dynamic-region-chains': 8.5,
  'dynamic-chains-plus': 9.0,
  'nested-forcing-chains': 9.5,
  'nested-multiple-chains': 10.0,
  'nested-dynamic-chains': 10.5,
  'nested-dynamic-chains-plus': 11.0,
} as const

/**
 * The techniques of Sudoku Explainer 1.2.1 in its order of search, each with its lowest rating. Those of one finder stand
 * together.
 */
export const TECHNIQUES = {
  'hidden-single': 1.0,
  'direct-pointing': 1.7,
  'direct-claiming': 1.9,
  'direct-hidden-pair': 2.0,
  'naked-single': 2.3,
  'direct-hidden-triplet': 2.5,
  pointing: 2.6,
  claiming: 2.8,
  'naked-pair': 3.0,
  'x-wing': 3.2,
  'hidden-pair': 3.4,
  'naked-triplet': 3.6,
  swordfish: 3.8,
  'hidden-triplet': 4.0,
  'xy-wing': 4.2,
  'xyz-wing': 4.4,
  'unique-rectangle': 4.5,
  'unique-loop': 4.6,
  'naked-quad': 5.0,
  jellyfish: 5.2,
  'hidden-quad': 5.4,
  bug: 5.6,
  'aligned-pair-exclusion': 6.2,
  ...FORCING_CHAINS,
  'aligned-triplet-exclusion': 7.5,
  ...HELD_CHAINS,
} as const satisfies Readonly<Record<string, number>>

export type ExplainerTechnique = keyof typeof TECHNIQUES
export const EXPLAINER_TECHNIQUES = Object.keys(TECHNIQUES) as [ExplainerTechnique, ...ExplainerTechnique[]]

/**
 * The techniques of a person, likewise: what is seen without notes comes first, then what notes show at a glance, then
 * patterns of one digit, and then the rest. A step that Sudoku Explainer rates above the least of its technique, as a longer
 * chain, is rated so much above these, too. Docs/ratings.md says why they stand where they stand.
 */
export const HUMAN_TECHNIQUES = {
  'hidden-single': 1.0,
  'naked-single': 1.5,
  pointing: 1.8,
  claiming: 2.0,
  'naked-pair': 2.2,
  'hidden-pair': 2.4,
  'naked-triplet': 2.5,
  'hidden-triplet': 2.6,
  'x-wing': 3.0,
  skyscraper: 3.2,
  'two-string-kite': 3.3,
  'turbot-fish': 3.4,
  'empty-rectangle': 3.5,
  'w-wing': 3.6,
  'xy-wing': 3.7,
  'xyz-wing': 3.8,
  'unique-rectangle': 3.9,
  'unique-loop': 4.0,
  'simple-colouring': 4.1,
  swordfish: 4.2,
  'finned-x-wing': 4.3,
  bug: 4.4,
  'naked-quad': 4.8,
  'hidden-quad': 5.0,
  'finned-swordfish': 5.2,
  jellyfish: 5.4,
  'finned-jellyfish': 5.8,
  ...FORCING_CHAINS,
  ...HELD_CHAINS,
} as const satisfies Readonly<Record<string, number>>

export const HUMAN_TECHNIQUE_NAMES = Object.keys(HUMAN_TECHNIQUES) as [keyof typeof HUMAN_TECHNIQUES]

/** A technique of any rule set. */
export type TechniqueName = ExplainerTechnique | keyof typeof HUMAN_TECHNIQUES
/** Sudoku Explainer's, and behind them those that it has not. */
export const TECHNIQUE_NAMES = Object.keys({ ...TECHNIQUES, ...HUMAN_TECHNIQUES }) as [
  TechniqueName,
  ...TechniqueName[],
]

/** What finders rate the least of their techniques. */
export const LEAST: Readonly<Record<TechniqueName, number>> = { ...HUMAN_TECHNIQUES, ...TECHNIQUES }

/** Whose techniques they are. Ratings of two rule sets, or of two versions of one, do not compare. */
export const RULE_SET_NAMES = ['se-1.2.1', 'human-1'] as const
export const DEFAULT_RULE_SET = 'se-1.2.1'
export type RuleSetName = (typeof RULE_SET_NAMES)[number]

/** By whose techniques a puzzle is rated, and solved step by step. */
export interface RatingRules {
  /** Sudoku Explainer's by default. */
  readonly ruleSet?: RuleSetName | undefined
  /** What somebody can do, by `human-1`: these techniques, all that come before the first of them, and no others. */
  readonly level?: readonly (keyof typeof HUMAN_TECHNIQUES)[] | undefined
}

/** What the techniques of each rule set are rated at least, in its order of search. */
export const RULE_SETS: Readonly<Record<RuleSetName, { readonly [Name in TechniqueName]?: number }>> = {
  'se-1.2.1': TECHNIQUES,
  'human-1': HUMAN_TECHNIQUES,
}

/** The techniques that may be used, in their order. */
export function techniquesOf({ ruleSet = DEFAULT_RULE_SET, level }: RatingRules): readonly TechniqueName[] {
  const names = Object.keys(RULE_SETS[ruleSet]) as TechniqueName[]
  const first = level ? Math.min(...level.map((name) => names.indexOf(name))) : names.length
  return names.filter((name, i) => i < first || level?.some((named) => named === name))
}

/** As titles have a technique, where that follows neither from its name nor from what players call its steps. */
const TECHNIQUE_WORDS: { readonly [Name in TechniqueName]?: string } = {
  'dynamic-chains-plus': 'Dynamic chains with patterns',
  'nested-forcing-chains': 'Dynamic chains with forcing chains',
  'nested-multiple-chains': 'Dynamic chains with multiple chains',
  'nested-dynamic-chains': 'Dynamic chains with dynamic chains',
  'nested-dynamic-chains-plus': 'Dynamic chains with dynamic chains with forcing chains',
}

/** What players call its steps, as hints do: `X-wing`; or else after its name: `Forcing chain` */
export function techniqueWords(name: TechniqueName): string {
  const steps = STEP_WORDS[ownStepName(name) as StepName]
  if (steps) return name.startsWith('direct-') ? `${steps}, direct` : steps
  const apart = name.replaceAll(/(?<![xyz])-/g, ' ').replace(/\b[xyz]+(?=-)/, (letters) => letters.toUpperCase())
  return TECHNIQUE_WORDS[name] ?? apart.replace(/^./, (letter) => letter.toUpperCase())
}

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

/** What players call a step, as HoDoKu lists them, in the order in which their definitions are tried; as titles have it. */
export const STEP_WORDS = {
  'full-house': 'Full house',
  'hidden-single': 'Hidden single',
  'naked-single': 'Naked single',
  pointing: 'Locked candidates (pointing)',
  claiming: 'Locked candidates (claiming)',
  'locked-pair': 'Locked pair',
  'locked-triple': 'Locked triple',
  'naked-pair': 'Naked pair',
  'naked-triple': 'Naked triple',
  'naked-quadruple': 'Naked quadruple',
  'hidden-pair': 'Hidden pair',
  'hidden-triple': 'Hidden triple',
  'hidden-quadruple': 'Hidden quadruple',
  'x-wing': 'X-wing',
  swordfish: 'Swordfish',
  jellyfish: 'Jellyfish',
  'finned-x-wing': 'Finned X-wing',
  'finned-swordfish': 'Finned swordfish',
  'finned-jellyfish': 'Finned jellyfish',
  'empty-rectangle': 'Empty rectangle',
  'simple-colouring': 'Simple colouring',
  'xy-wing': 'XY-wing',
  'xyz-wing': 'XYZ-wing',
  'unique-rectangle-1': 'Unique rectangle type 1',
  'unique-rectangle-2': 'Unique rectangle type 2',
  'unique-rectangle-3': 'Unique rectangle type 3',
  'unique-rectangle-4': 'Unique rectangle type 4',
  'unique-rectangle-5': 'Unique rectangle type 5',
  'unique-loop': 'Unique loop',
  'bug-plus-1': 'BUG+1',
  bug: 'Bivalue universal grave',
  'aligned-pair-exclusion': 'Aligned pair exclusion',
  'aligned-triple-exclusion': 'Aligned triple exclusion',
  'remote-pair': 'Remote pair',
  skyscraper: 'Skyscraper',
  'two-string-kite': 'Two-string kite',
  'turbot-fish': 'Turbot fish',
  'x-chain': 'X-chain',
  'xy-chain': 'XY-chain',
  'w-wing': 'W-wing',
  'continuous-nice-loop': 'Continuous nice loop',
  'discontinuous-nice-loop': 'Discontinuous nice loop',
  'alternating-inference-chain': 'Alternating inference chain',
  'forcing-chain-contradiction': 'Forcing chain contradiction',
  'forcing-chain-verity': 'Forcing chain verity',
  'forcing-net-contradiction': 'Forcing net contradiction',
  'forcing-net-verity': 'Forcing net verity',
} as const satisfies Readonly<Record<string, string>>

export type StepName = keyof typeof STEP_WORDS

/** What players call the steps of a technique, if it has its name from them. */
export function ownStepName(technique: string): string {
  return technique.replace('direct-', '').replace('triplet', 'triple').replace(/quad$/, 'quadruple')
}

export const STEP_NAMES = Object.keys(STEP_WORDS) as [StepName, ...StepName[]]
