import { useEffect, useRef, useState } from 'preact/hooks'

/** Rows and the head are as tall as the style sheet says, in the size that the reader chose for text. */
const ROW_REM = 2.25

/** A box that scrolls through rows of equal height under a head as tall as they are. */
export function useScroll(rows: number) {
  const box = useRef<HTMLDivElement>(null)
  const [rowHeight] = useState(() => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const [viewport, setViewport] = useState(15 * rowHeight)
  const [top, setTop] = useState(0)
  /** A place to scroll to, once the box is as high as its rows. */
  const wanted = useRef<number | undefined>(undefined)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() => setViewport(Math.max(rowHeight, current.clientHeight - rowHeight)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const scrollTo = (to: number) => {
    wanted.current = to
    setTop(Math.max(0, to))
  }
  useEffect(() => {
    if (wanted.current !== undefined) box.current?.scrollTo(0, wanted.current)
    wanted.current = undefined
  }, [top, rows])
  return {
    box,
    height: rows * rowHeight,
    /** The first and the last row that are seen, if only partly. */
    first: Math.floor(top / rowHeight),
    last: Math.min(rows, Math.ceil((top + viewport) / rowHeight)) - 1,
    /** How many whole rows are seen at once. */
    rowsInView: Math.max(1, Math.floor(viewport / rowHeight)),
    /** Where in the box a row is drawn. */
    topOf: (row: number) => row * rowHeight,
    onScroll: () => setTop(box.current?.scrollTop ?? 0),
    /** Scrolls as little as shows the whole of a row. */
    show: (row: number) => {
      const begin = row * rowHeight
      if (begin < top) scrollTo(begin)
      else if (begin + rowHeight > top + viewport) scrollTo(begin + rowHeight - viewport)
    },
    centre: (row: number) => scrollTo(row * rowHeight - (viewport - rowHeight) / 2),
  }
}
