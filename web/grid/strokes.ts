import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Tool } from './constraint-tools.ts'

/** The pen with which strokes over a board draw. */
interface Pen {
  start(cell: number, event: PointerEvent): void
  over(cell: number): void
  end(): void
  /** The pointer was pressed beside the grid, and let go; in cells from its corner, down and right. */
  beside?(pressed: readonly number[], released: readonly number[]): void
  /** Whether a key was taken. */
  onKey?(key: string): boolean
}

/** Takes strokes over the board, and the keys that are pressed on it. */
export function useStrokes(place: RefObject<HTMLElement>, { stroke }: Pick<Tool, 'stroke'>, pen: Pen): void {
  const latest = useRef({ stroke, pen })
  latest.current = { stroke, pen }
  useEffect(() => {
    const board = place.current
    if (!board) return
    let from: Point | undefined
    let pressed: readonly number[] | undefined
    const onDown = (event: PointerEvent) => {
      const cell = cellAt(event)?.cell
      if (event.button !== 0) return
      if (cell !== undefined) {
        latest.current.pen.start(cell, event)
        from = event
      }
      // The margin is a part of the drawn board, and no more than a cell wide.
      else if (event.target instanceof Element && event.target.closest('.board')) pressed = inCells(board, event)
    }
    const onMove = (event: PointerEvent) => {
      if (!from) return
      const [right, down] = [event.x - from.x, event.y - from.y]
      const steps = Math.max(1, Math.ceil(Math.hypot(right, down) / STEP_PX))
      for (let i = 1; i <= steps; i++) {
        const point = { x: from.x + (i / steps) * right, y: from.y + (i / steps) * down }
        const cell = cellCrossed(point, latest.current.stroke)
        if (cell !== undefined) latest.current.pen.over(cell)
      }
      from = event
    }
    const onUp = (event: PointerEvent) => {
      if (from) latest.current.pen.end()
      if (pressed) latest.current.pen.beside?.(pressed, inCells(board, event))
      from = undefined
      pressed = undefined
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !latest.current.pen.onKey?.(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const listening = new AbortController()
    const { signal } = listening
    board.addEventListener('pointerdown', onDown, { signal })
    board.addEventListener('keydown', onKeyDown, { capture: true, signal })
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', onUp, { signal })
    return () => listening.abort()
  }, [])
}

/** On the screen, in CSS pixels. */
type Point = Pick<PointerEvent, 'x' | 'y'>

/** A third of the smallest cell: fast strokes leave none out. */
const STEP_PX = 6

/** So near to the middle of a cell a stroke goes over it, in widths of a cell: beyond, it may be on its way past. */
const NEAR = 0.42

/** @param stroke ways pass corners more closely than a hand that drags over an area */
function cellCrossed(point: Point, stroke: Tool['stroke']): number | undefined {
  const found = cellAt(point)
  if (!found) return undefined
  const { cell, right, down } = found
  const far = stroke === 'way' ? Math.hypot(right, down) : Math.max(Math.abs(right), Math.abs(down))
  return far > NEAR ? undefined : cell
}

/** The cell at a place, and how far from its middle that is, in its widths. */
function cellAt({ x, y }: Point) {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>('.editor-board [data-cell]')
  if (!cell) return undefined
  const { left, top, width, height } = cell.getBoundingClientRect()
  return { cell: Number(cell.dataset.cell), right: (x - left) / width - 0.5, down: (y - top) / height - 0.5 }
}

/** A point in cells, from the corner of the grid; it may be beside it. */
function inCells(board: HTMLElement, { x, y }: Point): readonly number[] {
  const grid = board.querySelector('.board-grid') ?? board
  const { left, top, width } = grid.getBoundingClientRect()
  const scale = grid.childElementCount / width
  return [(y - top) * scale, (x - left) * scale]
}
