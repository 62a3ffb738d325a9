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

/** The words of newspapers for a puzzle, by the most that its hardest step is rated (docs/ratings.md). */
const WORDS = [
  { most: 1.5, word: 'easy' },
  { most: 2.6, word: 'medium' },
  { most: 4.5, word: 'hard' },
  { most: 6.2, word: 'very hard' },
  { most: Number.POSITIVE_INFINITY, word: 'extreme' },
] as const

/** From the easiest. */
export const RATING_WORDS: readonly string[] = WORDS.map(({ word }) => word)

/** @param er as Sudoku Explainer rates it */
export function ratingWord(er: number): string {
  return RATING_WORDS[WORDS.findIndex(({ most }) => er <= most)]
}
