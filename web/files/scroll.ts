import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Rows of equal height, more of them than fit into the tallest element that a browser can draw:
 *
 *     box   [ 0 ······ top ▓▓▓▓▓▓▓▓ ············ height ]                  what scrolls, at most MAX_HEIGHT
 *     list  [ 0 ·············· offset ▓▓▓▓▓▓▓▓ ······················ ]   all rows, each as tall as it is
 *
 * `▓` is what is seen. As long as the list fits into the box, top and offset are the same. Where it does not, they
 * still go pixel by pixel near both ends, and by proportion only in between: otherwise the thumb of ten million rows
 * would be so close to the end of its way that hardly any wheel movement were left to get there.
 */
export interface Scroll {
  readonly top: number
  readonly offset: number
}

interface Extent {
  readonly rows: number
  readonly rowHeight: number
  /** How many pixels of it are seen at once. */
  readonly viewport: number
}

/** In pixels: Firefox draws nothing below 17.9 million, Chromium and Safari below 33.5; zoom multiplies them. */
export const MAX_HEIGHT = 4_000_000

/** How many viewports go pixel by pixel at each end: less than that does not visibly move the thumb. */
const EDGE = 20

export function heightOf({ rows, rowHeight }: Extent): number {
  return Math.min(rows * rowHeight, MAX_HEIGHT)
}

/**
 * Where the list is after the box was scrolled. A short way, by wheel or finger, goes by pixels, so that no row is
 * passed over; a long one, by the thumb, goes by proportion.
 */
export function scrolledTo(before: Scroll, top: number, extent: Extent): Scroll {
  const most = mostOf(extent)
  const moved = top - before.top
  if (most.top === most.offset) return { top, offset: top }
  if (Math.abs(moved) < extent.viewport) return { top, offset: between(0, before.offset + moved, most.offset) }
  return { top, offset: across(top, most.top, most.offset, extent) }
}

/** The scroll with a place of the list at the top, and the thumb where it belongs. */
export function scrollAt(offset: number, extent: Extent): Scroll {
  const most = mostOf(extent)
  const within = between(0, offset, most.offset)
  return { offset: within, top: across(within, most.offset, most.top, extent) }
}

/** The scroll nearest to another that shows the whole of a row. */
export function scrollShowing(row: number, before: Scroll, extent: Extent): Scroll {
  const { rowHeight, viewport } = extent
  const begin = row * rowHeight
  const isSeen = begin >= before.offset && begin + rowHeight <= before.offset + viewport
  if (isSeen) return before
  return scrollAt(begin < before.offset ? begin : begin + rowHeight - viewport, extent)
}

/** The scroll with a row in the middle of what is seen. */
export function scrollCentred(row: number, extent: Extent): Scroll {
  const { rowHeight, viewport } = extent
  return scrollAt(row * rowHeight - (viewport - rowHeight) / 2, extent)
}

/** The first and the last row that are seen, if only partly; none is where `last` is less than `first`. */
export function rowsSeen({ offset }: Scroll, { rows, rowHeight, viewport }: Extent): { first: number; last: number } {
  const last = Math.min(rows, Math.ceil((offset + viewport) / rowHeight)) - 1
  return { first: Math.min(Math.floor(offset / rowHeight), Math.max(0, last)), last }
}

/** How far the list and the box can be scrolled. */
function mostOf(extent: Extent): Scroll {
  const { rows, rowHeight, viewport } = extent
  return {
    top: Math.max(0, heightOf(extent) - viewport),
    offset: Math.max(0, rows * rowHeight - viewport),
  }
}

/** The place on the one way, of list or box, that belongs to a place on the other; there and back gives the same. */
function across(place: number, from: number, to: number, { viewport }: Extent): number {
  const edge = EDGE * viewport
  if (place <= edge) return place
  if (place >= from - edge) return to - (from - place)
  return edge + ((place - edge) * (to - 2 * edge)) / (from - 2 * edge)
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** Rows and the head are as tall as the style sheet says, in the size that the reader chose for text. */
const ROW_REM = 2.25
/** How long after the last move the thumb is put where it belongs. */
const SETTLED_MS = 150

/** A box that scrolls through rows. */
export function useScroll(rows: number) {
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
  // A change of how far the box can be scrolled leaves the list where it was.
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
    /** How many whole rows are seen at once. */
    rowsInView: Math.max(1, Math.floor(viewport / rowHeight)),
    /** Where in the box a row is drawn. */
    topOf: (row: number) => scroll.top + row * rowHeight - scroll.offset,
    onScroll,
    /** Scrolls as little as shows the whole of a row. */
    show: (row: number) => move((before, now) => scrollShowing(row, before, now)),
    centre: (row: number) => move((_, now) => scrollCentred(row, now)),
  }
}
