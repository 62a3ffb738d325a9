import type { Puzzle } from '../rules/puzzle.ts'
import { pausingSearch } from './pausing-search.ts'
import type { Checkpoint } from './strategy.ts'

/** How far the parts of a puzzle without a solution were tried, as plain data. */
export interface PartsTried {
  /** Those that rule each other out, and how many of them are known to be needed for that. */
  readonly left: readonly number[]
  readonly needed: number
  /** Backtracks made so far. */
  readonly spent: number
  /** How far the search without the next one has got. */
  readonly search?: Checkpoint
}

/**
 * The parts of a puzzle without a solution that are left when all that can go are gone: without any one of them there is
 * a solution, unless the backtracks run out before that is known. It can be left at each `yield`.
 *
 * @param withParts the puzzle of some of its parts, which are numbers
 * @param backtrackLimit of all searches together
 */
export function* neededParts(
  withParts: (parts: readonly number[]) => Puzzle,
  backtrackLimit: number,
  from: PartsTried,
): Generator<() => PartsTried, { readonly parts: readonly number[]; readonly isWhole: boolean }, void> {
  let { left, needed, spent, search: begun } = from
  while (needed < left.length) {
    const others = left.toSpliced(needed, 1)
    const question = { solutions: 1, backtrackLimit: backtrackLimit - spent }
    const told = (search: Checkpoint) => ({ left, needed, spent, search })
    const { end, counts } = yield* pausingSearch(withParts(others), question, begun, told)
    begun = undefined
    spent += counts.searchBacktracks
    if (end === 'limit') return { parts: left, isWhole: false }
    if (end === 'exhausted') left = others
    else needed++
    yield () => ({ left, needed, spent })
  }
  return { parts: left, isWhole: true }
}
