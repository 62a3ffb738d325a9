import type { ComponentChildren } from 'preact'
import { numberText } from '../ui/number-text.ts'
import { Button } from '../ui/parts.tsx'
import { FASTEST, type Playback, type PlaybackState, SLOWEST, sliderOf, speedAt } from './playback.ts'
import { speedWords } from './step-words.ts'

/** How searches are shown. */
export interface ShownOptions {
  /** In steps a second. */
  readonly speed: number
  readonly isHeated: boolean
  readonly hasCandidates: boolean
  /** Whether the program and the tree of guesses stand beside the boards. */
  readonly hasLesson: boolean
  /** Whether everything is large, for a projector. */
  readonly isLarge: boolean
  /** The title of the program that somebody chose. */
  readonly program: string | undefined
}

/** How searches are shown, and who is told when somebody changes that. */
export interface PlayerSettings extends ShownOptions {
  readonly change: (changed: Partial<ShownOptions>) => void
}

interface TransportProps extends PlayerSettings {
  readonly playback: Playback
  readonly state: PlaybackState
}

/** The controls in one bar: play and pause, single steps, jumps, a slider over all steps, speed, and what is shown. */
export function Transport({ playback, state, ...settings }: TransportProps) {
  const { change } = settings
  const { player, extent, step } = state
  return (
    <div class="card transport no-print">
      <fieldset class="commands" aria-label="Playback">
        <Command name="To the start" icon="start" keys="Home" onPress={() => playback.toStart()} />
        <Command name="Previous dead end" keys="Shift+D" onPress={() => playback.seek('dead end before')}>
          <span aria-hidden="true">‹</span>
          <Icon name="backtrack" />
        </Command>
        <Command name="Step back" icon="back" keys="ArrowLeft" onPress={() => playback.stepBy(-1)} />
        <Button
          class="primary play"
          aria-keyshortcuts="Space"
          title={`${player.isPlaying ? 'Pause' : 'Play'} (Space)`}
          onClick={() => playback.toggle()}
        >
          <Icon name={player.isPlaying ? 'pause' : 'play'} />
          {player.isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Command name="Step forward" icon="forward" keys="ArrowRight" onPress={() => playback.stepBy(1)} />
        <Command name="Step over this guess" icon="over" keys="O" onPress={() => playback.seek('over')} />
        <Command name="Step out of this guess" icon="out" keys="U" onPress={() => playback.seek('out')} />
        <Command name="Next dead end" keys="D" onPress={() => playback.seek('dead end')}>
          <Icon name="backtrack" />
          <span aria-hidden="true">›</span>
        </Command>
        <Command name="To the end" icon="end" keys="End" onPress={() => playback.toEnd()} />
      </fieldset>
      <div class="field scrubber">
        <label for="position">
          Step{' '}
          <span class="number">
            {numberText(step)} of {numberText(extent.length)}
          </span>
          {!extent.isComplete && ' · recording…'}
        </label>
        <input
          id="position"
          type="range"
          min={0}
          max={extent.length}
          step={1}
          value={step}
          aria-valuetext={`step ${numberText(step)} of ${numberText(extent.length)}`}
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
          aria-valuetext={speedWords(player.speed)}
          title={`From ${numberText(SLOWEST)} to ${numberText(FASTEST)} steps a second`}
          onInput={({ currentTarget }) => change({ speed: speedAt(currentTarget.valueAsNumber) })}
        />
      </div>
      <div class="shown">
        {SWITCHES.map(([name, words, key, title]) => (
          <Button
            key={name}
            aria-pressed={`${settings[name]}`}
            aria-keyshortcuts={key}
            title={`${title} (${key})`}
            onClick={() => change({ [name]: !settings[name] })}
          >
            {words}
          </Button>
        ))}
        <Button aria-keyshortcuts="?" title="Shows the keys that do all this (?)" popovertarget={KEYS_ID}>
          Keys
        </Button>
      </div>
    </div>
  )
}

/** What can be shown besides, with the key for it. */
const SWITCHES = [
  ['hasLesson', 'Lesson', 'L', 'Shows the program, and the tree of guesses'],
  [
    'hasCandidates',
    'Candidates',
    'C',
    'Shows what could stand in each empty cell, and strikes out what a step removes',
  ],
  ['isHeated', 'Heat map', 'H', 'Tints cells by how often they were taken back so far'],
  ['isLarge', 'Large', 'P', 'Makes everything large, for a projector'],
] as const

interface CommandProps {
  readonly name: string
  readonly keys: string
  readonly onPress: () => void
  readonly icon?: keyof typeof ICONS
  readonly children?: ComponentChildren
}

function Command({ name, keys, onPress, icon, children }: CommandProps) {
  return (
    <Button class="command" aria-label={name} aria-keyshortcuts={keys} title={`${name} (${keys})`} onClick={onPress}>
      {icon ? <Icon name={icon} /> : children}
    </Button>
  )
}

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

/** A key of the player: as events name it, as it is shown, its words, and what it does. */
type KeyRow = readonly [
  key: string,
  shown: string,
  words: string,
  act: (playback: Playback, settings: PlayerSettings) => void,
]

const toggling = (name: (typeof SWITCHES)[number][0]): KeyRow[3] => {
  return (_, { change, ...shown }) => change({ [name]: !shown[name] })
}

export const SHORTCUTS = {
  toggle: [' ', 'Space', 'play or pause', (playback) => playback.toggle()],
  forward: ['ArrowRight', '→', 'a step forward', (playback) => playback.stepBy(1)],
  back: ['ArrowLeft', '←', 'a step back', (playback) => playback.stepBy(-1)],
  'next dead end': ['d', 'D', 'to the next dead end', (playback) => playback.seek('dead end')],
  'previous dead end': ['D', 'Shift D', 'to the one before', (playback) => playback.seek('dead end before')],
  over: ['o', 'O', 'over this guess', (playback) => playback.seek('over')],
  out: ['u', 'U', 'out of this guess', (playback) => playback.seek('out')],
  start: ['Home', 'Home', 'to the start', (playback) => playback.toStart()],
  end: ['End', 'End', 'to the end', (playback) => playback.toEnd()],
  lesson: ['l', 'L', 'program and guesses', toggling('hasLesson')],
  candidates: ['c', 'C', 'candidates', toggling('hasCandidates')],
  heat: ['h', 'H', 'heat map', toggling('isHeated')],
  large: ['p', 'P', 'large, for a projector', toggling('isLarge')],
  keys: ['?', '?', 'these keys', () => document.getElementById(KEYS_ID)?.togglePopover()],
} as const satisfies Record<string, KeyRow>
export type Shortcut = keyof typeof SHORTCUTS

/** The id of the list of keys, which a button shows. */
export const KEYS_ID = 'watch-keys'

const NAMES = Object.keys(SHORTCUTS) as Shortcut[]

/** A key as it was pressed; `defaultPrevented` where the grid has taken it. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/** The action of a key; undefined if the key belongs to what has the focus: a field, a slider, a button or the grid. */
export function shortcutFor(press: KeyPress, target: { matches(selectors: string): boolean }): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return undefined
  const isLetter = press.key.length === 1
  const takesIt = !isLetter ? 'input' : press.key === ' ' ? 'button, summary' : ''
  if (target.matches('select, textarea, input:not([type=range])') || (takesIt && target.matches(takesIt)))
    return undefined
  // Caps Lock changes the letter, and not what is meant.
  const key = isLetter ? press.key.toLowerCase() : press.key
  const meant = key === 'd' && press.shiftKey ? 'D' : key
  return NAMES.find((name) => SHORTCUTS[name][0] === meant)
}
