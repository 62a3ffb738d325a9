import type { TargetedPointerEvent } from 'preact'
import { useMemo } from 'preact/hooks'
import { STRATEGIES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { numberText } from '../ui/number-text.ts'
import type { Row } from './comparison.ts'
import { isCounted } from './comparison.ts'
import { colourOf, markerPath } from './marks.tsx'
import { logAxis, MOST_JOINED, pointsOf, seriesOf, useWidth } from './series.ts'

interface LineChartProps {
  /** From left to right. */
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  /** The chart in words. */
  readonly label: string
  /** The line of the puzzle that is pointed at. */
  readonly marked: number
  readonly onMark: (line: number) => void
  /** What the ends of the order are, left and right. */
  readonly ends: readonly [string, string]
}

const HEIGHT = 360
const TOP = 14
const BOTTOM = 30
const RIGHT = 10
/** Of a digit or comma in the axis' font. */
const CHARACTER = 6.6
const LABEL_HEIGHT = 13

/** Backtracks of many puzzles, a line for each strategy. */
export function LineChart({ rows, strategies, label, marked, onMark, ends }: LineChartProps) {
  const { ref, width } = useWidth()
  const plane = useMemo(() => planeOf(rows, strategies, width), [rows, strategies, width])
  const lines = useMemo(
    () =>
      strategies.map((strategy) => ({
        strategy,
        ...seriesOf(pointsOf(rows, strategy, plane), STRATEGIES[strategy].mark.shape),
      })),
    [rows, strategies, plane],
  )
  const place = rows.findIndex(({ line }) => line === marked)
  const onPointer = ({ currentTarget, clientX }: TargetedPointerEvent<SVGSVGElement>) => {
    const { left } = currentTarget.getBoundingClientRect()
    const at = Math.floor((clientX - left - plane.left) / plane.step)
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (row && row.line !== marked) onMark(row.line)
  }
  const isDense = rows.length > MOST_JOINED
  const curves = lines.map(({ strategy, line }) => (
    <g key={`line ${strategy}`} class={`series ${strategy}`} style={colourOf(strategy)}>
      <path class="series-line" d={line} />
    </g>
  ))
  const dots = lines.map(({ strategy, markers, openMarkers }) => (
    <g key={`markers ${strategy}`} class={`series ${strategy}`} style={colourOf(strategy)}>
      <path class="series-marker" d={markers} />
      <path class="series-marker open" d={openMarkers} />
    </g>
  ))
  return (
    <div ref={ref} class={`count-chart ${isDense ? 'dense' : ''}`}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        {plane.axis.ticks.map((tick, i) => (
          <g key={tick}>
            <path class="count-gridline" d={`M${plane.left} ${plane.y(tick)}H${width - RIGHT}`} />
            {(i !== 1 || plane.y(0) - plane.y(1) >= LABEL_HEIGHT) && (
              <text class="count-tick" x={plane.left - 8} y={plane.y(tick) + 4} text-anchor="end">
                {numberText(tick)}
              </text>
            )}
          </g>
        ))}
        <text class="count-tick" x={plane.left} y={HEIGHT - 8}>
          {ends[0]}
        </text>
        <text class="count-tick" x={width - RIGHT} y={HEIGHT - 8} text-anchor="end">
          {ends[1]}
        </text>
        {isDense ? dots : curves}
        {isDense ? curves : dots}
      </svg>
      {place >= 0 && (
        <svg class="count-pointed" width={width} height={HEIGHT} aria-hidden="true">
          <path class="count-pointer" d={`M${plane.x(place)} ${TOP}V${HEIGHT - BOTTOM}`} />
          {strategies.map((strategy) => {
            const count = rows[place].counts[strategy]
            if (!isCounted(count)) return null
            const path = markerPath(STRATEGIES[strategy].mark.shape, plane.x(place), plane.y(count.backtracks), 6)
            return (
              <g key={strategy} class={`series ${strategy}`} style={colourOf(strategy)}>
                <path class={`series-marker marked ${count.kind === 'limit' ? 'open' : ''}`} d={path} />
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}

function planeOf(rows: readonly Row[], strategies: readonly StrategyName[], width: number) {
  const counts = rows.flatMap(({ counts }) => strategies.map((strategy) => counts[strategy])).filter(isCounted)
  const axis = logAxis(counts.reduce((most, { backtracks }) => Math.max(most, backtracks), 0))
  const left = numberText(axis.ticks.at(-1) ?? 0).length * CHARACTER + 12
  const step = Math.max(0, width - left - RIGHT) / Math.max(1, rows.length)
  const height = HEIGHT - TOP - BOTTOM
  return {
    axis,
    left,
    step,
    x: (place: number) => left + (place + 0.5) * step,
    y: (backtracks: number) => TOP + height * (1 - axis.at(backtracks)),
  }
}
