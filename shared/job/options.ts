import type { RulesName } from '../sudoku/rules.ts'
import type { StrategyName } from '../sudoku/strategies/strategy.ts'
import type { Size } from '../sudoku/units.ts'

/** What is asked of every puzzle of a job. */
export interface JobOptions {
  readonly strategy: StrategyName
  readonly rules: RulesName
  /** Cells a side; without it each puzzle's length says. */
  readonly size?: Size
  /** How many solutions to look for. */
  readonly solutions: number
  /** Backtracks that one puzzle may take. */
  readonly backtrackLimit: number
}

/** One solution is enough for the strategies of the texts; the default of bulk jobs also tells whether it is the only one. */
export function defaultSolutions(strategy: StrategyName): number {
  return strategy === 'bit-parallel' ? 2 : 1
}
