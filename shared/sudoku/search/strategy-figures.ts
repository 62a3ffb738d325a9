import { accept, type Checked, refuse } from '../../checked.ts'
import type { Size } from '../grid/units.ts'
import type { Rules } from '../rules/rules.ts'
import type { StrategyName } from './strategy-facts.ts'

/** The needs of a strategy, and how fast it is: what limits and searches ask for; its words are elsewhere. */
export interface StrategyFigures {
  /** The largest size that it takes, where that is not the largest of all: its sets of candidates are bits of one number. */
  readonly largest?: Size
  /** How many solutions a job looks for that does not say; two tell whether the first is the only one. */
  readonly solutions: 1 | 2
  /**
   * Puzzles that one worker solves in a second: minimal 9×9 puzzles, measured on one core of a 2-core x86-64 VM (5 s
   * each). Chunks are sized by it. Where puzzles turn out harder, time slices see to it.
   */
  readonly puzzlesASecond: number
  /**
   * The same under other rules and on other sizes, where it is not as much slower as there are more cells: minimal puzzles
   * of 9×9 and smaller, 16×16 and 25×25.
   */
  readonly elsewhere?: readonly [number, number, number]
  /**
   * Backtracks that it makes in a second at its slowest, on 9×9 and smaller, 16×16 and 25×25: empty grids, and grids
   * made to defeat brute force, on one core of a 2-core x86-64 VM (`npm run bench -- large --strategy …`). The most that a puzzle may
   * take is derived from it.
   */
  readonly backtracksASecond: readonly [number, number, number]
  /** Both on 36×36, where it takes that: puzzles of half as many givens as cells, and an empty grid. */
  readonly onLargest?: { readonly puzzlesASecond?: number; readonly backtracksASecond: number }
}

export const STRATEGY_FIGURES = {
  'brute-force': {
    solutions: 1,
    puzzlesASecond: 120,
    backtracksASecond: [13_000_000, 13_000_000, 12_000_000],
    onLargest: { backtracksASecond: 900_000 },
  },
  'single-sweep': {
    largest: 25,
    solutions: 1,
    puzzlesASecond: 900,
    backtracksASecond: [1_400_000, 580_000, 120_000],
  },
  'naked-singles': {
    largest: 25,
    solutions: 1,
    puzzlesASecond: 1_000,
    backtracksASecond: [580_000, 280_000, 70_000],
  },
  'fewest-candidates': {
    solutions: 1,
    puzzlesASecond: 6_000,
    backtracksASecond: [4_000_000, 1_600_000, 700_000],
    onLargest: { backtracksASecond: 60_000 },
  },
  singles: {
    largest: 25,
    solutions: 1,
    puzzlesASecond: 20_000,
    backtracksASecond: [700_000, 260_000, 110_000],
  },
  'exact-cover': {
    solutions: 1,
    puzzlesASecond: 16_000,
    backtracksASecond: [4_000_000, 3_000_000, 1_300_000],
    onLargest: { backtracksASecond: 170_000 },
  },
  learning: {
    solutions: 2,
    puzzlesASecond: 20_000,
    elsewhere: [4_000, 300, 10],
    backtracksASecond: [95_000, 70_000, 15_000],
    onLargest: { puzzlesASecond: 60, backtracksASecond: 6_500 },
  },
  'bit-parallel': {
    solutions: 2,
    puzzlesASecond: 1_000_000,
    elsewhere: [4_000, 300, 10],
    // On 9×9 its engine makes millions, the search that learns 95,000. With less than 167,000 the limit of a job that names
    // none would no longer be 100 million, and such a job sent again after a deployment would be taken for another one.
    backtracksASecond: [170_000, 70_000, 15_000],
    onLargest: { puzzlesASecond: 60, backtracksASecond: 6_500 },
  },
} as const satisfies Readonly<Record<StrategyName, StrategyFigures>>

/** The backtracks that a strategy makes in a second on a size. */
export function backtracksASecond(strategy: StrategyName, size: Size): number {
  const figures: StrategyFigures = STRATEGY_FIGURES[strategy]
  const most = figureOn(figures.backtracksASecond, size)
  return size === 36 ? (figures.onLargest?.backtracksASecond ?? most) : most
}

/** Picks from figures for 9×9 and smaller, 16×16, and 25×25 and larger the one for a size. */
export function figureOn([small, large, larger]: readonly [number, number, number], size: number): number {
  return size <= 9 ? small : size === 16 ? large : larger
}

/** Whether a strategy takes grids of a size; a refusal names both. */
export function checkedStrategy(strategy: StrategyName, size: Size): Checked<Size> {
  const { largest }: StrategyFigures = STRATEGY_FIGURES[strategy]
  return largest !== undefined && size > largest
    ? refuse(`found ${size}, expected ${largest} or less for the strategy ${strategy}`)
    : accept(size)
}

const MOST_WEIGHED = 9

/** Whether `bit-parallel` leaves grids to the search that learns from the start: large ones. */
export function isLearnedFrom({ size }: Rules): boolean {
  return size > MOST_WEIGHED
}

/** Whether the search that learns can take over: it knows cages as well as units, and relations of two cells nearly so. */
export function isHandedOver({ constraints }: Rules): boolean {
  return (
    constraints.length > 0 && constraints.every(({ demand }) => demand.kind === 'cage' || demand.kind === 'relation')
  )
}
