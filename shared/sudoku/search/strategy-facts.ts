/** The mark of a strategy's points in a chart. */
export type MarkShape = 'circle' | 'square' | 'up' | 'down' | 'diamond' | 'plus' | 'cross' | 'star'

/**
 * The words for a strategy. What it infers, where it guesses and who made it known stands in the README, how it searches in
 * `strategies.ts`, and how fast in `strategy-figures.ts`.
 */
export interface StrategyFacts {
  /** Its name for people; its public name, the row's key, is for programs. */
  readonly title: string
  /** How it works, for those who watch it for the first time. */
  readonly sentence: string
  /** How charts tell it from the others, in light and dark: 3:1 and more on a card, and apart for colour-blind eyes. */
  readonly mark: { readonly shape: MarkShape; readonly light: string; readonly dark: string }
}

/** A row for each strategy, in the order in which they are listed everywhere. */
export const STRATEGIES = {
  'brute-force': {
    title: 'Brute force',
    sentence: 'Goes from cell to cell in reading order, guesses the lowest digit that fits, and infers nothing.',
    mark: { shape: 'circle', light: '#c23b00', dark: '#ff8f66' },
  },
  'single-sweep': {
    title: 'Single sweep',
    sentence: 'Guesses in reading order; after each guess, looks once for cells with one candidate and fills them.',
    mark: { shape: 'square', light: '#8f6400', dark: '#f0c14b' },
  },
  'naked-singles': {
    title: 'Naked singles',
    sentence: 'Guesses in reading order; after each guess, fills cells with one candidate until there are no more.',
    mark: { shape: 'up', light: '#00775a', dark: '#4fd3a8' },
  },
  'fewest-candidates': {
    title: 'Fewest candidates',
    sentence: 'Infers nothing, but always guesses in the cell that has the fewest candidates.',
    mark: { shape: 'diamond', light: '#0b7fb8', dark: '#6cc8fa' },
  },
  singles: {
    title: 'Singles',
    sentence: 'Fills cells with one candidate and digits with one place left; guesses where candidates are fewest.',
    mark: { shape: 'down', light: '#3346d3', dark: '#9aa9ff' },
  },
  'exact-cover': {
    title: 'Exact cover',
    sentence: 'Algorithm X: always decides the cell, or the digit of a unit, that has the fewest options left.',
    mark: { shape: 'plus', light: '#b3348f', dark: '#f394d6' },
  },
  learning: {
    title: 'Learning',
    sentence:
      'Learns a clause from each contradiction, and goes back to where that first says something: it never fails twice for the same reason.',
    mark: { shape: 'cross', light: '#6b4ea0', dark: '#c3a6ff' },
  },
  'bit-parallel': {
    title: 'Bit-parallel',
    sentence: 'Infers all it can from the candidates of all cells at once; guesses only where that leads no further.',
    mark: { shape: 'star', light: 'var(--ink)', dark: 'var(--ink)' },
  },
} as const satisfies Readonly<Record<string, StrategyFacts>>

export type StrategyName = keyof typeof STRATEGIES

export const STRATEGY_NAMES = /* @__PURE__ */ Object.keys(STRATEGIES) as [StrategyName, ...StrategyName[]]
