import type { Candidates } from '../candidates.ts'
import type { DigitSet, Rules } from '../rules.ts'

/**
 * One sweep over the boxes, as in Devadas' `makeImplications`: in each box, an empty
 * cell with one digit left is filled. The digits missing from a box are taken once,
 * before its cells are visited; so a digit used up in the box meanwhile still counts
 * as left, and is refused only when it is about to be placed. A cell with no digit
 * left goes unnoticed. The published counts depend on all of this.
 *
 * @returns whether a cell was filled
 */
export function sweep(candidates: Candidates): boolean {
  const before = candidates.filledCount
  for (const { unit, cells } of boxesByStack(candidates.rules)) {
    const missing = candidates.missingFrom(unit)
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const left = missing & candidates.atIgnoring(unit, cell)
      if (isSingle(left) && (left & candidates.missingFrom(unit)) !== 0) candidates.place(cell, left)
    }
  }
  return candidates.filledCount > before
}

function isSingle(set: DigitSet): boolean {
  return set !== 0 && (set & (set - 1)) === 0
}

interface Box {
  readonly unit: number
  readonly cells: readonly number[]
}
const orders = new WeakMap<Rules, readonly Box[]>()

/** The boxes down the first stack, then down the second, and so on: the texts' order. */
function boxesByStack(rules: Rules): readonly Box[] {
  let order = orders.get(rules)
  if (!order) {
    const stackOf = (box: Box) => box.cells[0] % rules.size
    order = rules.boxes
      .map((box) => ({ unit: rules.units.indexOf(box), cells: box.cells }))
      .sort((a, b) => stackOf(a) - stackOf(b))
    orders.set(rules, order)
  }
  return order
}
