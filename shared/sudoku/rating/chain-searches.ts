import type { CandidateGrid } from './candidate-grid.ts'
import type { Work } from './chain.ts'
import { forcingChains } from './forcing-chains.ts'
import { linkTables } from './links.ts'
import { type ChainKind, MultipleChains } from './multiple-chains.ts'
import { type Look, nested, patterns } from './nested-rules.ts'
import type { ExplainerTechnique } from './techniques.ts'

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
  const search = (kind: ChainKind) => new MultipleChains(grid, kind, work, links)
  const forcing = nested(() => forcingChains(grid, work))
  const multiple = nested(() => new MultipleChains(grid, MULTIPLE, work))
  const dynamic = nested(() => new MultipleChains(grid, DYNAMIC, work))
  const withForcing = plus('nested-forcing-chains', forcing)
  const dynamicWithForcing = nested(() => new MultipleChains(grid, withForcing, work))
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
