import { memo } from '../ui/memo.ts'
import { numberText } from '../ui/number-text.ts'
import type { DepthStretch } from './tape/depth-profile.ts'
import type { Recorded } from './tape/tape-protocol.ts'

/** How deep a search was over its steps, and where it is shown now. */
export function DepthLine({ recorded, step }: { recorded: Recorded; step: number }) {
  const { depths, length } = recorded
  const place = length === 0 ? 0 : (step / length) * 100
  return (
    <figure>
      <div class="depth-line">
        <Line depths={depths} length={length} />
        <span class="depth-place" style={{ left: `${place.toFixed(2)}%` }} />
      </div>
      <figcaption class="quiet small">Depth: the guesses that stand, over all steps</figcaption>
    </figure>
  )
}

const WIDTH = 1000
const HEIGHT = 100
/** So that a line along the edge is not cut in half. */
const MARGIN = 4

/** Drawn again when there is more of it, not for every frame. */
const Line = memo(({ depths, length }: Pick<Recorded, 'depths' | 'length'>) => {
  const most = Math.max(1, ...depths.stretches.map((stretch) => stretch.most))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Depth over all steps: up to ${numberText(most)} ${most === 1 ? 'guess' : 'guesses'} at once`}
    >
      <path
        d={outlineOf(
          depths.stretches,
          depths.stretchLength,
          length,
          (depth) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * depth) / most,
        )}
      />
    </svg>
  )
})

/** Along the greatest depths to the right, and back along the least. */
function outlineOf(
  stretches: readonly DepthStretch[],
  stretchLength: number,
  length: number,
  yOf: (depth: number) => number,
): string {
  const xOf = (i: number) => ((WIDTH * Math.min(i * stretchLength, length)) / Math.max(1, length)).toFixed(1)
  const there = stretches.map(({ most }, i) => `${xOf(i)} ${yOf(most).toFixed(1)}`)
  const back = stretches.map(({ least }, i) => `${xOf(i)} ${yOf(least).toFixed(1)}`).reverse()
  return stretches.length === 0 ? '' : `M${[...there, ...back].join('L')}Z`
}
