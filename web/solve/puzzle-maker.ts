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

/** The worker's answers: each puzzle as it is made, and then that these were all, or why there are no more. */
export type MakerReply =
  | { readonly kind: 'made'; readonly puzzle: string }
  /** How many puzzles were looked at so far, as most are not as wished for. */
  | { readonly kind: 'looked'; readonly looked: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }

/** How far the maker has got. */
export interface MakingNews {
  readonly made: number
  readonly looked: number
}

/**
 * Has puzzles made in a worker of their own, which ends with them.
 *
 * @throws Error that says why not so many can be made; and where `signal` is aborted
 */
export function madePuzzles(
  order: PuzzleOrder,
  signal: AbortSignal,
  told: (news: MakingNews) => void,
): Promise<string[]> {
  const worker = startWorker('maker')
  const puzzles: string[] = []
  let looked = 0
  const all = new Promise<string[]>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    listenTo<MakerReply>(worker, {
      failure: 'The part that makes puzzles could not be loaded.',
      hear: (reply) => {
        if (reply.kind === 'done') resolve(puzzles)
        else if (reply.kind === 'refused') reject(new Error(reply.why))
        else {
          if (reply.kind === 'made') puzzles.push(reply.puzzle)
          else looked = reply.looked
          told({ made: puzzles.length, looked })
        }
      },
      fail: (why) => reject(new TypeError(why)),
    })
  })
  worker.postMessage(order)
  return all.finally(() => worker.terminate())
}
