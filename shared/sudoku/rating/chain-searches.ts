import { ALL, bitsOf, type CandidateGrid, type Candidates, candidatesOf, cellsIn } from './candidate-grid.ts'
import { type ChainSearch, goneForChains, linkTables, type Work } from './chain.ts'
import type { NestedRules } from './consequences.ts'
import { eachFish } from './fish.ts'
import { forcingChains } from './forcing-chains.ts'
import { eachLocking, nameOf } from './locked-candidates.ts'
import { type ChainKind, multipleChains } from './multiple-chains.ts'
import { eachHiddenSet, eachNakedSet, SEARCH_ORDER } from './singles-and-sets.ts'
import type { ExplainerTechnique } from './techniques.ts'
import { cellsNamed, digitsNamed, unitName, unitsNamed } from './words.ts'

const DYNAMIC_CHAINS = {
  contradiction: 'dynamic-contradiction-chains',
  double: 'dynamic-double-chains',
  cell: 'dynamic-cell-chains',
  unit: 'dynamic-region-chains',
} as const

const DYNAMIC: ChainKind = { isDynamic: true, isNishio: false, techniqueOf: (shape) => DYNAMIC_CHAINS[shape] }
const NISHIO: ChainKind = { ...DYNAMIC, isNishio: true, techniqueOf: () => 'nishio-forcing-chain' }
/** Multiple chains that are not dynamic are of cells and units only. */
const MULTIPLE: ChainKind = {
  isDynamic: false,
  isNishio: false,
  techniqueOf: (shape) => (shape === 'unit' ? 'region-forcing-chains' : 'cell-forcing-chains'),
}

function plus(technique: ExplainerTechnique, ...chains: Look[]): ChainKind {
  return { ...DYNAMIC, techniqueOf: () => technique, rules: patterns(...chains) }
}

/** The searches for chains on a grid, from the simplest to those with others nested. They share their work limit. */
export function chainSearches(grid: CandidateGrid, work: Work) {
  // Nested ones have links of their own, as the grid is another one while they search it.
  const links = linkTables(grid)
  const search = (kind: ChainKind) => multipleChains(grid, kind, work, links)
  const forcing = nested(() => forcingChains(grid, work))
  const multiple = nested(() => multipleChains(grid, MULTIPLE, work))
  const dynamic = nested(() => multipleChains(grid, DYNAMIC, work))
  const withForcing = plus('nested-forcing-chains', forcing)
  const dynamicWithForcing = nested(() => multipleChains(grid, withForcing, work))
  return {
    forcing: forcingChains(grid, work, links),
    nishio: search(NISHIO),
    multiple: search(MULTIPLE),
    dynamic: search(DYNAMIC),
    dynamicPlus: search(plus('dynamic-chains-plus')),
    nestedForcing: search(withForcing),
    nestedMultiple: search(plus('nested-multiple-chains', forcing, multiple)),
    nestedDynamic: search(plus('nested-dynamic-chains', dynamic)),
    nestedDynamicPlus: search(plus('nested-dynamic-chains-plus', dynamic, dynamicWithForcing)),
  }
}

export type ChainSearches = ReturnType<typeof chainSearches>

type Use = Parameters<NestedRules['find']>[2]

/** Looks on the grid that is left for something that takes candidates away. */
type Look = (before: Candidates, now: CandidateGrid, found: Use) => void

/** Where chains find patterns once nothing else follows: locked candidates, hidden and naked pairs, X-wings; and chains. */
function patterns(...chains: readonly Look[]): NestedRules {
  const looks = [lockings, pairs('hidden'), pairs('naked'), xWings, ...chains]
  return {
    isChained: chains.length > 0,
    find(before, now, use) {
      let isFound = false
      for (const look of looks) {
        look(before, now, (rule, gone, eliminations) => {
          // An inference from before anything was off tells nothing of the assumption.
          if (gone.length === 0) return
          isFound = true
          use(rule, gone, eliminations)
        })
        if (isFound) return
      }
    },
  }
}

function lockings(before: Candidates, now: CandidateGrid, found: Use): void {
  eachLocking(now, (crossing, digit, eliminations) => {
    const { from, to, inside } = crossing
    const words = () => `the ${digit + 1}s left in ${unitName(from)} are in ${unitName(to)}`
    const places = before.placesOf[from * 9 + digit] & ~now.placesOf[from * 9 + digit] & ~inside
    const gone = cellsIn(from, places).map((cell) => cell * 9 + digit)
    found({ why: nameOf(crossing), words }, gone, eliminations)
  })
}

function pairs(kind: 'hidden' | 'naked'): Look {
  const isHidden = kind === 'hidden'
  const eachSet = isHidden ? eachHiddenSet : eachNakedSet
  return (before, now, found) => {
    for (const unit of SEARCH_ORDER) {
      if (isHidden && now.emptyIn[unit] <= 4) continue
      eachSet(now, unit, 2, (places, digits, eliminations) => {
        if (eliminations.length === 0) return
        const [where, what] = isHidden ? [ALL & ~places, digits] : [places, ALL & ~digits]
        const gone = cellsIn(unit, where).flatMap((cell) => candidatesOf(cell, before.digitsAt[cell] & what))
        const words = () =>
          `${kind} pair ${digitsNamed(bitsOf(digits))} in ${unitName(unit)}, ${cellsNamed(cellsIn(unit, places))}`
        found({ why: `${kind}-pair`, words }, gone, eliminations)
      })
    }
  }
}

function xWings(before: Candidates, now: CandidateGrid, found: Use): void {
  eachFish(now, 2, (lines, crossing, eliminations, digit) => {
    const kept = crossing.reduce((places, line) => places | (1 << (line % 9)), 0)
    const gone = lines.flatMap((line) => {
      const places = before.placesOf[line * 9 + digit] & ~now.placesOf[line * 9 + digit] & ~kept
      return cellsIn(line, places).map((cell) => cell * 9 + digit)
    })
    const words = () => `X-wing, as the ${digit + 1}s left in ${unitsNamed(lines)} are in ${unitsNamed(crossing)}`
    found({ why: 'x-wing', words }, gone, eliminations)
  })
}

/** Chains within chains, by a search that is made when it is first needed, as few puzzles come so far. */
function nested(make: () => ChainSearch): Look {
  let search: ChainSearch | undefined
  return (before, now, found) => {
    search ??= make()
    for (const hint of search.all()) {
      // Those of the same ends, and the same nodes in their order, count once.
      const signature = hint.chains.map((chain) => chain.map(({ node }) => node).join(' ')).join(';')
      const rule = { why: hint.technique, words: hint.within, nested: { hint, signature } }
      found(rule, goneForChains(before, now, hint), hint.eliminations)
    }
  }
}
