import type { CandidateGrid } from './candidate-grid.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainNode,
  conclusionOf,
  FORCING_CHAIN,
  FORCING_X_CHAIN,
  lengthRating,
  linksOf,
  OFF,
  ON,
  weakCause,
} from './chain.ts'
import type { Hint, Link, LinkEnd } from './hint.ts'
import { type Links, linkTables } from './links.ts'
import type { TechniqueName } from './techniques.ts'
import type { Work } from './work.ts'

/**
 * Forcing chains and bidirectional cycles: every inference has one parent. A candidate that turns itself off, or on,
 * by a chain is so; and in a loop of alternating weak and strong links one end of each link is on.
 *
 * From each candidate the search goes out in breadth, a layer of off nodes and a layer of on nodes in turn, and each
 * node has the parent by which it was met first. Three passes: along digits only (X), along cells only (Y), along both.
 * Most candidates have neither, which rows of bits tell sooner: only the others are searched from, node by node. All
 * this is in the kernel, `forcing.as.ts`, and here is what is made of what it finds.
 */

/** How the hints of a pass are rated and ordered. */
interface Pass {
  readonly cycle: { readonly technique: TechniqueName; readonly base: number }
  readonly chain: { readonly technique: TechniqueName; readonly base: number }
  readonly order: number
}

const X_CHAIN = { technique: 'forcing-x-chain', base: FORCING_X_CHAIN } as const
/** The kernel has these numbers, too. A pass along cells only has no chains. */
const PASSES: readonly Pass[] = [
  { cycle: { technique: 'x-cycle', base: 6.5 }, chain: X_CHAIN, order: 2 },
  { cycle: { technique: 'y-cycle', base: 6.5 }, chain: X_CHAIN, order: 3 },
  {
    cycle: { technique: 'xy-cycle', base: 7.0 },
    chain: { technique: 'forcing-chain', base: FORCING_CHAIN },
    order: 4,
  },
]

export class ForcingChains {
  readonly #grid: CandidateGrid
  readonly #work: Work
  readonly #links: Links
  #found: ChainHint[] = []

  constructor(grid: CandidateGrid, work: Work, links: Links = linkTables()) {
    this.#grid = grid
    this.#work = work
    this.#links = links
    links.grid.found = (pass, isCycle, isOn, complexity, length, goneCount) => {
      this.#found.push(this.#hintOf(PASSES[pass], isCycle === 1, isOn, complexity, length, goneCount))
    }
  }

  /** The hint that is taken first. */
  best(): Hint | undefined {
    return this.#search(false)[0]
  }

  /** Each hint, in the order in which they are met. */
  all(): ChainHint[] {
    return this.#search(true)
  }

  #search(wantsAll: boolean): ChainHint[] {
    this.#found = []
    this.#links.begin(this.#grid)
    this.#work.spend(this.#links.kernel.findForcing(Number(wantsAll)))
    return this.#found
  }

  #hintOf(
    { cycle, chain, order }: Pass,
    isCycle: boolean,
    isOn: number,
    complexity: number,
    length: number,
    goneCount: number,
  ): ChainHint {
    const { technique, base } = isCycle ? cycle : chain
    const forth = this.#nodesOfPath(isOn, length)
    const rank = {
      technique,
      rating: base + lengthRating(complexity),
      complexity,
      order,
      alternatives: ASSUMED,
      within: () => '',
    }
    if (isCycle) {
      const chains = [forth, wayBack(forth)]
      const eliminations = [...this.#links.gone.subarray(0, goneCount)]
      return {
        ...rank,
        eliminations,
        chains,
        pattern: () => ({ ...partsOf(chains), links: bothWays(linksOf([forth])) }),
      }
    }
    const nodes = [...forth, { node: forth[0].node ^ 1, parents: [], cause: ASSUMED }]
    return {
      ...rank,
      ...conclusionOf(this.#grid, nodes[0].node),
      chains: [nodes],
      pattern: () => ({ ...partsOf([nodes]), links: linksOf([nodes]) }),
    }
  }

  /** The nodes of a path but its last one, which is the parent of the one before. */
  #nodesOfPath(isOn: number, length: number): ChainNode[] {
    const { path, pathCause, candidate } = this.#links
    return Array.from({ length: length - 1 }, (_, i) => {
      const [at, parent] = [candidate[path[i]], candidate[path[i + 1]]]
      return (isOn ^ (i & 1)) === ON
        ? { node: at * 2 + ON, parents: [parent * 2 + OFF], cause: pathCause[i] }
        : { node: at * 2 + OFF, parents: [parent * 2 + ON], cause: weakCause(parent, at) }
    })
  }
}

/**
 * A cycle is told twice: from its candidate that is on back to it, and from the same that is off. Backwards each node is
 * the other way round, and keeps the cause it had, as Sudoku Explainer has it: what nested cycles rest on is looked for
 * there. It is its neighbour's, so that steps tell the links of the way forth, turned.
 */
function wayBack(forth: readonly ChainNode[]): ChainNode[] {
  const back: ChainNode[] = [{ node: forth[0].node ^ 1, parents: [forth[forth.length - 1].node ^ 1], cause: ASSUMED }]
  for (let i = forth.length - 1; i > 0; i--) {
    back.push({ node: forth[i].node ^ 1, parents: [forth[i - 1].node ^ 1], cause: forth[i].cause })
  }
  return back
}

/** The links of a cycle, and of its other way: what follows if the end of each is the opposite. */
function bothWays(forth: readonly Link[]): Link[] {
  const opposite = (end: LinkEnd) => ({ ...end, on: !end.on })
  const back = forth.map(({ from, to, why }) => ({ from: opposite(to), to: opposite(from), why, chain: 1 }))
  return [...forth, ...back.toReversed()]
}

/** The cells and the digits of chains, from what is assumed on. */
export function partsOf(chains: readonly Chain[]): { cells: number[]; digits: number[] } {
  const candidates = chains.flatMap((chain) => chain.toReversed().map(({ node }) => node >> 1))
  return {
    cells: [...new Set(candidates.map((candidate) => (candidate / 9) | 0))],
    digits: [...new Set(candidates.map((candidate) => candidate % 9))].sort((a, b) => a - b),
  }
}
