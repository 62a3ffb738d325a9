/** The mark of a strategy's points in a chart. */
export type MarkShape = 'circle' | 'square' | 'up' | 'down' | 'diamond' | 'plus' | 'cross' | 'star'

/** The public facts of a strategy. How it searches is its row in `strategies.ts`, how fast one in `strategy-figures.ts`. */
export interface StrategyFacts {
  /** Its name for people; its public name, the row's key, is for programs. */
  readonly title: string
  /** Its inferences before each guess, where it guesses next, and who made it known; the README's table has the same. */
  readonly infers: string
  readonly guesses: string
  readonly knownFrom: string
  /** Half a line on how it works, where it is picked from a list. */
  readonly short: string
  /** The same in a sentence, for those who watch it for the first time. */
  readonly sentence: string
  /** How charts tell it from the others, in light and dark: 3:1 and more on a card, and apart for colour-blind eyes. */
  readonly mark: { readonly shape: MarkShape; readonly light: string; readonly dark: string }
}

/** A row for each strategy, in the order in which they are listed everywhere. */
export const STRATEGIES = {
  'brute-force': {
    title: 'Brute force',
    infers: 'nothing',
    guesses: 'the first empty cell',
    knownFrom: 'Liang’s `search`, Devadas’ `solveSudoku`',
    short: 'tries every digit, cell after cell',
    sentence: 'Goes from cell to cell in reading order, guesses the lowest digit that fits, and infers nothing.',
    mark: { shape: 'circle', light: '#c23b00', dark: '#ff8f66' },
  },
  'single-sweep': {
    title: 'Single sweep',
    infers: 'after each guess, one sweep over the boxes fills the cells that have one candidate',
    guesses: 'the first empty cell',
    knownFrom: 'Devadas’ `solveSudokuOpt`, with its printed slip corrected',
    short: 'after each guess fills in once what is certain',
    sentence: 'Guesses in reading order; after each guess, looks once for cells with one candidate and fills them.',
    mark: { shape: 'square', light: '#8f6400', dark: '#f0c14b' },
  },
  'naked-singles': {
    title: 'Naked singles',
    infers: 'the same sweep, until nothing changes',
    guesses: 'the first empty cell',
    knownFrom: 'Devadas’ first exercise, the VIT report',
    short: 'fills in what is certain until nothing more is',
    sentence: 'Guesses in reading order; after each guess, fills cells with one candidate until there are no more.',
    mark: { shape: 'up', light: '#00775a', dark: '#4fd3a8' },
  },
  'fewest-candidates': {
    title: 'Fewest candidates',
    infers: 'nothing',
    guesses: 'the cell with the fewest candidates',
    knownFrom: '',
    short: 'guesses where fewest digits are possible',
    sentence: 'Infers nothing, but always guesses in the cell that has the fewest candidates.',
    mark: { shape: 'diamond', light: '#0b7fb8', dark: '#6cc8fa' },
  },
  singles: {
    title: 'Singles',
    infers: 'naked and hidden singles',
    guesses: 'the cell with the fewest candidates',
    knownFrom: 'Norvig, “Solving Every Sudoku Puzzle”',
    short: 'naked and hidden singles before each guess',
    sentence: 'Fills cells with one candidate and digits with one place left; guesses where candidates are fewest.',
    mark: { shape: 'down', light: '#3346d3', dark: '#9aa9ff' },
  },
  'exact-cover': {
    title: 'Exact cover',
    infers: 'nothing',
    guesses: 'the item with the fewest options',
    knownFrom: 'Knuth’s Algorithm X',
    short: 'Knuth’s Algorithm X with dancing links',
    sentence: 'Algorithm X: always decides the cell, or the digit of a unit, that has the fewest options left.',
    mark: { shape: 'plus', light: '#b3348f', dark: '#f394d6' },
  },
  learning: {
    title: 'Learning',
    infers: 'naked and hidden singles, locked candidates, and what it learned from its contradictions',
    guesses: 'a digit that had a part in the latest contradictions',
    knownFrom: 'conflict-driven clause learning, Marques-Silva and Sakallah’s GRASP',
    short: 'learns from every contradiction',
    sentence:
      'Learns a clause from each contradiction, and goes back to where that first says something: it never fails twice for the same reason.',
    mark: { shape: 'cross', light: '#6b4ea0', dark: '#c3a6ff' },
  },
  'bit-parallel': {
    title: 'Bit-parallel',
    infers:
      'on 9×9, classic or diagonal, what the engine finds; under other rules singles, intersections and sums; on large grids and the hardest killers as `learning`',
    guesses:
      'what its engine chooses; under other rules where conflicts were of late; on large grids and the hardest killers as `learning`',
    knownFrom: 'this project',
    short: 'the fastest, made for millions',
    sentence: 'Infers all it can from the candidates of all cells at once; guesses only where that leads no further.',
    mark: { shape: 'star', light: 'var(--ink)', dark: 'var(--ink)' },
  },
} as const satisfies Readonly<Record<string, StrategyFacts>>

export type StrategyName = keyof typeof STRATEGIES

export const STRATEGY_NAMES = /* @__PURE__ */ Object.keys(STRATEGIES) as [StrategyName, ...StrategyName[]]
