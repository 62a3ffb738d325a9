import { useEffect as useHonoEffect, useLayoutEffect, useRef } from 'hono/jsx/dom'

/**
 * An effect that begins once for each change of what it needs, and ends as often as it began. Hono 4.13 runs one twice,
 * and forgets how to end it the first time, where its component is drawn again before the next frame; and still runs
 * one whose component is gone by then. What is never ended here goes on asking the service, and holds one of the six
 * connections that a browser has to it; what is ended while its component is there is lost to it for good.
 */
export function useEffect(begin: () => unknown, needs?: readonly unknown[]): void {
  const end = useRef<(() => void) | undefined>(undefined)
  const isGone = useRef(false)
  useLayoutEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const stop = () => {
    end.current?.()
    end.current = undefined
  }
  let hasBegun = false
  useHonoEffect(
    () => {
      if (isGone.current) return
      if (!hasBegun) {
        hasBegun = true
        stop()
        const ending = begin()
        if (typeof ending === 'function') end.current = () => ending()
      }
      return stop
    },
    needs as unknown[] | undefined,
  )
}
