import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/parts.tsx'

interface PlayTimerProps {
  /** The puzzle that is played; another one needs another `key`. */
  readonly about: string
  readonly isOver: boolean
  readonly isShown: boolean
  readonly show: (isShown: boolean) => void
}

/** The time that somebody has played a puzzle while they saw it; the browser keeps that of the last puzzle. */
export function PlayTimer({ about, isOver, isShown, show }: PlayTimerProps) {
  const [seconds, setSeconds] = useState(() => secondsOn(about))
  const [isPaused, setPaused] = useState(false)
  const isRunning = !isPaused && !isOver
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) setSeconds((before) => before + 1)
    }, 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  useEffect(() => keepSeconds(about, seconds), [seconds])
  return (
    <p class="row hint-buttons timer">
      {isShown && (
        <>
          <span class="number" role="timer" aria-label="Time">
            {timeText(seconds)}
          </span>
          {!isOver && <Button onClick={() => setPaused(!isPaused)}>{isPaused ? 'Go on' : 'Pause'}</Button>}
        </>
      )}
      <Button onClick={() => show(!isShown)}>{isShown ? 'Hide the time' : 'Show the time'}</Button>
    </p>
  )
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

function timeText(seconds: number): string {
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0')
  const hours = seconds >= HOUR_S ? `${Math.floor(seconds / HOUR_S)}:` : ''
  return `${hours}${two((seconds % HOUR_S) / MINUTE_S)}:${two(seconds % MINUTE_S)}`
}

const TIME_ITEM = 'sudoku-play-time'

function secondsOn(about: string): number {
  try {
    const [seconds, puzzle] = localStorage.getItem(TIME_ITEM)?.split(/ (.*)/s) ?? []
    return puzzle === about ? Number(seconds) : 0
  } catch {
    return 0
  }
}

function keepSeconds(about: string, seconds: number): void {
  try {
    localStorage.setItem(TIME_ITEM, `${seconds} ${about}`)
  } catch {
    // The time then begins anew with the next visit.
  }
}
