import type { Claim } from '../../shared/sudoku/grid/step.ts'
import { EXHAUSTED, FOUND } from '../../shared/sudoku/kernels/learning/kernel-bytes.ts'
import { Solver } from '../../shared/sudoku/kernels/learning/solver.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'

/** The clauses that a search learns until it has found a solution, or has shown that there is none: the first ones, up to a number. */
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
