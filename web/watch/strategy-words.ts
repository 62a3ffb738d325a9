import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'

/** What a strategy is called, and what it does, for those who see it for the first time. */
export interface StrategyWords {
  readonly title: string
  readonly does: string
}

export const strategyWords: Readonly<Record<StrategyName, StrategyWords>> = {
  'brute-force': {
    title: 'Brute force',
    does: 'Goes from cell to cell in reading order, guesses the lowest digit that fits, and infers nothing.',
  },
  'single-sweep': {
    title: 'Single sweep',
    does: 'As brute force, but after each guess it looks through the boxes once and fills cells with one candidate.',
  },
  'naked-singles': {
    title: 'Naked singles',
    does: 'After each guess it fills cells with one candidate until there are no more; guesses in reading order.',
  },
  'fewest-candidates': {
    title: 'Fewest candidates',
    does: 'Infers nothing, but always guesses in the cell that has the fewest candidates.',
  },
  singles: {
    title: 'Singles',
    does: 'Fills cells with one candidate and digits with one place left; guesses where candidates are fewest.',
  },
  'exact-cover': {
    title: 'Exact cover',
    does: 'Knuth’s Algorithm X: guesses for the cell, or the digit of a unit, that has the fewest options left.',
  },
  'bit-parallel': {
    title: 'Bit-parallel',
    does: 'Infers all it can with sets of candidates as bits, and guesses only when that leads no further.',
  },
}
