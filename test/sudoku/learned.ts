import type { Claim } from '../../shared/sudoku/grid/step.ts'
import { EXHAUSTED, FOUND } from '../../shared/sudoku/kernels/learning/kernel-bytes.ts'
import { Solver } from '../../shared/sudoku/kernels/learning/solver.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'

/** The clauses learned until the first solution, or until it is certain that there is none; at most so many. */
export function clausesOf(puzzle: Puzzle, most: number): Claim[][] {
  const solver = Solver.take()
  solver.set(puzzle)
  const { kernel } = solver
  const clauses: Claim[][] = []
  let said = kernel.begin(1e9, 1)
  for (let conflicts = 0; said !== FOUND && said !== EXHAUSTED && clauses.length < most; said = kernel.run(1e9)) {
    const learned = kernel.conflicts.value - conflicts
    conflicts = kernel.conflicts.value
    if (learned > 0 && kernel.learntCount.value > 0) clauses.push(solver.claimsOf(solver.clause()))
  }
  solver.release()
  return clauses
}
