import type { StrategyName } from '../../../shared/sudoku/strategies/strategy-facts.ts'
import type { Row } from '../comparison.ts'
import { isCounted } from '../numbers/count.ts'
import { markerPath, type Shape } from './marker.ts'

/** A count on the chart. */
export interface Point {
  readonly x: number
  readonly y: number
  /** Drawn open: it is the limit, and more than that is all that is known. */
  readonly isOpen: boolean
}

/** Turns a place in the order, and backtracks, into pixels. */
export interface Plane {
  x(place: number): number
  y(backtracks: number): number
}

/** A strategy's counts as three paths, however many there are. */
export interface Series {
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

export function seriesOf(points: readonly (Point | undefined)[], shape: Shape): Series {
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
