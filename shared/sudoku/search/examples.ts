import type { RulesName } from '../rules/rules.ts'
import type { StrategyName } from './strategy-facts.ts'

export interface Example {
  readonly name: string
  readonly rules: RulesName
  readonly puzzle: string
  /** The counts that are published for it, or follow from the text's own listing. */
  readonly backtracks: Readonly<Partial<Record<StrategyName, number>>>
}

/** The strategies that the counts of a grid are of, in their order. */
const COUNTED = ['brute-force', 'single-sweep', 'naked-singles'] as const

// biome-ignore format: a table
const GRIDS: readonly (readonly [name: string, rules: RulesName, puzzle: string, ...counts: number[]])[] = [
  ['Devadas, input',          'classic', '5176...34289..4...3462.5.9.6.2....1..38..6.47..........9.....787.34..56..........', 579, 10, 3],
  ['Devadas, inp2',           'classic', '5176...34.89..4...3.62.5.9.6......1..3...6.47..........9.....787.34..56..........', 6363, 33, 2],
  ['Inkala 2006',             'classic', '85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.', 335578, 24231, 11536],
  ['Inkala 2010',             'classic', '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..', 9949, 726, 232],
  ['Liang, figure 2',         'classic', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', 4157, 22, 6],
  ['Liang, listing 1',        'classic', '.6.1.4.5...83.56..2.......18..4.7..6..6...3..7..9.1..45.......2..72.69...4.5.8.7.', 1538, 21, 3],
  ['Devadas, even',           'even',    '84..5.e..3..6.8.4...e4.9..e.23.e.98.1..e.e..4.98.e.16.e..5.3e...3.1.6..7..e.2..13', 2056],
  ['VIT, by hand',            'classic', '1.3...21.1.224..', 1],
  ['Liang, two givens short', 'classic', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419..5....8..79'],
]

/** The grids that the teaching texts on backtracking work with, and what their searches count on them. */
export const examples: readonly Example[] = GRIDS.map(([name, rules, puzzle, ...counts]) => {
  const backtracks = Object.fromEntries(counts.map((count, i) => [COUNTED[i], count]))
  return { name, rules, puzzle, backtracks }
})
