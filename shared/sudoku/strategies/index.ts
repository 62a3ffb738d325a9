import { bitParallel } from './bit-parallel.ts'
import { bruteForce } from './brute-force.ts'
import { exactCover } from './exact-cover.ts'
import { fewestCandidates } from './fewest-candidates.ts'
import { nakedSingles } from './naked-singles.ts'
import { singleSweep } from './single-sweep.ts'
import { singles } from './singles.ts'
import type { Strategy, StrategyName } from './strategy.ts'

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
