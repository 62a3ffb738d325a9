import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'

/** What each strategy does: in half a line, and in a sentence for those who watch it for the first time. */
export const STRATEGY_WORDS: Readonly<Record<StrategyName, { readonly short: string; readonly sentence: string }>> = {
  'brute-force': {
    short: 'tries every digit, cell after cell',
    sentence: 'Goes from cell to cell in reading order, guesses the lowest digit that fits, and infers nothing.',
  },
  'single-sweep': {
    short: 'after each guess fills in once what is certain',
    sentence: 'Guesses in reading order; after each guess, looks once for cells with one candidate and fills them.',
  },
  'naked-singles': {
    short: 'fills in what is certain until nothing more is',
    sentence: 'Guesses in reading order; after each guess, fills cells with one candidate until there are no more.',
  },
  'fewest-candidates': {
    short: 'guesses where fewest digits are possible',
    sentence: 'Infers nothing, but always guesses in the cell that has the fewest candidates.',
  },
  singles: {
    short: 'naked and hidden singles before each guess',
    sentence: 'Fills cells with one candidate and digits with one place left; guesses where candidates are fewest.',
  },
  'exact-cover': {
    short: 'Knuth’s Algorithm X with dancing links',
    sentence: 'Algorithm X: always decides the cell, or the digit of a unit, that has the fewest options left.',
  },
  'bit-parallel': {
    short: 'the fastest, made for millions',
    sentence: 'Infers all it can from the candidates of all cells at once; guesses only where that leads no further.',
  },
}
