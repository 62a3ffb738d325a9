import type { Candidates } from '../candidates.ts'
import { countOf } from '../digit-set.ts'

/** The first empty cell, row by row. Every cell before the last guess is filled, so the look-out starts behind it. */
export function firstEmptyCell(candidates: Candidates, after: number): number {
  const { digits } = candidates
  for (let cell = after + 1; cell < digits.length; cell++) if (digits[cell] === 0) return cell
  return -1
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
