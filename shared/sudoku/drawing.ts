/** What a board shows of a rule, as data: where, and what is said to those who do not see it. How it looks is the page's. */
export type Drawing = {
  readonly cells: readonly number[]
  /** What is said of each of the cells: `on a diagonal`. */
  readonly words: string
} & (
  | { readonly kind: 'shade' }
  /** From the first cell through the others; an arrow points at the last. */
  | { readonly kind: 'line' | 'arrow' }
  /** Outside the grid before the first of the cells, which it looks along. */
  | { readonly kind: 'clue'; readonly text: string }
)
