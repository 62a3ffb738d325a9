import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel } from './bit-parallel.ts'
import type { Checkpoint, Question, SearchCounts, SearchEnd } from './strategy.ts'

/** Backtracks between two pauses: under 10 ms on 25×25. */
const BACKTRACKS_A_PAUSE = 50

/**
 * Searches a puzzle for something that takes many searches, and pauses at each `yield`.
 *
 * @param told what it takes to go on later, of which the search that is left is a part
 */
export function* pausingSearch<State>(
  puzzle: Puzzle,
  question: Question,
  from: Checkpoint | undefined,
  told: (search: Checkpoint) => State,
): Generator<() => State, { readonly end: SearchEnd; readonly counts: SearchCounts }, void> {
  const search = bitParallel.search(puzzle, question, from)
  for (;;) {
    const end = search.run(BACKTRACKS_A_PAUSE)
    if (end) return { end, counts: search.counts }
    yield () => {
      const checkpoint = search.checkpoint()
      search.abandon?.()
      return told(checkpoint)
    }
  }
}
