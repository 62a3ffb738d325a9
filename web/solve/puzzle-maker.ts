import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import type { Difficulty } from '../ui/difficulty.ts'

/** The wanted puzzles; each seed makes its own. */
export interface PuzzleOrder {
  readonly rules: RulesName
  readonly size: Size
  /** How many givens; undefined for as few as the grid needs. */
  readonly clues: number | undefined
  readonly difficulty: Difficulty | undefined
  readonly count: number
  readonly seed: string
}

/** The worker's answers: each puzzle as it is made, and then that these were all, or why there are no more. */
export type MakerReply =
  | { readonly kind: 'made'; readonly puzzle: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Has puzzles made in a worker of their own, which ends with them.
 *
 * @throws Error that says why not so many can be made; and where `signal` is aborted
 */
export function madePuzzles(order: PuzzleOrder, signal: AbortSignal): Promise<string[]> {
  const worker = startWorker('maker')
  const puzzles: string[] = []
  const all = new Promise<string[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    listenTo<MakerReply>(worker, {
      failure: 'The part that makes puzzles could not be loaded.',
      hear: (reply) => {
        if (reply.kind === 'done') resolve(puzzles)
        else if (reply.kind === 'refused') reject(new Error(reply.why))
        else puzzles.push(reply.puzzle)
      },
      fail: (why) => reject(new TypeError(why)),
    })
  })
  worker.postMessage(order)
  return all.finally(() => worker.terminate())
}
