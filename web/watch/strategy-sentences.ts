import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'

/** What each strategy is seen to do, for those who watch it for the first time. */
export const STRATEGY_SENTENCES: Readonly<Record<StrategyName, string>> = {
  'brute-force': 'Goes from cell to cell in reading order, guesses the lowest digit that fits, and infers nothing.',
  'single-sweep': 'Guesses in reading order; after each guess, looks once for cells with one candidate and fills them.',
  'naked-singles':
    'Guesses in reading order; after each guess, fills cells with one candidate until there are no more.',
  'fewest-candidates': 'Infers nothing, but always guesses in the cell that has the fewest candidates.',
  singles: 'Fills cells with one candidate and digits with one place left; guesses where candidates are fewest.',
  'exact-cover': 'Algorithm X: always decides the cell, or the digit of a unit, that has the fewest options left.',
  'bit-parallel':
    'Infers all it can from the candidates of all cells at once; guesses only where that leads no further.',
}
