import { Candidates, ConstrainedCandidates } from './candidates.ts'
import { MOST_BITWISE } from './digit-set.ts'
import type { Puzzle } from './puzzle.ts'
import { WideCandidates } from './wide-candidates.ts'

/** The candidates of a puzzle's grid, to be filled. */
export function candidatesOf(puzzle: Pick<Puzzle, 'rules' | 'givens' | 'masks'>): Candidates {
  if (puzzle.rules.size > MOST_BITWISE) return new WideCandidates(puzzle)
  return puzzle.rules.constraints.length > 0 ? new ConstrainedCandidates(puzzle) : new Candidates(puzzle)
}
