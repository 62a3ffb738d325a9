import { useEffect, useState } from 'preact/hooks'
import { keepText, keptText } from '../../ui/browser.ts'
import { Button } from '../../ui/parts.tsx'

/**
 * The time that somebody has played a puzzle while they saw it; the browser keeps that of the last puzzle.
 *
 * @param about the puzzle; another one needs another `key`
 */
export function PlayTimer({ about, isOver }: { readonly about: string; readonly isOver: boolean }) {
  const [seconds, setSeconds] = useState(() => secondsOn(about))
  const [isPaused, setPaused] = useState(false)
  const [isHidden, hide] = useState(false)
  const isRunning = !isPaused && !isOver
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) setSeconds((before) => before + 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  useEffect(() => keepText(TIME_ITEM, `${seconds} ${about}`), [seconds])
  return (
    <p class="row timer small" data-paused={isPaused && !isOver ? '' : undefined}>
      <span class="label">Time</span>
      {!isHidden && (
        <span class="number" role="timer" aria-label="Time">
          {/* `04:32`, and hours once there are any. */}
          {new Date(1000 * seconds).toISOString().slice(seconds < 3600 ? 14 : 11, 19)}
        </span>
      )}
      {!isOver && <Button onClick={() => setPaused(!isPaused)}>{isPaused ? 'Resume' : 'Pause'}</Button>}
      <Button onClick={() => hide(!isHidden)}>{isHidden ? 'Show' : 'Hide'}</Button>
    </p>
  )
}

const TIME_ITEM = 'sudoku-play-time'

function secondsOn(about: string): number {
  const [seconds, puzzle] = keptText(TIME_ITEM)?.split(/ (.*)/s) ?? []
  return puzzle === about ? Number(seconds) : 0
}
