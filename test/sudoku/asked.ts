import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type Puzzle, parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import type { Question } from '../../shared/sudoku/search/strategy.ts'

/** A puzzle that the test knows to be well-formed. */
export function puzzleFrom(text: string, rules: RulesName = 'classic', size?: Size): Puzzle {
  const puzzle = parsePuzzle(text, rules, size)
  if (!puzzle.ok) throw new Error(`${text}: ${puzzle.error}`)
  return puzzle.value
}

/** The same of one that brings rules of its own. */
export function puzzleWith(
  own: PuzzleRules | undefined,
  text: string,
  rules: RulesName = 'classic',
  size?: Size,
): Puzzle {
  const puzzle = parsePuzzleWith(own, text, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  return puzzle.value
}

export const asking = (solutions: number, backtrackLimit = Number.POSITIVE_INFINITY): Question => ({
  solutions,
  backtrackLimit,
})
