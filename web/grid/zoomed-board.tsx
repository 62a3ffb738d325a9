import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Size } from '../../shared/sudoku/grid/units.ts'

/** A cell that a finger hits, in CSS pixels (WCAG 2.2, 2.5.8); zoomed in, so many times as wide. */
const CELL_PX = 24

/** A cell in which candidates of 16 digits can be read. */
const LEGIBLE_PX = 40

interface ZoomedBoardProps {
  readonly size: Size
  /** A cell to come closer to, if cells are too small to read what is drawn there. */
  readonly near: number | undefined
  readonly children: ComponentChildren
}

/** A board that may be larger than its place: then it is moved by a finger, as a map is. */
export function ZoomedBoard({ size, near, children }: ZoomedBoardProps) {
  const [zoom, setZoom] = useState(1)
  const place = useRef<HTMLDivElement>(null)
  const isLarge = size >= 16
  useEffect(() => {
    const width = place.current?.clientWidth ?? 0
    if (near === undefined || !isLarge || width > LEGIBLE_PX * size) return
    setZoom(2)
    return () => setZoom(zoom)
  }, [near])
  useEffect(() => {
    const from = place.current?.getBoundingClientRect()
    const to = place.current?.querySelector(`[data-cell="${near}"]`)?.getBoundingClientRect()
    if (from && to) place.current?.scrollBy(to.x - from.x - from.width / 2, to.y - from.y - from.height / 2)
  }, [near, zoom])
  const width = isLarge ? `max(${100 * Math.max(1, zoom)}%, ${CELL_PX * zoom * size}px)` : '100%'
  return (
    <>
      <div ref={place} class={`board-place ${isLarge ? 'large' : ''}`}>
        <div style={`width:${width}`}>{children}</div>
      </div>
      {isLarge && (
        <label class="row zoom small no-print">
          Zoom
          <input
            type="range"
            max={2}
            step={0.5}
            value={zoom}
            aria-valuetext={zoom === 0 ? 'Whole grid' : `${zoom * 100} %`}
            onInput={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          />
        </label>
      )}
    </>
  )
}
