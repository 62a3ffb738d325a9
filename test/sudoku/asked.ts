import { type Puzzle, parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules.ts'
import type { Question } from '../../shared/sudoku/strategies/strategy.ts'
import type { Size } from '../../shared/sudoku/units.ts'

/** A puzzle that the test knows to be well-formed. */
export function puzzleFrom(text: string, rules: RulesName = 'classic', size?: Size): Puzzle {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(`${text}: ${puzzle.error}`)
  return puzzle.value
}

export const asking = (solutions: number, backtrackLimit = Number.POSITIVE_INFINITY): Question => ({
  solutions,
  backtrackLimit,
})
