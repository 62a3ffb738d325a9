import { useEffect } from 'preact/hooks'
import type { Direction } from './tape-protocol.ts'
import type { WatchedTape } from './watched-tape.ts'

/** What a playback needs of a tape. */
type Tape = Pick<WatchedTape, 'watched' | 'subscribe' | 'show' | 'backtrack' | 'close'>

/** What the controls show. */
export interface Shown {
  readonly player: Player
  readonly extent: Extent
  /** The step shown; tapes that are shorter show their last. */
  readonly step: number
}

/** Plays one tape or several in step: each is shown at the step of the one clock, or at its own end. */
export class Playback<T extends Tape = WatchedTape> {
  readonly tapes: readonly T[]
  #shown: Shown
  readonly #listeners = new Set<() => void>()
  readonly #onRest: () => void
  /** Something was done that deserves a word once all tapes show it. */
  #isRestDue = false
  /** Done when the last backtrack that was asked for is shown. */
  #seeking = Promise.resolve()

  /** @param onRest called when it has come to rest where somebody asked for, not while it plays */
  constructor(tapes: readonly T[], speed: number, onRest: () => void) {
    this.tapes = tapes
    this.#shown = { player: { position: 0, isPlaying: false, speed }, extent: extentOf(tapes), step: 0 }
    this.#onRest = onRest
    for (const tape of tapes) tape.subscribe(() => this.#set(this.#shown.player))
  }

  get shown(): Shown {
    return this.#shown
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Time passes. */
  tick(elapsedMs: number): void {
    const { player, extent } = this.#shown
    const next = played(player, elapsedMs, extent)
    this.#isRestDue ||= player.isPlaying && !next.isPlaying
    this.#set(next)
  }

  toggle(): void {
    const { player, extent } = this.#shown
    this.#isRestDue = player.isPlaying
    this.#set(toggled(player, extent))
  }

  stepBy(steps: number): void {
    this.#restAt(this.#shown.step + steps)
  }

  toStart(): void {
    this.#restAt(0)
  }

  toEnd(): void {
    this.#restAt(Number.POSITIVE_INFINITY)
  }

  /** Without a word: who drags a slider hears its value. */
  scrub(step: number): void {
    this.#isRestDue = false
    this.#set(movedTo(this.#shown.player, step))
  }

  setSpeed(speed: number): void {
    this.#set({ ...this.#shown.player, speed })
  }

  /** Stops at the nearest backtrack of any tape; where there is none, at the end or the start. */
  toBacktrack(direction: Direction): Promise<void> {
    // A key that is pressed twice leads to the second backtrack, however long the first takes to be found.
    this.#seeking = this.#seeking.then(() => this.#seek(direction))
    return this.#seeking
  }

  close(): void {
    this.#listeners.clear()
    for (const tape of this.tapes) tape.close()
  }

  async #seek(direction: Direction): Promise<void> {
    const { step } = this.#shown
    const player = movedTo(this.#shown.player, step)
    this.#set(player)
    const answers = await Promise.all(this.tapes.map((tape) => tape.backtrack(direction, step)))
    // Something else was asked for meanwhile; a change of speed asks for nothing.
    const { position, isPlaying } = this.#shown.player
    if (isPlaying || position !== player.position) return
    const found = answers.filter((answer) => answer !== undefined)
    // The largest of none is minus, the smallest plus infinity: the start and the end.
    this.#restAt(direction === 'previous' ? Math.max(...found) : Math.min(...found))
  }

  #restAt(step: number): void {
    this.#isRestDue = true
    this.#set(movedTo(this.#shown.player, step))
  }

  /** After any change, of the clock or of a tape. */
  #set(player: Player): void {
    const before = this.#shown
    const extent = extentOf(this.tapes)
    const step = stepOf(player, extent)
    const isLonger = extent.length !== before.extent.length || extent.isComplete !== before.extent.isComplete
    this.#shown = { player, extent: isLonger ? extent : before.extent, step }
    for (const tape of this.tapes) tape.show(Math.min(step, tape.watched.recorded.length))
    if (isLonger || player !== before.player) for (const listener of this.#listeners) listener()
    if (!this.#isRestDue || player.isPlaying || this.#isOnTheWay()) return
    this.#isRestDue = false
    this.#onRest()
  }

  #isOnTheWay(): boolean {
    const { player, extent, step } = this.#shown
    if (player.position > extent.length && !extent.isComplete) return true
    return this.tapes.some(({ watched }) => watched.frame?.step !== Math.min(step, watched.recorded.length))
  }
}

function extentOf(tapes: readonly Tape[]): Extent {
  return {
    length: Math.max(...tapes.map(({ watched }) => watched.recorded.length)),
    isComplete: tapes.every(({ watched }) => watched.recorded.end !== undefined),
  }
}

/** One clock for all searches that are watched side by side. */
export interface Player {
  /** Steps from the start, and a part of the next; infinite while it keeps to the end. */
  readonly position: number
  readonly isPlaying: boolean
  /** Steps a second. */
  readonly speed: number
}

/** How far there is something to play. */
interface Extent {
  /** The steps of the longest search, as far as it is known. */
  readonly length: number
  /** Whether it will not become longer. */
  readonly isComplete: boolean
}

export const SLOWEST = 1
export const FASTEST = 10_000

/** A page in the background gets no time; it goes on from where it was. */
const LONGEST_PAUSE_MS = 500

/** The step that is shown. */
export function stepOf({ position }: Player, { length }: Extent): number {
  return Math.min(Math.floor(position), length)
}

/** After some time: further, and stopped at the end, if that is known to be the end. */
export function played(player: Player, elapsedMs: number, extent: Extent): Player {
  if (!player.isPlaying) return player
  const { length, isComplete } = extent
  const from = Math.min(player.position, length)
  const position = Math.min(from + (player.speed * Math.min(elapsedMs, LONGEST_PAUSE_MS)) / 1000, length)
  return { ...player, position, isPlaying: position < length || !isComplete }
}

/** Plays, from the start again where it stands at the end; or stops. */
export function toggled(player: Player, extent: Extent): Player {
  if (player.isPlaying) return { ...player, isPlaying: false, position: stepOf(player, extent) }
  const isAtEnd = extent.isComplete && stepOf(player, extent) === extent.length
  return { ...player, isPlaying: true, position: isAtEnd ? 0 : player.position }
}

/** Stops at a step. Infinity is the end, wherever that will be. */
export function movedTo(player: Player, step: number): Player {
  return { ...player, isPlaying: false, position: Math.max(0, step) }
}

/** Where on a slider from 0 to 1 a speed stands: as far from 1 to 10 as from 1,000 to 10,000. */
export function sliderOf(speed: number): number {
  return Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST)
}

/** The speed at a place of the slider, in two digits that matter. */
export function speedAt(slider: number): number {
  const speed = SLOWEST * (FASTEST / SLOWEST) ** slider
  return Math.min(FASTEST, Math.max(SLOWEST, Number(speed.toPrecision(2))))
}

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
