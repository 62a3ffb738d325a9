import { STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { numberText } from '../../ui/number-text.ts'
import { CHARACTER, colourOf, logAxis, useWidth } from './chart.tsx'
import { isCounted, type Row, textOfCount } from './comparison.ts'

interface BarChartProps {
  readonly row: Row
  readonly strategies: readonly StrategyName[]
  /** The chart in words. */
  readonly label: string
}

const BAR = 20
const TOP = 4
const BOTTOM = 26
/** The width of a digit behind a bar. */
const DIGIT = 8.6
/** The width of the names beside the bars. */
const NAMES = 140
/** Below this width the names stand above the bars, to leave room for them. */
const NARROW = 480
/** The least room between two tick labels. */
const LABEL_GAP = 16

/** Backtracks of one puzzle, with a bar for each strategy, on an axis like that for many puzzles. */
export function BarChart({ row, strategies, label }: BarChartProps) {
  const { ref, width } = useWidth()
  const isNarrow = width < NARROW
  const step = isNarrow ? 50 : 36
  const left = isNarrow ? 6 : NAMES
  const bottom = TOP + step * strategies.length
  const counted = strategies.map((strategy) => row.counts[strategy]).filter(isCounted)
  const axis = logAxis(Math.max(0, ...counted.map(({ backtracks }) => backtracks)))
  const longest = Math.max(...strategies.map((strategy) => textOfCount(row.counts[strategy]).length))
  const room = Math.max(0, width - left - longest * DIGIT - 12)
  const x = (backtracks: number) => left + room * axis.at(backtracks)
  return (
    <div ref={ref} class="count-chart">
      <svg role="img" aria-label={label} width={width} height={bottom + BOTTOM}>
        {axis.ticks.map((tick) => (
          <path key={tick} class="count-gridline" d={`M${x(tick)} ${TOP}V${bottom}`} />
        ))}
        {withRoom(axis.ticks, x).map((tick) => (
          <text key={tick} class="count-tick" x={x(tick)} y={bottom + 18} text-anchor="middle">
            {numberText(tick)}
          </text>
        ))}
        {strategies.map((strategy, i) => {
          const count = row.counts[strategy]
          const top = TOP + i * step + (isNarrow ? 22 : (step - BAR) / 2)
          const end = isCounted(count) ? x(count.backtracks) : left
          return (
            <g key={strategy} class={`series ${strategy}`} style={colourOf(strategy)}>
              <text class="count-bar-name" x={isNarrow ? left : 0} y={isNarrow ? top - 5 : top + 15}>
                {STRATEGIES[strategy].title}
              </text>
              {isCounted(count) && (
                // A search without any backtrack still has a short bar, so that it can be seen.
                <path
                  class={`count-bar ${count.kind === 'limit' ? 'open' : ''}`}
                  d={`M${left} ${top}H${Math.max(end, left + 3)}v${BAR}H${left}z`}
                />
              )}
              <text class="count-bar-count" x={Math.max(end, left + 3) + 8} y={top + 15}>
                {textOfCount(count)}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}

/** The ticks whose labels do not run into each other; the greatest is always one of them. */
function withRoom(ticks: readonly number[], x: (tick: number) => number): number[] {
  let free = Number.POSITIVE_INFINITY
  return ticks
    .toReversed()
    .filter((tick) => {
      const half = (numberText(tick).length * CHARACTER) / 2
      if (x(tick) + half > free) return false
      free = x(tick) - half - LABEL_GAP
      return true
    })
    .toReversed()
}
