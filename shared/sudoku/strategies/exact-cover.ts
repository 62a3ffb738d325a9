import type { Digits } from '../grid.ts'
import type { Puzzle } from '../puzzle.ts'
import type { Rules } from '../rules.ts'
import { Backtracking } from './backtracking.ts'
import type { Checkpoint, Observer, Question, Strategy } from './strategy.ts'

/**
 * Knuth's Algorithm X with dancing links. An item is a cell to be filled, or a digit
 * to be placed in a unit; an option is a digit in a cell, which covers its cell and
 * its digit in each of the cell's units; a solution covers every item once. It infers
 * nothing: an item with a single option left is still a choice, and counts when undone.
 */
export const exactCover: Strategy = {
  name: 'exact-cover',
  search: (...asked) => new AlgorithmX(...asked),
}

/**
 * The links, an index a node:
 *
 *     0                the root: head of the list of items
 *     1 … items        the items, each the head of its list of options
 *     after that       the nodes, one for each item of each option, option by option
 *
 * `left` and `right` link the items still to be covered, `up` and `down` the options of
 * an item. The nodes of an option lie side by side for good, so they need no links.
 */
interface Links {
  readonly items: number
  readonly left: Int32Array
  readonly right: Int32Array
  readonly up: Int32Array
  readonly down: Int32Array
  /** How many options an item has left. */
  readonly optionsLeft: Int32Array
  /** The item of each node. */
  readonly itemOf: Int32Array
  /** The option of each node: cell × size + digit - 1. */
  readonly optionOf: Int32Array
  /** The first node of each option; it ends where the next begins. */
  readonly firstNode: Int32Array
}

class AlgorithmX extends Backtracking {
  readonly #links: Links
  readonly #size: number
  readonly #digits: Digits
  /** For each frame the node of the option tried last; the item itself before the first and after the last. */
  readonly #tried: Int32Array

  constructor(puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer) {
    super(question, from, observe)
    const template = linksFor(puzzle.rules)
    this.#links = {
      ...template,
      left: template.left.slice(),
      right: template.right.slice(),
      up: template.up.slice(),
      down: template.down.slice(),
      optionsLeft: template.optionsLeft.slice(),
    }
    this.#size = puzzle.rules.size
    this.#digits = puzzle.givens.slice()
    this.#tried = new Int32Array(puzzle.givens.length)
    this.#apply(puzzle)
    if (from) this.goBackTo(from)
  }

  /** A frame is the item with the fewest options left, the first of equals. */
  protected openFrame(): boolean {
    const { right, optionsLeft } = this.#links
    let best = 0
    let fewest = Number.POSITIVE_INFINITY
    for (let item = right[0]; item !== 0; item = right[item]) {
      const count = optionsLeft[item]
      if (count >= fewest) continue
      best = item
      fewest = count
      if (count === 0) break
    }
    if (best === 0) return false
    this.#cover(best)
    this.#tried[this.depth] = best
    return true
  }

  protected placeNext(): 'placed' | 'none left' {
    const { down, items, optionOf } = this.#links
    const frame = this.depth - 1
    const node = down[this.#tried[frame]]
    this.#tried[frame] = node
    if (node <= items) return 'none left'
    this.#take(node)
    this.observe?.({ kind: 'place', ...this.#placementOf(optionOf[node]) })
    return 'placed'
  }

  protected takeBack() {
    const { firstNode, itemOf, optionOf } = this.#links
    const node = this.#tried[this.depth - 1]
    const option = optionOf[node]
    for (let n = firstNode[option + 1] - 1; n >= firstNode[option]; n--) {
      if (n !== node) this.#uncover(itemOf[n])
    }
    const { cell, digit } = this.#placementOf(option)
    this.#digits[cell] = 0
    return { kind: 'undo', cell, digit } as const
  }

  protected closeFrame(): void {
    this.#uncover(this.#tried[this.depth - 1])
  }

  protected solution(): Digits {
    return this.#digits
  }

  protected path(): number[] {
    return Array.from(this.#tried.subarray(0, this.depth), (node) => this.#links.optionOf[node])
  }

  protected reopenFrame(option: number, place: boolean): void {
    const { down, optionOf } = this.#links
    const frame = this.depth
    this.openFrame()
    this.depth++
    let node = down[this.#tried[frame]]
    while (optionOf[node] !== option) node = down[node]
    this.#tried[frame] = node
    if (place) this.#take(node)
  }

  /** Givens cover their items for good; options that a mark forbids leave their lists. */
  #apply({ givens, marked, rules }: Puzzle): void {
    const { firstNode, itemOf } = this.#links
    for (const cell of marked) {
      for (let digit = 1; digit <= rules.size; digit++) {
        if ((rules.markedDigits & (1 << (digit - 1))) === 0) this.#hide(cell * rules.size + digit - 1, -1)
      }
    }
    for (let cell = 0; cell < givens.length; cell++) {
      const digit = givens[cell]
      if (digit === 0) continue
      const option = cell * rules.size + digit - 1
      for (let n = firstNode[option]; n < firstNode[option + 1]; n++) {
        this.#cover(itemOf[n])
      }
    }
  }

  #take(node: number): void {
    const { firstNode, itemOf, optionOf } = this.#links
    const option = optionOf[node]
    for (let n = firstNode[option]; n < firstNode[option + 1]; n++) {
      if (n !== node) this.#cover(itemOf[n])
    }
    const { cell, digit } = this.#placementOf(option)
    this.#digits[cell] = digit
  }

  #cover(item: number): void {
    const { left, right, down, optionOf } = this.#links
    right[left[item]] = right[item]
    left[right[item]] = left[item]
    for (let node = down[item]; node !== item; node = down[node]) {
      this.#hide(optionOf[node], node)
    }
  }

  /** The exact reverse of {@link AlgorithmX.#cover}, in reverse order: that is what makes the links dance. */
  #uncover(item: number): void {
    const { left, right, up, optionOf } = this.#links
    for (let node = up[item]; node !== item; node = up[node]) {
      this.#unhide(optionOf[node], node)
    }
    left[right[item]] = item
    right[left[item]] = item
  }

  #hide(option: number, except: number): void {
    const { firstNode, up, down, itemOf, optionsLeft } = this.#links
    const end = firstNode[option + 1]
    for (let n = firstNode[option]; n < end; n++) {
      if (n === except) continue
      const above = up[n]
      const below = down[n]
      down[above] = below
      up[below] = above
      const item = itemOf[n]
      optionsLeft[item] = optionsLeft[item] - 1
    }
  }

  #unhide(option: number, except: number): void {
    const { firstNode, up, down, itemOf, optionsLeft } = this.#links
    for (let n = firstNode[option + 1] - 1; n >= firstNode[option]; n--) {
      if (n === except) continue
      down[up[n]] = n
      up[down[n]] = n
      const item = itemOf[n]
      optionsLeft[item] = optionsLeft[item] + 1
    }
  }

  #placementOf(option: number): { cell: number; digit: number } {
    return { cell: Math.floor(option / this.#size), digit: (option % this.#size) + 1 }
  }
}

const templates = new WeakMap<Rules, Links>()

/** The links of an empty grid under these rules; made once, copied for each search. */
function linksFor(rules: Rules): Links {
  let links = templates.get(rules)
  if (!links) {
    links = makeLinks(rules)
    templates.set(rules, links)
  }
  return links
}

function makeLinks({ size, units, unitsOf }: Rules): Links {
  const cells = size * size
  const items = cells + units.length * size
  const itemOf: number[] = Array.from({ length: items + 1 }, (_, item) => item)
  const optionOf: number[] = itemOf.map(() => -1)
  const firstNode: number[] = []
  for (let cell = 0; cell < cells; cell++) {
    for (let digit = 1; digit <= size; digit++) {
      firstNode.push(itemOf.length)
      const unitItems = unitsOf[cell].map((unit) => 1 + cells + unit * size + digit - 1)
      for (const item of [1 + cell, ...unitItems]) {
        itemOf.push(item)
        optionOf.push(cell * size + digit - 1)
      }
    }
  }
  firstNode.push(itemOf.length)

  const nodes = itemOf.length
  const up = Int32Array.from({ length: nodes }, (_, node) => node)
  const down = up.slice()
  const optionsLeft = new Int32Array(items + 1)
  for (let node = items + 1; node < nodes; node++) {
    const item = itemOf[node]
    const last = up[item]
    up[node] = last
    down[last] = node
    down[node] = item
    up[item] = node
    optionsLeft[item] = optionsLeft[item] + 1
  }
  return {
    items,
    left: Int32Array.from({ length: items + 1 }, (_, item) => (item === 0 ? items : item - 1)),
    right: Int32Array.from({ length: items + 1 }, (_, item) => (item === items ? 0 : item + 1)),
    up,
    down,
    optionsLeft,
    itemOf: Int32Array.from(itemOf),
    optionOf: Int32Array.from(optionOf),
    firstNode: Int32Array.from(firstNode),
  }
}
