import { countOf, type DigitSet, digitIn, digitSet, eachOf } from '../grid/digit-set.ts'
import type { Digits } from '../grid/grid.ts'
import { type Automaton, walked } from './automaton.ts'
import type { Constraint, PrunedGrid } from './constraint.ts'
import { DEAD_END } from './state-machine.ts'

interface Sum {
  readonly name: string
  readonly size: number
  readonly target: number
}

/** What the digits of a constraint sum to, each once; undefined of any other demand. */
export function plainSumOf({ demand }: Constraint): number | undefined {
  const isPlain = demand.kind === 'cage' || (demand.kind === 'sum' && demand.weights.every((weight) => weight === 1))
  return isPlain ? demand.sum : undefined
}

/**
 * A sum of digits, each times the weight of its cell, that has to be a number.
 *
 * @param terms cells and their weights, which add up where a cell comes more than once
 */
export function weightedSum(
  { name, size, target, verify }: Sum & Pick<Constraint, 'verify'>,
  terms: Iterable<readonly [cell: number, weight: number]>,
): Constraint {
  const weights = new Map<number, number>()
  for (const [cell, weight] of terms) weights.set(cell, (weights.get(cell) ?? 0) + weight)
  const cells = [...weights.keys()]
  const weight = [...weights.values()]
  // The least and the most that the cells from each place on can add.
  const least = new Array<number>(cells.length + 1).fill(0)
  const most = new Array<number>(cells.length + 1).fill(0)
  for (let place = cells.length - 1; place >= 0; place--) {
    least[place] = least[place + 1] + Math.min(weight[place], weight[place] * size)
    most[place] = most[place + 1] + Math.max(weight[place], weight[place] * size)
  }
  const lowest = Math.min(...least.map((rest) => least[0] - rest))
  const highest = Math.max(...most.map((rest) => most[0] - rest))
  const automaton: Automaton = {
    states: highest - lowest + 1,
    starts: [-lowest],
    next(state, digit, place) {
      const sum = state + weight[place] * digit
      const rest = target - (sum + lowest)
      return rest < least[place + 1] || rest > most[place + 1] ? DEAD_END : sum
    },
    accepts: (state) => state + lowest === target,
  }
  return walked({ name, cells, verify, demand: { kind: 'sum', sum: target, weights: weight } }, automaton)
}

/** Digits, each of which counts once, that sum to a number. */
export function plainSum({ cells, ...sum }: Sum & Pick<Constraint, 'cells'>): Constraint {
  const verify: Constraint['verify'] = (digits) => wrongSum(sum.name, cells, digits, sum.target)
  return weightedSum(
    { ...sum, verify },
    cells.map((cell) => [cell, 1]),
  )
}

/** Up to this size all sets of digits are a small table: there are 512. */
const MOST_DIGITS_IN_SETS = 9

/**
 * Cells of different digits, which is a unit's demand, that sum to a number. On small grids a digit stays where a set of
 * digits has it that sums to that and leaves each cell a candidate; on larger ones it is a {@link weightedSum}. To walk
 * through sets would tell a little more, and takes five times as long.
 */
export function sumOfDifferent(sum: Sum & Pick<Constraint, 'cells'>): Constraint {
  const { cells, name, size, target } = sum
  const demand = { kind: 'cage', sum: target } as const
  if (size > MOST_DIGITS_IN_SETS) return { ...plainSum(sum), demand }
  const sets = setsOf(cells.length, target, size)
  return {
    name,
    cells,
    verify: (digits) => wrongSum(name, cells, digits, target),
    demand,
    prune(grid) {
      let union = 0
      for (const set of sets) {
        if ((set & ~union) !== 0 && isHeld(set, cells, grid)) union |= set
      }
      return union !== 0 && cells.every((cell) => grid.remove(cell, ~union))
    },
  }
}

/** Whether each cell can hold a digit of a set, and each digit can stand in a cell. */
function isHeld(set: DigitSet, cells: readonly number[], grid: PrunedGrid): boolean {
  let union = 0
  for (const cell of cells) {
    const here = grid.at(cell) & set
    if (here === 0) return false
    union |= here
  }
  return union === set
}

const knownSets = new Map<number, readonly DigitSet[]>()

/** The sets of so many digits that sum to a number; made once for each. */
function setsOf(count: number, target: number, size: number): readonly DigitSet[] {
  const key = (target * 10 + count) * 10 + size
  let sets = knownSets.get(key)
  if (!sets) {
    sets = [...subsetsOf(digitSet(size), target)].filter((set) => countOf(set) === count)
    knownSets.set(key, sets)
  }
  return sets
}

/** The subsets of some digits that sum to a number. */
export function* subsetsOf(digits: DigitSet, sum: number): Generator<DigitSet> {
  for (let set = digits; ; set = (set - 1) & digits) {
    if (eachOf(set).reduce((total, digit) => total + digitIn(digit), 0) === sum) yield set
    if (set === 0) return
  }
}

/** The judge's words for a sum that is another one. */
export function wrongSum(name: string, cells: readonly number[], digits: Digits, expected: number): string | undefined {
  const found = cells.reduce((sum, cell) => sum + digits[cell], 0)
  return found === expected ? undefined : `${name} sums to ${found}, expected ${expected}`
}
