/** The words of newspapers for a puzzle, by the most that its hardest step is rated (docs/ratings.md says why there). */
const WORDS = [
  { most: 1.5, word: 'easy' },
  { most: 2.6, word: 'medium' },
  { most: 4.5, word: 'hard' },
  { most: 6.2, word: 'very hard' },
  { most: Number.POSITIVE_INFINITY, word: 'extreme' },
] as const

export type RatingWord = (typeof WORDS)[number]['word']

/** From the easiest. */
export const RATING_WORDS: readonly RatingWord[] = WORDS.map(({ word }) => word)

/** @param er as Sudoku Explainer rates it */
export function ratingWord(er: number): RatingWord {
  return RATING_WORDS[WORDS.findIndex(({ most }) => er <= most)]
}
