import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Size } from '../../shared/sudoku/grid/units.ts'

/** A cell that a finger hits, in CSS pixels (WCAG 2.2, 2.5.8); zoomed in, so many times as wide. */
const CELL_PX = 24
const ZOOMS = [0, 1, 1.5, 2]

interface ZoomedBoardProps {
  readonly size: Size
  readonly children: ComponentChildren
}

/** A board that may be larger than its place: then it is moved by a finger, as a map is. */
export function ZoomedBoard({ size, children }: ZoomedBoardProps) {
  const [zoom, setZoom] = useState(1)
  const isLarge = size >= 16
  const factor = isLarge ? ZOOMS[zoom] : 0
  const width = factor === 0 ? '100%' : `max(${100 * factor}%, ${CELL_PX * factor * size}px)`
  const to = (next: number) => () => setZoom(Math.max(0, Math.min(ZOOMS.length - 1, next)))
  return (
    <>
      <div class={`board-place place-${size}`}>
        <div style={`width:${width}`}>{children}</div>
      </div>
      {isLarge && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are filled in
        <div class="row zoom no-print" role="group" aria-label="Zoom">
          <button type="button" aria-disabled={`${zoom === 0}`} onClick={to(zoom - 1)}>
            − <span class="unseen">Zoom out</span>
          </button>
          <span class="small quiet number">{factor === 0 ? 'Whole grid' : `${factor * 100} %`}</span>
          <button type="button" aria-disabled={`${zoom === ZOOMS.length - 1}`} onClick={to(zoom + 1)}>
            + <span class="unseen">Zoom in</span>
          </button>
        </div>
      )}
    </>
  )
}
