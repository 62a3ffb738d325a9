import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { announce } from '../ui/announcements.tsx'
import { useStore } from '../ui/use-store.ts'
import { Lane } from './lane.tsx'
import { Playback } from './playback.ts'
import { frameWords } from './step-words.ts'
import { type Shortcut, shortcutFor, Transport } from './transport.tsx'
import type { WatchedPuzzle } from './watched-puzzle.ts'
import { WatchedTape } from './watched-tape.ts'

interface PlayerSettings {
  readonly speed: number
  readonly onSpeed: (speed: number) => void
  readonly isHeated: boolean
  readonly onHeated: (isHeated: boolean) => void
}

interface TheatreProps extends PlayerSettings {
  readonly watched: WatchedPuzzle
  readonly strategies: readonly StrategyName[]
}

/** Records each strategy's search and plays them in step. They end when others are chosen or the view is left. */
export function Theatre({ watched, strategies, ...settings }: TheatreProps) {
  const [show, setShow] = useState<{ playback: Playback; watched: WatchedPuzzle } | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const { text, rules, size } = watched.source
  useEffect(() => {
    const tapes = strategies.map((strategy) => new WatchedTape(watched.source, strategy))
    const playback = new Playback(tapes, settings.speed, () => announce(wordsFor(playback, watched)))
    setShow({ playback, watched })
    return () => playback.close()
  }, [text, rules, size, strategies.join(), attempt])
  return show ? <Stage {...show} {...settings} retry={retry} /> : <p class="quiet">Loading…</p>
}

interface StageProps extends PlayerSettings {
  readonly playback: Playback
  readonly watched: WatchedPuzzle
  /** Records the searches again. */
  readonly retry: () => void
}

function Stage({ playback, watched, retry, speed, onSpeed, isHeated, onHeated }: StageProps) {
  const state = useStore(playback.subscribe, () => playback.state)
  const tick = useCallback((elapsedMs: number) => playback.tick(elapsedMs), [playback])
  useClock(state.player.isPlaying, tick)
  useEffect(() => playback.setSpeed(speed), [playback, speed])
  const lanes = useRef<HTMLDivElement>(null)
  const { isPlaying } = state.player
  useEffect(() => {
    // Who presses Play wants to see the grid, on a phone, too.
    if (isPlaying) lanes.current?.querySelector('.lane-board')?.scrollIntoView({ block: 'nearest' })
  }, [isPlaying])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    const shortcut = target instanceof Element && shortcutFor(event, target)
    if (!shortcut) return
    event.preventDefault()
    ACTIONS[shortcut](playback)
  }
  return (
    <section class="theatre stack" aria-label="Player" tabIndex={-1} onKeyDown={onKeyDown}>
      <Transport playback={playback} state={state} onSpeed={onSpeed} isHeated={isHeated} onHeated={onHeated} />
      <div ref={lanes} class={`lanes lanes-${playback.tapes.length}`}>
        {playback.tapes.map((tape, i) => (
          <Lane key={i} tape={tape} tapes={playback.tapes} watched={watched} isHeated={isHeated} retry={retry} />
        ))}
      </div>
      <Legend isHeated={isHeated} />
    </section>
  )
}

/** At most four frames a second for those who want reduced motion. */
const CALM_MS = 250

/** While it runs, calls `tick` with the time that has passed, once for each frame that the browser draws. */
function useClock(isRunning: boolean, tick: (elapsedMs: number) => void): void {
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

function Legend({ isHeated }: { isHeated: boolean }) {
  return (
    <ul class="legend small" aria-label="Legend">
      <li>
        <span class="swatch given" aria-hidden="true">
          5
        </span>{' '}
        given
      </li>
      <li>
        <span class="swatch guessed" aria-hidden="true">
          5
        </span>{' '}
        guessed
      </li>
      <li>
        <span class="swatch inferred" aria-hidden="true">
          5
        </span>{' '}
        inferred: it follows
      </li>
      <li class="no-print">
        <span class="swatch current" aria-hidden="true" /> where the search is
      </li>
      {isHeated && (
        <li class="no-print">
          <span class="swatch heat" aria-hidden="true" /> taken back rarely to often
        </li>
      )}
    </ul>
  )
}

const ACTIONS: Readonly<Record<Shortcut, (playback: Playback) => void>> = {
  toggle: (playback) => playback.toggle(),
  forward: (playback) => playback.stepBy(1),
  back: (playback) => playback.stepBy(-1),
  start: (playback) => playback.toStart(),
  end: (playback) => playback.toEnd(),
  'next backtrack': (playback) => playback.toBacktrack('next'),
  'previous backtrack': (playback) => playback.toBacktrack('previous'),
}

function wordsFor({ tapes }: Playback, { source }: WatchedPuzzle): string {
  const each = tapes.map(({ strategy, state: { frame, recording } }) =>
    frame ? `${strategy}: ${frameWords(frame, recording, source.size)}` : '',
  )
  return each.join(' ')
}
