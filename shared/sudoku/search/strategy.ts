import { type Digits, digitsOf, textOf } from '../grid/grid.ts'
import type { Observer } from '../grid/step.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import type { StrategyName } from './strategy-facts.ts'

/** A way of searching, named for what it infers before it guesses. */
export interface Strategy {
  readonly name: StrategyName
  search(...asked: Asked): Search
}

/** What a search is asked to do: it starts, or is taken up where `from` left it. */
export type Asked = [puzzle: Puzzle, question: Question, from?: Checkpoint, observe?: Observer]

/** The request to a search. */
export interface Question {
  /** How many solutions to look for: 1 for any, 2 to learn whether it is the only one. */
  readonly solutions: number
  /** The backtracks the search may make in all; the one beyond them ends it. */
  readonly backtrackLimit: number
}

/** A search under way. The same puzzle and question give the same search, however often it is paused. */
export interface Search {
  /**
   * Goes on until the search ends or has made `backtracks` more.
   *
   * @returns how it ended, or undefined where it is paused
   */
  run(backtracks: number): SearchEnd | undefined
  readonly counts: SearchCounts
  /** Where a paused search stands; plain data. */
  checkpoint(): Checkpoint
  /** The share of its tree that it has explored, as {@link exploredShare} has it; not there where a search jumps about in its tree. */
  explored?(): number
  /** Gives back what the search works with, where it is left before its end; it is never run again. */
  abandon?(): void
}

/** `exhausted`: there are no further solutions. `enough`: as many as asked for. `limit`: out of backtracks. */
export type SearchEnd = 'exhausted' | 'enough' | 'limit'

/**
 * Raise it with any change that makes a strategy choose otherwise: counts of before and after do not compare then, so
 * every result carries it, and checkpoints of another version are dropped.
 */
export const SEARCH_VERSION = 9

/** A paused search, as plain data. */
export interface Checkpoint {
  readonly version: number
  /** Where it stands, in its own terms: the choice tried last at each depth, say, the deepest of them undone. */
  readonly path: readonly number[]
  /** Its learnt clauses in base64, if it learns. */
  readonly learned?: string
  /** Its counts so far, by the name that checkpoints in the queue have for them; left out where the path holds them. */
  readonly tally?: SearchCountsState
}

/** The first hundred solutions are kept, so that a result's size has a bound. */
export const KEPT_SOLUTIONS = 100

interface SearchCountsState {
  readonly backtracks: number
  readonly searchBacktracks: number
  readonly solutionCount: number
  readonly solutions: readonly string[]
}

/**
 * The counts of a search. A backtrack is one placement that the search itself made
 * (not an inference) and then undid, however it was undone: the rule of the teaching
 * texts, kept here for all strategies.
 */
export class SearchCounts {
  /** Backtracks made so far. */
  searchBacktracks = 0
  /** Backtracks made when the first solution was found; those so far until then. */
  get backtracks(): number {
    return this.#atFirstSolution ?? this.searchBacktracks
  }
  solutionCount = 0
  /** The first {@link KEPT_SOLUTIONS} solutions. */
  readonly solutions: Digits[] = []
  #atFirstSolution: number | undefined

  constructor(state?: SearchCountsState) {
    if (!state) return
    this.searchBacktracks = state.searchBacktracks
    this.solutionCount = state.solutionCount
    this.solutions.push(...state.solutions.map(digitsOf))
    if (this.solutionCount > 0) this.#atFirstSolution = state.backtracks
  }

  /** Notes a solution; the digits are copied. */
  found(digits: Digits): void {
    this.#atFirstSolution ??= this.searchBacktracks
    this.solutionCount++
    if (this.solutions.length < KEPT_SOLUTIONS) this.solutions.push(digits.slice())
  }

  state(): SearchCountsState {
    const { backtracks, searchBacktracks, solutionCount } = this
    return { backtracks, searchBacktracks, solutionCount, solutions: this.solutions.map((digits) => textOf(digits)) }
  }
}

/** A choice that a search has made and may still undo. */
export interface Choice {
  /** The share of what the choice leads to that is not explored yet, from 1 when it is first made to 0. */
  readonly unexplored: number
  /** The part of that share that the alternative under way has. */
  readonly underWay: number
}

/**
 * The share of its tree that a search has explored, from 0 to 1, by the choices that stand, the first one first. At each
 * choice all alternatives count alike, however much turns out to be below them:
 *
 *     of three, the second is under way     |███ 1/3 ███|     1/3     |     1/3     |
 *     below it, of two, the second                      |█ 1/6 █|     |                → 1/3 + 1/6 explored
 *
 * So it never falls, and is 1 when nothing is left. It is a measure of the tree, and none of time.
 */
export function exploredShare(choices: readonly Choice[]): number {
  let explored = 0
  let share = 1
  for (const { unexplored, underWay } of choices) {
    explored += share * (1 - unexplored)
    share *= underWay
  }
  return explored
}

/** How far a search has got that is not done. */
export interface SearchProgress {
  readonly backtracks: number
  /** The share of its tree, from 0 to 1; undefined for a search that jumps about in its tree. */
  readonly explored?: number
}

export function searchProgress(search: Search): SearchProgress {
  const explored = search.explored?.()
  return { backtracks: search.counts.searchBacktracks, ...(explored !== undefined && { explored }) }
}

export function solve(
  strategy: Strategy,
  puzzle: Puzzle,
  question: Question,
  observe?: Observer,
): { end: SearchEnd; counts: SearchCounts } {
  const search = strategy.search(puzzle, question, undefined, observe)
  const end = search.run(Number.POSITIVE_INFINITY)
  if (!end) throw new Error(`${strategy.name} paused without being asked to`)
  return { end, counts: search.counts }
}

/** Backtracks between two pauses: under 10 ms on 25×25. */
const BACKTRACKS_A_PAUSE = 50

/**
 * Searches a puzzle for something that takes many searches, and pauses at each `yield`. Whoever does not go on from one
 * says so by {@link leave}.
 *
 * @param told what it takes to go on later, of which the search that is left is a part
 */
export function* pausingSearch<State>(
  strategy: Strategy,
  puzzle: Puzzle,
  question: Question,
  from: Checkpoint | undefined,
  told: (checkpoint: Checkpoint, search: Search) => State,
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
