import { alignedExclusion } from './aligned.ts'
import { bug } from './bug.ts'
import type { CandidateGrid } from './candidate-grid.ts'
import type { ChainSearches } from './chain-searches.ts'
import { finnedFish, fish } from './fish.ts'
import type { Hint } from './hint.ts'
import { directLocking, locking } from './locked-candidates.ts'
import { emptyRectangle, simpleColouring, twoPairs } from './one-digit.ts'
import { directHiddenSet, hiddenSet, hiddenSingle, lockedSet, nakedSet, nakedSingle } from './singles-and-sets.ts'
import {
  HUMAN_TECHNIQUES,
  LEAST,
  type RatingRules,
  RULE_SETS,
  TECHNIQUES,
  type TechniqueName,
  techniquesOf,
} from './techniques.ts'
import { uniqueLoop, uniqueRectangle } from './unique-loops.ts'
import { wing, wWing } from './wings.ts'

/** Finds the step that Sudoku Explainer would show first among those of a technique, and of those that share its finder. */
type Finder = (grid: CandidateGrid, chains: () => ChainSearches) => Hint | undefined

function best(search: keyof ChainSearches): Finder {
  return (_grid, chains) => chains()[search].best()
}

/**
 * Every finder, by the first of its techniques in a rule set's order, which is rated least of them: so a table of
 * `RULE_SETS` is an order of search.
 */
const FINDERS: { readonly [Name in TechniqueName]?: Finder } = {
  'hidden-single': hiddenSingle,
  'direct-pointing': directLocking,
  'direct-hidden-pair': directHiddenSet(2, 'direct-hidden-pair'),
  'naked-single': nakedSingle,
  'direct-hidden-triplet': directHiddenSet(3, 'direct-hidden-triplet'),
  pointing: locking,
  'naked-pair': nakedSet(2, 'naked-pair'),
  'x-wing': fish(2, 'x-wing'),
  'hidden-pair': hiddenSet(2, 'hidden-pair'),
  'naked-triplet': nakedSet(3, 'naked-triplet'),
  swordfish: fish(3, 'swordfish'),
  'hidden-triplet': hiddenSet(3, 'hidden-triplet'),
  'xy-wing': wing(2),
  'xyz-wing': wing(3),
  'unique-rectangle': uniqueLoop,
  'naked-quad': nakedSet(4, 'naked-quad'),
  jellyfish: fish(4, 'jellyfish'),
  'hidden-quad': hiddenSet(4, 'hidden-quad'),
  bug,
  skyscraper: twoPairs('skyscraper'),
  'two-string-kite': twoPairs('two-string-kite'),
  'turbot-fish': twoPairs('turbot-fish'),
  'empty-rectangle': emptyRectangle,
  'w-wing': wWing,
  'simple-colouring': simpleColouring,
  'finned-x-wing': finnedFish(2),
  'finned-swordfish': finnedFish(3),
  'finned-jellyfish': finnedFish(4),
  'aligned-pair-exclusion': alignedExclusion(2),
  'x-cycle': best('forcing'),
  'aligned-triplet-exclusion': alignedExclusion(3),
  'nishio-forcing-chain': best('nishio'),
  'cell-forcing-chains': best('multiple'),
  'dynamic-contradiction-chains': best('dynamic'),
  'dynamic-chains-plus': best('dynamicPlus'),
  'nested-forcing-chains': best('nestedForcing'),
  'nested-multiple-chains': best('nestedMultiple'),
  'nested-dynamic-chains': best('nestedDynamic'),
  'nested-dynamic-chains-plus': best('nestedDynamicPlus'),
}

/** A finder in an order of search, its techniques, and the least that its steps are rated. */
export interface Search {
  readonly find: Finder
  readonly techniques: readonly TechniqueName[]
  readonly least: number
}

/** Sudoku Explainer's order of search. */
export const SEARCH: readonly Search[] = searchesIn(TECHNIQUES, FINDERS)

/** A person's, who takes a locked set in both of its units, finds rectangles otherwise, and loops apart from them. */
const HUMAN_SEARCH = searchesIn(HUMAN_TECHNIQUES, {
  ...FINDERS,
  'naked-pair': lockedSet(2, 'naked-pair'),
  'naked-triplet': lockedSet(3, 'naked-triplet'),
  'unique-rectangle': uniqueRectangle,
  'unique-loop': uniqueLoop,
})

/** The order of search of a rule set; a level is of `human-1`. */
export function searchFor({ ruleSet, level }: RatingRules): readonly Search[] {
  if (ruleSet !== 'human-1') return SEARCH
  const allowed = new Set(techniquesOf({ ruleSet, level }))
  return HUMAN_SEARCH.filter(({ techniques }) => techniques.some((name) => allowed.has(name))).map((search) => ({
    ...search,
    find: (grid, chains) => {
      const hint = search.find(grid, chains)
      if (!hint || !allowed.has(hint.technique)) return undefined
      // A person rates it as much above the least of its technique as Sudoku Explainer does.
      const least = LEAST[hint.technique]
      return { ...hint, rating: (RULE_SETS['human-1'][hint.technique] ?? least) + hint.rating - least }
    },
  }))
}

/** The techniques behind one that has a finder, up to the next that has one, share it. */
function searchesIn(techniques: { readonly [Name in TechniqueName]?: number }, finders: typeof FINDERS): Search[] {
  const names = Object.keys(techniques) as TechniqueName[]
  return names.flatMap((name, i) => {
    const find = finders[name]
    const next = names.findIndex((other, at) => at > i && finders[other])
    return find ? [{ find, techniques: names.slice(i, next < 0 ? undefined : next), least: techniques[name] ?? 0 }] : []
  })
}
