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

/** The ratings of a word, in tenths and both included: 27 to 45 for `hard`. */
export function tenthsOfWord(word: RatingWord): { readonly from: number; readonly to: number } {
  const at = RATING_WORDS.indexOf(word)
  return { from: at === 0 ? 0 : Math.round(WORDS[at - 1].most * 10) + 1, to: Math.round(WORDS[at].most * 10) }
}

/** @param er as Sudoku Explainer rates it */
export function ratingWord(er: number): RatingWord {
  return RATING_WORDS[WORDS.findIndex(({ most }) => er <= most)]
}
