import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { isCounted, type Row } from './comparison.ts'

/** What puzzles can be ordered by, from easy to hard. */
export type OrderBy = 'together' | 'givens' | 'listed' | StrategyName
export const ORDERS: readonly OrderBy[] = ['together', ...STRATEGY_NAMES, 'givens', 'listed']

/** The rows from easy to hard. Those without counts come last, and equals stay in the order of the list. */
export function ordered(rows: readonly Row[], by: OrderBy, strategies: readonly StrategyName[]): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row, by, strategies) }))
  // Infinity minus itself is not a number, so two unknowns are compared as equals.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key - b.key)).map(({ row }) => row)
}

function keyOf(row: Row, by: OrderBy, strategies: readonly StrategyName[]): number {
  switch (by) {
    case 'listed':
      return row.line
    case 'givens':
      return row.givens === undefined ? Number.POSITIVE_INFINITY : -row.givens
    case 'together':
      return difficultyOf(row, strategies)
    default:
      return difficultyOf(row, [by])
  }
}

/**
 * How hard a puzzle is for some strategies: the mean of log(1 + backtracks). In a mean of plain backtracks nothing would
 * count but brute force with its hundreds of thousands.
 */
export function difficultyOf({ counts }: Row, strategies: readonly StrategyName[]): number {
  const logs = strategies.flatMap((strategy) => {
    const count = counts[strategy]
    return isCounted(count) ? [Math.log1p(count.backtracks)] : []
  })
  return logs.length === 0 ? Number.POSITIVE_INFINITY : logs.reduce((sum, log) => sum + log, 0) / logs.length
}
