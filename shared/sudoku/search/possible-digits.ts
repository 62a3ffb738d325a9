import { type DigitSet, digitIn, eachOf, hasDigit, withDigit } from '../grid/digit-set.ts'
import { type Digits, textOf } from '../grid/grid.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel } from './bit-parallel.ts'
import { candidatesOf } from './candidates.ts'

/** Which digits the cells of a puzzle hold in its solutions. */
export interface PossibleDigits {
  /** For each cell, the digits that it holds in some solution. */
  readonly digits: readonly DigitSet[]
  /** Whether these are all; false where a search was given up, so that more may be possible. */
  readonly isWhole: boolean
}

/** A digit whose search takes more is left open. On an empty 25×25 grid that befell some of 11,000 searches. */
const BACKTRACKS_A_DIGIT = 10_000
/** Backtracks between two pauses: under 10 ms on 25×25. */
const BACKTRACKS_A_PAUSE = 50

/**
 * Finds the digits that each cell may hold, by a search for each that no solution has shown yet. It pauses at each
 * `yield`, with what it knows so far, so that somebody can stop it.
 *
 * @param solutions solutions that are known already
 */
export function* possibleDigits(
  puzzle: Puzzle,
  solutions: readonly Digits[],
): Generator<PossibleDigits, PossibleDigits> {
  const { givens } = puzzle
  const digits: DigitSet[] = Array.from(givens, () => 0)
  const add = (solution: Digits) => {
    for (let cell = 0; cell < digits.length; cell++) digits[cell] = withDigit(digits[cell], solution[cell])
  }
  for (const solution of solutions) add(solution)
  const candidates = candidatesOf(puzzle)
  let isWhole = true
  for (let cell = 0; cell < givens.length; cell++) {
    if (givens[cell] !== 0) continue
    for (const digit of eachOf(candidates.at(cell))) {
      if (hasDigit(digits[cell], digitIn(digit))) continue
      const soFar = { digits, isWhole: false }
      const solution = yield* solutionOf(puzzle, givens.with(cell, digitIn(digit)), soFar)
      if (solution === 'unknown') isWhole = false
      else if (solution !== 'none') add(solution)
    }
  }
  return { digits, isWhole }
}

/**
 * A solution of a puzzle with other givens, by the fastest search; `unknown` where that was given up.
 *
 * @param pause what it yields at each pause
 */
export function* solutionOf<T>(puzzle: Puzzle, givens: Digits, pause: T): Generator<T, Digits | 'none' | 'unknown'> {
  const changed: Puzzle = { ...puzzle, givens, text: textOf(givens, puzzle.marks) }
  const search = bitParallel.search(changed, { solutions: 1, backtrackLimit: BACKTRACKS_A_DIGIT })
  yield pause
  let end = search.run(BACKTRACKS_A_PAUSE)
  for (; !end; end = search.run(BACKTRACKS_A_PAUSE)) yield pause
  return search.counts.solutions[0] ?? (end === 'limit' ? 'unknown' : 'none')
}
