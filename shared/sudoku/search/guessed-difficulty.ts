export const DIFFICULTIES = ['easy', 'hard', 'very hard'] as const
/** How hard a puzzle is for somebody who fills cells with one candidate and digits with one place left, and then guesses. */
export type Difficulty = (typeof DIFFICULTIES)[number]

/** Among 1,500 minimal 9×9 grids, 594 take no guess, 861 at most so many wrong ones, and 45 more. */
const MOST_OF_HARD = 10

/** The difficulty by what the strategy `singles` took. */
export function difficultyOf({ backtracks, guesses }: { backtracks: number; guesses?: number }): Difficulty {
  if (guesses === 0) return 'easy'
  return backtracks <= MOST_OF_HARD ? 'hard' : 'very hard'
}
