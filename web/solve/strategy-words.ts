import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'

/** What each strategy does, in half a line. */
export const STRATEGY_WORDS: Readonly<Record<StrategyName, string>> = {
  'brute-force': 'tries every digit, cell after cell',
  'single-sweep': 'after each guess fills in once what is certain',
  'naked-singles': 'fills in what is certain until nothing more is',
  'fewest-candidates': 'guesses where fewest digits are possible',
  singles: 'naked and hidden singles before each guess',
  'exact-cover': 'Knuth’s Algorithm X with dancing links',
  'bit-parallel': 'the fastest, made for millions',
}
