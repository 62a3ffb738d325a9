import type { VariantConstraint } from '../constraints/constraint-json.ts'
import type { Puzzle } from '../rules/puzzle.ts'
import { bitParallel } from './bit-parallel.ts'
import { withGivens } from './possible-digits.ts'
import { type Checkpoint, pausingSearch, solve } from './strategy.ts'

/** How far the parts of a puzzle without a solution were tried, as plain data. */
export interface PartsTried {
  /** Those that rule each other out, and how many of them are known to be needed for that. */
  readonly left: readonly number[]
  readonly needed: number
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
    const { end, counts } = yield* pausingSearch(bitParallel, withParts(others), question, begun, told)
    begun = undefined
    spent += counts.searchBacktracks
    if (end === 'limit') return { parts: left, isWhole: false }
    if (end === 'exhausted') left = others
    else needed++
    yield () => ({ left, needed, spent })
  }
  return { parts: left, isWhole: true }
}

/** A search with one part less than a puzzle has may make so many backtracks. */
const BACKTRACKS_WITHOUT = 10_000

/**
 * Tells which parts, among those that rule each other out, leave a puzzle with exactly one solution when they alone are
 * taken away. If one given was mistyped, it is mostly the only one. It pauses at each `yield`.
 */
export function* mistakenParts(
  { all, withOnly }: ReturnType<typeof partsOf>,
  parts: readonly number[],
): Generator<undefined, number[], void> {
  const mistaken: number[] = []
  for (const part of parts) {
    const others = withOnly(all.filter((other) => other !== part))
    const { end, counts } = solve(bitParallel, others, { solutions: 2, backtrackLimit: BACKTRACKS_WITHOUT })
    if (end === 'exhausted' && counts.solutionCount === 1) mistaken.push(part)
    yield undefined
  }
  return mistaken
}

/**
 * What of a puzzle may rule each other out: its givens, each as the number of its cell, and behind all cells its constraints.
 *
 * @param withForms the puzzle of other givens and of some constraints
 */
export function partsOf(
  puzzle: Puzzle,
  forms: readonly VariantConstraint[],
  withForms: (text: string, holding: readonly VariantConstraint[]) => Puzzle,
) {
  const { givens } = puzzle
  const given = [...givens.keys()].filter((cell) => givens[cell] !== 0)
  return {
    all: given.concat(forms.map((_, i) => givens.length + i)),
    withOnly(parts: readonly number[]): Puzzle {
      const kept = new Set(parts)
      const some = withGivens(
        puzzle,
        givens.map((digit, cell) => (kept.has(cell) ? digit : 0)),
      )
      const holding = forms.filter((_, i) => kept.has(givens.length + i))
      // Searches know rules again by what they are, and write them down once.
      return holding.length === forms.length ? some : withForms(some.text, holding)
    },
    /** The cells of givens, and the places of constraints. */
    apart: (parts: readonly number[]) => ({
      givens: parts.filter((part) => part < givens.length),
      constraints: parts.filter((part) => part >= givens.length).map((part) => part - givens.length),
    }),
  }
}
