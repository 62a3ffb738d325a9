import type { RulesName } from '../rules/rules.ts'
import type { StrategyName } from './strategy-facts.ts'

/** A grid from a teaching text. */
export interface Example {
  readonly name: string
  readonly rules: RulesName
  readonly puzzle: string
  /** The counts that are published for it, or follow from the text's own listing. */
  readonly backtracks: Readonly<Partial<Record<StrategyName, number>>>
}

/** The grids that the teaching texts on backtracking work with, and what their searches count on them. */
export const examples: readonly Example[] = [
  {
    name: 'Devadas, input',
    rules: 'classic',
    puzzle: '5176...34289..4...3462.5.9.6.2....1..38..6.47..........9.....787.34..56..........',
    backtracks: { 'brute-force': 579, 'single-sweep': 10, 'naked-singles': 3 },
  },
  {
    name: 'Devadas, inp2',
    rules: 'classic',
    puzzle: '5176...34.89..4...3.62.5.9.6......1..3...6.47..........9.....787.34..56..........',
    backtracks: { 'brute-force': 6363, 'single-sweep': 33, 'naked-singles': 2 },
  },
  {
    name: 'Inkala 2006',
    rules: 'classic',
    puzzle: '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.',
    backtracks: { 'brute-force': 335578, 'single-sweep': 24231, 'naked-singles': 11536 },
  },
  {
    name: 'Inkala 2010',
    rules: 'classic',
    puzzle: '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..',
    backtracks: { 'brute-force': 9949, 'single-sweep': 726, 'naked-singles': 232 },
  },
  {
    name: 'Liang, figure 2',
    rules: 'classic',
    puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
    backtracks: { 'brute-force': 4157, 'single-sweep': 22, 'naked-singles': 6 },
  },
  {
    name: 'Liang, listing 1',
    rules: 'classic',
    puzzle: '.6.1.4.5...83.56..2.......18..4.7..6..6...3..7..9.1..45.......2..72.69...4.5.8.7.',
    backtracks: { 'brute-force': 1538, 'single-sweep': 21, 'naked-singles': 3 },
  },
  {
    name: 'Devadas, even',
    rules: 'even',
    puzzle: '84..5.e..3..6.8.4...e4.9..e.23.e.98.1..e.e..4.98.e.16.e..5.3e...3.1.6..7..e.2..13',
    backtracks: { 'brute-force': 2056 },
  },
  {
    name: 'VIT, by hand',
    rules: 'classic',
    puzzle: '1.3...21.1.224..',
    backtracks: { 'brute-force': 1 },
  },
  {
    name: 'Liang, two givens short',
    rules: 'classic',
    puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419..5....8..79',
    backtracks: {},
  },
]
