import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { neededParts } from '../../shared/sudoku/search/conflict.ts'
import { possibleDigits, withGivens } from '../../shared/sudoku/search/possible-digits.ts'
import type { Finding } from './live-solver.ts'

// What is told of a puzzle that has not one solution, until a time on this page's clock; undefined is a place to stop.

/** What the cells of a puzzle with several solutions can hold. */
export function* differencesOf(
  puzzle: Puzzle,
  solutions: readonly Digits[],
  until: number,
): Generator<Finding | undefined, void> {
  const search = possibleDigits(puzzle, solutions, Number.POSITIVE_INFINITY)
  for (;;) {
    const step = search.next()
    if (step.done) return yield { possible: step.value }
    if (performance.now() > until) return yield { possible: { digits: step.value().digits, isWhole: false } }
    yield undefined
  }
}

/** Givens of a puzzle without a solution that rule each other out: without any one of them there is a solution. */
export function* conflictOf(puzzle: Puzzle, until: number): Generator<Finding | undefined, void> {
  const { givens } = puzzle
  const withOnly = (cells: readonly number[]) =>
    withGivens(
      puzzle,
      givens.map((digit, cell) => (cells.includes(cell) ? digit : 0)),
    )
  const all = [...givens.keys()].filter((cell) => givens[cell] !== 0)
  const search = neededParts(withOnly, Number.POSITIVE_INFINITY, { left: all, needed: 0, spent: 0 })
  for (;;) {
    const step = search.next()
    if (step.done) return yield { conflict: step.value.parts }
    if (performance.now() > until) return
    yield undefined
  }
}
