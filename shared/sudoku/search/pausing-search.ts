import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel } from './bit-parallel.ts'
import type { Checkpoint, Question, Search, SearchCounts, SearchEnd } from './strategy.ts'

/** Backtracks between two pauses: under 10 ms on 25×25. */
const BACKTRACKS_A_PAUSE = 50

/**
 * Searches a puzzle for something that takes many searches, and pauses at each `yield`. Whoever does not go on from one
 * says so by {@link leave}.
 *
 * @param told what it takes to go on later, of which the search that is left is a part
 */
export function* pausingSearch<State>(
  puzzle: Puzzle,
  question: Question,
  from: Checkpoint | undefined,
  told: (checkpoint: Checkpoint, search: Search) => State,
  strategy = bitParallel,
  backtracks = BACKTRACKS_A_PAUSE,
): Generator<() => State, { readonly end: SearchEnd; readonly counts: SearchCounts }, void> {
  const search = strategy.search(puzzle, question, from)
  try {
    for (;;) {
      const end = search.run(backtracks)
      if (end) return { end, counts: search.counts }
      yield () => told(search.checkpoint(), search)
    }
  } finally {
    search.abandon?.()
  }
}

/** Leaves work where it yielded last, so that the next search can have what it holds. */
export function leave(work: Generator<unknown, unknown, void>): void {
  work.return(undefined)
}
