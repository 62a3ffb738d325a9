import { useEffect } from 'preact/hooks'

/** With reduced motion at most four frames a second. */
const CALM_MS = 250

/** Calls `tick` with the time that passed, once for each frame that the browser draws, while it runs. */
export function useClock(isRunning: boolean, tick: (elapsedMs: number) => void): void {
  useEffect(() => {
    if (!isRunning) return
    const shortestMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_MS : 0
    let last = performance.now()
    let request = requestAnimationFrame(function draw(now) {
      if (now - last >= shortestMs) {
        tick(now - last)
        last = now
      }
      request = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(request)
  }, [isRunning, tick])
}
