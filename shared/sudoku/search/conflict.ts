import type { VariantConstraint } from '../constraints/constraint-json.ts'
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

/** What of a puzzle may rule each other out, each part as a number. */
export interface PuzzleParts {
  readonly all: readonly number[]
  /** The puzzle with some of its parts. */
  readonly withOnly: (parts: readonly number[]) => Puzzle
  /** Those that a solution of some others keeps, as far as that shows at once. */
  readonly keptBy: (solution: Digits) => readonly number[]
}

/**
 * The givens of a puzzle, each as the number of its cell, and behind all cells its constraints.
 *
 * @param withForms the puzzle of other givens and of some constraints
 */
export function partsOf(
  puzzle: Puzzle,
  forms: readonly VariantConstraint[],
  withForms: (text: string, holding: readonly VariantConstraint[]) => Puzzle,
): PuzzleParts {
  const { givens } = puzzle
  const given = [...givens.keys()].filter((cell) => givens[cell] !== 0)
  return {
    all: given.concat(forms.map((_, i) => givens.length + i)),
    withOnly(parts) {
      const kept = new Set(parts)
      const some = withGivens(
        puzzle,
        givens.map((digit, cell) => (kept.has(cell) ? digit : 0)),
      )
      const holding = forms.filter((_, i) => kept.has(givens.length + i))
      // Searches know rules again by what they are, and write them down once.
      return holding.length === forms.length ? some : withForms(some.text, holding)
    },
    keptBy: (solution) => given.filter((cell) => solution[cell] === givens[cell]),
  }
}

/** Parts that rule each other out: no grid has them all, and without any one of them some grid has the others. */
export interface Conflict {
  /** Rising. */
  readonly parts: readonly number[]
  /** Whether no fewer parts of the puzzle rule each other out. */
  readonly isSmallest: boolean
}

/** A search for the smallest conflict that takes more leaves it unknown. */
const BACKTRACKS_A_SEARCH = 10_000

/**
 * Finds a conflict of a puzzle that has no solution, and then the smallest. `undefined` is a pause, so that somebody can
 * stop it; it ends by itself once the smallest is known, or cannot be told because a search was given up.
 *
 * The smallest is found from the other side. If some parts have a solution, every conflict has to hold one of the
 * others; the fewest parts that keep all such demands known so far either rule each other out, and then they are the
 * smallest conflict, or have a solution, which makes one more demand. On 12 grids of 28 givens with a wrong one that
 * took 6 to 66 rounds.
 */
export function* conflictsIn(parts: PuzzleParts): Generator<Conflict | undefined, void> {
  const { all, withOnly } = parts
  const untried = { left: all, needed: 0, spent: 0 }
  const { parts: needed } = yield* silently(neededParts(withOnly, Number.POSITIVE_INFINITY, untried))
  yield { parts: needed, isSmallest: false }
  const demands: (readonly number[])[] = []
  for (;;) {
    const fewest = yield* fewestMeeting(demands)
    const solution = yield* solutionOf(parts, fewest)
    if (solution === 'none') return yield { parts: fewest.toSorted((a, b) => a - b), isSmallest: true }
    if (solution === 'unknown') return
    const kept = yield* withAllThatFit(parts, fewest, solution)
    demands.push(all.filter((part) => !kept.has(part)))
  }
}

/** Parts with a solution, and as many others as have one together with them. */
function* withAllThatFit(
  parts: PuzzleParts,
  some: readonly number[],
  solution: Digits,
): Generator<undefined, ReadonlySet<number>> {
  const kept = new Set([...some, ...parts.keptBy(solution)])
  for (const part of parts.all) {
    if (kept.has(part)) continue
    const more = yield* solutionOf(parts, [...kept, part])
    if (typeof more !== 'string') for (const fitting of [part, ...parts.keptBy(more)]) kept.add(fitting)
  }
  return kept
}

/** A solution of some of the parts; `unknown` where the search was given up. */
function* solutionOf(
  { withOnly }: PuzzleParts,
  some: readonly number[],
): Generator<undefined, Digits | 'none' | 'unknown'> {
  const question = { solutions: 1, backtrackLimit: BACKTRACKS_A_SEARCH }
  yield undefined
  const { end, counts } = yield* silently(pausingSearch(withOnly(some), question, undefined, () => undefined))
  return counts.solutions[0] ?? (end === 'limit' ? 'unknown' : 'none')
}

/** Work whose pauses say nothing. */
function* silently<T>(work: Iterator<unknown, T>): Generator<undefined, T> {
  let step = work.next()
  for (; !step.done; step = work.next()) yield undefined
  return step.value
}

/** The fewest parts of which each list has one: tried one by one, the shortest list's first. */
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
    const meets = (part: number) => unmet.filter((list) => list.includes(part)).length
    for (const part of shortest.toSorted((a, b) => meets(b) - meets(a))) {
      yield* choose(
        [...chosen, part],
        unmet.filter((list) => !list.includes(part)),
      )
    }
  }
  yield* choose([], lists)
  return best
}

/** How many lists share no part with one another, counted as they come: each of them takes a part of its own. */
function apartIn(lists: readonly (readonly number[])[]): number {
  const seen = new Set<number>()
  let count = 0
  for (const list of lists) {
    if (list.some((part) => seen.has(part))) continue
    count++
    for (const part of list) seen.add(part)
  }
  return count
}
