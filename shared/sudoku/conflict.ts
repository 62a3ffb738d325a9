import type { Digits } from './grid.ts'
import { searchOf } from './possible-digits.ts'
import type { Puzzle } from './puzzle.ts'
import { Random } from './random.ts'

/** Givens that rule each other out: no grid has them all, and without any one of them some grid has the others. */
export interface Conflict {
  /** The cells of these givens, rising. */
  readonly cells: readonly number[]
}

/** Backtracks between two pauses: under 10 ms on 25×25. */
const BACKTRACKS_A_PAUSE = 50

/**
 * Looks for the smallest conflict of a puzzle that has no solution: givens are taken away one by one, in ever other
 * orders, for as long as there is no solution without them. Each conflict that is smaller than those before is yielded;
 * `undefined` is a pause, so that somebody can stop the search. In how many orders it looks is for them to say, too.
 */
export function* conflictsIn(puzzle: Puzzle): Generator<Conflict | undefined, never> {
  const { givens } = puzzle
  const given = [...givens.keys()].filter((cell) => givens[cell] !== 0)
  let smallest = Number.POSITIVE_INFINITY
  for (let tried = 0; ; tried++) {
    const random = new Random('conflict', tried)
    const order = random.order(given.length).map((place) => given[place])
    const left = yield* withoutNeedless(puzzle, order, smallest)
    if (left && left.length < smallest) {
      smallest = left.length
      yield { cells: left }
    }
  }
}

/** The givens that are left of a conflict; undefined where they will be no fewer than the fewest known. */
function* withoutNeedless(
  puzzle: Puzzle,
  order: readonly number[],
  fewest: number,
): Generator<undefined, readonly number[] | undefined> {
  let givens: Digits = puzzle.givens
  const needed: number[] = []
  for (const cell of order) {
    const without = givens.with(cell, 0)
    const search = searchOf(puzzle, without)
    yield undefined
    let end = search.run(BACKTRACKS_A_PAUSE)
    for (; !end; end = search.run(BACKTRACKS_A_PAUSE)) yield undefined
    // Where the search was given up the given stays: it may be needed.
    if (end === 'exhausted' && search.counts.solutionCount === 0) givens = without
    else needed.push(cell)
    if (needed.length >= fewest) return undefined
  }
  return needed.sort((a, b) => a - b)
}
