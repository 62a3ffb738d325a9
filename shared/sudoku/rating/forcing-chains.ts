import { CANDIDATES, type CandidateGrid, PEER_MASKS } from './candidate-grid.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainNode,
  conclusionOf,
  FORCING_CHAIN,
  FORCING_X_CHAIN,
  isBefore,
  lengthRating,
  linksOf,
  OFF,
  ON,
  type Rank,
  weakCause,
} from './chain.ts'
import type { Hint, Link, LinkEnd } from './hint.ts'
import { type Along, LayerSearch, strongAlong } from './link-rows.ts'
import { GROUPS_OF_ONE, Links, NONE } from './links.ts'
import type { TechniqueName } from './technique-names.ts'
import type { Work } from './work.ts'

/**
 * Forcing chains and bidirectional cycles: every inference has one parent. A candidate that turns itself off, or on,
 * by a chain is so; and in a loop of alternating weak and strong links one end of each link is on.
 *
 * From each candidate the search goes out in breadth, a layer of off nodes and a layer of on nodes in turn, and each
 * node has the parent by which it was met first. Three passes: along digits only (X), along cells only (Y), along both.
 * Most candidates have neither, which rows of bits tell sooner: only the others are searched from, node by node.
 */

/** The links that a pass goes along, and how its hints are rated and ordered. */
interface Pass extends Along {
  readonly cycle: { readonly technique: TechniqueName; readonly base: number }
  /** A chain along cells only would have an odd length and an even one, so it cannot be. */
  readonly chain?: { readonly technique: TechniqueName; readonly base: number }
  readonly order: number
}

const PASSES: readonly Pass[] = [
  {
    inCells: false,
    inUnits: true,
    cycle: { technique: 'x-cycle', base: 6.5 },
    chain: { technique: 'forcing-x-chain', base: FORCING_X_CHAIN },
    order: 2,
  },
  { inCells: true, inUnits: false, cycle: { technique: 'y-cycle', base: 6.5 }, order: 3 },
  {
    inCells: true,
    inUnits: true,
    cycle: { technique: 'xy-cycle', base: 7.0 },
    chain: { technique: 'forcing-chain', base: FORCING_CHAIN },
    order: 4,
  },
]

export class ForcingChains {
  readonly #grid: CandidateGrid
  readonly #work: Work
  readonly #links: Links
  readonly #layers = new LayerSearch()
  /** After how many layers of on nodes a candidate turns itself off, and on; 0 if it does not, or not before another one. */
  readonly #offAfter = new Uint16Array(CANDIDATES)
  readonly #onAfter = new Uint16Array(CANDIDATES)
  /** Whether a strong link of the pass goes on from a candidate. */
  readonly #goesOn = new Uint8Array(CANDIDATES)
  /** Cells of each digit: nine times three masks of 27 cells. */
  readonly #planes = new Int32Array(27)
  #arePlanesKnown = false

  // The search from one candidate: which nodes were met in it, and from where.
  #stamp = 0
  readonly #onSeen = new Int32Array(CANDIDATES)
  readonly #offSeen = new Int32Array(CANDIDATES)
  readonly #onParent = new Uint16Array(CANDIDATES)
  readonly #onCause = new Uint8Array(CANDIDATES)
  readonly #offParent = new Uint16Array(CANDIDATES)
  readonly #on = new Uint16Array(CANDIDATES)
  readonly #off = new Uint16Array(CANDIDATES)
  readonly #closesCycle = new Int32Array(CANDIDATES)
  readonly #turnsOff = new Int32Array(CANDIDATES)

  // Which cells see an on, and an off, node of a digit in a cycle.
  readonly #seeOn = new Int32Array(27)
  readonly #seeOff = new Int32Array(27)
  readonly #inCycle = new Int32Array(3)

  /** The hints that are wanted: the best one only, or each. */
  #wantsAll = false
  #best: ChainHint | undefined
  /** A hint has to come before these, as there is one of this pass or of an earlier one. */
  #limit: Rank | undefined
  #all: ChainHint[] = []
  #pass = PASSES[0]
  #chainLayers = 0
  #cycleLayers = 0

  constructor(grid: CandidateGrid, work: Work, links = new Links()) {
    this.#grid = grid
    this.#work = work
    this.#links = links
  }

  /** The hint that is taken first. */
  best(): Hint | undefined {
    this.#wantsAll = false
    this.#search()
    return this.#best
  }

  /** Each hint, in the order in which they are taken. */
  all(): ChainHint[] {
    this.#wantsAll = true
    this.#search()
    return this.#all
  }

  #search(): void {
    this.#best = undefined
    this.#limit = undefined
    this.#all = []
    this.#links.begin(this.#grid)
    this.#arePlanesKnown = false
    for (const pass of PASSES) {
      this.#pass = pass
      if (!this.#canBeat(pass.cycle.base, 4)) continue
      this.#preparePass()
      for (let number = 0; number < this.#links.count; number++) if (this.#isSource(number)) this.#searchFrom(number)
    }
  }

  /** The last candidate of a cell tells nothing, though it may stand on the grids that nested chains look at. */
  #isSource(number: number): boolean {
    const inCell = this.#links.size[this.#links.group[number * GROUPS_OF_ONE]]
    return this.#pass.inUnits ? inCell > 1 : inCell === 2
  }

  /** A node at a depth has so many before it, and itself, and every other layer is of on nodes. */
  #searchFrom(source: number): void {
    this.#work.spend(1)
    const { chain } = this.#pass
    const off = chain ? this.#offAfter[source] : 0
    if ((off > 0 && off <= this.#chainLayers) || this.#layers.closes(source, this.#cycleLayers)) this.#fromOn(source)
    const on = chain ? this.#onAfter[source] : 0
    if (on > 0 && on <= this.#chainLayers + 1) this.#fromOff(source)
  }

  /** Finds the shortest chains of a pass, so that nothing longer is searched for. */
  #findShortest({ base }: { readonly base: number }): void {
    let layers = this.#chainLayers
    let shortest = 0
    for (let source = 0; source < this.#links.count; source++) {
      if (!this.#isSource(source)) continue
      const off = this.#layers.turnsOff(source, layers)
      this.#offAfter[source] = off
      if (off > 0 && !this.#wantsAll) {
        layers = off
        shortest = off * 2 + 2
      }
      const on = this.#layers.turnsOn(source, layers + 1)
      this.#onAfter[source] = on
      if (on > 0 && !this.#wantsAll && (shortest === 0 || on * 2 < shortest)) {
        layers = on - 1
        shortest = on * 2
      }
    }
    if (shortest === 0) return
    // Just above those, as the first of them is taken.
    this.#limit = { rating: base + lengthRating(shortest), complexity: shortest + 0.5, order: this.#pass.order }
    this.#bound()
  }

  #canBeat(base: number, complexity: number): boolean {
    const most =
      this.#best && this.#limit && isBefore(this.#best, this.#limit) ? this.#best : (this.#limit ?? this.#best)
    if (this.#wantsAll || !most) return true
    return isBefore({ rating: base + lengthRating(complexity), complexity, order: this.#pass.order }, most)
  }

  #keep(hint: ChainHint): void {
    if (this.#wantsAll) this.#all.push(hint)
    else this.#best = hint
    this.#bound()
  }

  /** Works out how many layers may lie between the ends of a chain, or of a cycle, that is taken before the best. */
  #bound(): void {
    const { cycle, chain } = this.#pass
    this.#cycleLayers = this.#layersWithin(cycle.base)
    this.#chainLayers = chain ? this.#layersWithin(chain.base) : 0
  }

  #layersWithin(base: number): number {
    if (this.#wantsAll || !(this.#best ?? this.#limit)) return CANDIDATES
    let layers = 0
    while (this.#canBeat(base, layers * 2 + 4)) layers++
    return layers
  }

  #preparePass(): void {
    const { count, strong } = this.#links
    const [firstStrong, strongEnd] = strongAlong(this.#pass)
    for (let number = 0; number < count; number++) {
      let goesOn = 0
      for (let at = number * GROUPS_OF_ONE + firstStrong; at < number * GROUPS_OF_ONE + strongEnd; at++) {
        if (strong[at] !== NONE) goesOn = 1
      }
      this.#goesOn[number] = goesOn
    }
    this.#layers.rows.begin(this.#links, this.#pass)
    this.#bound()
    if (this.#pass.chain) this.#findShortest(this.#pass.chain)
  }

  /** Chains by which a candidate that is on turns itself off, and cycles that come back to it. */
  #fromOn(source: number): void {
    const { inCells, cycle, chain } = this.#pass
    const { weak, weakFrom, weakInUnits, strong } = this.#links
    const weakBegin = inCells ? weakFrom : weakInUnits
    const stamp = ++this.#stamp
    const [firstStrong, strongEnd] = strongAlong(this.#pass)
    for (let i = firstStrong; i < strongEnd; i++) {
      const closing = strong[source * GROUPS_OF_ONE + i]
      if (closing !== NONE) this.#closesCycle[closing] = stamp
    }
    for (let w = weakBegin[source]; w < weakFrom[source + 1]; w++) this.#turnsOff[weak[w]] = stamp
    this.#onSeen[source] = stamp
    this.#on[0] = source
    let onCount = 1
    let forced: { depth: number; parent: number } | undefined
    for (let depth = 1; onCount > 0; depth += 2) {
      // A node at a depth has so many before it, and itself.
      const canChain = chain !== undefined && !forced && this.#canBeat(chain.base, depth + 1)
      if (!canChain && !this.#canBeat(cycle.base, depth + 1)) break
      let offCount = 0
      for (let i = 0; i < onCount; i++) {
        const from = this.#on[i]
        if (this.#turnsOff[from] === stamp) forced ??= { depth, parent: from }
        for (let w = weakBegin[from]; w < weakFrom[from + 1]; w++) {
          const to = weak[w]
          if (this.#goesOn[to] === 0) continue
          const closes = this.#closesCycle[to] === stamp && depth >= 3
          if (closes && !this.#comesFrom(from, to, source)) this.#considerCycle(source, to, from, depth + 1)
          if (this.#offSeen[to] === stamp) continue
          this.#offSeen[to] = stamp
          this.#offParent[to] = from
          this.#off[offCount++] = to
        }
      }
      onCount = this.#nextOn(offCount, firstStrong, strongEnd, stamp)
    }
    if (forced && chain && this.#canBeat(chain.base, forced.depth + 1)) {
      this.#keepChain(source * 2 + OFF, forced.parent, forced.depth + 1, source)
    }
  }

  /** Chains by which a candidate that is off turns itself on. */
  #fromOff(source: number): void {
    const { inCells, chain } = this.#pass
    if (!chain) return
    const { weak, weakFrom, weakInUnits } = this.#links
    const weakBegin = inCells ? weakFrom : weakInUnits
    const stamp = ++this.#stamp
    const [firstStrong, strongEnd] = strongAlong(this.#pass)
    this.#offSeen[source] = stamp
    this.#off[0] = source
    let offCount = 1
    for (let depth = 1; offCount > 0; depth += 2) {
      if (!this.#canBeat(chain.base, depth + 1)) return
      const onCount = this.#nextOn(offCount, firstStrong, strongEnd, stamp)
      if (this.#onSeen[source] === stamp) {
        this.#keepChain(source * 2 + ON, this.#onParent[source], depth + 1, source)
        return
      }
      offCount = 0
      for (let i = 0; i < onCount; i++) {
        const from = this.#on[i]
        for (let w = weakBegin[from]; w < weakFrom[from + 1]; w++) {
          const to = weak[w]
          if (this.#goesOn[to] === 0 || this.#offSeen[to] === stamp) continue
          this.#offSeen[to] = stamp
          this.#offParent[to] = from
          this.#off[offCount++] = to
        }
      }
    }
  }

  /** The layer of on nodes after one of off nodes. */
  #nextOn(offCount: number, firstStrong: number, strongEnd: number, stamp: number): number {
    const { strong, strongCause } = this.#links
    let onCount = 0
    for (let i = 0; i < offCount; i++) {
      const from = this.#off[i]
      for (let s = from * GROUPS_OF_ONE + firstStrong; s < from * GROUPS_OF_ONE + strongEnd; s++) {
        const to = strong[s]
        if (to === NONE || this.#onSeen[to] === stamp) continue
        this.#onSeen[to] = stamp
        this.#onParent[to] = from
        this.#onCause[to] = strongCause[s]
        this.#on[onCount++] = to
      }
    }
    return onCount
  }

  /** Whether an off node is among the ancestors of an on node. */
  #comesFrom(on: number, off: number, source: number): boolean {
    for (let node = on; node !== source; ) {
      const parent = this.#onParent[node]
      if (parent === off) return true
      node = this.#offParent[parent]
    }
    return false
  }

  #considerCycle(source: number, closing: number, last: number, complexity: number): void {
    const { technique, base } = this.#pass.cycle
    if (!this.#canBeat(base, complexity)) return
    const eliminations = this.#cycleEliminations(source, closing, last)
    if (eliminations.length === 0) return
    const chains = this.#cycleChains(source, closing, last)
    this.#keep({
      technique,
      rating: base + lengthRating(complexity),
      complexity,
      order: this.#pass.order,
      placement: -1,
      eliminations,
      chains,
      alternatives: ASSUMED,
      pattern: () => cyclePattern(chains),
    })
  }

  #cycleEliminations(source: number, closing: number, last: number): number[] {
    if (!this.#arePlanesKnown) this.#fillPlanes()
    this.#seeOn.fill(0)
    this.#seeOff.fill(0)
    this.#inCycle.fill(0)
    this.#addToCycle(source, this.#seeOn)
    this.#addToCycle(closing, this.#seeOff)
    for (let on = last; on !== source; ) {
      this.#addToCycle(on, this.#seeOn)
      const off = this.#onParent[on]
      this.#addToCycle(off, this.#seeOff)
      on = this.#offParent[off]
    }
    const eliminations: number[] = []
    for (let third = 0; third < 3; third++) {
      for (let digit = 0; digit < 9; digit++) {
        const at = digit * 3 + third
        let cells = this.#seeOn[at] & this.#seeOff[at] & this.#planes[at] & ~this.#inCycle[third]
        for (; cells; cells &= cells - 1) {
          eliminations.push((third * 27 + 31 - Math.clz32(cells & -cells)) * 9 + digit)
        }
      }
    }
    return eliminations.sort((a, b) => a - b)
  }

  #fillPlanes(): void {
    this.#arePlanesKnown = true
    this.#planes.fill(0)
    for (let number = 0; number < this.#links.count; number++) {
      const candidate = this.#links.candidate[number]
      const cell = (candidate / 9) | 0
      this.#planes[(candidate % 9) * 3 + ((cell / 27) | 0)] |= 1 << (cell % 27)
    }
  }

  #addToCycle(number: number, see: Int32Array): void {
    const candidate = this.#links.candidate[number]
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let third = 0; third < 3; third++) see[digit * 3 + third] |= PEER_MASKS[cell * 3 + third]
    this.#inCycle[(cell / 27) | 0] |= 1 << (cell % 27)
  }

  /** A cycle is told twice: from its candidate that is on back to it, and from the same that is off. */
  #cycleChains(source: number, closing: number, last: number): Chain[] {
    const { strong, strongCause } = this.#links
    let at = closing * GROUPS_OF_ONE
    while (strong[at] !== source) at++
    const forth: ChainNode[] = [this.#onNode(source, closing, strongCause[at]), this.#offNode(closing, last)]
    for (let on = last; on !== source; ) {
      const off = this.#onParent[on]
      forth.push(this.#onNode(on, off, this.#onCause[on]))
      on = this.#offParent[off]
      forth.push(this.#offNode(off, on))
    }
    // Backwards each node is the other way round, and keeps the cause it had, as Sudoku Explainer has it: what nested
    // cycles rest on is looked for there. It is its neighbour's, so that steps tell the links of the way forth, turned.
    const back: ChainNode[] = [{ node: forth[0].node ^ 1, parents: [forth[forth.length - 1].node ^ 1], cause: ASSUMED }]
    for (let i = forth.length - 1; i > 0; i--) {
      back.push({ node: forth[i].node ^ 1, parents: [forth[i - 1].node ^ 1], cause: forth[i].cause })
    }
    return [forth, back]
  }

  #onNode(number: number, parent: number, cause: number): ChainNode {
    const { candidate } = this.#links
    return { node: candidate[number] * 2 + ON, parents: [candidate[parent] * 2 + OFF], cause }
  }

  #offNode(number: number, parent: number): ChainNode {
    const [off, on] = [this.#links.candidate[number], this.#links.candidate[parent]]
    return { node: off * 2 + OFF, parents: [on * 2 + ON], cause: weakCause(on, off) }
  }

  #keepChain(target: number, parent: number, complexity: number, source: number): void {
    const { chain, order } = this.#pass
    if (!chain) return
    const nodes = this.#chainTo(target, parent, source)
    this.#keep({
      technique: chain.technique,
      rating: chain.base + lengthRating(complexity),
      complexity,
      order,
      ...conclusionOf(this.#grid, nodes[0].node),
      chains: [nodes],
      alternatives: ASSUMED,
      pattern: () => chainPattern(nodes),
    })
  }

  /** The chain from the opposite of its end. */
  #chainTo(target: number, parent: number, source: number): Chain {
    const nodes: ChainNode[] = []
    let [number, isOn] = [target >> 1, (target & 1) === ON]
    let before = parent
    for (;;) {
      nodes.push(isOn ? this.#onNode(number, before, this.#onCause[number]) : this.#offNode(number, before))
      number = before
      isOn = !isOn
      if (number === source && number * 2 + (isOn ? ON : OFF) === (target ^ 1)) break
      before = isOn ? this.#onParent[number] : this.#offParent[number]
    }
    return [...nodes, { node: nodes[0].node ^ 1, parents: [], cause: ASSUMED }]
  }
}

function cyclePattern(chains: readonly Chain[]) {
  return { ...partsOf(chains), units: [], links: bothWays(linksOf([chains[0]])) }
}

/** The links of a cycle, and of its other way: what follows if the end of each is the opposite. */
function bothWays(forth: readonly Link[]): Link[] {
  const opposite = (end: LinkEnd) => ({ ...end, on: !end.on })
  const back = forth.map(({ from, to, why }) => ({ from: opposite(to), to: opposite(from), why, chain: 1 }))
  return [...forth, ...back.toReversed()]
}

function chainPattern(chain: Chain) {
  return { ...partsOf([chain]), units: [], links: linksOf([chain]) }
}

/** The cells and the digits of chains, from what is assumed on. */
export function partsOf(chains: readonly Chain[]): { cells: number[]; digits: number[] } {
  const candidates = chains.flatMap((chain) => chain.toReversed().map(({ node }) => node >> 1))
  return {
    cells: [...new Set(candidates.map((candidate) => (candidate / 9) | 0))],
    digits: [...new Set(candidates.map((candidate) => candidate % 9))].sort((a, b) => a - b),
  }
}
