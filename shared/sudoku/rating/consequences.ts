import { CandidateGrid } from './candidate-grid.ts'
import { ASSUMED, type Chain, type ChainNode, NODES, OFF, ON, type Rule, weakCause } from './chain.ts'
import { GROUPS_OF_ONE, type Links, NONE } from './links.ts'
import type { Work } from './work.ts'

/** How inferences go on from an assumption. */
export interface Inference {
  /** From several inferences together. */
  readonly isDynamic: boolean
  /** Along digits only. */
  readonly isNishio: boolean
  /** Patterns on what is left. */
  readonly rules?: NestedRules
}

/** Finds candidates that go once others are off, and why; the first kind of pattern that finds some is enough. */
export interface NestedRules {
  readonly isChained: boolean
  find(
    before: CandidateGrid,
    now: CandidateGrid,
    use: (rule: Rule, gone: readonly number[], eliminations: readonly number[]) => void,
  ): void
}

/** A rule, and the candidates that it rests on as they are off. */
interface RuleUse {
  readonly rule: Rule
  readonly parents: readonly number[]
}

/** An end of a chain: a node that follows from what is assumed, and how. Both are nodes of numbers, not of candidates. */
export interface Target {
  readonly assumed: number
  readonly node: number
  readonly entry: number
}

/**
 * The consequences of each assumption on a grid: a row of each table for each of them, made when it is first asked for.
 * Candidates are numbered as `Links` does, and a node is here number × 2, and 1 more if it is on.
 *
 *     entry  of a node in a row: how it follows first
 *            0        it does not
 *            1        it is assumed
 *            2 and up off: 2 + the number that is on; on: 2 + the number that is off × 4 + the place of their group
 *            below 0  off: by a rule's use, counted from -1
 *
 * Dynamic chains turn a candidate on when it is the last one of a group, so all others of the group are its parents.
 */
export class Consequences {
  readonly #grid: CandidateGrid
  readonly #inference: Inference
  readonly #work: Work
  readonly #links: Links
  /** The grid as it was, while rules look at what an assumption leaves of it. */
  readonly #before = new CandidateGrid()

  /** Rows of numbers that are on, and off, in the order in which they follow. `on[assumed × count + i]` */
  on = new Uint16Array(0)
  off = new Uint16Array(0)
  readonly onCount = new Uint16Array(NODES)
  readonly offCount = new Uint16Array(NODES)
  /** `entry[assumed × count × 2 + node]` */
  entry = new Int32Array(0)
  /** How many ancestors a node has with itself; 0 if that is not known yet. */
  #ancestors = new Uint16Array(0)
  /** The same as bits: `width` words of what is on, and as many of what is off. */
  bits = new Int32Array(0)
  width = 0
  /** A number that is both on and off, or -1, and how both follow. */
  readonly clash = new Int16Array(NODES)
  readonly clashOn = new Int32Array(NODES)
  readonly clashOff = new Int32Array(NODES)
  readonly #isKnown = new Uint8Array(NODES)

  readonly #left: Uint8Array
  readonly #parity: Uint16Array
  #uses: RuleUse[] = []
  readonly #seen = new Int32Array(NODES)
  #stamp = 0
  readonly #stack = new Uint16Array(NODES)

  constructor(grid: CandidateGrid, inference: Inference, work: Work, links: Links) {
    this.#grid = grid
    this.#inference = inference
    this.#work = work
    this.#links = links
    this.#left = new Uint8Array(links.size.length)
    this.#parity = new Uint16Array(links.parity.length)
  }

  /** Begins with the candidates that are linked now. */
  begin(): void {
    const { count } = this.#links
    this.width = (count + 31) >> 5
    const entries = count * 2 * count * 2
    if (this.entry.length < entries) {
      this.entry = new Int32Array(entries)
      this.#ancestors = new Uint16Array(entries)
      this.on = new Uint16Array(entries / 2)
      this.off = new Uint16Array(entries / 2)
      this.bits = new Int32Array(count * 2 * this.width * 2)
    }
    this.#isKnown.fill(0, 0, count * 2)
    this.#uses = []
  }

  /** Finds what follows from an assumption, if that is not known. */
  know(assumed: number): void {
    if (this.#isKnown[assumed]) return
    this.#isKnown[assumed] = 1
    const { isDynamic, rules } = this.#inference
    if (rules) this.#before.copyCandidates(this.#grid)
    this.#follow(assumed)
    if (rules && isDynamic) this.#grid.copyCandidates(this.#before)
    this.#work.spend(this.onCount[assumed] + this.offCount[assumed])
  }

  /** All that follows from an assumption, or until something is both on and off. What is on is followed first. */
  #follow(assumed: number): void {
    const { count, weak, weakFrom, weakInUnits, group, strong, strongCause, candidate } = this.#links
    const { isDynamic, isNishio, rules } = this.#inference
    const [on, off, entry, bits, left, parity] = [this.on, this.off, this.entry, this.bits, this.#left, this.#parity]
    const list = assumed * count
    const row = list * 2
    const onBits = assumed * this.width * 2
    const offBits = onBits + this.width
    const weakBegin = isNishio ? weakInUnits : weakFrom
    const firstGroup = isNishio ? 1 : 0
    entry.fill(0, row, row + count * 2)
    this.#ancestors.fill(0, row, row + count * 2)
    bits.fill(0, onBits, onBits + this.width * 2)
    if (isDynamic) {
      left.set(this.#links.size)
      parity.set(this.#links.parity)
    }
    let [onCount, offCount, nextOn, nextOff] = [0, 0, 0, 0]
    const first = assumed >> 1
    entry[row + assumed] = BY_ASSUMPTION
    if ((assumed & 1) === ON) {
      on[list + onCount++] = first
      bits[onBits + (first >> 5)] |= 1 << (first & 31)
    } else {
      off[list + offCount++] = first
      bits[offBits + (first >> 5)] |= 1 << (first & 31)
    }
    this.clash[assumed] = -1
    search: for (;;) {
      if (nextOn < onCount) {
        const from = on[list + nextOn++]
        for (let i = weakBegin[from]; i < weakFrom[from + 1]; i++) {
          const to = weak[i]
          const at = row + to * 2
          if (entry[at + ON] !== 0) {
            this.#keepClash(assumed, to, entry[at + ON], BY_LINK + from)
            break search
          }
          if (entry[at + OFF] !== 0) continue
          entry[at + OFF] = BY_LINK + from
          off[list + offCount++] = to
          bits[offBits + (to >> 5)] |= 1 << (to & 31)
        }
      } else if (nextOff < offCount) {
        const from = off[list + nextOff++]
        if (rules && isDynamic) this.#grid.remove((candidate[from] / 9) | 0, candidate[from] % 9)
        for (let i = firstGroup; i < GROUPS_OF_ONE; i++) {
          let to: number
          let where = i
          if (isDynamic) {
            const of = group[from * GROUPS_OF_ONE + i]
            parity[of] ^= from
            if (--left[of] !== 1) continue
            to = parity[of]
          } else {
            to = strong[from * GROUPS_OF_ONE + i]
            if (to === NONE) continue
            where = strongCause[from * GROUPS_OF_ONE + i] - 1
          }
          const at = row + to * 2
          if (entry[at + OFF] !== 0) {
            this.#keepClash(assumed, to, BY_LINK + from * GROUPS_OF_ONE + where, entry[at + OFF])
            break search
          }
          if (entry[at + ON] !== 0) continue
          entry[at + ON] = BY_LINK + from * GROUPS_OF_ONE + where
          on[list + onCount++] = to
          bits[onBits + (to >> 5)] |= 1 << (to & 31)
        }
      } else {
        const known = offCount
        if (rules) offCount = this.#followRules(assumed, rules, offCount)
        if (offCount === known) break
      }
    }
    this.onCount[assumed] = onCount
    this.offCount[assumed] = offCount
  }

  #keepClash(assumed: number, number: number, ifOn: number, ifOff: number): void {
    this.clash[assumed] = number
    this.clashOn[assumed] = ifOn
    this.clashOff[assumed] = ifOff
  }

  /** @returns how many are off then */
  #followRules(assumed: number, rules: NestedRules, offCount: number): number {
    const { count, number } = this.#links
    const row = assumed * count * 2
    const offBits = (assumed * 2 + 1) * this.width
    let end = offCount
    rules.find(this.#before, this.#grid, (rule, gone, eliminations) => {
      let use = 0
      for (const candidate of eliminations) {
        const to = number[candidate]
        if (this.entry[row + to * 2 + OFF] !== 0) continue
        if (use === 0) use = -this.#uses.push({ rule, parents: gone.map((parent) => number[parent] * 2 + OFF) })
        this.entry[row + to * 2 + OFF] = use
        this.off[assumed * count + end++] = to
        this.bits[offBits + (to >> 5)] |= 1 << (to & 31)
      }
    })
    return end
  }

  /** How many nodes a target rests on, with itself. */
  ancestorsOf(assumed: number, node: number, entry: number): number {
    const [seen, stack, entries] = [this.#seen, this.#stack, this.entry]
    const { member, memberFrom, group, count: numbers } = this.#links
    const { isDynamic } = this.#inference
    const row = assumed * numbers * 2
    const isOfClash = entry !== entries[row + node]
    if (!isOfClash && this.#ancestors[row + node] > 0) return this.#ancestors[row + node]
    const stamp = ++this.#stamp
    let count = 1
    let height = 0
    seen[node] = stamp
    for (let [next, at] = [node, entry]; ; ) {
      const isOff = (next & 1) === OFF
      if (at >= BY_LINK && (isOff || !isDynamic)) {
        const parent = isOff ? (at - BY_LINK) * 2 + ON : ((at - BY_LINK) >> 2) * 2 + OFF
        if (seen[parent] !== stamp) {
          seen[parent] = stamp
          stack[height++] = parent
          count++
        }
      } else if (at >= BY_LINK) {
        const of = group[at - BY_LINK]
        const self = next >> 1
        for (let i = memberFrom[of]; i < memberFrom[of + 1]; i++) {
          const parent = member[i] * 2 + OFF
          if (member[i] === self || seen[parent] === stamp) continue
          seen[parent] = stamp
          stack[height++] = parent
          count++
        }
      } else if (at < 0) {
        for (const parent of this.#uses[-at - 1].parents) {
          if (seen[parent] === stamp) continue
          seen[parent] = stamp
          stack[height++] = parent
          count++
        }
      }
      if (height === 0) break
      next = stack[--height]
      at = entries[row + next]
    }
    if (!isOfClash) this.#ancestors[row + node] = count
    return count
  }

  /** The nodes that a target comes from, in breadth, from it back, as nodes of candidates. */
  chainTo({ assumed, node, entry }: Target): Chain {
    const { candidate, count } = this.#links
    const row = assumed * count * 2
    const stamp = ++this.#stamp
    const chain: ChainNode[] = []
    this.#seen[node] = stamp
    const queue = [node]
    const shown = (of: number) => candidate[of >> 1] * 2 + (of & 1)
    for (let head = 0; head < queue.length; head++) {
      const next = queue[head]
      const at = head === 0 ? entry : this.entry[row + next]
      const parents = this.#parentsOf(next, at)
      const isOn = (next & 1) === ON
      const rule = at < 0 ? this.#uses[-at - 1].rule : undefined
      const isWeak = !isOn && !rule && parents.length > 0
      const cause = at < BY_LINK ? ASSUMED : isOn ? ((at - BY_LINK) & 3) + 1 : ASSUMED
      chain.push({
        node: shown(next),
        parents: parents.map(shown),
        cause: isWeak ? weakCause(candidate[parents[0] >> 1], candidate[next >> 1]) : cause,
        rule,
      })
      for (const parent of parents) {
        if (this.#seen[parent] === stamp) continue
        this.#seen[parent] = stamp
        queue.push(parent)
      }
    }
    return chain
  }

  /** The last one in a group follows from the candidate that went off last, and from all before it. */
  #parentsOf(node: number, entry: number): readonly number[] {
    if (entry < 0) return this.#uses[-entry - 1].parents
    if (entry < BY_LINK) return []
    if ((node & 1) === OFF) return [(entry - BY_LINK) * 2 + ON]
    const last = ((entry - BY_LINK) >> 2) * 2 + OFF
    if (!this.#inference.isDynamic) return [last]
    const { member, memberFrom, group } = this.#links
    const of = group[entry - BY_LINK]
    const others = [...member.subarray(memberFrom[of], memberFrom[of + 1])].map((number) => number * 2 + OFF)
    return [last, ...others.filter((other) => other !== last && other !== node - 1)]
  }
}

const BY_ASSUMPTION = 1
const BY_LINK = 2
