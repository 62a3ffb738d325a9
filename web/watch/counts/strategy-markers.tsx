import { type MarkShape, STRATEGIES, type StrategyName } from '../../../shared/sudoku/search/strategy-facts.ts'

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

/** A strategy's colour, as counts.css takes it. */
export function colourOf(strategy: StrategyName) {
  const { light, dark } = STRATEGIES[strategy].mark
  return { '--series': `light-dark(${light}, ${dark})` }
}

/** How many corners a shape has, how far they are from its centre by turns, and how far it is turned; all have about the same area. */
const SHAPES: Readonly<
  Record<MarkShape, { readonly corners: number; readonly out: number; readonly in?: number; readonly turn?: number }>
> = {
  circle: { corners: 16, out: 1 },
  square: { corners: 4, out: 1.2, turn: 1 / 8 },
  up: { corners: 3, out: 1.35 },
  down: { corners: 3, out: 1.35, turn: 1 / 2 },
  diamond: { corners: 4, out: 1.25 },
  plus: { corners: 8, out: 1.5, in: 0.65 },
  cross: { corners: 8, out: 1.5, in: 0.65, turn: 1 / 8 },
  star: { corners: 10, out: 1.35, in: 0.6 },
}

/** A closed path around a point. */
export function markerPath(shape: MarkShape, x: number, y: number, radius: number): string {
  const { corners, out, in: within = out, turn = 0 } = SHAPES[shape]
  const path = Array.from({ length: corners }, (_, i) => {
    const angle = 2 * Math.PI * (i / corners + turn)
    const far = radius * (i % 2 === 0 ? out : within)
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`
  })
  return `M${path.join('L')}z`
}
