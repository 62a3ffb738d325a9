import type { TargetedPointerEvent } from 'preact'
import { useMemo } from 'preact/hooks'
import { type MarkShape, STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { BacktracksAxis, CHART_HEIGHT, colourOf, markerPath, planeOf, Swatch, useWidth } from './chart.tsx'
import { isCounted, type Row, textOfCount } from './comparison.ts'

interface CurveChartProps {
  /** From left to right. */
  readonly rows: readonly Row[]
  readonly strategies: readonly StrategyName[]
  /** The chart in words. */
  readonly label: string
  /** The line of the puzzle that somebody points at. */
  readonly marked: number
  readonly onMark: (line: number) => void
  /** The words at the ends of the order, left and right. */
  readonly ends: readonly [string, string]
}

const MARGINS = { top: 14, right: 10, bottom: 30 }

/** Backtracks of many puzzles, with a curve for each strategy, and the counts of the one that somebody points at. */
export function CurveFigure(props: CurveChartProps) {
  const { rows, strategies, marked } = props
  const row = rows.find(({ line }) => line === marked)
  return (
    <figure class="card stack">
      <CurveChart {...props} />
      <figcaption class="stack">
        {row && <Readout row={row} strategies={strategies} />}
        {rows.length > MOST_JOINED && (
          <p class="small quiet">
            Each dot is a puzzle, each curve the median of {neighboursOf(rows.length)} neighbours.
          </p>
        )}
      </figcaption>
    </figure>
  )
}

/** The counts of the puzzle that somebody points at. */
function Readout({ row, strategies }: { row: Row; strategies: readonly StrategyName[] }) {
  return (
    <div class="readout">
      <p>
        <strong>{row.name}</strong>
        {row.givens !== undefined && <span class="quiet"> · {row.givens} givens</span>}
      </p>
      <dl>
        {strategies.map((strategy) => (
          <div key={strategy}>
            <dt class="pair">
              <Swatch strategy={strategy} />
              {STRATEGIES[strategy].title}
            </dt>
            <dd class="number">{textOfCount(row.counts[strategy])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function CurveChart({ rows, strategies, label, marked, onMark, ends }: CurveChartProps) {
  const { ref, width } = useWidth()
  const plane = useMemo(() => {
    const plane = planeOf(rows, strategies, width, MARGINS)
    const step = (plane.right - plane.left) / Math.max(1, rows.length)
    return { ...plane, step, x: (place: number) => plane.left + (place + 0.5) * step }
  }, [rows, strategies, width])
  const series = useMemo(
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
  const curves = series.map(({ strategy, curve }) => (
    <g key={`curve ${strategy}`} class={`series ${strategy}`} style={colourOf(strategy)}>
      <path class="series-curve" d={curve} />
    </g>
  ))
  const dots = series.map(({ strategy, markers, openMarkers }) => (
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
        height={CHART_HEIGHT}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        <BacktracksAxis plane={plane} />
        <text class="count-tick" x={plane.left} y={CHART_HEIGHT - 8}>
          {ends[0]}
        </text>
        <text class="count-tick" x={plane.right} y={CHART_HEIGHT - 8} text-anchor="end">
          {ends[1]}
        </text>
        {isDense ? dots : curves}
        {isDense ? curves : dots}
      </svg>
      {place >= 0 && (
        <svg class="count-pointed" width={width} height={CHART_HEIGHT} aria-hidden="true">
          <path class="count-pointer" d={`M${plane.x(place)} ${MARGINS.top}V${plane.y(0)}`} />
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

/** A count on the chart. */
interface Point {
  readonly x: number
  readonly y: number
  /** Drawn open, because it is the limit and a full search takes more. */
  readonly isOpen: boolean
}

/** Turns a place in the order and a number of backtracks into pixels. */
interface Plane {
  x(place: number): number
  y(backtracks: number): number
}

/** The points of more puzzles would run into one band, so the curve is then the median of neighbours. */
export const MOST_JOINED = 150

/** How many neighbours a median is taken of: enough to smooth the curve, few enough for it to show where it bends. */
function neighboursOf(puzzles: number): number {
  return 2 * Math.round(puzzles / 40) + 1
}

const RADIUS = 4
const SMALL_RADIUS = 1.3

/** A strategy's points by their place in the order; undefined where nothing was counted. */
export function pointsOf(rows: readonly Row[], strategy: StrategyName, { x, y }: Plane): (Point | undefined)[] {
  return rows.map(({ counts }, place) => {
    const count = counts[strategy]
    return isCounted(count) ? { x: x(place), y: y(count.backtracks), isOpen: count.kind === 'limit' } : undefined
  })
}

/** A strategy's counts as three paths, however many counts there are. */
export function seriesOf(points: readonly (Point | undefined)[], shape: MarkShape) {
  const isDense = points.length > MOST_JOINED
  const radius = isDense ? SMALL_RADIUS : RADIUS
  const drawn = points.filter((point) => point !== undefined)
  const markers = (areOpen: boolean) =>
    drawn
      .filter(({ isOpen }) => isOpen === areOpen)
      .map(({ x, y }) => markerPath(isDense ? 'square' : shape, x, y, radius))
      .join('')
  return {
    curve: curvePath(isDense ? medians(drawn) : points),
    markers: markers(false),
    openMarkers: markers(true),
  }
}

/** A path from point to point, with gaps where points are missing. */
function curvePath(points: readonly (Point | undefined)[]): string {
  return points
    .map((point, i) => point && `${points[i - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('')
}

/** Each point, moved to the median height of those around it. */
function medians(points: readonly Point[]): Point[] {
  const before = (neighboursOf(points.length) - 1) / 2
  return points.map((point, i) => {
    const around = points.slice(Math.max(0, i - before), i + before + 1).toSorted((a, b) => a.y - b.y)
    return { ...point, y: around[Math.floor(around.length / 2)].y }
  })
}
