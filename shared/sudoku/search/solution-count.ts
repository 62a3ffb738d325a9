import { Random } from '../../random.ts'
import { type DigitSet, eachOf, MOST_BITWISE } from '../grid/digit-set.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel, engineRulesOf } from './bit-parallel.ts'
import { candidatesOf, fewestCandidatesCell, nakedAndHiddenSingles } from './candidates.ts'
import { type Checkpoint, pausingSearch } from './strategy.ts'

export interface SolutionCount {
  readonly solutions: number
  /** Of an estimate, its standard error as a share of it, or 1 where it is more, or unknown; undefined of an exact count. */
  readonly error?: number
}

/** How far a count has got, as plain data. */
export interface CountAsked {
  /** Random walks taken, the sum of what they found and that of its squares; none yet while a first search goes on. */
  readonly walked?: { readonly walks: number; readonly sum: number; readonly squares: number }
  /** How far the search for all solutions has got. */
  readonly search?: Checkpoint
}

/** As many are found sooner than they are estimated. */
const FEW = 10_000
/** The standard error falls by the root of this: 1 to 3 of one walk on 9×9, where a walk takes 0.5 ms. */
const WALKS = 400
/** More are not counted one by one: the engine finds 3 million a second, other searches 30,000 and more. */
const MOST_COUNTED = { byEngine: 20_000_000, bySearch: 1_000_000 }

/**
 * Counts the solutions of a puzzle, or estimates how many there are where they seem too many to be counted.
 *
 * Random walks tell about how many: each goes from cell to cell to a full grid, choosing among the digits that are
 * possible there, and the product of how many these were has the number of solutions as its mean (D. E. Knuth, Estimating
 * the efficiency of backtrack programs, 1975). It pauses at each `yield`, with what it takes to go on later.
 *
 * @param backtrackLimit of a search that counts
 */
export function* countSolutions(
  puzzle: Puzzle,
  backtrackLimit: number,
  { walked, search }: CountAsked = {},
): Generator<() => CountAsked, SolutionCount, void> {
  if (!walked) {
    const question = { solutions: FEW, backtrackLimit }
    const { end, counts } = yield* pausingSearch(bitParallel, puzzle, question, search, (search) => ({ search }))
    if (end === 'exhausted') return { solutions: counts.solutionCount }
  }
  let { walks, sum, squares } = walked ?? { walks: 0, sum: 0, squares: 0 }
  const walk = walkThrough(puzzle)
  if (!walk) return { solutions: 0 }
  while (walks < WALKS) {
    const found = walk(new Random('solutions', walks))
    walks++
    sum += found
    squares += found * found
    yield () => ({ walked: { walks, sum, squares } })
  }
  const mean = sum / walks
  const error = Math.sqrt(Math.max(0, squares / walks - mean * mean) / walks) / mean
  // An empty 25×25 grid has more than numbers hold.
  const estimate = { solutions: Math.min(mean, Number.MAX_VALUE), error: error < 1 ? error : 1 }
  const isForEngine = puzzle.masks.size === 0 && engineRulesOf(puzzle.rules)
  const most = isForEngine ? MOST_COUNTED.byEngine : MOST_COUNTED.bySearch
  if (mean > most) return estimate
  // Twice as many, as the estimate may be too low.
  const question = { solutions: 2 * most, backtrackLimit }
  const told = (search: Checkpoint) => ({ walked: { walks, sum, squares }, search })
  const { end, counts } = yield* pausingSearch(bitParallel, puzzle, question, walked && search, told)
  const { solutionCount } = counts
  return end === 'exhausted' ? { solutions: solutionCount } : { ...estimate, solutions: Math.max(mean, solutionCount) }
}

/** Of so many digits each is tried before one is chosen: where there are more, hardly any fails at once. */
const MOST_TRIED = 3

/**
 * Random walks through a puzzle, on which singles are filled in: each tells how many digits there were to choose from,
 * multiplied; 0 where it fails.
 *
 * @returns undefined where what follows from the givens leaves no way
 */
function walkThrough(puzzle: Puzzle): ((random: Random) => number) | undefined {
  const { size } = puzzle.rules
  if (size > MOST_BITWISE) throw new RangeError(`size: ${size}, expected at most ${MOST_BITWISE}`)
  const candidates = candidatesOf(puzzle)
  if (!nakedAndHiddenSingles(candidates)) return undefined
  const start = candidates.filledCount
  /** Whether a digit in a cell does not fail at once. */
  const isWay = (cell: number, digit: DigitSet) => {
    const { filledCount } = candidates
    candidates.place(cell, digit)
    const isKept = nakedAndHiddenSingles(candidates)
    candidates.takeBackTo(filledCount)
    return isKept
  }
  return (random) => {
    candidates.takeBackTo(start)
    let found = 1
    for (;;) {
      const cell = fewestCandidatesCell(candidates)
      if (cell < 0) return found
      const digits = eachOf(candidates.at(cell))
      const ways = digits.length > MOST_TRIED ? digits : digits.filter((digit) => isWay(cell, digit))
      if (ways.length === 0) return 0
      found *= ways.length
      candidates.place(cell, ways[random.below(ways.length)])
      if (!nakedAndHiddenSingles(candidates)) return 0
    }
  }
}
