import { bitParallel } from './bit-parallel.ts'
import { bruteForce, fewestCandidates, nakedSingles, singleSweep, singles } from './cell-by-cell.ts'
import { exactCover } from './exact-cover.ts'
import type { Strategy } from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'

/** Every strategy by its public name. */
export const strategies: Readonly<Record<StrategyName, Strategy>> = {
  'brute-force': bruteForce,
  'single-sweep': singleSweep,
  'naked-singles': nakedSingles,
  'fewest-candidates': fewestCandidates,
  singles,
  'exact-cover': exactCover,
  'bit-parallel': bitParallel,
}
