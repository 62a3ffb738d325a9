import type { Candidates } from '../candidates.ts'
import type { DigitSet } from '../rules.ts'
import { fewestCandidatesCell } from './branching.ts'
import { DepthFirst } from './depth-first.ts'
import type { Strategy } from './strategy.ts'

/**
 * Naked singles (a cell with one candidate) and hidden singles (a digit with one
 * place left in a unit) until nothing changes, before the first guess too; then the
 * cell with the fewest candidates: Norvig's constraint propagation.
 */
export const singles: Strategy = {
  name: 'singles',
  search: (...asked) => new DepthFirst({ infersAtStart: true, infer, branch: fewestCandidatesCell }, ...asked),
}

function infer(candidates: Candidates): boolean {
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
  const { units } = candidates.rules
  for (let unit = 0; unit < units.length; unit++) {
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
