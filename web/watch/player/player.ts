/** One clock for all searches that are watched side by side. */
export interface Player {
  /** Steps from the start, and a part of the next; infinite while it keeps to the end. */
  readonly position: number
  readonly isPlaying: boolean
  /** Steps a second. */
  readonly speed: number
}

/** How far there is something to play. */
export interface Extent {
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
