import { useEffect, useState } from 'preact/hooks'
import { listenTo, startWorker } from '../page/worker.ts'

/** What the worker tells of each puzzle. */
export interface RatedReply {
  readonly puzzle: string
  /** Undefined where it has no rating, or one that would take too long. */
  readonly er: number | undefined
}

/** By puzzle, what its hardest step is rated; undefined of those that have no rating. */
export type Ratings = ReadonlyMap<string, number | undefined>

const NO_RATINGS: Ratings = new Map()
/** Often enough to look live: thousands of easy puzzles are rated in a second. */
const DRAWN_EACH_MS = 200
const MOST_WORKERS = Math.min(2, Math.max(1, navigator.hardwareConcurrency - 1))

/**
 * Rates puzzles beside the page, as long as the component is there; what it returns grows.
 *
 * @param puzzles each of them once
 */
export function useRatings(puzzles: readonly string[]): { readonly ratings: Ratings; readonly failure?: string } {
  const [ratings, setRatings] = useState(NO_RATINGS)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const key = puzzles.join()
  useEffect(() => {
    const found = new Map<string, number | undefined>()
    setRatings(NO_RATINGS)
    setFailure(undefined)
    if (puzzles.length === 0) return
    const workers = Array.from({ length: MOST_WORKERS }, (_, share) => {
      const worker = startWorker('rating')
      listenTo<RatedReply>(worker, {
        failure: 'The part that rates puzzles could not be loaded.',
        hear: ({ puzzle, er }) => found.set(puzzle, er),
        fail: setFailure,
      })
      // Every other one, so that hard ones that stand together are shared.
      worker.postMessage(puzzles.filter((_, place) => place % MOST_WORKERS === share))
      return worker
    })
    const timer = setInterval(() => {
      setRatings((before) => (before.size === found.size ? before : new Map(found)))
      if (found.size === puzzles.length) clearInterval(timer)
    }, DRAWN_EACH_MS)
    return () => {
      clearInterval(timer)
      for (const worker of workers) worker.terminate()
    }
  }, [key])
  return { ratings, ...(failure !== undefined && { failure }) }
}
