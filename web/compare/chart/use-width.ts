import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** The width that an element has now, so that what is drawn into it need not be scaled, text included. */
export function useWidth(): { ref: RefObject<HTMLDivElement>; width: number } {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
