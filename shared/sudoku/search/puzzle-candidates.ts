import { MOST_BITWISE } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { Candidates, ConstrainedCandidates } from './candidates.ts'
import { WideCandidates } from './wide-candidates.ts'

/** The candidates of a puzzle's grid, to be filled. */
export function candidatesOf(puzzle: Pick<Puzzle, 'rules' | 'givens' | 'masks'>): Candidates {
  if (puzzle.rules.size > MOST_BITWISE) return new WideCandidates(puzzle)
  return puzzle.rules.constraints.length > 0 ? new ConstrainedCandidates(puzzle) : new Candidates(puzzle)
}
