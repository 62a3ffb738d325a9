/** The drawing of a rule on a board, as data: where, and the words for those who do not see it. How it looks is the page's. */
export type Drawing = {
  readonly cells: readonly number[]
  /** The words for each of the cells: `on a diagonal`. */
  readonly words: string
} & (
  | { readonly kind: 'shade' }
  /** From the first cell through the others; an arrow points at the last. */
  | { readonly kind: 'line'; readonly style: LineStyle }
  | { readonly kind: 'arrow' }
  /** Around all of the cells, which a line encloses where they are several. */
  | { readonly kind: 'circle' }
  /** A dashed line around cells, with a text in the corner of the first. */
  | { readonly kind: 'cage'; readonly text: string }
  /** A small text in each cell, in a corner of it. */
  | { readonly kind: 'note'; readonly text: string }
  /** On the border between two cells, or on the corner where four meet. */
  | { readonly kind: 'dot'; readonly fill: 'white' | 'black' | 'none'; readonly text: string }
  /** A sign in each cell: a square, a circle, or arrows that point out of it or into it. */
  | { readonly kind: 'sign'; readonly sign: 'even' | 'odd' | 'maximum' | 'minimum' }
  /** Outside the grid before the first of the cells, which it looks along. */
  | { readonly kind: 'clue'; readonly text: string }
)

/** Each has its colour on the page, in files and in themes of few colours. */
export const LINE_STYLES = [
  'thermometer',
  'slow-thermometer',
  'palindrome',
  'renban',
  'whispers',
  'region-sum',
  'entropic',
  'between',
  'lockout',
  'modular',
  'nabner',
  'zipper',
  'sum-line',
  'custom',
] as const
export type LineStyle = (typeof LINE_STYLES)[number]
