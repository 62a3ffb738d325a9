/** What a board shows of a rule, as data: where, and what is said to those who do not see it. How it looks is the page's. */
export interface Drawing {
  readonly kind: 'shade'
  readonly cells: readonly number[]
  /** What is said of each of the cells: `on a diagonal`. */
  readonly words: string
}
