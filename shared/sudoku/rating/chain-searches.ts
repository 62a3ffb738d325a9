import type { CandidateGrid } from './candidate-grid.ts'
import { ForcingChains } from './forcing-chains.ts'
import { Links } from './links.ts'
import { type ChainKind, MultipleChains, type Shape } from './multiple-chains.ts'
import { NestedChains, Patterns } from './nested-rules.ts'
import type { TechniqueName } from './technique-names.ts'
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

function plus(base: number, technique: TechniqueName, ...chains: NestedChains[]): ChainKind {
  return { ...DYNAMIC, base, techniques: one(technique), rules: new Patterns(chains) }
}

/** The searches for chains on a grid, from the simplest to those with others nested. They share their work limit. */
export class ChainSearches {
  readonly forcing: ForcingChains
  readonly nishio: MultipleChains
  readonly multiple: MultipleChains
  readonly dynamic: MultipleChains
  readonly dynamicPlus: MultipleChains
  readonly nestedForcing: MultipleChains
  readonly nestedMultiple: MultipleChains
  readonly nestedDynamic: MultipleChains
  readonly nestedDynamicPlus: MultipleChains

  constructor(grid: CandidateGrid, work: Work) {
    // Nested ones search other grids, so they have links of their own.
    const links = new Links()
    const search = (kind: ChainKind) => new MultipleChains(grid, kind, work, links)
    const forcing = NestedChains.forcing(grid, work)
    const multiple = NestedChains.multiple(grid, MULTIPLE, work)
    const dynamic = NestedChains.multiple(grid, DYNAMIC, work)
    const withForcing = plus(9.5, 'nested-forcing-chains', forcing)
    this.forcing = new ForcingChains(grid, work, links)
    this.nishio = search(NISHIO)
    this.multiple = search(MULTIPLE)
    this.dynamic = search(DYNAMIC)
    this.dynamicPlus = search(plus(9.0, 'dynamic-chains-plus'))
    this.nestedForcing = search(withForcing)
    this.nestedMultiple = search(plus(10.0, 'nested-multiple-chains', forcing, multiple))
    this.nestedDynamic = search(plus(10.5, 'nested-dynamic-chains', dynamic))
    this.nestedDynamicPlus = search(
      plus(11.0, 'nested-dynamic-chains-plus', dynamic, NestedChains.multiple(grid, withForcing, work)),
    )
  }
}
