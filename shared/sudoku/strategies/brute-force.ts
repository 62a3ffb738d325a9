import { firstEmptyCell } from './branching.ts'
import { DepthFirst } from './depth-first.ts'
import type { Strategy } from './strategy.ts'

/**
 * Infers nothing: the search of Liang's case study and of Devadas' `solveSudoku`.
 * Liang's walks a list of free cells, Devadas' calls itself; both place and undo the
 * same digits in the same order.
 */
export const bruteForce: Strategy = {
  name: 'brute-force',
  search: (...asked) => new DepthFirst({ infersAtStart: false, infer: () => true, branch: firstEmptyCell }, ...asked),
}
