import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Extent, heightOf, rowsSeen, type Scroll, scrollAt, scrolledTo, scrollShowing } from './scroll.ts'

/** A box that scrolls through rows, more of them than it could be tall. */
interface ScrollBox {
  readonly box: RefObject<HTMLDivElement>
  /** How tall all that scrolls is. */
  readonly height: number
  readonly first: number
  readonly last: number
  /** How many rows are seen at once, whole. */
  readonly page: number
  /** Where in the box a row is drawn. */
  topOf(row: number): number
  onScroll(): void
  /** Scrolls as little as shows the whole of a row. */
  show(row: number): void
}

/** Rows and the head are as tall as the style sheet says, in the size that the reader chose for text. */
const ROW_REM = 2.25
/** After the last move; the thumb is brought to where it belongs then. */
const SETTLED_MS = 150

export function useScroll(rows: number): ScrollBox {
  const box = useRef<HTMLDivElement>(null)
  const [rowHeight] = useState(() => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [viewport, setViewport] = useState(15 * rowHeight)
  const [scroll, setScroll] = useState<Scroll>({ top: 0, offset: 0 })
  const settling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const extent: Extent = { rows, rowHeight, viewport }
  const latest = useRef({ scroll, extent })
  latest.current = { scroll, extent }

  const move = (to: (before: Scroll, extent: Extent) => Scroll) =>
    setScroll((before) => to(before, latest.current.extent))
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setViewport(Math.max(rowHeight, current.clientHeight - rowHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  // What changes how far it can be scrolled leaves the list where it was.
  useLayoutEffect(() => move((before, now) => scrollAt(before.offset, now)), [rows, viewport])
  useLayoutEffect(() => {
    const { current } = box
    if (current && Math.abs(current.scrollTop - scroll.top) >= 1) current.scrollTop = scroll.top
  }, [scroll.top, rows])
  useEffect(() => () => clearTimeout(settling.current), [])

  const onScroll = () => {
    const top = box.current?.scrollTop ?? 0
    move((before, now) => (Math.abs(top - before.top) < 1 ? before : scrolledTo(before, top, now)))
    clearTimeout(settling.current)
    settling.current = setTimeout(() => move((before, now) => scrollAt(before.offset, now)), SETTLED_MS)
  }
  const { first, last } = rowsSeen(scroll, extent)
  return {
    box,
    height: heightOf(extent),
    first,
    last,
    page: Math.max(1, Math.floor(viewport / rowHeight)),
    topOf: (row) => scroll.top + row * rowHeight - scroll.offset,
    onScroll,
    show: (row) => move((before, now) => scrollShowing(row, before, now)),
  }
}
