import { bitOf, hasDigit } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { onceForRules, type Rules } from '../rules/rules.ts'
import { Backtracking } from './backtracking.ts'
import { type Candidates, candidatesOf } from './candidates.ts'
import type { Asked, Strategy } from './strategy.ts'

/**
 * Knuth's Algorithm X: a solution is a set of options that covers every item once, but
 * for the digits of a unit with fewer cells than digits, which need not be covered. It
 * infers nothing: an item with a single option left is still a choice, and counts when
 * undone. Constraints are no items: each option placed is held against those of its cell.
 */
export const exactCover: Strategy = {
  name: 'exact-cover',
  search: (...asked) => new AlgorithmX(...asked),
}

/** A frame is an item to cover, its options those left when the frame is opened. */
class AlgorithmX extends Backtracking {
  readonly #links: DancingLinks
  readonly #size: number
  readonly #digits: Digits
  /** For each frame the node of the option tried last; the item itself before the first and after the last. */
  readonly #tried: Int32Array
  /** The grid so far, for the constraints to look at; undefined if there are no constraints. */
  readonly #candidates: Candidates | undefined

  constructor(...[puzzle, question, from, observe]: Asked) {
    super(question, from, observe)
    this.#links = new DancingLinks(puzzle.rules)
    this.#size = puzzle.rules.size
    this.#digits = puzzle.givens.slice()
    this.#tried = new Int32Array(puzzle.givens.length)
    const optionOf = (cell: number, digit: number) => cell * this.#size + digit - 1
    // Options that a mask forbids are taken out; givens are settled for good.
    for (const [cell, mask] of puzzle.masks) {
      for (let digit = 1; digit <= this.#size; digit++) {
        if (!hasDigit(mask, digit)) this.#links.hide(optionOf(cell, digit))
      }
    }
    puzzle.givens.forEach((digit, cell) => {
      if (digit !== 0) this.#links.coverItemsOf(optionOf(cell, digit))
    })
    if (puzzle.rules.constraints.length > 0) this.#candidates = candidatesOf(puzzle)
    if (from) this.goBackTo(from)
  }

  protected openFrame(): boolean {
    const item = this.#links.itemWithFewestOptions()
    if (item === 0) return false
    this.#links.cover(item)
    this.#tried[this.depth] = item
    return true
  }

  protected placeNext(): 'placed' | 'contradiction' | 'none left' {
    const frame = this.depth - 1
    const node = this.#links.below(this.#tried[frame])
    this.#tried[frame] = node
    if (this.#links.isItem(node)) return 'none left'
    const { cell, digit } = this.#place(node)
    this.observe?.({ kind: 'place', cell, digit }, this.#links.optionsFrom(node))
    return !this.#candidates || this.#candidates.keepsConstraintsOf(cell) ? 'placed' : 'contradiction'
  }

  protected takeBack() {
    const node = this.#tried[this.depth - 1]
    this.#links.uncoverItemsOf(this.#links.optionOf(node), node)
    const { cell, digit } = this.#placementOf(node)
    this.#digits[cell] = 0
    this.#candidates?.takeBackTo(this.#candidates.filledCount - 1)
    return { kind: 'undo', cell, digit } as const
  }

  protected override closeFrame(): void {
    this.#links.uncover(this.#tried[this.depth - 1])
  }

  protected solution(): Digits {
    return this.#digits
  }

  protected path(): number[] {
    return Array.from(this.#tried.subarray(0, this.depth), (node) => this.#links.optionOf(node))
  }

  protected optionsOf(frame: number) {
    const links = this.#links
    let end = links.below(this.#tried[frame])
    const untried = links.optionsFrom(end)
    while (!links.isItem(end)) end = links.below(end)
    // Nothing is taken out of an item's list while the item is covered.
    return { all: links.optionsFrom(links.below(end)), untried }
  }

  protected reopenFrame(option: number, place: boolean): void {
    const frame = this.depth
    this.openFrame()
    this.depth++
    let node = this.#links.below(this.#tried[frame])
    while (this.#links.optionOf(node) !== option) node = this.#links.below(node)
    this.#tried[frame] = node
    if (place) this.#place(node)
  }

  #place(node: number): { cell: number; digit: number } {
    this.#links.coverItemsOf(this.#links.optionOf(node), node)
    const { cell, digit } = this.#placementOf(node)
    this.#digits[cell] = digit
    this.#candidates?.place(cell, bitOf(digit))
    return { cell, digit }
  }

  #placementOf(node: number): { cell: number; digit: number } {
    const option = this.#links.optionOf(node)
    return { cell: Math.floor(option / this.#size), digit: (option % this.#size) + 1 }
  }
}

/**
 * The exact-cover matrix of a grid as Knuth's dancing links. An item is a cell to be
 * filled, or a digit to be placed in a unit; an option is a digit in a cell, which
 * covers its cell and its digit in each of the cell's units.
 *
 * Everything is an index:
 *
 *     0                the root: head of the list of items
 *     1 … items        the items, each the head of its list of options
 *     after that       the nodes, one for each item of each option, option by option
 *
 * `left` and `right` link the items still to be covered, `up` and `down` the options of
 * an item. An item that need not be covered is linked to itself alone, so that it is never
 * chosen and still takes away options that share it. The nodes of an option lie side by
 * side for good, so they need no links.
 */
class DancingLinks {
  readonly #matrix: Matrix
  readonly #left: Int32Array
  readonly #right: Int32Array
  readonly #up: Int32Array
  readonly #down: Int32Array
  readonly #optionsLeft: Int32Array

  constructor(rules: Rules) {
    this.#matrix = matrixOf(rules)
    this.#left = this.#matrix.left.slice()
    this.#right = this.#matrix.right.slice()
    this.#up = this.#matrix.up.slice()
    this.#down = this.#matrix.down.slice()
    this.#optionsLeft = this.#matrix.optionsLeft.slice()
  }

  /** The item with the fewest options left, the first of equals; 0 where all are covered. */
  itemWithFewestOptions(): number {
    const right = this.#right
    let best = 0
    let fewest = Number.POSITIVE_INFINITY
    for (let item = right[0]; item !== 0; item = right[item]) {
      const count = this.#optionsLeft[item]
      if (count >= fewest) continue
      best = item
      fewest = count
      if (count === 0) break
    }
    return best
  }

  /** The node below a node, or below an item; an item again at the end of its list. */
  below(node: number): number {
    return this.#down[node]
  }

  /** How many options an item's list has from a node on. */
  optionsFrom(node: number): number {
    let count = 0
    for (let next = node; !this.isItem(next); next = this.#down[next]) count++
    return count
  }

  isItem(node: number): boolean {
    return node <= this.#matrix.items
  }

  /** The option of a node: cell × size + digit - 1. */
  optionOf(node: number): number {
    return this.#matrix.optionOf[node]
  }

  /** Covers the items of an option, but for that of one of its nodes. */
  coverItemsOf(option: number, except = -1): void {
    const { itemOf, firstNode } = this.#matrix
    const end = firstNode[option + 1]
    for (let n = firstNode[option]; n < end; n++) if (n !== except) this.cover(itemOf[n])
  }

  uncoverItemsOf(option: number, except: number): void {
    const { itemOf, firstNode } = this.#matrix
    const start = firstNode[option]
    for (let n = firstNode[option + 1] - 1; n >= start; n--) if (n !== except) this.uncover(itemOf[n])
  }

  /** Takes an item, and every option that would cover it again, out of the lists. */
  cover(item: number): void {
    const left = this.#left
    const right = this.#right
    right[left[item]] = right[item]
    left[right[item]] = left[item]
    for (let node = this.#down[item]; node !== item; node = this.#down[node]) this.hide(this.optionOf(node), node)
  }

  /** Undoes {@link cover}, step by step in reverse: that is how the links dance. */
  uncover(item: number): void {
    const left = this.#left
    const right = this.#right
    for (let node = this.#up[item]; node !== item; node = this.#up[node]) this.#unhide(this.optionOf(node), node)
    left[right[item]] = item
    right[left[item]] = item
  }

  /** Takes an option out of the lists of its items, but for that of one of its nodes. */
  hide(option: number, except = -1): void {
    const { itemOf, firstNode } = this.#matrix
    const up = this.#up
    const down = this.#down
    for (let n = firstNode[option]; n < firstNode[option + 1]; n++) {
      if (n === except) continue
      down[up[n]] = down[n]
      up[down[n]] = up[n]
      this.#optionsLeft[itemOf[n]]--
    }
  }

  #unhide(option: number, except: number): void {
    const { itemOf, firstNode } = this.#matrix
    const up = this.#up
    const down = this.#down
    for (let n = firstNode[option + 1] - 1; n >= firstNode[option]; n--) {
      if (n === except) continue
      down[up[n]] = n
      up[down[n]] = n
      this.#optionsLeft[itemOf[n]]++
    }
  }
}

type Matrix = ReturnType<typeof matrixOf>

/** The matrix of an empty grid under these rules; its links are copied for each search. */
const matrixOf = onceForRules(({ size, units, unitsOf }) => {
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

  const up = Int32Array.from({ length: itemOf.length }, (_, node) => node)
  const down = up.slice()
  const optionsLeft = new Int32Array(items + 1)
  for (let node = items + 1; node < itemOf.length; node++) {
    const item = itemOf[node]
    const last = up[item]
    up[node] = last
    down[last] = node
    down[node] = item
    up[item] = node
    optionsLeft[item]++
  }
  const left = Int32Array.from({ length: items + 1 }, (_, item) => item)
  const right = left.slice()
  const fewerCells = units.map((unit) => unit.cells.length < size)
  for (let item = 1; item <= items; item++) {
    const needNotBeCovered = item > cells && fewerCells[Math.floor((item - cells - 1) / size)]
    if (needNotBeCovered) continue
    left[item] = left[0]
    right[left[0]] = item
    left[0] = item
    right[item] = 0
  }
  return {
    items,
    itemOf: Int32Array.from(itemOf),
    optionOf: Int32Array.from(optionOf),
    /** The first node of each option; it ends where the next begins. */
    firstNode: Int32Array.from(firstNode),
    left,
    right,
    up,
    down,
    optionsLeft,
  }
})
