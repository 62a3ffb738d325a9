import type { StrategyName } from '../../../shared/sudoku/strategies/strategy-facts.ts'
import type { Shape } from './marker.ts'

/** By what a strategy is told from the others in a chart, beside its colour (compare.css). */
export const SHAPES: Readonly<Record<StrategyName, Shape>> = {
  'brute-force': 'circle',
  'single-sweep': 'square',
  'naked-singles': 'up',
  'fewest-candidates': 'diamond',
  singles: 'down',
  'exact-cover': 'plus',
  'bit-parallel': 'star',
}
