import type { ComponentChild, ComponentChildren } from 'preact'
import { Button } from '../ui/parts.tsx'
import { capitalised, countOf, numberText } from '../ui/words.ts'
import { type Playback, type PlaybackState, sliderOf, speedAt } from './playback.ts'
import type { Goal } from './search-tape.ts'

/** How searches are shown. */
export interface ShownOptions {
  /** In steps a second. */
  readonly speed: number
  readonly hasCandidates: boolean
  /** Whether the program and the tree of guesses stand beside the boards. */
  readonly hasLesson: boolean
  /** Whether everything is large, for a projector. */
  readonly isLarge: boolean
  /** The title of the program that somebody chose. */
  readonly program: string | undefined
}

/** Whether there is room beside a board, and, if that is asked, for more than the board below each other. */
export const isWide = (isTall: boolean) =>
  matchMedia(`(min-width: 60rem)${isTall ? ' and (min-height: 44rem)' : ''}`).matches

/** What plays searches, how they are shown, and who is told when somebody changes that. */
export interface PlayerProps extends ShownOptions {
  readonly playback: Playback
  /** By lane, the fields in which searches are chosen, where these stand there. */
  readonly choices: readonly ComponentChildren[]
  readonly change: (changed: Partial<ShownOptions>) => void
}

/** The controls in one bar: play and pause, single steps, jumps, a slider over all steps, speed, and what is shown. */
export function Transport({ state, ...props }: PlayerProps & { readonly state: PlaybackState }) {
  const { playback, change } = props
  const { player, length, isComplete, step, shown } = state
  return (
    <div class="card transport no-print">
      <fieldset class="commands row tight" aria-label="Playback">
        {COMMANDS.map((command) => {
          const isPlay = command.keys === 'Space'
          const name = !isPlay ? command.name : player.isPlaying ? 'Pause' : 'Play'
          const isVain = command.name === NEXT_DEAD_END && !state.hasDeadEndAhead
          // The part of the name that stands under the sign where there is room.
          const word = command.name.replaceAll(/^(To the|Step|Previous|Next) |( of)? this guess.*$/g, '')
          return (
            <Button
              key={command.name}
              class={isPlay ? 'primary play' : 'command'}
              aria-label={name}
              aria-keyshortcuts={command.keys}
              aria-disabled={isVain ? 'true' : undefined}
              title={isVain ? 'No dead end lies ahead' : `${name} (${keyText(command.keys)})`}
              onClick={() => command.act(playback, props)}
            >
              {isPlay ? (
                <>
                  <Icon name={player.isPlaying ? 'pause' : 'play'} /> {name}
                </>
              ) : (
                <>
                  <span>{command.sign}</span>
                  <small>{capitalised(word)}</small>
                </>
              )}
            </Button>
          )
        })}
      </fieldset>
      <div class="field scrubber">
        <label for="position">
          Step{' '}
          <span class="number">
            {numberText(shown)} of {numberText(length)}
          </span>
          {!isComplete && ' so far'}
        </label>
        <input
          id="position"
          type="range"
          min={0}
          max={length}
          step={1}
          value={step}
          aria-valuetext={`step ${numberText(step)} of ${numberText(length)}`}
          onInput={({ currentTarget }) => playback.scrub(currentTarget.valueAsNumber)}
        />
      </div>
      <div class="field speed">
        <label for="speed">
          <span>Speed</span> <span class="number">{numberText(player.speed)}/s</span>
        </label>
        <input
          id="speed"
          type="range"
          min={0}
          max={1}
          step={0.0125}
          value={sliderOf(player.speed)}
          aria-valuetext={`${countOf(player.speed, 'step')} a second`}
          onInput={({ currentTarget }) => change({ speed: speedAt(currentTarget.valueAsNumber) })}
        />
      </div>
      <div class="shown row tight">
        {SWITCHES.map((toggle) => (
          <Button
            key={toggle.name}
            aria-pressed={`${props[toggle.option]}`}
            aria-keyshortcuts={toggle.keys}
            title={`${toggle.words} (${toggle.keys})`}
            onClick={() => toggle.act(playback, props)}
          >
            {toggle.name}
          </Button>
        ))}
        <Button aria-keyshortcuts="?" popovertarget={KEYS_ID}>
          Keys
        </Button>
      </div>
    </div>
  )
}

/** What the player does at a key, and at a button where it has one. */
interface Command {
  readonly name: string
  /** As `aria-keyshortcuts` has it. */
  readonly keys: string
  readonly act: (playback: Playback, props: PlayerProps) => void
  readonly sign?: ComponentChild
}

/** Keys as they are printed on keyboards. */
export const keyText = (keys: string) => keys.replace('ArrowLeft', '←').replace('ArrowRight', '→')

const NEXT_DEAD_END = 'Next dead end'

function seeking(name: string, keys: string, sign: ComponentChild, goal: Goal): Command {
  return { name, keys, sign, act: (playback) => playback.seek(goal) }
}

/** In the order of their buttons. */
const COMMANDS: readonly Command[] = [
  { name: 'To the start', keys: 'Home', sign: <Icon name="start" />, act: (playback) => playback.to(0) },
  seeking('Previous dead end', 'Shift+D', ['‹', <Icon key="icon" name="backtrack" />], 'dead end before'),
  { name: 'Step back', keys: 'ArrowLeft', sign: <Icon name="back" />, act: (playback) => playback.stepBy(-1) },
  { name: 'Play or pause', keys: 'Space', act: (playback) => playback.toggle() },
  { name: 'Step forward', keys: 'ArrowRight', sign: <Icon name="forward" />, act: (playback) => playback.stepBy(1) },
  seeking('Step over this guess, or to the next', 'O', <Icon name="over" />, 'over'),
  seeking('Step out of this guess and all in its place', 'U', <Icon name="out" />, 'out'),
  {
    name: NEXT_DEAD_END,
    keys: 'D',
    sign: [<Icon key="icon" name="backtrack" />, '›'],
    act: (playback) => playback.state.hasDeadEndAhead && playback.seek('dead end'),
  },
  {
    name: 'To the end',
    keys: 'End',
    sign: <Icon name="end" />,
    act: (playback) => playback.to(Number.POSITIVE_INFINITY),
  },
]

/** What can be shown besides. */
const SWITCHES = [
  toggle('hasLesson', 'Lesson', 'L', 'Shows the program, and the tree of guesses'),
  toggle('hasCandidates', 'Candidates', 'C', 'Shows candidates, and those that a step rules out'),
  toggle('isLarge', 'Large', 'P', 'Large, for a projector'),
]

function toggle(option: 'hasLesson' | 'hasCandidates' | 'isLarge', name: string, keys: string, words: string) {
  const act: Command['act'] = (_, { change, ...shown }) => change({ [option]: !shown[option] })
  return { option, name, keys, words, act }
}

/** All that keys do, as a list shows it. */
export const KEYED: readonly Command[] = [
  ...COMMANDS,
  ...SWITCHES,
  { name: 'These keys', keys: '?', act: () => document.getElementById(KEYS_ID)?.togglePopover() },
]

/** Paths in a square of 20 × 20. */
const ICONS = {
  play: 'M5 3.5l11 6.5-11 6.5z',
  pause: 'M5 4h3.5v12H5zM11.5 4H15v12h-3.5z',
  forward: 'M4.5 4.5L12 10l-7.5 5.5zM13 4.5h2.5v11H13z',
  back: 'M15.5 4.5L8 10l7.5 5.5zM7 4.5H4.5v11H7z',
  over: 'M3 12a7 7 0 0 1 13-2.5l1.5-1.5v5.5H12l2-2A4.6 4.6 0 0 0 5.5 12zM8.5 14h3v3h-3z',
  out: 'M8.5 17V8.5H5L10 3l5 5.5h-3.5V17z',
  end: 'M2.5 5l6 5-6 5zM9 5l6 5-6 5zM15.5 5h2v10h-2z',
  backtrack: 'M9 4L2.5 9.5 9 15v-3.8c4 0 6.3 1 8.5 4C17 10.5 14.5 7.8 9 7.8z',
  start: 'M17.5 5l-6 5 6 5zM11 5l-6 5 6 5zM4.5 5h-2v10h2z',
}

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  )
}

/** The id of the list of keys, which a button shows. */
export const KEYS_ID = 'watch-keys'

/** A key as it was pressed; `defaultPrevented` where the grid has taken it. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/** The command of a key; undefined if the key belongs to what has the focus: a field, a slider, a button or the grid. */
export function commandFor(press: KeyPress, target: { matches(selectors: string): boolean }): Command | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return undefined
  const isLetter = press.key.length === 1
  const takesIt = !isLetter ? 'input' : press.key === ' ' ? 'button, summary' : ''
  // A choice of examples has the arrows up and down: those to the sides would load another puzzle after each choice.
  const fields = `${/^Arrow(Left|Right)$/.test(press.key) ? '' : 'select, '}textarea, input:not([type=range])`
  if (target.matches(fields) || (takesIt && target.matches(takesIt))) return undefined
  // Caps Lock changes the letter, and not what is meant.
  const key = press.key === ' ' ? 'Space' : isLetter ? press.key.toUpperCase() : press.key
  const meant = key === 'D' && press.shiftKey ? 'Shift+D' : key
  return KEYED.find(({ keys }) => keys === meant)
}
