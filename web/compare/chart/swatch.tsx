import type { StrategyName } from '../../../shared/sudoku/strategies/strategy-facts.ts'
import { markerPath } from './marker.ts'
import { SHAPES } from './strategy-shape.ts'

/** A piece of a strategy's line, as the chart draws it. */
export function Swatch({ strategy }: { strategy: StrategyName }) {
  return (
    <svg class={`series-swatch series ${strategy}`} width="26" height="14" aria-hidden="true">
      <path class="series-line" d="M1 7H25" />
      <path class="series-marker" d={markerPath(SHAPES[strategy], 13, 7, 4.5)} />
    </svg>
  )
}
