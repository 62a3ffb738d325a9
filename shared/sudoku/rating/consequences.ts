import { BY_LINK, NODES, NONE } from '../kernels/rating/kernel-bytes.ts'
import type { CandidateGrid, Candidates } from './candidate-grid.ts'
import { ASSUMED, type Chain, type ChainNode, OFF, ON, type Rule, weakCause } from './chain.ts'
import type { Links } from './links.ts'
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
    before: Candidates,
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
 * The consequences of each assumption on a grid: a row of each of the kernel's tables for each of them, made when it is
 * first asked for. Candidates are numbered as `Links` does, and a node is here number × 2, and 1 more if it is on.
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

  readonly #isKnown = new Uint8Array(NODES)
  #uses: RuleUse[] = []
  readonly #seen = new Int32Array(NODES)
  #stamp = 0
  readonly #stack = new Uint16Array(NODES)

  constructor(grid: CandidateGrid, inference: Inference, work: Work, links: Links) {
    this.#grid = grid
    this.#inference = inference
    this.#work = work
    this.#links = links
  }

  /** Begins with the candidates that are linked now. Others that share the links may have filled the tables. */
  begin(): void {
    this.#isKnown.fill(0, 0, this.#links.count * 2)
    this.#uses = []
  }

  /** Finds what follows from an assumption, if that is not known. */
  know(assumed: number): void {
    if (this.#isKnown[assumed]) return
    this.#isKnown[assumed] = 1
    const { isDynamic, isNishio, rules } = this.#inference
    const { kernel, onCount, offCount } = this.#links
    kernel.follow(assumed, Number(isDynamic), Number(isNishio))
    if (rules) this.#followRules(assumed, rules)
    this.#work.spend(onCount[assumed] + offCount[assumed])
  }

  /** Once nothing else follows, rules look for patterns on what is left of the grid, until they find none. */
  #followRules(assumed: number, rules: NestedRules): void {
    const { kernel, clash, off, offCount, candidate, count, number } = this.#links
    const { digitsAt, placesOf } = this.#grid
    const before = { digitsAt: digitsAt.slice(), placesOf: placesOf.slice() }
    for (let taken = 0; clash[assumed] === NONE; ) {
      const known = offCount[assumed]
      for (; taken < known; taken++) {
        const gone = candidate[off[assumed * count + taken]]
        this.#grid.remove((gone / 9) | 0, gone % 9)
      }
      rules.find(before, this.#grid, (rule, gone, eliminations) => {
        let use = 0
        for (const elimination of eliminations) {
          const to = number[elimination]
          if (this.#links.entry[assumed * count * 2 + to * 2 + OFF] !== 0) continue
          if (use === 0) use = -this.#uses.push({ rule, parents: gone.map((parent) => number[parent] * 2 + OFF) })
          kernel.enterOff(assumed, to, use)
        }
      })
      if (offCount[assumed] === known) break
      kernel.followOn(assumed)
    }
    this.#grid.copyCandidates(before)
  }

  /** How many nodes a target rests on, with itself. */
  ancestorsOf(assumed: number, node: number, entry: number): number {
    const [seen, stack] = [this.#seen, this.#stack]
    const { entry: entries, ancestors, member, memberFrom, group, count: numbers } = this.#links
    const { isDynamic } = this.#inference
    const row = assumed * numbers * 2
    const isOfClash = entry !== entries[row + node]
    if (!isOfClash && ancestors[row + node] > 0) return ancestors[row + node]
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
    if (!isOfClash) ancestors[row + node] = count
    return count
  }

  /** The nodes that a target comes from, in breadth, from it back, as nodes of candidates. */
  chainTo({ assumed, node, entry }: Target): Chain {
    const { candidate, count, entry: entries } = this.#links
    const row = assumed * count * 2
    const stamp = ++this.#stamp
    const chain: ChainNode[] = []
    this.#seen[node] = stamp
    const queue = [node]
    const shown = (of: number) => candidate[of >> 1] * 2 + (of & 1)
    for (let head = 0; head < queue.length; head++) {
      const next = queue[head]
      const at = head === 0 ? entry : entries[row + next]
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
