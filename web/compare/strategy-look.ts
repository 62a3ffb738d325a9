import type { StrategyName } from '../../shared/sudoku/strategies/strategy.ts'
import type { Shape } from './marker.ts'

/** How a strategy is told from the others, apart from its colour (compare.css), and what it does. */
export const LOOKS: Readonly<Record<StrategyName, { readonly shape: Shape; readonly does: string }>> = {
  'brute-force': { shape: 'circle', does: 'Tries digit after digit, cell by cell, and infers nothing.' },
  'single-sweep': { shape: 'square', does: 'After each guess fills in, box by box, cells with one candidate.' },
  'naked-singles': { shape: 'up', does: 'Repeats that sweep until no cell has only one candidate.' },
  'fewest-candidates': { shape: 'diamond', does: 'Infers nothing, but guesses where there are fewest candidates.' },
  singles: { shape: 'down', does: 'Naked and hidden singles, then the cell with fewest candidates.' },
  'exact-cover': { shape: 'plus', does: 'Knuth’s Algorithm X: what has the fewest ways left comes first.' },
  'bit-parallel': { shape: 'star', does: 'The engine for millions: infers for many cells at once.' },
}
