import { countOf, type DigitSet } from '../grid/digit-set.ts'
import type { Candidates } from './candidates.ts'

/**
 * Naked singles (a cell with one candidate) and hidden singles (a digit with one place left in a unit that holds them
 * all) until nothing changes; false where it meets a contradiction.
 */
export function nakedAndHiddenSingles(candidates: Candidates): boolean {
  for (;;) {
    const before = candidates.filledCount
    // Naked singles first: they are cheaper, and each leaves less for the units to look through.
    if (!fillNakedSingles(candidates)) return false
    if (candidates.filledCount > before) continue
    if (!fillHiddenSingles(candidates)) return false
    if (candidates.filledCount === before) return true
  }
}

/** False where a cell has no candidate. */
function fillNakedSingles(candidates: Candidates): boolean {
  const { digits } = candidates
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] !== 0) continue
    const set = candidates.at(cell)
    if (set === 0) return false
    if ((set & (set - 1)) === 0) candidates.place(cell, set)
  }
  return true
}

/** False where a unit has no place for a digit, or one cell would have to hold two. */
function fillHiddenSingles(candidates: Candidates): boolean {
  const { units, size } = candidates.rules
  for (let unit = 0; unit < units.length; unit++) {
    // A unit of fewer cells may do without any digit.
    if (units[unit].cells.length < size) continue
    const missing = candidates.missingFrom(unit)
    if (missing === 0) continue
    const cells = units[unit].cells
    let once: DigitSet = 0
    let twice: DigitSet = 0
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const set = candidates.at(cell)
      twice |= once & set
      once |= set
    }
    if ((missing & ~once) !== 0) return false
    const hidden = once & ~twice
    if (hidden === 0) continue
    for (const cell of cells) {
      if (candidates.digits[cell] !== 0) continue
      const here = hidden & candidates.at(cell)
      if (here === 0) continue
      if ((here & (here - 1)) !== 0) return false
      candidates.place(cell, here)
    }
  }
  return true
}

/** The empty cell with the fewest candidates, the first of equals. */
export function fewestCandidatesCell(candidates: Candidates): number {
  const { digits } = candidates
  let best = -1
  let fewest = Number.POSITIVE_INFINITY
  for (let cell = 0; cell < digits.length; cell++) {
    if (digits[cell] !== 0) continue
    const count = countOf(candidates.at(cell))
    if (count < fewest) {
      if (count <= 1) return cell
      best = cell
      fewest = count
    }
  }
  return best
}
