import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { Wish } from '../../shared/sudoku/making/wish.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { listenTo, startWorker } from '../page/worker.ts'
import type { Difficulty } from '../ui/difficulty.ts'

/** The wanted puzzles; each seed makes its own. */
export interface PuzzleOrder {
  readonly rules: RulesName
  readonly size: Size
  /** How many givens; undefined for as few as the grid needs. */
  readonly clues: number | undefined
  /** By what singles and guesses take, which is known of every size and all rules. */
  readonly difficulty?: Difficulty | undefined
  /** How a classic 9×9 puzzle is to be solved. */
  readonly wish?: Pick<Wish, 'er' | 'techniques'> | undefined
  readonly count: number
  readonly seed: string
}

/** The worker's answer: the puzzles, or why not so many can be made; before it, how many puzzles were looked at so far. */
export type MakerReply =
  | { readonly looked: number }
  | { readonly puzzles: readonly string[] }
  | { readonly refused: string }

/**
 * Has puzzles made in a worker of their own, which ends with them.
 *
 * @throws Error that says why not so many can be made; and where `signal` is aborted
 */
export function madePuzzles(
  order: PuzzleOrder,
  signal: AbortSignal,
  look: (looked: number) => void = () => {},
): Promise<readonly string[]> {
  const worker = startWorker('maker')
  const all = new Promise<readonly string[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    listenTo<MakerReply>(worker, {
      failure: 'The part that makes puzzles could not be loaded.',
      hear: (reply) => {
        if ('looked' in reply) look(reply.looked)
        else if ('puzzles' in reply) resolve(reply.puzzles)
        else reject(new Error(reply.refused))
      },
      fail: (why) => reject(new TypeError(why)),
    })
  })
  worker.postMessage(order)
  return all.finally(() => worker.terminate())
}
