import type { Digits } from '../grid/grid.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { pausingSearch } from './pausing-search.ts'
import { withGivens } from './possible-digits.ts'
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

/** Givens that rule each other out: no grid has them all, and without any one of them some grid has the others. */
export interface Conflict {
  /** The cells of these givens, rising. */
  readonly cells: readonly number[]
  /** Whether no fewer givens of the puzzle rule each other out. */
  readonly isSmallest: boolean
}

/** A search for the smallest conflict that takes more leaves it unknown. */
const BACKTRACKS_A_SEARCH = 10_000

/**
 * Finds a conflict of a puzzle that has no solution, and then the smallest. `undefined` is a pause, so that somebody can
 * stop it; it ends by itself once the smallest is known, or cannot be told because a search was given up.
 *
 * The smallest is found from the other side. If some givens have a solution, every conflict has to hold one of the
 * others; the fewest givens that keep all such demands known so far either rule each other out, and then they are the
 * smallest conflict, or have a solution, which makes one more demand. On 12 grids of 28 givens with a wrong one that
 * took 6 to 66 rounds.
 */
export function* conflictsIn(puzzle: Puzzle): Generator<Conflict | undefined, void> {
  const given = [...puzzle.givens.keys()].filter((cell) => puzzle.givens[cell] !== 0)
  const all = { left: given, needed: 0, spent: 0 }
  const work = neededParts((cells) => withOnly(puzzle, cells), Number.POSITIVE_INFINITY, all)
  const { parts } = yield* silently(work)
  yield { cells: parts, isSmallest: false }
  const demands: (readonly number[])[] = []
  for (;;) {
    const fewest = yield* fewestMeeting(demands)
    const solution = yield* solutionOf(puzzle, fewest)
    if (solution === 'none') return yield { cells: fewest.toSorted((a, b) => a - b), isSmallest: true }
    if (solution === 'unknown') return
    const kept = yield* withAllThatFit(puzzle, given, solution)
    demands.push(given.filter((cell) => !kept.has(cell)))
  }
}

/** The givens of a solution, and as many others as have one together with them. */
function* withAllThatFit(
  puzzle: Puzzle,
  given: readonly number[],
  solution: Digits,
): Generator<undefined, ReadonlySet<number>> {
  const inSolution = (digits: Digits) => given.filter((cell) => digits[cell] === puzzle.givens[cell])
  const kept = new Set(inSolution(solution))
  for (const cell of given) {
    if (kept.has(cell)) continue
    const more = yield* solutionOf(puzzle, [...kept, cell])
    if (typeof more !== 'string') for (const fitting of inSolution(more)) kept.add(fitting)
  }
  return kept
}

/** A solution of some of the givens; `unknown` where the search was given up. */
function* solutionOf(puzzle: Puzzle, cells: readonly number[]): Generator<undefined, Digits | 'none' | 'unknown'> {
  const question = { solutions: 1, backtrackLimit: BACKTRACKS_A_SEARCH }
  yield undefined
  const { end, counts } = yield* silently(pausingSearch(withOnly(puzzle, cells), question, undefined, () => undefined))
  return counts.solutions[0] ?? (end === 'limit' ? 'unknown' : 'none')
}

/** Work whose pauses say nothing. */
function* silently<T>(work: Iterator<unknown, T>): Generator<undefined, T> {
  let step = work.next()
  for (; !step.done; step = work.next()) yield undefined
  return step.value
}

/** A puzzle with some of its givens. */
function withOnly(puzzle: Puzzle, cells: readonly number[]): Puzzle {
  const givens = new Uint8Array(puzzle.givens.length)
  for (const cell of cells) givens[cell] = puzzle.givens[cell]
  return withGivens(puzzle, givens)
}

/** The fewest cells of which each list has one: tried one by one, the shortest list's first. */
function* fewestMeeting(lists: readonly (readonly number[])[]): Generator<undefined, readonly number[]> {
  let best: readonly number[] = [...new Set(lists.flat())]
  function* choose(chosen: readonly number[], unmet: readonly (readonly number[])[]): Generator<undefined, void> {
    yield undefined
    if (chosen.length + apartIn(unmet) >= best.length) return
    if (unmet.length === 0) {
      best = chosen
      return
    }
    const shortest = unmet.reduce((least, list) => (list.length < least.length ? list : least))
    const meets = (cell: number) => unmet.filter((list) => list.includes(cell)).length
    for (const cell of shortest.toSorted((a, b) => meets(b) - meets(a))) {
      yield* choose(
        [...chosen, cell],
        unmet.filter((list) => !list.includes(cell)),
      )
    }
  }
  yield* choose([], lists)
  return best
}

/** How many lists share no cell with one another, counted as they come: each of them takes a cell of its own. */
function apartIn(lists: readonly (readonly number[])[]): number {
  const seen = new Set<number>()
  let count = 0
  for (const list of lists) {
    if (list.some((cell) => seen.has(cell))) continue
    count++
    for (const cell of list) seen.add(cell)
  }
  return count
}
