import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type MarkShape, STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'

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
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
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
  const quarter: Corner[] = [
    [half, -half],
    [arm, -half],
    [arm, half],
  ]
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

/** An axis for backtracks: it shows log(1 + b), so that 0 has its place, too. */
interface LogAxis {
  /** Where the gridlines are: 0, 1, 10, 100 … */
  readonly ticks: readonly number[]
  /** The place of a number on the axis, from 0 to 1. */
  at(backtracks: number): number
}

/** The axis that reaches from 0 to the power of ten that holds `most`. */
export function logAxis(most: number): LogAxis {
  // This counts digits and rounds no logarithm: log10(1000) is 2.9999999999999996 on some machines.
  const powers = most <= 10 ? 1 : `${most - 1}`.length
  const ticks = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)]
  const top = Math.log1p(10 ** powers)
  return { ticks, at: (backtracks) => Math.log1p(backtracks) / top }
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
