import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type MarkShape, STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'
import { numberText } from '../../ui/number-text.ts'
import { isCounted, type Row } from './comparison.ts'

/** A piece of a strategy's curve, as the chart draws it. */
export function Swatch({ strategy }: { strategy: StrategyName }) {
  return (
    <svg
      class={`series-swatch series ${strategy}`}
      style={colourOf(strategy)}
      width="26"
      height="14"
      aria-hidden="true"
    >
      <path class="series-curve" d="M1 7H25" />
      <path class="series-marker" d={markerPath(STRATEGIES[strategy].mark.shape, 13, 7, 4.5)} />
    </svg>
  )
}

/** A strategy's colour, as compare.css takes it. */
export function colourOf(strategy: StrategyName) {
  const { light, dark } = STRATEGIES[strategy].mark
  return { '--series': `light-dark(${light}, ${dark})` }
}

type Corner = readonly [number, number]

/** Corners at a distance of about 1 from the centre; all shapes have about the same area. */
const CORNERS: Readonly<Record<Exclude<MarkShape, 'circle'>, readonly Corner[]>> = {
  square: fourTimes([[-0.85, -0.85]]),
  up: [
    [0, -1.15],
    [1.1, 0.8],
    [-1.1, 0.8],
  ],
  down: [
    [0, 1.15],
    [-1.1, -0.8],
    [1.1, -0.8],
  ],
  diamond: [
    [0, -1.25],
    [1.1, 0],
    [0, 1.25],
    [-1.1, 0],
  ],
  plus: plusCorners(1.15, 0.4),
  cross: plusCorners(1.15, 0.4).map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]),
  star: starCorners(1.35, 0.6),
}

/** A closed path around a point. */
export function markerPath(shape: MarkShape, x: number, y: number, radius: number): string {
  if (shape === 'circle') {
    const r = radius.toFixed(1)
    const across = (2 * radius).toFixed(1)
    return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 -${across} 0z`
  }
  const corners = CORNERS[shape].map(([dx, dy]) => `${(x + dx * radius).toFixed(1)} ${(y + dy * radius).toFixed(1)}`)
  return `M${corners.join('L')}z`
}

function plusCorners(arm: number, half: number): Corner[] {
  return fourTimes([
    [half, -half],
    [arm, -half],
    [arm, half],
  ])
}

/** Corners, and the same after each quarter of a turn. */
function fourTimes(quarter: readonly Corner[]): Corner[] {
  return [0, 1, 2, 3].flatMap((turns) => quarter.map((corner) => turned(corner, turns)))
}

function turned([x, y]: Corner, turns: number): Corner {
  return turns === 0 ? [x, y] : turned([-y, x], turns - 1)
}

function starCorners(outer: number, inner: number): Corner[] {
  return Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner
    const angle = (i * Math.PI) / 5
    return [radius * Math.sin(angle), -radius * Math.cos(angle)]
  })
}

/**
 * An axis for backtracks from 0 to the power of ten that holds `most`: it shows log(1 + b), so that 0 has its place, too.
 * Gridlines are at 0, 1, 10, 100 …; places are from 0 to 1.
 */
export function logAxis(most: number) {
  // This counts digits and rounds no logarithm: log10(1000) is 2.9999999999999996 on some machines.
  const powers = most <= 10 ? 1 : `${most - 1}`.length
  const ticks = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)]
  const top = Math.log1p(10 ** powers)
  return { ticks, at: (backtracks: number) => Math.log1p(backtracks) / top }
}

export const CHART_HEIGHT = 360
/** The width of a digit or comma in the font of the axis. */
export const CHARACTER = 6.6
const LABEL_HEIGHT = 13

/** Where backtracks are in a chart that holds all counts of some strategies, by their height in pixels. */
export function planeOf(
  rows: readonly Row[],
  strategies: readonly StrategyName[],
  width: number,
  { top, right, bottom }: Readonly<Record<'top' | 'right' | 'bottom', number>>,
) {
  const counts = rows.flatMap(({ counts }) => strategies.map((strategy) => counts[strategy])).filter(isCounted)
  const { ticks, at } = logAxis(counts.reduce((most, { backtracks }) => Math.max(most, backtracks), 0))
  const height = CHART_HEIGHT - top - bottom
  // As wide as the numbers at the axis.
  const left = numberText(ticks.at(-1) ?? 0).length * CHARACTER + 12
  return {
    ticks,
    left,
    right: Math.max(left, width - right),
    y: (backtracks: number) => top + height * (1 - at(backtracks)),
  }
}

/** The lines of 0, 1, 10, 100 … with their numbers, where these have room. */
export function BacktracksAxis({ plane: { ticks, left, right, y } }: { plane: ReturnType<typeof planeOf> }) {
  return ticks.map((tick) => (
    <g key={tick}>
      <path class="count-gridline" d={`M${left} ${y(tick)}H${right}`} />
      {(tick !== 1 || y(0) - y(1) >= LABEL_HEIGHT) && (
        <text class="count-tick" x={left - 8} y={y(tick) + 4} text-anchor="end">
          {numberText(tick)}
        </text>
      )}
    </g>
  ))
}

/** The width of an element, kept up to date, so that a drawing in it need not be scaled, text included. */
export function useWidth(): { ref: RefObject<HTMLDivElement>; width: number } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
