import { bitParallel } from './bit-parallel.ts'
import { cellByCell } from './cell-by-cell.ts'
import { exactCover } from './exact-cover.ts'
import { learning } from './learning.ts'
import type { Strategy } from './strategy.ts'
import type { StrategyName } from './strategy-facts.ts'

export const strategies: Readonly<Record<StrategyName, Strategy>> = {
  ...cellByCell,
  'exact-cover': exactCover,
  learning,
  'bit-parallel': bitParallel,
}
