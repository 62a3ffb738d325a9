import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MarkShape, StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { Row } from './comparison.ts'
import { isCounted } from './comparison.ts'
import { markerPath } from './marks.tsx'

/** A count on the chart. */
interface Point {
  readonly x: number
  readonly y: number
  /** Drawn open: it is the limit, and more than that is all that is known. */
  readonly isOpen: boolean
}

/** Turns a place in the order, and backtracks, into pixels. */
interface Plane {
  x(place: number): number
  y(backtracks: number): number
}

/** A strategy's counts as three paths, however many there are. */
interface Series {
  readonly line: string
  readonly markers: string
  readonly openMarkers: string
}

/** Beyond so many puzzles their points would run into one band: then the line is a median of neighbours. */
export const MOST_JOINED = 150
/** Of how many neighbours the median is taken: enough to calm the line, few enough for it to show where it bends. */
export function neighboursOf(puzzles: number): number {
  return 2 * Math.round(puzzles / 40) + 1
}

const RADIUS = 4
const SMALL_RADIUS = 1.3

/** By place in the order; undefined where nothing was counted. */
export function pointsOf(rows: readonly Row[], strategy: StrategyName, { x, y }: Plane): (Point | undefined)[] {
  return rows.map(({ counts }, place) => {
    const count = counts[strategy]
    return isCounted(count) ? { x: x(place), y: y(count.backtracks), isOpen: count.kind === 'limit' } : undefined
  })
}

export function seriesOf(points: readonly (Point | undefined)[], shape: MarkShape): Series {
  const isDense = points.length > MOST_JOINED
  const radius = isDense ? SMALL_RADIUS : RADIUS
  const drawn = points.filter((point) => point !== undefined)
  const markers = (wanted: boolean) =>
    drawn
      .filter(({ isOpen }) => isOpen === wanted)
      .map(({ x, y }) => markerPath(isDense ? 'square' : shape, x, y, radius))
      .join('')
  return {
    line: linePath(isDense ? medians(drawn) : points),
    markers: markers(false),
    openMarkers: markers(true),
  }
}

/** From point to point, with a gap where there is none. */
function linePath(points: readonly (Point | undefined)[]): string {
  return points
    .map((point, i) => point && `${points[i - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
    .join('')
}

/** Each point at the median height of those around it. */
function medians(points: readonly Point[]): Point[] {
  const before = (neighboursOf(points.length) - 1) / 2
  return points.map((point, i) => {
    const around = points.slice(Math.max(0, i - before), i + before + 1).toSorted((a, b) => a.y - b.y)
    return { ...point, y: around[Math.floor(around.length / 2)].y }
  })
}

/** An axis for backtracks: of log(1 + b), so that 0 has its place, too. */
interface LogAxis {
  /** Where the lines stand: 0, 1, 10, 100 … */
  readonly ticks: readonly number[]
  /** Where a number stands, from 0 to 1. */
  at(backtracks: number): number
}

/** The axis that reaches from 0 to the power of ten that holds `most`. */
export function logAxis(most: number): LogAxis {
  // Digits are counted, not logarithms rounded: log10(1000) is 2.9999999999999996 on some machines.
  const powers = most <= 10 ? 1 : `${most - 1}`.length
  const ticks = [0, ...Array.from({ length: powers + 1 }, (_, power) => 10 ** power)]
  const top = Math.log1p(10 ** powers)
  return { ticks, at: (backtracks) => Math.log1p(backtracks) / top }
}

/** The width that an element has now, so that what is drawn into it need not be scaled, text included. */
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
