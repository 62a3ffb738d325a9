import { bitOf, type DigitSet, differenceOf, digitIn, lowestOf, MOST_BITWISE, withDigit } from '../grid/digit-set.ts'
import { type Digits, textOf } from '../grid/grid.ts'
import { digitsAllowed, type Puzzle } from '../rules/puzzle.ts'
import { seenFrom } from '../rules/rules.ts'
import { bitParallel, engineRulesOf } from './bit-parallel.ts'
import { candidatesOf } from './candidates.ts'
import { type Checkpoint, pausingSearch } from './strategy.ts'

/** Which digits the cells of a puzzle hold in its solutions. */
export interface PossibleDigits {
  /** For each cell, the digits that it holds in some solution. */
  readonly digits: readonly DigitSet[]
  /** Whether these are all; false where the backtracks ran out, so that more may be possible. */
  readonly isWhole: boolean
}

/** How far it was found out which digits are possible, as plain data. */
export interface DigitsAsked {
  /** For each cell, the digits that it holds in a solution found so far. */
  readonly digits: readonly DigitSet[]
  /** For each cell, the digits that are not ruled out. */
  readonly open: readonly DigitSet[]
  readonly next: number
  /** Backtracks that one search may make, and those that all have made so far. */
  readonly patience: number
  readonly spent: number
  /** How far the search for the cell to go on with has got. */
  readonly search?: Checkpoint
}

/** A cell that takes more waits until all others are done. On an empty 25×25 grid that befell some of 11,000 searches. */
const PATIENCE = 10_000
/** It then may take so many times as much. */
const MORE_PATIENCE = 10

/**
 * Finds the digits that each cell may hold: it asks for a solution in which a cell holds one that no solution has shown
 * there yet, until there is none. What that rules out is ruled out of all later questions. It pauses at each `yield`, with
 * what it takes to go on later. An empty 9×9 grid takes some 100 searches.
 *
 * @param solutions solutions that are known already
 * @param backtrackLimit of all searches together
 */
export function* possibleDigits(
  puzzle: Puzzle,
  solutions: readonly Digits[],
  backtrackLimit: number,
  from = nothingAsked(puzzle, solutions),
): Generator<() => DigitsAsked, PossibleDigits, void> {
  const digits = from.digits.slice()
  const open = from.open.slice()
  let { next, patience, spent, search: begun } = from
  const isForEngine = puzzle.masks.size === 0 && engineRulesOf(puzzle.rules) !== undefined
  for (;;) {
    const isAskedAbout = (set: DigitSet, cell: number) => differenceOf(set, digits[cell]) !== 0
    // A cell that can hold nothing leaves no solution.
    if (open.includes(0) || !open.some(isAskedAbout)) return { digits, isWhole: true }
    if (spent >= backtrackLimit) return { digits, isWhole: false }
    const cell = open.findIndex((set, cell) => cell >= next && isAskedAbout(set, cell))
    if (cell < 0) {
      next = 0
      patience *= MORE_PATIENCE
      continue
    }
    next = cell
    const unshown = differenceOf(open[cell], digits[cell])
    // The engine, which knows no masks, is asked for one of the digits.
    const sought = isForEngine ? lowestOf(unshown) : unshown
    const asked = isForEngine
      ? withGivens(puzzle, puzzle.givens.with(cell, digitIn(sought)))
      : { ...puzzle, masks: new Map(open.with(cell, sought).entries()), text: '' }
    const question = { solutions: 1, backtrackLimit: Math.min(patience, backtrackLimit - spent) }
    const told = (search: Checkpoint) => ({ digits, open, next, patience, spent, search })
    const { end, counts } = yield* pausingSearch(bitParallel, asked, question, begun, told)
    begun = undefined
    spent += counts.searchBacktracks
    for (const solution of counts.solutions) show(solution, digits)
    if (end === 'exhausted') open[cell] = differenceOf(open[cell], sought)
    if (end === 'limit') next++
    yield () => ({ digits, open, next, patience, spent })
  }
}

function nothingAsked(puzzle: Puzzle, solutions: readonly Digits[]): DigitsAsked {
  const digits: DigitSet[] = Array.from(puzzle.givens, () => 0)
  for (const solution of solutions) show(solution, digits)
  return { digits, open: digitsLeft(puzzle), next: 0, patience: PATIENCE, spent: 0 }
}

/**
 * For each cell the digits that units and constraints do not rule out by themselves, over and over until nothing changes:
 * all that takes no search. None are left in some cell where that leaves no solution.
 */
export function digitsLeft(puzzle: Puzzle): readonly DigitSet[] {
  const { givens, rules } = puzzle
  if (rules.size > MOST_BITWISE) {
    const candidates = candidatesOf(puzzle)
    return Array.from(givens, (digit, cell) => (digit === 0 ? candidates.at(cell) : bitOf(digit)))
  }
  const left = digitsAllowed(puzzle)
  const peers = seenFrom(rules)
  const whole = rules.units.filter(({ cells }) => cells.length === rules.size)
  let isChanged = true
  const remove = (cell: number, digits: DigitSet): boolean => {
    const rest = left[cell] & ~digits
    isChanged ||= rest !== left[cell]
    left[cell] = rest
    return rest !== 0
  }
  const grid = { at: (cell: number) => left[cell], remove }
  const isOne = (digits: DigitSet) => (digits & (digits - 1)) === 0
  while (isChanged) {
    isChanged = false
    for (const [cell, seen] of peers.entries())
      if (isOne(left[cell])) for (const peer of seen) if (!remove(peer, left[cell])) return left
    for (const { cells } of whole) {
      let once = 0
      let twice = 0
      for (const cell of cells) {
        twice |= once & left[cell]
        once |= left[cell]
      }
      const last = once & ~twice
      for (const cell of cells) if ((left[cell] & last) !== 0) remove(cell, ~(left[cell] & last))
    }
    for (const constraint of rules.constraints)
      if (!left.includes(0) && !constraint.prune(grid)) return left.map(() => 0)
  }
  return left
}

/** Adds the digits of a solution to those that were shown. */
function show(solution: Digits, shown: DigitSet[]): void {
  for (let cell = 0; cell < shown.length; cell++) shown[cell] = withDigit(shown[cell], solution[cell])
}

export function withGivens(puzzle: Puzzle, givens: Digits): Puzzle {
  return { ...puzzle, givens, text: textOf(givens, puzzle.marks) }
}
