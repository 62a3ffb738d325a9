import { alignedExclusion } from './aligned.ts'
import { bug } from './bug.ts'
import type { CandidateGrid } from './candidate-grid.ts'
import type { ChainSearches } from './chain-searches.ts'
import { fish } from './fish.ts'
import type { Hint } from './hint.ts'
import { directLocking, locking } from './locking.ts'
import { directHiddenSet, hiddenSet, nakedSet } from './sets.ts'
import { hiddenSingle, nakedSingle } from './singles.ts'
import { TECHNIQUE_NAMES, type TechniqueName } from './technique-names.ts'
import { uniqueLoop } from './unique-loops.ts'
import { wing } from './wings.ts'

/** Finds the step that Sudoku Explainer would show first among those of a technique, and of those that share its finder. */
export type Finder = (grid: CandidateGrid, chains: () => ChainSearches) => Hint | undefined

export interface Technique {
  /** As titles have it. */
  readonly words: string
  /** Its lowest rating. Chains add to it what their length is worth. */
  readonly least: number
  readonly find: Finder
}

function best(search: keyof ChainSearches): Finder {
  return (_grid, chains) => chains()[search].best()
}

const forcing = best('forcing')
const multiple = best('multiple')
const dynamic = best('dynamic')

/** Every technique, in Sudoku Explainer 1.2.1's order of search. */
export const TECHNIQUES: Readonly<Record<TechniqueName, Technique>> = {
  'hidden-single': { words: 'Hidden single', least: 1.0, find: hiddenSingle },
  'direct-pointing': { words: 'Direct pointing', least: 1.7, find: directLocking },
  'direct-claiming': { words: 'Direct claiming', least: 1.9, find: directLocking },
  'direct-hidden-pair': {
    words: 'Direct hidden pair',
    least: 2.0,
    find: directHiddenSet(2, 'direct-hidden-pair', 2.0),
  },
  'naked-single': { words: 'Naked single', least: 2.3, find: nakedSingle },
  'direct-hidden-triplet': {
    words: 'Direct hidden triplet',
    least: 2.5,
    find: directHiddenSet(3, 'direct-hidden-triplet', 2.5),
  },
  pointing: { words: 'Pointing', least: 2.6, find: locking },
  claiming: { words: 'Claiming', least: 2.8, find: locking },
  'naked-pair': { words: 'Naked pair', least: 3.0, find: nakedSet(2, 'naked-pair', 3.0) },
  'x-wing': { words: 'X-wing', least: 3.2, find: fish(2, 'x-wing', 3.2) },
  'hidden-pair': { words: 'Hidden pair', least: 3.4, find: hiddenSet(2, 'hidden-pair', 3.4) },
  'naked-triplet': { words: 'Naked triplet', least: 3.6, find: nakedSet(3, 'naked-triplet', 3.6) },
  swordfish: { words: 'Swordfish', least: 3.8, find: fish(3, 'swordfish', 3.8) },
  'hidden-triplet': { words: 'Hidden triplet', least: 4.0, find: hiddenSet(3, 'hidden-triplet', 4.0) },
  'xy-wing': { words: 'XY-wing', least: 4.2, find: wing(2) },
  'xyz-wing': { words: 'XYZ-wing', least: 4.4, find: wing(3) },
  'unique-rectangle': { words: 'Unique rectangle', least: 4.5, find: uniqueLoop },
  'unique-loop': { words: 'Unique loop', least: 4.6, find: uniqueLoop },
  'naked-quad': { words: 'Naked quad', least: 5.0, find: nakedSet(4, 'naked-quad', 5.0) },
  jellyfish: { words: 'Jellyfish', least: 5.2, find: fish(4, 'jellyfish', 5.2) },
  'hidden-quad': { words: 'Hidden quad', least: 5.4, find: hiddenSet(4, 'hidden-quad', 5.4) },
  bug: { words: 'Bivalue universal grave', least: 5.6, find: bug },
  'aligned-pair-exclusion': { words: 'Aligned pair exclusion', least: 6.2, find: alignedExclusion(2) },
  'x-cycle': { words: 'X-cycle', least: 6.5, find: forcing },
  'y-cycle': { words: 'Y-cycle', least: 6.5, find: forcing },
  'forcing-x-chain': { words: 'Forcing X-chain', least: 6.6, find: forcing },
  'xy-cycle': { words: 'XY-cycle', least: 7.0, find: forcing },
  'forcing-chain': { words: 'Forcing chain', least: 7.0, find: forcing },
  'aligned-triplet-exclusion': { words: 'Aligned triplet exclusion', least: 7.5, find: alignedExclusion(3) },
  'nishio-forcing-chain': { words: 'Nishio forcing chain', least: 7.5, find: best('nishio') },
  'cell-forcing-chains': { words: 'Cell forcing chains', least: 8.0, find: multiple },
  'region-forcing-chains': { words: 'Region forcing chains', least: 8.0, find: multiple },
  'dynamic-contradiction-chains': { words: 'Dynamic contradiction chains', least: 8.5, find: dynamic },
  'dynamic-double-chains': { words: 'Dynamic double chains', least: 8.5, find: dynamic },
  'dynamic-cell-chains': { words: 'Dynamic cell chains', least: 8.5, find: dynamic },
  'dynamic-region-chains': { words: 'Dynamic region chains', least: 8.5, find: dynamic },
  'dynamic-chains-plus': { words: 'Dynamic chains with patterns', least: 9.0, find: best('dynamicPlus') },
  'nested-forcing-chains': { words: 'Dynamic chains with forcing chains', least: 9.5, find: best('nestedForcing') },
  'nested-multiple-chains': { words: 'Dynamic chains with multiple chains', least: 10.0, find: best('nestedMultiple') },
  'nested-dynamic-chains': { words: 'Dynamic chains with dynamic chains', least: 10.5, find: best('nestedDynamic') },
  'nested-dynamic-chains-plus': {
    words: 'Dynamic chains with dynamic chains with forcing chains',
    least: 11.0,
    find: best('nestedDynamicPlus'),
  },
}

/** The finders in the order of search, each with the least that its hints are rated. */
export const SEARCH: readonly { readonly find: Finder; readonly least: number }[] = [
  ...new Map(TECHNIQUE_NAMES.toReversed().map((name) => [TECHNIQUES[name].find, TECHNIQUES[name]])).values(),
].toReversed()
