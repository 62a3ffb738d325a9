import { Board, CANDIDATES, CELL_AT, CELLS, COUNT, LOWEST, UNIT_OF } from './board.ts'
import {
  ASSUMED,
  type Chain,
  type ChainHint,
  type ChainNode,
  conclusionOf,
  IN_CELL,
  IN_UNIT,
  isBefore,
  lengthRating,
  linksOf,
  NODES,
  nodeInWords,
  OFF,
  ON,
  type Rule,
  WEAK,
  WEAK_COUNT,
  WEAK_IN_UNITS,
  weakCause,
} from './chain.ts'
import { Consequences } from './consequences.ts'
import { DigitPlaces } from './digit-places.ts'
import { partsOf } from './forcing-chains.ts'
import type { Hint, Pattern } from './hint.ts'
import type { TechniqueName } from './technique-names.ts'
import { cellName, unitName } from './words.ts'
import type { Work } from './work.ts'

/**
 * Multiple chains: what follows from an assumption, held against what follows from its opposite, or from all its
 * alternatives in a cell or in a unit. Dynamic ones go on from several inferences together, as they take away each
 * candidate that is off; those with nested rules look for patterns on the grid that is left, once nothing else follows.
 */
export interface ChainKind {
  readonly base: number
  /** Goes on from several inferences together. */
  readonly isDynamic: boolean
  /** Along digits only, and looks for contradictions only. */
  readonly isNishio: boolean
  readonly techniques: Readonly<Record<Shape, TechniqueName>>
  /** Patterns on what is left. */
  readonly rules?: NestedRules
}

/** How assumptions are held against each other. */
export type Shape = 'contradiction' | 'double' | 'cell' | 'unit'

/** Finds candidates that go once others are off, and why; the first kind of pattern that finds some is enough. */
export interface NestedRules {
  readonly isChained: boolean
  find(
    before: Board,
    now: Board,
    use: (rule: Rule, gone: readonly number[], eliminations: readonly number[]) => void,
  ): void
}

/** Among chains of one length the least is taken first. */
const ORDER: Readonly<Record<Shape, number>> = { double: 1, cell: 5, unit: 6, contradiction: 7 }

/** An end of a chain: a node among the consequences of an assumption. */
interface Target {
  readonly from: Consequences
  readonly node: number
  readonly entry: number
}

/** A hint before its chains are written out. */
export interface Found {
  readonly shape: Shape
  readonly rating: number
  readonly complexity: number
  readonly order: number
  readonly placement: number
  readonly eliminations: readonly number[]
  readonly targets: readonly Target[]
  /** The cell or the unit of the alternatives, or the assumed node. */
  readonly source: number
}

export class MultipleChains {
  readonly #board: Board
  readonly #kind: ChainKind
  readonly #work: Work
  /** The board on which the search is, while assumptions take candidates away. */
  readonly #before = new Board()
  /** By the assumed node; made when they are first needed, and known while `#isKnown`. */
  readonly #consequences: (Consequences | undefined)[] = new Array(NODES)
  readonly #isKnown = new Uint8Array(NODES)
  /**
   * For each node of each assumption: the number of parents; where it follows (a cause if it is on, the number of a
   * rule if it is off); the parents.
   */
  #pool = new Int32Array(1 << 14)
  #poolEnd = 0
  #rules: Rule[] = []
  readonly #seen = new Int32Array(NODES)
  #stamp = 0
  readonly #stack = new Uint16Array(NODES)
  readonly #along = new DigitPlaces()

  #wantsAll = false
  #best: Found | undefined
  #all: Found[] = []

  constructor(board: Board, kind: ChainKind, work: Work) {
    this.#board = board
    this.#kind = kind
    this.#work = work
  }

  /** The hint that is taken first. */
  best(): Hint | undefined {
    this.#wantsAll = false
    this.#search()
    return this.#best && this.hintOf(this.#best)
  }

  /** Each hint, in the order in which they were met, to be written out by `hintOf` before the next search. */
  all(): readonly Found[] {
    this.#wantsAll = true
    this.#search()
    return this.#all
  }

  #search(): void {
    const { isDynamic, isNishio } = this.#kind
    this.#best = undefined
    this.#all = []
    this.#isKnown.fill(0)
    this.#poolEnd = 0
    this.#rules = []
    for (let cell = 0; cell < CELLS; cell++) {
      const digits = this.#board.digitsAt[cell]
      if (COUNT[digits] < (isDynamic ? 2 : 3)) continue
      for (let rest = digits; rest; rest &= rest - 1) {
        const candidate = cell * 9 + LOWEST[rest]
        if (isNishio) this.#considerAlongDigit(candidate)
        else if (isDynamic) this.#considerOpposites(candidate, COUNT[digits] > 2)
        if (!isNishio) this.#considerUnits(candidate)
      }
      if (!isNishio) this.#considerCell(cell)
    }
  }

  /** What would contradict itself along a digit; whether it would is found out before all that follows is entered. */
  #considerAlongDigit(candidate: number): void {
    for (const isOn of [ON, OFF]) {
      const assumed = candidate * 2 + isOn
      if (!this.#along.contradicts(this.#board, candidate, isOn === ON)) continue
      const consequences = this.#consequencesOf(assumed)
      if (consequences.clash >= 0) this.#considerClash(consequences, assumed)
    }
  }

  /** What follows whether a candidate is on or off, and what would contradict itself. */
  #considerOpposites(candidate: number, withDouble: boolean): void {
    const ifOn = this.#consequencesOf(candidate * 2 + ON)
    if (ifOn.clash >= 0) this.#considerClash(ifOn, candidate * 2 + ON)
    const ifOff = this.#consequencesOf(candidate * 2 + OFF)
    if (ifOff.clash >= 0) this.#considerClash(ifOff, candidate * 2 + OFF)
    if (!withDouble) return
    this.#considerCommon('double', [ifOn, ifOff], candidate)
  }

  #considerClash(from: Consequences, assumed: number): void {
    const targets = [
      { from, node: from.clash * 2 + ON, entry: from.clashOn },
      { from, node: from.clash * 2 + OFF, entry: from.clashOff },
    ]
    this.#consider('contradiction', targets, assumed ^ 1, assumed)
  }

  /** What follows from each place of a digit in a unit; looked at from its first place. */
  #considerUnits(candidate: number): void {
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = this.#board.placesOf[unit * 9 + digit]
      if (COUNT[places] < 2 || CELL_AT[unit * 9 + LOWEST[places]] !== cell) continue
      const all: Consequences[] = []
      for (let rest = places; rest; rest &= rest - 1) {
        all.push(this.#consequencesOf((CELL_AT[unit * 9 + LOWEST[rest]] * 9 + digit) * 2 + ON))
      }
      this.#considerCommon('unit', all, unit * 9 + digit)
    }
  }

  /** What follows from each candidate of a cell. */
  #considerCell(cell: number): void {
    const all: Consequences[] = []
    for (let rest = this.#board.digitsAt[cell]; rest; rest &= rest - 1) {
      all.push(this.#consequencesOf((cell * 9 + LOWEST[rest]) * 2 + ON))
    }
    this.#considerCommon('cell', all, cell)
  }

  #considerCommon(shape: Shape, all: readonly Consequences[], source: number): void {
    const [first] = all
    for (let i = 0; i < first.onCount; i++) this.#considerNode(shape, all, first.on[i] * 2 + ON, source)
    for (let i = 0; i < first.offCount; i++) this.#considerNode(shape, all, first.off[i] * 2 + OFF, source)
  }

  #considerNode(shape: Shape, all: readonly Consequences[], node: number, source: number): void {
    for (let i = 1; i < all.length; i++) if (all[i].entry[node] < 0) return
    if (!this.#wantsAll && this.#best) {
      let least = 0
      for (const from of all) {
        least += this.#ancestorsOf(from, node, from.entry[node])
        if (least > this.#best.complexity) return
      }
    }
    const targets = all.map((from) => ({ from, node, entry: from.entry[node] }))
    this.#consider(shape, targets, node, source)
  }

  /** @param conclusion the node that holds */
  #consider(shape: Shape, targets: readonly Target[], conclusion: number, source: number): void {
    const { placement, eliminations } = conclusionOf(this.#board, conclusion)
    if (eliminations.length === 0) return
    let complexity = 0
    for (const { from, node, entry } of targets) complexity += this.#ancestorsOf(from, node, entry)
    if (this.#kind.rules?.isChained && (this.#wantsAll || !this.#best || complexity <= this.#best.complexity)) {
      complexity += this.#nestedComplexity(targets)
    }
    const rating = this.#kind.base + lengthRating(complexity)
    const order = ORDER[shape]
    if (!this.#wantsAll && this.#best && !isBefore({ rating, complexity, order }, this.#best)) return
    const found: Found = { shape, rating, complexity, order, placement, eliminations, targets, source }
    if (this.#wantsAll) this.#all.push(found)
    else this.#best = found
  }

  #ancestorsOf(from: Consequences, node: number, entry: number): number {
    const isOfClash = entry !== from.entry[node]
    if (!isOfClash && from.ancestors[node] > 0) return from.ancestors[node]
    const stamp = ++this.#stamp
    const [pool, seen, stack] = [this.#pool, this.#seen, this.#stack]
    let count = 1
    let height = 0
    seen[node] = stamp
    for (let at = entry; ; at = from.entry[stack[--height]]) {
      for (let i = at + 2; i < at + 2 + pool[at]; i++) {
        const parent = pool[i]
        if (seen[parent] === stamp) continue
        seen[parent] = stamp
        stack[height++] = parent
        count++
      }
      if (height === 0) break
    }
    if (!isOfClash) from.ancestors[node] = count
    return count
  }

  /** What nested chains add: each once, however many nodes rest on it. */
  #nestedComplexity(targets: readonly Target[]): number {
    const signatures = new Set<string>()
    let sum = 0
    for (const target of targets) {
      for (const { rule } of this.#chainTo(target)) {
        if (!rule?.nested || signatures.has(rule.nested.signature)) continue
        signatures.add(rule.nested.signature)
        sum += rule.nested.hint.complexity
      }
    }
    return sum
  }

  /** The nodes that a target comes from, in breadth, from it back. */
  #chainTo({ from, node, entry }: Target): Chain {
    const stamp = ++this.#stamp
    const chain: ChainNode[] = []
    this.#seen[node] = stamp
    const queue = [node]
    for (let head = 0; head < queue.length; head++) {
      const next = queue[head]
      const at = head === 0 ? entry : from.entry[next]
      const parents = [...this.#pool.subarray(at + 2, at + 2 + this.#pool[at])]
      const where = this.#pool[at + 1]
      const isOn = (next & 1) === ON
      const rule = !isOn && where > 0 ? this.#rules[where - 1] : undefined
      const isWeak = !isOn && !rule && parents.length > 0
      const cause = isOn ? where : isWeak ? weakCause(parents[0] >> 1, next >> 1) : ASSUMED
      chain.push({ node: next, parents, cause, rule })
      for (const parent of parents) {
        if (this.#seen[parent] === stamp) continue
        this.#seen[parent] = stamp
        queue.push(parent)
      }
    }
    return chain
  }

  hintOf(found: Found): ChainHint {
    const { shape, source } = found
    const chains = found.targets.map((target) => this.#chainTo(target))
    const unit = shape === 'unit' ? Math.floor(source / 9) : 0
    return {
      technique: this.#kind.techniques[shape],
      rating: found.rating,
      complexity: found.complexity,
      order: found.order,
      placement: found.placement,
      eliminations: found.eliminations,
      chains,
      alternatives: shape === 'cell' ? IN_CELL : shape === 'unit' ? IN_UNIT + Math.floor(unit / 9) : ASSUMED,
      pattern: () => patternOf(shape, source, chains),
    }
  }

  #consequencesOf(assumed: number): Consequences {
    let consequences = this.#consequences[assumed]
    if (!consequences) {
      consequences = new Consequences()
      this.#consequences[assumed] = consequences
    }
    if (!this.#isKnown[assumed]) {
      this.#isKnown[assumed] = 1
      consequences.clear()
      this.#before.copyCandidates(this.#board)
      this.#follow(consequences, assumed)
      if (this.#kind.isDynamic) this.#board.copyCandidates(this.#before)
      this.#work.spend(consequences.onCount + consequences.offCount)
    }
    return consequences
  }

  /** All that follows from an assumption, or until something is both on and off. What is on is followed first. */
  #follow(to: Consequences, assumed: number): void {
    this.#add(to, assumed, this.#enter(0, 0))
    let nextOn = 0
    let nextOff = 0
    for (;;) {
      if (nextOn < to.onCount) this.#followOn(to, to.on[nextOn++])
      else if (nextOff < to.offCount) this.#followOff(to, to.off[nextOff++])
      else if (!this.#kind.rules || !this.#followRules(to, this.#kind.rules)) return
      if (to.clash >= 0) return
    }
  }

  #followOn(to: Consequences, candidate: number): void {
    const end = (candidate + 1) * WEAK_COUNT
    for (let i = candidate * WEAK_COUNT + (this.#kind.isNishio ? WEAK_IN_UNITS : 0); i < end; i++) {
      const other = WEAK[i]
      if (!this.#board.has(other)) continue
      const on = to.entry[other * 2 + ON]
      if (on < 0 && to.entry[other * 2 + OFF] >= 0) continue
      const entry = this.#enter(1, 0)
      this.#pool[entry + 2] = candidate * 2 + ON
      if (on >= 0) {
        to.clash = other
        to.clashOn = on
        to.clashOff = entry
        return
      }
      this.#add(to, other * 2 + OFF, entry)
    }
  }

  #followOff(to: Consequences, candidate: number): void {
    const { digitsAt, placesOf } = this.#board
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    let count = 0
    if (!this.#kind.isNishio && COUNT[digitsAt[cell]] === 2) {
      left[count] = cell * 9 + LOWEST[digitsAt[cell] & ~(1 << digit)]
      leftCause[count++] = IN_CELL
    }
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = placesOf[unit * 9 + digit]
      if (COUNT[places] !== 2) continue
      const low = CELL_AT[unit * 9 + LOWEST[places]]
      const other = low === cell ? CELL_AT[unit * 9 + LOWEST[places & (places - 1)]] : low
      left[count] = other * 9 + digit
      // What is left in the box, too, is told by the box.
      let isTold = false
      for (let i = 0; i < count; i++) isTold ||= left[i] === left[count]
      if (!isTold) leftCause[count++] = IN_UNIT + kind
    }
    if (this.#kind.isDynamic) this.#board.remove(cell, digit)
    for (let i = 0; i < count; i++) {
      const on = left[i] * 2 + ON
      const off = to.entry[left[i] * 2 + OFF]
      if (off < 0 && to.entry[on] >= 0) continue
      const entry = this.#enterLeft(left[i], leftCause[i], candidate)
      if (off >= 0) {
        to.clash = left[i]
        to.clashOn = entry
        to.clashOff = off
        return
      }
      this.#add(to, on, entry)
    }
  }

  /** What is left in a cell, or a unit, follows from what is off now, and from all that went before. */
  #enterLeft(candidate: number, cause: number, off: number): number {
    const entry = this.#enter(1, cause)
    this.#pool[entry + 2] = off * 2 + OFF
    if (!this.#kind.isDynamic) return entry
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    const before = this.#before
    if (cause === IN_CELL) {
      for (let rest = before.digitsAt[cell] & ~this.#board.digitsAt[cell]; rest; rest &= rest - 1) {
        const gone = cell * 9 + LOWEST[rest]
        if (gone !== off) this.#enterParent(entry, gone * 2 + OFF)
      }
    } else {
      const unit = UNIT_OF[cell * 3 + cause - IN_UNIT]
      let rest = before.placesOf[unit * 9 + digit] & ~this.#board.placesOf[unit * 9 + digit]
      for (; rest; rest &= rest - 1) {
        const gone = CELL_AT[unit * 9 + LOWEST[rest]] * 9 + digit
        if (gone !== off) this.#enterParent(entry, gone * 2 + OFF)
      }
    }
    return entry
  }

  /** @returns whether the rules found something new */
  #followRules(to: Consequences, rules: NestedRules): boolean {
    const known = to.offCount
    rules.find(this.#before, this.#board, (rule, gone, eliminations) => {
      let number = 0
      for (const candidate of eliminations) {
        if (to.entry[candidate * 2 + OFF] >= 0) continue
        if (number === 0) number = this.#rules.push(rule)
        const entry = this.#enter(0, number)
        for (const parent of gone) this.#enterParent(entry, parent * 2 + OFF)
        this.#add(to, candidate * 2 + OFF, entry)
      }
    })
    return to.offCount > known
  }

  #add(to: Consequences, node: number, entry: number): void {
    to.entry[node] = entry
    if ((node & 1) === ON) to.on[to.onCount++] = node >> 1
    else to.off[to.offCount++] = node >> 1
  }

  /** Begins an entry in the pool, with room for as many parents as a node can have. */
  #enter(parents: number, where: number): number {
    const entry = this.#poolEnd
    if (entry + CANDIDATES > this.#pool.length) {
      const larger = new Int32Array(this.#pool.length * 2)
      larger.set(this.#pool)
      this.#pool = larger
    }
    this.#pool[entry] = parents
    this.#pool[entry + 1] = where
    this.#poolEnd = entry + 2 + parents
    return entry
  }

  #enterParent(entry: number, node: number): void {
    this.#pool[this.#poolEnd++] = node
    this.#pool[entry]++
  }
}

/** What is left in a cell and in three units once a candidate is off, and where; reused, as it never outlives a look. */
const left = new Uint16Array(4)
const leftCause = new Uint8Array(4)

function patternOf(shape: Shape, source: number, chains: readonly Chain[]): Pattern {
  const { cells, digits } = partsOf(chains)
  const unit = Math.floor(source / 9)
  const reasons: Readonly<Record<Shape, () => string>> = {
    contradiction: () => `if ${nodeInWords(source)}, then ${nodeInWords(chains[0][0].node)} and is not`,
    double: () => `whether ${nodeInWords(source * 2 + ON)} or not, the same follows`,
    cell: () => `the same follows from each of the ${chains.length} candidates of ${cellName(source)}`,
    unit: () => `the same follows from each of the ${chains.length} places of ${(source % 9) + 1} in ${unitName(unit)}`,
  }
  return { cells, digits, units: shape === 'unit' ? [unit] : [], links: linksOf(chains), reason: reasons[shape]() }
}
