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

/** The worker's answer: the puzzles, or why not so many can be made. */
export type MakerReply = { readonly puzzles: readonly string[] } | { readonly refused: string }

/**
 * Has puzzles made in a worker of their own, which ends with them.
 *
 * @throws Error that says why not so many can be made; and where `signal` is aborted
 */
export function madePuzzles(order: PuzzleOrder, signal: AbortSignal): Promise<readonly string[]> {
  const worker = startWorker('maker')
  const all = new Promise<readonly string[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    listenTo<MakerReply>(worker, {
      failure: 'The part that makes puzzles could not be loaded.',
      hear: (reply) => {
        if ('puzzles' in reply) resolve(reply.puzzles)
        else reject(new Error(reply.refused))
      },
      fail: (why) => reject(new TypeError(why)),
    })
  })
  worker.postMessage(order)
  return all.finally(() => worker.terminate())
}
