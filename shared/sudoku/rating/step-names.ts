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
