import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { SentPuzzle } from '../rules/puzzle-text.ts'

// What the worker needs to tell which constraints rule each other out: loaded with the first puzzle of which they do.

export { cellsOf, wordsOf } from '../grid/constraint-tools.ts'

/** A puzzle with other givens and some of its constraints. */
export function puzzleWithForms(
  { own, rules, size }: SentPuzzle,
  text: string,
  holding: readonly VariantConstraint[],
): Puzzle {
  const read = parsePuzzleWith(own, text, rules, size, holding)
  if (!read.ok) throw new Error(read.error)
  return read.value
}
