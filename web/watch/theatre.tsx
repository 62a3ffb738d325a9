import type { ComponentChild } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { announce } from '../ui/announcements.tsx'
import { useStore } from '../ui/store.ts'
import { useDocumentEvent } from '../ui/use-document-event.ts'
import { Lane } from './lane.tsx'
import { LessonPanel } from './lesson-panel.tsx'
import { hasComeToRest, Playback } from './playback.ts'
import { frameWords } from './step-words.ts'
import { commandFor, KEYED, KEYS_ID, keyText, type PlayerProps, Transport } from './transport.tsx'
import type { WatchedPuzzle } from './watched-puzzle.ts'
import { WatchedTape } from './watched-tape.ts'

interface TheatreProps extends Omit<PlayerProps, 'playback'> {
  readonly watched: WatchedPuzzle
  readonly strategies: readonly StrategyName[]
  /** The step to show. */
  readonly step: number
  /** Is told at which step the searches rest. */
  readonly onStep: (step: number) => void
}

/** Records each strategy's search and plays them in step. They end when others are chosen or the view is left. */
export function Theatre({ watched, strategies, step, onStep, ...settings }: TheatreProps) {
  const [show, setShow] = useState<{ playback: Playback; watched: WatchedPuzzle }>()
  const [attempt, setAttempt] = useState(0)
  const { text, rules, size, own } = watched.source
  /** The step that was followed or told last; any other that comes is somebody's wish. */
  const known = useRef<number | undefined>(undefined)
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  /** The search whose step stays where another one comes beside it, or where it is recorded again. */
  const search = [text, rules, size, own, strategies[0]].join()
  const before = useRef(search)
  // An effect would be too late: until it runs the player may have come to rest elsewhere, and what it had told would be taken for a wish.
  const isWish = step !== known.current
  const rest = (step: number) => {
    if (step === known.current) return
    known.current = step
    onStep(step)
  }
  useEffect(() => {
    const tapes = strategies.map((strategy) => new WatchedTape(watched.source, strategy))
    const playback = new Playback(tapes, settings.speed, () => announce(wordsFor(playback, watched)))
    // Another search begins at its start; the first one, and one that comes with a link, where the link says.
    if (isWish || search === before.current) playback.scrub(step)
    before.current = search
    known.current = step
    setShow({ playback, watched })
    return () => playback.close()
  }, [text, rules, size, own, strategies.join(), attempt])
  useEffect(() => {
    // It is known where another search has begun with it.
    if (!isWish || step === known.current) return
    show?.playback.scrub(step)
    known.current = step
  }, [step])
  return show ? <Stage {...show} {...settings} retry={retry} onStep={rest} /> : <p class="quiet">Loading…</p>
}

interface StageProps extends PlayerProps, Pick<TheatreProps, 'watched' | 'onStep'> {
  /** Records the searches again. */
  readonly retry: () => void
}

function Stage({ watched, retry, onStep, ...player }: StageProps) {
  const { playback, speed, hasCandidates, hasLesson, choices } = player
  const state = useStore(playback)
  const { isPlaying } = state.player
  // Once for each frame that the browser draws.
  useEffect(() => {
    if (!isPlaying) return
    const shortestMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? CALM_MS : 0
    let last = performance.now()
    let request = requestAnimationFrame(function draw(now) {
      if (now - last >= shortestMs) {
        playback.tick(now - last)
        last = now
      }
      request = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(request)
  }, [isPlaying, playback])
  useEffect(() => playback.setSpeed(speed), [playback, speed])
  // Told as soon as it is drawn: an effect waits for the screen, and an address that somebody goes to meanwhile would be
  // given the step of the search before.
  useLayoutEffect(() => {
    if (hasComeToRest(playback.state)) onStep(playback.state.step)
  }, [hasComeToRest(state), state.step])
  const isByMouse = useRef(false)
  // On the whole page: who has just come here has the focus nowhere, or on the link that led here.
  useDocumentEvent('keydown', (event) => {
    isByMouse.current = false
    const command = event.target instanceof Element && commandFor(event, event.target)
    if (!command) return
    event.preventDefault()
    command.act(playback, player)
  })
  // Where something was chosen by the mouse, keys are the player's again.
  useDocumentEvent('pointerdown', () => {
    isByMouse.current = true
  })
  useDocumentEvent('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && isByMouse.current) target.blur()
  })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it is about the mouse
    <section class="theatre stack" aria-label="Player" onClick={leaveButton}>
      <Transport {...player} state={state} />
      <div class={`stage stack ${hasLesson ? 'has-lesson' : ''}`}>
        <div class="lanes">
          {playback.tapes.map((tape, i) => (
            <Lane key={i} {...{ tape, watched, hasCandidates, retry }} choice={choices[i]} />
          ))}
        </div>
        {hasLesson && <LessonPanel {...player} watched={watched} />}
      </div>
      <Legend />
      <div id={KEYS_ID} popover="auto" class="card keys-help">
        <h2>Keys</h2>
        <table>
          {KEYED.map(({ name, keys }) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keyText(keys)}</kbd>
              </th>
              <td>{name}</td>
            </tr>
          ))}
        </table>
      </div>
    </section>
  )
}

/** A button that was clicked, and not pressed by a key, leaves the space bar to the player. */
function leaveButton({ detail, target }: MouseEvent): void {
  if (detail > 0 && target instanceof Element) target.closest<HTMLElement>('button, summary')?.blur()
}

/** At most four frames a second for those who want reduced motion. */
const CALM_MS = 250

/** What colours and signs mean; those without a sign of their own say nothing on paper. */
const LEGEND: readonly (readonly [swatch: string, words: string, sign?: ComponentChild])[] = [
  ['given', 'given', '5'],
  ['guessed', 'guessed', '5'],
  ['inferred', 'inferred', '5'],
  ['current', 'the last step'],
  ['undone', 'taken back'],
  ['reason', 'why it follows'],
  ['clash', 'the dead end'],
  ['struck', 'ruled out', <s class="removed">5</s>],
]

/** The style sheet shows what is drawn on a board at the time, and no other entry. */
function Legend() {
  return (
    <ul class="row legend tiny" aria-label="Legend">
      {LEGEND.map(([swatch, words, sign]) => (
        <li key={words} class={`pair of-${swatch} ${sign ? '' : 'no-print'}`}>
          <span class={`swatch ${swatch}`} aria-hidden="true">
            {sign}
          </span>{' '}
          {words}
        </li>
      ))}
    </ul>
  )
}

function wordsFor({ tapes }: Playback, { puzzle }: WatchedPuzzle): string {
  const wordsOf = ({ strategy, state: { frame, recording } }: WatchedTape) =>
    frame ? `${STRATEGIES[strategy].title}: ${frameWords(frame, recording, puzzle)}` : ''
  return tapes.map(wordsOf).join(' ')
}
