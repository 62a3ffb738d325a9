import type { CandidateGrid } from './candidate-grid.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainNode,
  type ChainSearch,
  conclusionOf,
  inOrder,
  type Links,
  lengthRating,
  linksOf,
  linkTables,
  OFF,
  ON,
  spend,
  type Work,
  weakCause,
} from './chain.ts'
import type { Link, LinkEnd } from './hint.ts'
import { TECHNIQUES } from './techniques.ts'

/**
 * Forcing chains and bidirectional cycles: every inference has one parent. A candidate that turns itself off, or on,
 * by a chain is so; and in a loop of alternating weak and strong links one end of each link is on.
 *
 * From each candidate the search goes out in breadth, a layer of off nodes and a layer of on nodes in turn, and each
 * node has the parent by which it was met first. Three passes: along digits only (X), along cells only (Y), along both.
 * Most candidates have neither, which rows of bits tell sooner: only the others are searched from, node by node. All
 * this is in the kernel, `forcing.as.ts`, and here is what is made of what it finds.
 */

/** What each pass of the kernel finds; the second, along cells only, finds no chains. */
const PASSES = [
  { cycle: 'x-cycle', chain: 'forcing-x-chain' },
  { cycle: 'y-cycle', chain: 'forcing-x-chain' },
  { cycle: 'xy-cycle', chain: 'forcing-chain' },
] as const

export function forcingChains(grid: CandidateGrid, work: Work, links: Links = linkTables()): ChainSearch {
  let hints: ChainHint[] = []
  links.grid.found = (pass, isCycle, isOn, complexity, length, goneCount) => {
    const technique = PASSES[pass][isCycle ? 'cycle' : 'chain']
    const forth = nodesOfPath(links, isOn, length)
    const start = { node: forth[0].node ^ 1, parents: [], cause: ASSUMED }
    const chains = isCycle ? [forth, wayBack(forth)] : [[...forth, start]]
    const concluded = isCycle
      ? { eliminations: [...links.gone.subarray(0, goneCount)] }
      : conclusionOf(grid, forth[0].node)
    hints.push({
      technique,
      rating: TECHNIQUES[technique] + lengthRating(complexity),
      complexity,
      order: 2 + pass,
      alternatives: ASSUMED,
      within: () => '',
      ...concluded,
      chains,
      pattern: () => ({ ...partsOf(chains), links: isCycle ? bothWays(linksOf([forth])) : linksOf(chains) }),
    })
  }
  const search = (wantsAll: boolean) => {
    hints = []
    links.begin(grid)
    spend(work, links.kernel.findForcing(Number(wantsAll)))
    return hints
  }
  return { best: () => search(false).at(-1), all: () => inOrder(search(true)) }
}

/** The nodes of a path but its last one, which is the parent of the one before. */
function nodesOfPath({ path, pathCause, candidate }: Links, isOn: number, length: number): ChainNode[] {
  return Array.from({ length: length - 1 }, (_, i) => {
    const [at, parent] = [candidate[path[i]], candidate[path[i + 1]]]
    return (isOn ^ (i & 1)) === ON
      ? { node: at * 2 + ON, parents: [parent * 2 + OFF], cause: pathCause[i] }
      : { node: at * 2 + OFF, parents: [parent * 2 + ON], cause: weakCause(parent, at) }
  })
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
