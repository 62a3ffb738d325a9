import type { BulkSolver } from '../engine/bulk-solver.ts'
import { bitParallel } from './bit-parallel.ts'
import { cellByCell } from './cell-by-cell.ts'
import { exactCover } from './exact-cover.ts'
import type { Observer, Strategy, StrategyName } from './strategy.ts'

/** Every strategy by its public name; classic 9×9 grids go to the bulk solver that is asked for. */
export function strategiesOn(
  solverFor: (observe: Observer | undefined) => BulkSolver,
): Readonly<Record<StrategyName, Strategy>> {
  return {
    ...cellByCell,
    'exact-cover': exactCover,
    'bit-parallel': bitParallel(solverFor),
  }
}
