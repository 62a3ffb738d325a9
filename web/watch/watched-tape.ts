import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { PuzzleText } from '../address.ts'
import type { Frame } from './search-tape.ts'
import type { Ask, Direction, Recorded, Reply } from './tape-protocol.ts'

/** Where the build put the worker's script. */
declare const TAPE_WORKER: string

/** What is known of a search that is being watched. */
export interface Watched {
  readonly recorded: Recorded
  /** The frame that was asked for last, or the one before it while that is on its way. */
  readonly frame: Frame | undefined
  /** Why nothing more will come. */
  readonly failure: string | undefined
}

/** The page's end of a tape that is recorded in a worker. */
export class WatchedTape {
  readonly strategy: StrategyName
  #watched: Watched = { recorded: NOTHING, frame: undefined, failure: undefined }
  readonly #worker: Worker
  readonly #listeners = new Set<() => void>()
  readonly #searches = new Map<number, (step: number | undefined) => void>()
  #asked = 0
  /** The step whose frame the worker is making. */
  #pending: number | undefined
  /** The step to be shown next: only the latest counts. */
  #wanted = 0

  constructor(
    puzzle: PuzzleText,
    strategy: StrategyName,
    worker: Worker = new Worker(TAPE_WORKER, { type: 'module' }),
  ) {
    this.strategy = strategy
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#hear(data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#change({ failure: event.message || 'The search could not be started.' })
    })
    this.#ask({ kind: 'record', puzzle, strategy })
    this.#askFrame()
  }

  get watched(): Watched {
    return this.#watched
  }

  /** Calls back after every change, until the answered function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks for the frame at a step; it comes as a change. Frames that were overtaken meanwhile do not come. */
  show(step: number): void {
    this.#wanted = step
    if (this.#pending === undefined && this.#watched.frame?.step !== step) this.#askFrame()
  }

  /** The next step, or the one before, that is a backtrack; undefined where there is none as far as is known. */
  backtrack(direction: Direction, from: number): Promise<number | undefined> {
    const id = this.#asked++
    const found = new Promise<number | undefined>((resolve) => this.#searches.set(id, resolve))
    this.#ask({ kind: 'backtrack', id, direction, from })
    return found
  }

  close(): void {
    this.#listeners.clear()
    this.#worker.terminate()
    for (const resolve of this.#searches.values()) resolve(undefined)
  }

  #askFrame(): void {
    this.#pending = this.#wanted
    this.#ask({ kind: 'frame', step: this.#wanted })
  }

  #ask(what: Ask): void {
    this.#worker.postMessage(what)
  }

  #hear(reply: Reply): void {
    switch (reply.kind) {
      case 'recorded':
        this.#change({ recorded: reply.recorded })
        break
      case 'backtrack':
        this.#searches.get(reply.id)?.(reply.step)
        this.#searches.delete(reply.id)
        break
      case 'frame':
        if (this.#pending === this.#wanted) this.#pending = undefined
        else this.#askFrame()
        this.#change({ frame: reply.frame })
    }
  }

  #change(change: Partial<Watched>): void {
    this.#watched = { ...this.#watched, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const NOTHING: Recorded = {
  length: 0,
  backtracks: 0,
  end: undefined,
  depths: { stretchLength: 1, stretches: [] },
}
