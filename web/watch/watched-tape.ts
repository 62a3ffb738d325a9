import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import { sentPuzzle } from '../rules/own-rules.ts'
import type { PuzzleText, SentPuzzle } from '../rules/puzzle-text.ts'
import { Store } from '../ui/store.ts'
import { loadLessonWords } from './load-lesson-words.ts'
import type { Frame, Goal, SearchTape } from './search-tape.ts'

/** Everything that the page knows of a search that is being watched. */
interface TapeState {
  readonly recording: Recording
  /** The frame that was requested last, or an earlier one while that is on its way. */
  readonly frame: Frame | undefined
  /** Why nothing more will come; undefined as long as nothing failed. */
  readonly failure: unknown
}

/** The page's end of a tape that a worker records. */
export class WatchedTape extends Store<TapeState> {
  readonly strategy: StrategyName
  readonly #worker: Worker
  /** Who waits for a step that is sought, in the order in which they asked: so they are answered. */
  readonly #seekers: ((step: number | undefined) => void)[] = []
  /** The step of the frame that was requested and has not come yet. */
  #pending: number | undefined
  /** The step to show next: only the latest counts. */
  #goal = 0

  constructor(puzzle: PuzzleText, strategy: StrategyName, worker = startWorker('tape')) {
    const depths = { stretchLength: 1, stretches: [] }
    const recording = { length: 0, backtracks: 0, end: undefined, depths }
    super({ recording, frame: undefined, failure: undefined })
    this.strategy = strategy
    this.#worker = worker
    const hear = (reply: TapeReply) => {
      if (reply.kind !== 'frame' || !(reply.frame.lesson || reply.frame.left)) return this.#hear(reply)
      loadLessonWords().then(
        () => this.#hear(reply),
        // A worker that is started anew is no help there: the page has to be.
        (failure) => this.#change({ failure }),
      )
    }
    listenTo(worker, hear, () => this.#change({ failure: 'The search could not be started.' }))
    this.#worker.postMessage({ kind: 'record', puzzle: sentPuzzle(puzzle), strategy } satisfies TapeRequest)
    this.#requestFrame()
  }

  /** Requests the frame at a step, which comes as a change; a request that is overtaken by another brings none. */
  show(step: number): void {
    this.#goal = step
    if (this.#pending === undefined && this.state.frame?.step !== step) this.#requestFrame()
  }

  /** The nearest step of a kind; undefined where none is recorded. */
  seek(goal: Goal, from: number): Promise<number | undefined> {
    this.#worker.postMessage({ kind: 'seek', goal, from } satisfies TapeRequest)
    return new Promise((resolve) => this.#seekers.push(resolve))
  }

  override close(): void {
    super.close()
    this.#worker.terminate()
    for (const resolve of this.#seekers) resolve(undefined)
  }

  #requestFrame(): void {
    this.#pending = this.#goal
    this.#worker.postMessage({ kind: 'frame', step: this.#goal } satisfies TapeRequest)
  }

  #hear(reply: TapeReply): void {
    if (reply.kind === 'recorded') this.#change({ recording: reply.recording })
    else if (reply.kind === 'found') this.#seekers.shift()?.(reply.step)
    else {
      if (this.#pending === this.#goal) this.#pending = undefined
      else this.#requestFrame()
      this.#change({ frame: reply.frame })
    }
  }

  #change(change: Partial<TapeState>): void {
    this.set({ ...this.state, ...change })
  }
}

/** A question of the page to the worker that records a search. */
export type TapeRequest =
  /** Comes first, and once. */
  | { readonly kind: 'record'; readonly puzzle: SentPuzzle; readonly strategy: StrategyName }
  | { readonly kind: 'frame'; readonly step: number }
  | { readonly kind: 'seek'; readonly goal: Goal; readonly from: number }

/** A message from the worker to the page. */
export type TapeReply =
  /** Comes again and again while a search is being recorded, and a last time when it is complete. */
  | { readonly kind: 'recorded'; readonly recording: Recording }
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'found'; readonly step: number | undefined }

/** How much of a search is recorded. */
export interface Recording extends Readonly<Pick<SearchTape, 'length' | 'backtracks' | 'end'>> {
  /** How deep the search was, in stretches of equally many steps; the last may be shorter. */
  readonly depths: Readonly<Pick<SearchTape['profile'], 'stretchLength' | 'stretches'>>
}
