import { alignedExclusion } from './aligned.ts'
import { bug } from './bug.ts'
import type { CandidateGrid } from './candidate-grid.ts'
import type { ChainSearches } from './chain-searches.ts'
import { fish } from './fish.ts'
import type { Hint } from './hint.ts'
import { directLocking, locking } from './locking.ts'
import { directHiddenSet, hiddenSet, nakedSet } from './sets.ts'
import { hiddenSingle, nakedSingle } from './singles.ts'
import { TECHNIQUES, type TechniqueName } from './techniques.ts'
import { uniqueLoop } from './unique-loops.ts'
import { wing } from './wings.ts'

/** Finds the step that Sudoku Explainer would show first among those of a technique, and of those that share its finder. */
type Finder = (grid: CandidateGrid, chains: () => ChainSearches) => Hint | undefined

function best(search: keyof ChainSearches): Finder {
  return (_grid, chains) => chains()[search].best()
}

/** Every finder in Sudoku Explainer 1.2.1's order of search, by the first of its techniques, which is rated least of them. */
const FINDERS: readonly (readonly [TechniqueName, Finder])[] = [
  ['hidden-single', hiddenSingle],
  ['direct-pointing', directLocking],
  ['direct-hidden-pair', directHiddenSet(2, 'direct-hidden-pair')],
  ['naked-single', nakedSingle],
  ['direct-hidden-triplet', directHiddenSet(3, 'direct-hidden-triplet')],
  ['pointing', locking],
  ['naked-pair', nakedSet(2, 'naked-pair')],
  ['x-wing', fish(2, 'x-wing')],
  ['hidden-pair', hiddenSet(2, 'hidden-pair')],
  ['naked-triplet', nakedSet(3, 'naked-triplet')],
  ['swordfish', fish(3, 'swordfish')],
  ['hidden-triplet', hiddenSet(3, 'hidden-triplet')],
  ['xy-wing', wing(2)],
  ['xyz-wing', wing(3)],
  ['unique-rectangle', uniqueLoop],
  ['naked-quad', nakedSet(4, 'naked-quad')],
  ['jellyfish', fish(4, 'jellyfish')],
  ['hidden-quad', hiddenSet(4, 'hidden-quad')],
  ['bug', bug],
  ['aligned-pair-exclusion', alignedExclusion(2)],
  ['x-cycle', best('forcing')],
  ['aligned-triplet-exclusion', alignedExclusion(3)],
  ['nishio-forcing-chain', best('nishio')],
  ['cell-forcing-chains', best('multiple')],
  ['dynamic-contradiction-chains', best('dynamic')],
  ['dynamic-chains-plus', best('dynamicPlus')],
  ['nested-forcing-chains', best('nestedForcing')],
  ['nested-multiple-chains', best('nestedMultiple')],
  ['nested-dynamic-chains', best('nestedDynamic')],
  ['nested-dynamic-chains-plus', best('nestedDynamicPlus')],
]

export const SEARCH = FINDERS.map(([name, find]) => ({ find, least: TECHNIQUES[name] as number }))
