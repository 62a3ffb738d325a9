import { useEffect, useRef } from 'preact/hooks'
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
  /** It may have any size and rules. */
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

/**
 * A worker that is asked one thing at a time: what is asked next, or the end of the component, ends what is still being
 * looked for, which then never settles.
 */
export function useHints() {
  const worker = useRef<Worker>()
  const isBusy = useRef(false)
  const close = () => {
    worker.current?.terminate()
    worker.current = undefined
  }
  useEffect(() => close, [])
  /** @throws where the worker fails */
  return async <Reply extends HintReply | Difficulty>(request: HintRequest | RatingRequest): Promise<Reply> => {
    if (isBusy.current) close()
    worker.current ??= startWorker('hint')
    isBusy.current = true
    try {
      return await replyOf<Reply>(worker.current, request)
    } catch (error) {
      close()
      throw error
    } finally {
      isBusy.current = false
    }
  }
}
