import { Store } from '../ui/store.ts'
import type { Goal } from './search-tape.ts'
import type { WatchedTape } from './watched-tape.ts'

/** The state that the controls show. */
export interface PlaybackState extends Extent {
  readonly player: Player
  /** The step that is shown; shorter tapes show their last. */
  readonly step: number
  /** The step that boards show: while it plays, they may be some steps behind. */
  readonly shown: number
  /** Whether a dead end lies ahead, as far as is known: each of them is followed by a backtrack. */
  readonly hasDeadEndAhead: boolean
}

/** Plays one or more tapes in step: one clock says which step each shows; a tape that has ended shows its end. */
export class Playback extends Store<PlaybackState> {
  readonly tapes: readonly WatchedTape[]
  readonly #onRest: () => void
  /** Whether something was done that `onRest` is to be told of once all tapes show it. */
  #isRestDue = false
  /** Resolved when the last step that somebody sought is shown. */
  #seeking = Promise.resolve()

  /** @param onRest called when the playback has come to rest where somebody wanted it, never while it plays */
  constructor(tapes: readonly WatchedTape[], speed: number, onRest: () => void) {
    super(stateOf({ position: 0, isPlaying: false, speed }, tapes))
    this.tapes = tapes
    this.#onRest = onRest
    for (const tape of tapes) tape.subscribe(() => this.#show(this.state.player))
  }

  /** Plays on by the time that has passed. */
  tick(elapsedMs: number): void {
    const { player } = this.state
    const next = played(player, elapsedMs, this.state)
    this.#isRestDue ||= player.isPlaying && !next.isPlaying
    this.#show(next)
  }

  toggle(): void {
    const { player } = this.state
    this.#isRestDue = player.isPlaying
    this.#show(toggled(player, this.state))
  }

  /** Stops at a step. */
  to(step: number): void {
    this.#isRestDue = true
    this.#show(movedTo(this.state.player, step))
  }

  stepBy(steps: number): void {
    this.to(this.state.step + steps)
  }

  /** Moves without a call of `onRest`: who drags the slider hears its value. */
  scrub(step: number): void {
    this.#isRestDue = false
    this.#show(movedTo(this.state.player, step))
  }

  setSpeed(speed: number): void {
    this.#show({ ...this.state.player, speed })
  }

  /** Stops at the nearest step of a kind in any tape, or at the end or the start if no tape has one. */
  seek(goal: Goal): Promise<void> {
    // Pressing the key twice leads to the second dead end, however long it takes to find the first.
    this.#seeking = this.#seeking.then(async () => {
      const { step } = this.state
      const player = movedTo(this.state.player, step)
      this.#show(player)
      const steps = await Promise.all(this.tapes.map((tape) => tape.seek(goal, step)))
      // Somebody has gone elsewhere meanwhile; a change of speed goes nowhere.
      const { position, isPlaying } = this.state.player
      if (isPlaying || position !== player.position) return
      const found = steps.filter((step) => step !== undefined)
      // Without one, the largest is minus infinity, the start, and the smallest plus infinity, the end.
      this.to(goal === 'dead end before' ? Math.max(...found) : Math.min(...found))
    })
    return this.#seeking
  }

  override close(): void {
    super.close()
    for (const tape of this.tapes) tape.close()
  }

  /** Called after any change, of the clock or of a tape. */
  #show(player: Player): void {
    const now = stateOf(player, this.tapes)
    if (SHOWN.some((name) => now[name] !== this.state[name])) this.set(now)
    for (const tape of this.tapes) tape.show(Math.min(now.step, tape.state.recording.length))
    if (!this.#isRestDue || !hasComeToRest(this.state)) return
    // The frame of that step may still be on its way.
    if (this.tapes.some(({ state }) => state.frame?.step !== Math.min(this.state.step, state.recording.length))) return
    this.#isRestDue = false
    this.#onRest()
  }
}

function stateOf(player: Player, tapes: readonly WatchedTape[]): PlaybackState {
  const states = tapes.map(({ state }) => state)
  const length = Math.max(...states.map(({ recording }) => recording.length))
  const isComplete = states.every(({ recording }) => recording.end !== undefined)
  const step = stepOf(player, { length, isComplete })
  // One that has come to its end waits for the others.
  const onTheWay = states.filter(({ frame, recording }) => frame && frame.step < recording.length)
  const shown = Math.min(step, ...onTheWay.map(({ frame }) => frame?.step ?? 0))
  const hasDeadEndAhead = states.some(
    ({ recording, frame }) => recording.end === undefined || !frame || frame.backtracks < recording.backtracks,
  )
  return { player, length, isComplete, step, shown, hasDeadEndAhead }
}

/** Whether it is paused where it was wanted: a step that is not recorded yet is still to be shown. */
export function hasComeToRest({ player, length, isComplete }: PlaybackState): boolean {
  return !player.isPlaying && (player.position <= length || isComplete)
}

/** What is drawn again where it changes; the step follows from these. */
const SHOWN = ['player', 'length', 'isComplete', 'shown', 'hasDeadEndAhead'] as const

/** The one clock for all searches that are watched side by side. */
export interface Player {
  /** Steps from the start, with a fraction of the next; infinite while it stays at the end. */
  readonly position: number
  readonly isPlaying: boolean
  /** Steps a second. */
  readonly speed: number
}

/** How much there is to play. */
interface Extent {
  /** The steps of the longest search, as far as it is known. */
  readonly length: number
  /** Whether that will not grow any more. */
  readonly isComplete: boolean
}

export const SLOWEST = 1
export const FASTEST = 10_000

/** A page in the background gets no frames; it goes on where it was, however long that took. */
const LONGEST_PAUSE_MS = 500

export function stepOf({ position }: Player, { length }: Extent): number {
  return Math.min(Math.floor(position), length)
}

/** The player after some time: further on, and stopped where it has reached what is known to be the end. */
export function played(player: Player, elapsedMs: number, extent: Extent): Player {
  if (!player.isPlaying) return player
  const { length, isComplete } = extent
  const from = Math.min(player.position, length)
  const position = Math.min(from + (player.speed * Math.min(elapsedMs, LONGEST_PAUSE_MS)) / 1000, length)
  return { ...player, position, isPlaying: position < length || !isComplete }
}

/** Stops a player that plays, and plays one that is stopped: from the start, where it is at the end. */
export function toggled(player: Player, extent: Extent): Player {
  if (player.isPlaying) return { ...player, isPlaying: false, position: stepOf(player, extent) }
  const isAtEnd = extent.isComplete && stepOf(player, extent) === extent.length
  return { ...player, isPlaying: true, position: isAtEnd ? 0 : player.position }
}

/** Stops the player at a step. Infinity is the end, wherever that will be. */
export function movedTo(player: Player, step: number): Player {
  return { ...player, isPlaying: false, position: Math.max(0, step) }
}

/** Where on a slider from 0 to 1 a speed stands: as far from 1 to 10 as from 1,000 to 10,000. */
export function sliderOf(speed: number): number {
  return Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST)
}

/** The speed at a place of the slider, in two significant digits. */
export function speedAt(slider: number): number {
  const speed = SLOWEST * (FASTEST / SLOWEST) ** slider
  return Math.min(FASTEST, Math.max(SLOWEST, Number(speed.toPrecision(2))))
}
