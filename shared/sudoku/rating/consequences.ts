import { BY_LINK, NODES, NONE } from '../kernels/rating/kernel-bytes.ts'
import type { CandidateGrid, Candidates } from './candidate-grid.ts'
import {
  ASSUMED,
  type Chain,
  type ChainNode,
  type Links,
  OFF,
  ON,
  type Rule,
  spend,
  type Work,
  weakCause,
} from './chain.ts'

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
  /** Rules, and the candidates that each rests on as they are off. */
  #uses: { readonly rule: Rule; readonly parents: readonly number[] }[] = []
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
    spend(this.#work, onCount[assumed] + offCount[assumed])
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
    const { entry: entries, ancestors, count: numbers } = this.#links
    const row = assumed * numbers * 2
    const isOfClash = entry !== entries[row + node]
    if (!isOfClash && ancestors[row + node] > 0) return ancestors[row + node]
    const stamp = ++this.#stamp
    let count = 1
    let height = 0
    const visit = (parent: number) => {
      if (seen[parent] === stamp) return
      seen[parent] = stamp
      stack[height++] = parent
      count++
    }
    seen[node] = stamp
    for (let [next, at] = [node, entry]; ; at = entries[row + next]) {
      this.#eachParent(next, at, visit)
      if (height === 0) break
      next = stack[--height]
    }
    if (!isOfClash) ancestors[row + node] = count
    return count
  }

  /** The nodes that a target comes from, in breadth, from it back, as nodes of candidates. */
  chainTo({ assumed, node, entry }: Target): Chain {
    const { candidate, count, entry: entries } = this.#links
    const row = assumed * count * 2
    const chain: ChainNode[] = []
    const shown = (of: number) => candidate[of >> 1] * 2 + (of & 1)
    // A set takes in what is added while it is gone through.
    const queue = new Set([node])
    for (const next of queue) {
      const at = next === node ? entry : entries[row + next]
      const parents: number[] = []
      this.#eachParent(next, at, (parent) => parents.push(parent))
      const isOn = (next & 1) === ON
      const rule = at < 0 ? this.#uses[-at - 1].rule : undefined
      let cause = ASSUMED
      if (at >= BY_LINK)
        cause = isOn ? ((at - BY_LINK) & 3) + 1 : weakCause(candidate[parents[0] >> 1], candidate[next >> 1])
      chain.push({ node: shown(next), parents: parents.map(shown), cause, rule })
      for (const parent of parents) queue.add(parent)
    }
    return chain
  }

  /** The last one in a group follows from the candidate that went off last, and from all before it. */
  #eachParent(node: number, entry: number, visit: (parent: number) => void): void {
    if (entry < 0) {
      for (const parent of this.#uses[-entry - 1].parents) visit(parent)
    } else if (entry >= BY_LINK && (node & 1) === OFF) visit((entry - BY_LINK) * 2 + ON)
    else if (entry >= BY_LINK) {
      const last = ((entry - BY_LINK) >> 2) * 2 + OFF
      visit(last)
      if (!this.#inference.isDynamic) return
      const { member, memberFrom, group } = this.#links
      const of = group[entry - BY_LINK]
      for (let i = memberFrom[of]; i < memberFrom[of + 1]; i++) {
        const other = member[i] * 2 + OFF
        if (other !== last && other !== node - 1) visit(other)
      }
    }
  }
}
