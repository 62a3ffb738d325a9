import type { BulkSolver } from '../engine/bulk-solver.ts'
import { bitParallel } from './bit-parallel.ts'
import { bruteForce, fewestCandidates, nakedSingles, singleSweep, singles } from './cell-by-cell.ts'
import { exactCover } from './exact-cover.ts'
import type { Observer, Strategy } from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'

/** Every strategy by its public name; classic 9×9 grids go to the bulk solver that is asked for. */
export function strategiesOn(
  solverFor: (observe: Observer | undefined) => BulkSolver,
): Readonly<Record<StrategyName, Strategy>> {
  return {
    'brute-force': bruteForce,
    'single-sweep': singleSweep,
    'naked-singles': nakedSingles,
    'fewest-candidates': fewestCandidates,
    singles,
    'exact-cover': exactCover,
    'bit-parallel': bitParallel(solverFor),
  }
}
