import { useRef, useState } from 'hono/jsx/dom'
import { useEffect } from '../../ui/use-effect.ts'

/** The width that an element has now, so that what is drawn into it need not be scaled, text included. */
export function useWidth(): { ref: { current: HTMLElement | null }; width: number } {
  const ref = useRef<HTMLElement>(null)
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
