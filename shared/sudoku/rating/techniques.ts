/** The techniques of Sudoku Explainer 1.2.1, in its order of search. Those of one finder stand together. */
export const TECHNIQUES = {
  'hidden-single': { words: 'Hidden single', least: 1.0 },
  'direct-pointing': { words: 'Direct pointing', least: 1.7 },
  'direct-claiming': { words: 'Direct claiming', least: 1.9 },
  'direct-hidden-pair': { words: 'Direct hidden pair', least: 2.0 },
  'naked-single': { words: 'Naked single', least: 2.3 },
  'direct-hidden-triplet': { words: 'Direct hidden triplet', least: 2.5 },
  pointing: { words: 'Pointing', least: 2.6 },
  claiming: { words: 'Claiming', least: 2.8 },
  'naked-pair': { words: 'Naked pair', least: 3.0 },
  'x-wing': { words: 'X-wing', least: 3.2 },
  'hidden-pair': { words: 'Hidden pair', least: 3.4 },
  'naked-triplet': { words: 'Naked triplet', least: 3.6 },
  swordfish: { words: 'Swordfish', least: 3.8 },
  'hidden-triplet': { words: 'Hidden triplet', least: 4.0 },
  'xy-wing': { words: 'XY-wing', least: 4.2 },
  'xyz-wing': { words: 'XYZ-wing', least: 4.4 },
  'unique-rectangle': { words: 'Unique rectangle', least: 4.5 },
  'unique-loop': { words: 'Unique loop', least: 4.6 },
  'naked-quad': { words: 'Naked quad', least: 5.0 },
  jellyfish: { words: 'Jellyfish', least: 5.2 },
  'hidden-quad': { words: 'Hidden quad', least: 5.4 },
  bug: { words: 'Bivalue universal grave', least: 5.6 },
  'aligned-pair-exclusion': { words: 'Aligned pair exclusion', least: 6.2 },
  'x-cycle': { words: 'X-cycle', least: 6.5 },
  'y-cycle': { words: 'Y-cycle', least: 6.5 },
  'forcing-x-chain': { words: 'Forcing X-chain', least: 6.6 },
  'xy-cycle': { words: 'XY-cycle', least: 7.0 },
  'forcing-chain': { words: 'Forcing chain', least: 7.0 },
  'aligned-triplet-exclusion': { words: 'Aligned triplet exclusion', least: 7.5 },
  'nishio-forcing-chain': { words: 'Nishio forcing chain', least: 7.5 },
  'cell-forcing-chains': { words: 'Cell forcing chains', least: 8.0 },
  'region-forcing-chains': { words: 'Region forcing chains', least: 8.0 },
  'dynamic-contradiction-chains': { words: 'Dynamic contradiction chains', least: 8.5 },
  'dynamic-double-chains': { words: 'Dynamic double chains', least: 8.5 },
  'dynamic-cell-chains': { words: 'Dynamic cell chains', least: 8.5 },
  'dynamic-region-chains': { words: 'Dynamic region chains', least: 8.5 },
  'dynamic-chains-plus': { words: 'Dynamic chains with patterns', least: 9.0 },
  'nested-forcing-chains': { words: 'Dynamic chains with forcing chains', least: 9.5 },
  'nested-multiple-chains': { words: 'Dynamic chains with multiple chains', least: 10.0 },
  'nested-dynamic-chains': { words: 'Dynamic chains with dynamic chains', least: 10.5 },
  'nested-dynamic-chains-plus': { words: 'Dynamic chains with dynamic chains with forcing chains', least: 11.0 },
} as const satisfies Readonly<Record<string, Technique>>

interface Technique {
  /** As titles have it. */
  readonly words: string
  /** Its lowest rating. Chains add to it what their length is worth. */
  readonly least: number
}

export type TechniqueName = keyof typeof TECHNIQUES
export const TECHNIQUE_NAMES = Object.keys(TECHNIQUES) as [TechniqueName, ...TechniqueName[]]
