import { type Board, CANDIDATES, CELL_AT, CELLS, COUNT, LOWEST, PEER_COUNT, PEER_MASKS, PEERS, UNIT_OF } from './board.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainNode,
  conclusionOf,
  FORCING_CHAIN,
  FORCING_X_CHAIN,
  IN_CELL,
  IN_UNIT,
  isBefore,
  lengthRating,
  linksOf,
  nodeInWords,
  OFF,
  ON,
  WEAK_COUNT,
  weakCause,
} from './chain.ts'
import type { Hint } from './hint.ts'
import type { TechniqueName } from './technique-names.ts'
import { cellsNamed, digitsNamed } from './words.ts'
import type { Work } from './work.ts'

/**
 * Forcing chains and bidirectional cycles: every inference has one parent. A candidate that turns itself off, or on,
 * by a chain is so; and in a loop of alternating weak and strong links one end of each link is on.
 *
 * From each candidate the search goes out in breadth, a layer of off nodes and a layer of on nodes in turn, and each
 * node has the parent by which it was met first. Three passes: along digits only (X), along cells only (Y), along both.
 */

/** What a pass goes along, and how its hints are rated and ordered. */
interface Pass {
  readonly inCells: boolean
  readonly inUnits: boolean
  readonly cycle: { readonly technique: TechniqueName; readonly base: number }
  /** A chain along cells only would have an odd length and an even one, so there is none. */
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

/** Strong links of a candidate: the one in its cell, then up to three in its units. */
const STRONG_COUNT = 4
const NONE = 0xffff

export class ForcingChains {
  readonly #board: Board
  readonly #work: Work
  /** Weak links to candidates that are there: `#weak[#weakFrom[candidate] …]`, and from `#weakInUnits` on those in units. */
  readonly #weak = new Uint16Array(CANDIDATES * WEAK_COUNT)
  readonly #weakFrom = new Uint16Array(CANDIDATES)
  readonly #weakInUnits = new Uint16Array(CANDIDATES)
  readonly #weakEnd = new Uint16Array(CANDIDATES)
  /** Of the weak links of a pass those to candidates from which a strong one goes on. */
  readonly #links = new Uint16Array(CANDIDATES * WEAK_COUNT)
  readonly #linksFrom = new Uint16Array(CANDIDATES)
  readonly #linksEnd = new Uint16Array(CANDIDATES)
  readonly #strong = new Uint16Array(CANDIDATES * STRONG_COUNT)
  readonly #strongCause = new Uint8Array(CANDIDATES * STRONG_COUNT)
  /** Cells of each digit: nine times three masks of 27 cells. */
  readonly #planes = new Int32Array(27)

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
  #all: ChainHint[] = []
  #pass = PASSES[0]

  constructor(board: Board, work: Work) {
    this.#board = board
    this.#work = work
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
    this.#all = []
    this.#prepare()
    for (const pass of PASSES) {
      this.#pass = pass
      if (!this.#canBeat(pass.cycle.base, 4)) continue
      this.#preparePass()
      for (let cell = 0; cell < CELLS; cell++) {
        const digits = this.#board.digitsAt[cell]
        if (COUNT[digits] < 2 || (!pass.inUnits && COUNT[digits] > 2)) continue
        for (let rest = digits; rest; rest &= rest - 1) this.#searchFrom(cell * 9 + LOWEST[rest])
      }
    }
  }

  #searchFrom(source: number): void {
    this.#work.spend(1)
    this.#fromOn(source)
    if (this.#pass.chain) this.#fromOff(source)
  }

  #canBeat(base: number, complexity: number): boolean {
    if (this.#wantsAll || !this.#best) return true
    return isBefore({ rating: base + lengthRating(complexity), complexity, order: this.#pass.order }, this.#best)
  }

  #keep(hint: ChainHint): void {
    if (this.#wantsAll) this.#all.push(hint)
    else this.#best = hint
  }

  #prepare(): void {
    const { digitsAt, placesOf } = this.#board
    let weakCount = 0
    this.#planes.fill(0)
    this.#strong.fill(NONE)
    for (let cell = 0; cell < CELLS; cell++) {
      const digits = digitsAt[cell]
      for (let digit = 0; digit < 9; digit++) {
        const candidate = cell * 9 + digit
        const bit = 1 << digit
        if (!(digits & bit)) continue
        this.#weakFrom[candidate] = weakCount
        for (let other = 0; other < 9; other++) {
          if (other !== digit && digits & (1 << other)) this.#weak[weakCount++] = cell * 9 + other
        }
        this.#weakInUnits[candidate] = weakCount
        for (let i = cell * PEER_COUNT; i < (cell + 1) * PEER_COUNT; i++) {
          if (digitsAt[PEERS[i]] & bit) this.#weak[weakCount++] = PEERS[i] * 9 + digit
        }
        this.#weakEnd[candidate] = weakCount
        this.#planes[digit * 3 + ((cell / 27) | 0)] |= 1 << (cell % 27)
        const at = candidate * STRONG_COUNT
        if (COUNT[digits] === 2) {
          this.#strong[at] = cell * 9 + LOWEST[digits & ~bit]
          this.#strongCause[at] = IN_CELL
        }
        let next = at + 1
        for (let kind = 0; kind < 3; kind++) {
          const unit = UNIT_OF[cell * 3 + kind]
          const places = placesOf[unit * 9 + digit]
          if (COUNT[places] !== 2) continue
          const low = CELL_AT[unit * 9 + LOWEST[places]]
          const other = low === cell ? CELL_AT[unit * 9 + LOWEST[places & (places - 1)]] : low
          const to = other * 9 + digit
          if (to === this.#strong[at + 1] || to === this.#strong[at + 2]) continue
          this.#strong[next] = to
          this.#strongCause[next++] = IN_UNIT + kind
        }
      }
    }
  }

  #preparePass(): void {
    const { inCells, inUnits } = this.#pass
    const { digitsAt } = this.#board
    let count = 0
    for (let cell = 0; cell < CELLS; cell++) {
      for (let rest = digitsAt[cell]; rest; rest &= rest - 1) {
        const candidate = cell * 9 + LOWEST[rest]
        this.#linksFrom[candidate] = count
        for (let w = (inCells ? this.#weakFrom : this.#weakInUnits)[candidate]; w < this.#weakEnd[candidate]; w++) {
          const at = this.#weak[w] * STRONG_COUNT
          const goesOn = (inCells && this.#strong[at] !== NONE) || (inUnits && this.#strong[at + 1] !== NONE)
          if (goesOn) this.#links[count++] = this.#weak[w]
        }
        this.#linksEnd[candidate] = count
      }
    }
  }

  /** Chains by which a candidate that is on turns itself off, and cycles that come back to it. */
  #fromOn(source: number): void {
    const { inCells, inUnits, cycle, chain } = this.#pass
    const stamp = ++this.#stamp
    const firstStrong = inCells ? 0 : 1
    const strongEnd = inUnits ? STRONG_COUNT : 1
    for (let i = firstStrong; i < strongEnd; i++) {
      const closing = this.#strong[source * STRONG_COUNT + i]
      if (closing !== NONE) this.#closesCycle[closing] = stamp
    }
    for (let w = (inCells ? this.#weakFrom : this.#weakInUnits)[source]; w < this.#weakEnd[source]; w++) {
      this.#turnsOff[this.#weak[w]] = stamp
    }
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
        for (let l = this.#linksFrom[from]; l < this.#linksEnd[from]; l++) {
          const to = this.#links[l]
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
    const stamp = ++this.#stamp
    const firstStrong = inCells ? 0 : 1
    this.#offSeen[source] = stamp
    this.#off[0] = source
    let offCount = 1
    for (let depth = 1; offCount > 0; depth += 2) {
      if (!this.#canBeat(chain.base, depth + 1)) return
      const onCount = this.#nextOn(offCount, firstStrong, STRONG_COUNT, stamp)
      if (this.#onSeen[source] === stamp) {
        this.#keepChain(source * 2 + ON, this.#onParent[source], depth + 1, source)
        return
      }
      offCount = 0
      for (let i = 0; i < onCount; i++) {
        const from = this.#on[i]
        for (let l = this.#linksFrom[from]; l < this.#linksEnd[from]; l++) {
          const to = this.#links[l]
          if (this.#offSeen[to] === stamp) continue
          this.#offSeen[to] = stamp
          this.#offParent[to] = from
          this.#off[offCount++] = to
        }
      }
    }
  }

  /** The layer of on nodes after one of off nodes. */
  #nextOn(offCount: number, firstStrong: number, strongEnd: number, stamp: number): number {
    let onCount = 0
    for (let i = 0; i < offCount; i++) {
      const from = this.#off[i]
      for (let s = from * STRONG_COUNT + firstStrong; s < from * STRONG_COUNT + strongEnd; s++) {
        const to = this.#strong[s]
        if (to === NONE || this.#onSeen[to] === stamp) continue
        this.#onSeen[to] = stamp
        this.#onParent[to] = from
        this.#onCause[to] = this.#strongCause[s]
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

  #addToCycle(candidate: number, see: Int32Array): void {
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let third = 0; third < 3; third++) see[digit * 3 + third] |= PEER_MASKS[cell * 3 + third]
    this.#inCycle[(cell / 27) | 0] |= 1 << (cell % 27)
  }

  /** A cycle is told twice: from its candidate that is on back to it, and from the same that is off. */
  #cycleChains(source: number, closing: number, last: number): Chain[] {
    const strong = firstStrongOf(this.#strong, closing, source)
    const forth: ChainNode[] = [
      { node: source * 2 + ON, parents: [closing * 2 + OFF], cause: this.#strongCause[strong] },
      { node: closing * 2 + OFF, parents: [last * 2 + ON], cause: weakCause(last, closing) },
    ]
    for (let on = last; on !== source; ) {
      const off = this.#onParent[on]
      forth.push({ node: on * 2 + ON, parents: [off * 2 + OFF], cause: this.#onCause[on] })
      on = this.#offParent[off]
      forth.push({ node: off * 2 + OFF, parents: [on * 2 + ON], cause: weakCause(on, off) })
    }
    // Backwards each node is the other way round, and keeps the cause it had.
    const back: ChainNode[] = [{ node: source * 2 + OFF, parents: [forth[forth.length - 1].node ^ 1], cause: ASSUMED }]
    for (let i = forth.length - 1; i > 0; i--) {
      back.push({ node: forth[i].node ^ 1, parents: [forth[i - 1].node ^ 1], cause: forth[i].cause })
    }
    return [forth, back]
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
      ...conclusionOf(this.#board, target),
      chains: [nodes],
      alternatives: ASSUMED,
      pattern: () => chainPattern(nodes, chain.technique),
    })
  }

  /** The chain from the opposite of its end. */
  #chainTo(target: number, parent: number, source: number): Chain {
    const assumed = target ^ 1
    const nodes: ChainNode[] = []
    let [candidate, isOn] = [target >> 1, (target & 1) === ON]
    let before = parent
    for (;;) {
      const node = candidate * 2 + (isOn ? ON : OFF)
      const cause = isOn ? this.#onCause[candidate] : weakCause(before, candidate)
      nodes.push({ node, parents: [before * 2 + (isOn ? OFF : ON)], cause })
      candidate = before
      isOn = !isOn
      if (candidate === source && candidate * 2 + (isOn ? ON : OFF) === assumed) break
      before = isOn ? this.#onParent[candidate] : this.#offParent[candidate]
    }
    return [...nodes, { node: assumed, parents: [], cause: ASSUMED }]
  }
}

/** Where the strong link from one candidate to another is. */
function firstStrongOf(strong: Uint16Array, from: number, to: number): number {
  let at = from * STRONG_COUNT
  while (strong[at] !== to) at++
  return at
}

function cyclePattern(chains: readonly Chain[]) {
  const { cells, digits } = partsOf(chains)
  return {
    cells,
    digits,
    units: [],
    links: linksOf(chains),
    reason: `${cellsNamed(cells)} are a loop on ${digitsNamed(digits)} that can be filled in two ways, each with one end of every link`,
  }
}

function chainPattern(chain: Chain, technique: TechniqueName) {
  const { cells, digits } = partsOf([chain])
  const along = technique === 'forcing-x-chain' ? ` along the places of ${digitsNamed(digits)}` : ''
  const assumed = chain[chain.length - 1].node
  return {
    cells,
    digits,
    units: [],
    links: linksOf([chain]),
    reason: `if ${nodeInWords(assumed)}, then after ${chain.length - 1} links${along} it ${(assumed & 1) === ON ? 'is not' : 'is'}`,
  }
}

/** The cells and the digits of chains, from what is assumed on. */
export function partsOf(chains: readonly Chain[]): { cells: number[]; digits: number[] } {
  const candidates = chains.flatMap((chain) => chain.toReversed().map(({ node }) => node >> 1))
  return {
    cells: [...new Set(candidates.map((candidate) => (candidate / 9) | 0))],
    digits: [...new Set(candidates.map((candidate) => candidate % 9))].sort((a, b) => a - b),
  }
}
