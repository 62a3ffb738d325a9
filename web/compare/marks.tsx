import { type MarkShape, STRATEGIES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'

type Corner = readonly [number, number]

/** Corners on a circle of radius 1 or so, of about the same area each. */
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
  star: starCorners(1.35, 0.6),
}

/** A closed path around a place. */
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

/** A piece of a strategy's line, as the chart draws it. */
export function Swatch({ strategy }: { strategy: StrategyName }) {
  return (
    <svg
      class={`series-swatch series ${strategy}`}
      style={colourOf(strategy)}
      width="26"
      height="14"
      aria-hidden="true"
    >
      <path class="series-line" d="M1 7H25" />
      <path class="series-marker" d={markerPath(STRATEGIES[strategy].mark.shape, 13, 7, 4.5)} />
    </svg>
  )
}

/** A strategy's colour, as compare.css takes it. */
export function colourOf(strategy: StrategyName) {
  const { light, dark } = STRATEGIES[strategy].mark
  return { '--series': `light-dark(${light}, ${dark})` }
}
