import type { CandidateGrid } from './candidate-grid.ts'
import { ForcingChains } from './forcing-chains.ts'
import { linkTables } from './links.ts'
import { type ChainKind, MultipleChains, type Shape } from './multiple-chains.ts'
import { type Look, nestedForcing, nestedMultiple, patterns } from './nested-rules.ts'
import type { TechniqueName } from './techniques.ts'
import type { Work } from './work.ts'

const DYNAMIC: ChainKind = {
  base: 8.5,
  isDynamic: true,
  isNishio: false,
  techniques: {
    contradiction: 'dynamic-contradiction-chains',
    double: 'dynamic-double-chains',
    cell: 'dynamic-cell-chains',
    unit: 'dynamic-region-chains',
  },
}

const MULTIPLE: ChainKind = {
  base: 8.0,
  isDynamic: false,
  isNishio: false,
  techniques: {
    // Multiple chains that are not dynamic have these two shapes only.
    contradiction: 'cell-forcing-chains',
    double: 'cell-forcing-chains',
    cell: 'cell-forcing-chains',
    unit: 'region-forcing-chains',
  },
}

const NISHIO: ChainKind = { ...DYNAMIC, base: 7.5, isNishio: true, techniques: one('nishio-forcing-chain') }

function one(technique: TechniqueName): Record<Shape, TechniqueName> {
  return { contradiction: technique, double: technique, cell: technique, unit: technique }
}

function plus(base: number, technique: TechniqueName, ...chains: Look[]): ChainKind {
  return { ...DYNAMIC, base, techniques: one(technique), rules: patterns(...chains) }
}

/** The searches for chains on a grid, from the simplest to those with others nested. They share their work limit. */
export function chainSearches(grid: CandidateGrid, work: Work) {
  // Nested ones have links of their own, as the grid is another one while they search it.
  const links = linkTables(grid)
  const search = (kind: ChainKind) => new MultipleChains(grid, kind, work, links)
  const forcing = nestedForcing(grid, work)
  const multiple = nestedMultiple(grid, MULTIPLE, work)
  const dynamic = nestedMultiple(grid, DYNAMIC, work)
  const withForcing = plus(9.5, 'nested-forcing-chains', forcing)
  const dynamicWithForcing = nestedMultiple(grid, withForcing, work)
  return {
    forcing: new ForcingChains(grid, work, links),
    nishio: search(NISHIO),
    multiple: search(MULTIPLE),
    dynamic: search(DYNAMIC),
    dynamicPlus: search(plus(9.0, 'dynamic-chains-plus')),
    nestedForcing: search(withForcing),
    nestedMultiple: search(plus(10.0, 'nested-multiple-chains', forcing, multiple)),
    nestedDynamic: search(plus(10.5, 'nested-dynamic-chains', dynamic)),
    nestedDynamicPlus: search(plus(11.0, 'nested-dynamic-chains-plus', dynamic, dynamicWithForcing)),
  }
}

export type ChainSearches = ReturnType<typeof chainSearches>
