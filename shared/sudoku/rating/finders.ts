import { alignedExclusion } from './aligned.ts'
import { bug } from './bug.ts'
import type { CandidateGrid } from './candidate-grid.ts'
import type { ChainSearches } from './chain-searches.ts'
import { finnedFish, fish } from './fish.ts'
import type { Hint } from './hint.ts'
import { directLocking, locking } from './locking.ts'
import { emptyRectangle, simpleColouring, twoPairs } from './one-digit.ts'
import { rectangles } from './rectangles.ts'
import { directHiddenSet, hiddenSet, nakedSet } from './sets.ts'
import { hiddenSingle, nakedSingle } from './singles.ts'
import {
  HUMAN_TECHNIQUE_NAMES,
  HUMAN_TECHNIQUES,
  type RatingRules,
  TECHNIQUES,
  type TechniqueName,
} from './techniques.ts'
import { uniqueLoop } from './unique-loops.ts'
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

/** Those that Sudoku Explainer has not, or has otherwise. */
const HUMAN_FINDERS: typeof FINDERS = {
  ...FINDERS,
  skyscraper: twoPairs('skyscraper'),
  'two-string-kite': twoPairs('two-string-kite'),
  'turbot-fish': twoPairs('turbot-fish'),
  'empty-rectangle': emptyRectangle,
  'w-wing': wWing,
  'unique-rectangle': rectangles,
  'unique-loop': uniqueLoop,
  'simple-colouring': simpleColouring,
  'finned-x-wing': finnedFish(2),
  'finned-swordfish': finnedFish(3),
  'finned-jellyfish': finnedFish(4),
}

/** A finder in an order of search, and the least that its steps are rated. */
export interface Search {
  readonly find: Finder
  readonly least: number
}

/** Sudoku Explainer's order of search. */
export const SEARCH: readonly Search[] = searchesIn(TECHNIQUES, FINDERS)

const HUMAN_SEARCH = searchesIn(HUMAN_TECHNIQUES, HUMAN_FINDERS).map(({ find, least }) => ({
  find: graded(find),
  least,
}))

/**
 * The order of search of a rule set.
 *
 * @param rules a level is of `human-1`
 */
export function searchFor({ ruleSet, level }: RatingRules): readonly Search[] {
  if (ruleSet !== 'human-1') return SEARCH
  if (!level) return HUMAN_SEARCH
  const first = Math.min(...level.map((name) => HUMAN_TECHNIQUE_NAMES.indexOf(name)))
  const allowed = new Set<TechniqueName>([...HUMAN_TECHNIQUE_NAMES.slice(0, first), ...level])
  return HUMAN_SEARCH.map(({ find, least }) => ({ find: within(find, allowed), least }))
}

function searchesIn(techniques: { readonly [Name in TechniqueName]?: number }, finders: typeof FINDERS): Search[] {
  return (Object.entries(techniques) as [TechniqueName, number][]).flatMap(([name, least]) => {
    const find = finders[name]
    return find ? [{ find, least }] : []
  })
}

/** Finds the same, rated as a person has it: as much above the least of its technique as Sudoku Explainer rates it. */
function graded(find: Finder): Finder {
  return (grid, chains) => {
    const hint = find(grid, chains)
    if (!hint) return undefined
    const least = LEAST[hint.technique]
    return { ...hint, rating: (HUMAN[hint.technique] ?? least) + hint.rating - least }
  }
}

/** What finders rate the least of their techniques. */
const LEAST: Readonly<Record<TechniqueName, number>> = { ...HUMAN_TECHNIQUES, ...TECHNIQUES }
const HUMAN: { readonly [Name in TechniqueName]?: number } = HUMAN_TECHNIQUES

function within(find: Finder, allowed: ReadonlySet<TechniqueName>): Finder {
  return (grid, chains) => {
    const hint = find(grid, chains)
    return hint && allowed.has(hint.technique) ? hint : undefined
  }
}
