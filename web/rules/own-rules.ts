import type { Checked } from '../../shared/checked.ts'
import type { BoardRules } from '../../shared/drawing/layers.ts'
import { ruleSentences } from '../../shared/drawing/rule-sentences.ts'
import type { Constraint } from '../../shared/sudoku/constraints/constraint.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type Puzzle, parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import type { PuzzleText, SentPuzzle } from './puzzle-text.ts'

// The code that knows constraints is loaded with the first puzzle that brings rules of its own: when somebody opens a link, pastes,
// or draws a constraint. So everything that shows such a puzzle finds it loaded.

type OwnRules = typeof import('./packed-rules.ts')

let loaded: OwnRules | undefined

/** @throws where the service cannot be reached */
export async function loadOwnRules(): Promise<OwnRules> {
  loaded ??= await import('./packed-rules.ts')
  return loaded
}

export function ownRules(): OwnRules {
  if (!loaded) throw new Error('its own rules are not loaded')
  return loaded
}

export function hasOwnRules(): boolean {
  return loaded !== undefined
}

/** Whether an address holds a puzzle that waits for them. */
export function waitsForRules(hash: string): boolean {
  return !hasOwnRules() && /[?&]own=/.test(hash)
}

/** The rules of a puzzle, as boards draw them. */
export function rulesOf(puzzle: PuzzleText): BoardRules {
  return puzzle.own === undefined ? rulesFor(puzzle.rules, puzzle.size) : ownRules().composed(puzzle).rules
}

/** A sentence on each rule of a puzzle, drawn or not: whoever sees a line may not know what it means. */
export function rulesInForce(puzzle: PuzzleText): readonly string[] {
  if (puzzle.own === undefined) return ruleSentences([puzzle.rules])
  const { rules = [], negative, constraints } = ownRules().ownIn(puzzle)
  return [...ruleSentences([puzzle.rules, ...rules], negative), ...ownRules().constraintSentences(constraints)]
}

/** That a constraint cannot be kept with some digits, and why, where what knows rules of a puzzle's own is there. */
export function brokenWords(constraint: Constraint, digits: Digits): string {
  return hasOwnRules() ? ownRules().brokenWords(constraint, digits) : `${constraint.name} cannot be kept`
}

/** The puzzle to solve; a refusal says which givens clash. */
export function solvable(puzzle: PuzzleText): Checked<Puzzle> {
  return puzzle.own === undefined
    ? parsePuzzle(puzzle.text, puzzle.rules, puzzle.size)
    : ownRules().solvableWith(puzzle)
}

/** The puzzle for a worker. */
export function sentPuzzle({ own, play: _, told: __, ...puzzle }: PuzzleText): SentPuzzle {
  return own === undefined ? puzzle : { ...puzzle, own: ownRules().ownIn({ ...puzzle, own }) }
}

/** The puzzle in a worker, which loads what knows constraints with the first that has any, too. */
export async function receivedPuzzle(
  sent: Omit<SentPuzzle, 'size'> & { readonly size?: Size },
): Promise<Checked<Puzzle>> {
  const { text, rules, own, size } = sent
  if (own === undefined) return parsePuzzle(text, rules, size)
  const { parsePuzzleWith } = await import('../../shared/sudoku/rules/puzzle-rules.ts')
  return parsePuzzleWith(own, text, rules, size)
}
