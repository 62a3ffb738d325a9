import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { Wish } from '../../shared/sudoku/making/wish.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { answerOf } from '../page/ask-once.ts'
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

/** The worker's answer: the puzzles, or why not so many can be made. */
export type MakerAnswer = { readonly puzzles: readonly string[] } | { readonly refused: string }
/** What it says before: how many puzzles were looked at so far. */
export interface MakerNews {
  readonly looked: number
}

/**
 * Has puzzles made in a worker of their own, which ends with them.
 *
 * @throws Error that says why not so many can be made; and where `signal` is aborted
 */
export async function madePuzzles(
  order: PuzzleOrder,
  signal: AbortSignal,
  look: (looked: number) => void = () => {},
): Promise<readonly string[]> {
  const reply = await answerOf<MakerAnswer, MakerNews>('maker', order, {
    signal,
    failure: 'The part that makes puzzles could not be loaded.',
    isNews: (reply): reply is MakerNews => {
      if ('looked' in reply) look(reply.looked)
      return 'looked' in reply
    },
  })
  if ('refused' in reply) throw new Error(reply.refused)
  return reply.puzzles
}
