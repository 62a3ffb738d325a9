import type { HintStep } from '../../../shared/drawing/hint-shapes.ts'
import { replyOf, startWorker } from '../../page/worker.ts'
import type { SentPuzzle } from '../../rules/puzzle-text.ts'

export interface RatingRequest {
  /** A puzzle with one solution. */
  readonly rated: SentPuzzle
}

/** How hard a puzzle is for a person: a word, and what that rests on. */
export interface Difficulty {
  readonly word: string
  readonly line: string
}

export interface HintRequest {
  /** Of any size and rules. */
  readonly puzzle: SentPuzzle
  /** Some techniques rest on it. */
  readonly hasOneSolution: boolean
  /** Its digits; 0 in an empty cell. */
  readonly placed: readonly number[]
  /** The digits that may still stand in each cell, a bit for each. */
  readonly candidates: readonly number[]
}

/** The next step; undefined where no technique finds a further one. */
export type HintReply = HintStep | undefined

/** A worker that is asked one thing at a time: what is asked next ends what is still being looked for. */
export class HintFinder {
  #worker: Worker | undefined
  #isBusy = false

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#isBusy = false
  }

  /**
   * Never settles where something else is asked, or the finder closed, before.
   *
   * @throws where the worker fails
   */
  async ask<Reply extends HintReply | Difficulty>(request: HintRequest | RatingRequest): Promise<Reply> {
    if (this.#isBusy) this.close()
    this.#worker ??= startWorker('hint')
    this.#isBusy = true
    try {
      const reply = await replyOf<Reply>(this.#worker, request)
      this.#isBusy = false
      return reply
    } catch (error) {
      this.close()
      throw error
    }
  }
}
