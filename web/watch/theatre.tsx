import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { announce } from '../ui/browser.ts'
import { useStore } from '../ui/use-store.ts'
import { Lane } from './lane.tsx'
import { Playback, useClock } from './playback.ts'
import { frameWords } from './step-words.ts'
import { type Shortcut, shortcutFor, Transport } from './transport.tsx'
import type { WatchedPuzzle } from './watched-puzzle.ts'
import { WatchedTape } from './watched-tape.ts'

interface Settings {
  readonly speed: number
  readonly onSpeed: (speed: number) => void
  readonly isHeated: boolean
  readonly onHeated: (isHeated: boolean) => void
}

interface TheatreProps extends Settings {
  readonly watched: WatchedPuzzle
  readonly strategies: readonly StrategyName[]
}

/** Records the search of each strategy, and plays them in step; ends them when others are chosen or the view is left. */
export function Theatre({ watched, strategies, ...settings }: TheatreProps) {
  const [show, setShow] = useState<{ playback: Playback; watched: WatchedPuzzle } | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const { line, rules, size } = watched.text
  useEffect(() => {
    const tapes = strategies.map((strategy) => new WatchedTape(watched.text, strategy))
    const playback = new Playback(tapes, settings.speed, () => announce(wordsFor(playback, watched)))
    setShow({ playback, watched })
    return () => playback.close()
  }, [line, rules, size, strategies.join(), attempt])
  return show ? <Stage {...show} {...settings} retry={retry} /> : <p class="quiet">Loading…</p>
}

interface StageProps extends Settings {
  readonly playback: Playback
  readonly watched: WatchedPuzzle
  /** Records once more. */
  readonly retry: () => void
}

function Stage({ playback, watched, retry, speed, onSpeed, isHeated, onHeated }: StageProps) {
  const shown = useStore(playback.subscribe, () => playback.shown)
  const tick = useCallback((elapsedMs: number) => playback.tick(elapsedMs), [playback])
  useClock(shown.player.isPlaying, tick)
  useEffect(() => playback.setSpeed(speed), [playback, speed])
  const lanes = useRef<HTMLDivElement>(null)
  const { isPlaying } = shown.player
  useEffect(() => {
    // Who presses play wants to see the grid, on a phone too.
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
      <Transport playback={playback} shown={shown} onSpeed={onSpeed} isHeated={isHeated} onHeated={onHeated} />
      <div ref={lanes} class={`lanes lanes-${playback.tapes.length}`}>
        {playback.tapes.map((tape, i) => (
          <Lane key={i} tape={tape} tapes={playback.tapes} watched={watched} isHeated={isHeated} retry={retry} />
        ))}
      </div>
      <Legend isHeated={isHeated} />
    </section>
  )
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
          <span class="swatch heat" aria-hidden="true" /> taken back seldom to often
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

function wordsFor({ tapes }: Playback, { text }: WatchedPuzzle): string {
  const each = tapes.map(({ strategy, watched: { frame, recorded } }) =>
    frame ? `${strategy}: ${frameWords(frame, recorded, text.size)}` : '',
  )
  return each.join(' ')
}
