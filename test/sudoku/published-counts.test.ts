import { describe, expect, it } from 'vitest'
import type { CellName } from '../../shared/sudoku/grid/cell-name.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { PuzzleRules } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { asking, puzzleFrom, puzzleWith } from './asked.ts'
import { killerOf, SOLVED } from './killer.ts'
import { plainSolutions } from './plain.ts'
import { published, texts } from './texts.ts'

describe.each(published)('$name', ({ rules, puzzle, solution, solutions = 1, backtracks }) => {
  it.each(STRATEGY_NAMES.filter((name) => backtracks[name] !== undefined))(
    'takes %s the published backtracks',
    (name) => {
      const { end, counts } = solve(strategies[name], puzzleFrom(puzzle, rules), asking(1))
      expect(end).toBe('enough')
      expect(counts.backtracks).toBe(backtracks[name])
      if (solution) expect(textOf(counts.solutions[0])).toBe(solution)
    },
  )

  it(`has ${solutions === 1 ? 'one solution' : `${solutions} solutions`}`, () => {
    const asked = puzzleFrom(puzzle, rules)
    const { end, counts } = solve(strategies.singles, asked, asking(10))
    expect([end, counts.solutionCount]).toEqual(['exhausted', solutions])
    expect(plainSolutions(asked.text, rules, asked.rules.size, 10)).toHaveLength(solutions)
  })
})

it("brute force counts 13 solutions of Devadas' even puzzle without its marks", () => {
  const { end, counts } = solve(
    strategies['brute-force'],
    puzzleFrom(texts.even.puzzle.replaceAll('-2', '0')),
    asking(100),
  )
  expect([end, counts.solutionCount]).toEqual(['exhausted', 13])
})

// Where one of these changes, so do the counts of results, and SEARCH_VERSION has to be raised.
describe('no text prints what is searched for a second solution, so it is as it was recorded', () => {
  const some = (every: number) => Array.from(SOLVED, (digit, cell) => (cell % every === 0 ? digit : '.')).join('')
  const line = (type: 'thermometer' | 'renban', ...cells: CellName[]) => ({ type, cells })
  const lines = [
    line('thermometer', 'r1c1', 'r2c2', 'r3c3'),
    line('renban', 'r4c4', 'r4c5', 'r5c5'),
    { type: 'sandwich', row: 2, from: 'left', value: 0 } as const,
  ]
  const puzzles: readonly [text: string, rules: RulesName, own?: PuzzleRules][] = [
    [texts.inkala2010.puzzle, 'classic'],
    ['1.2.4..6..3.....5...5..6......1..237......8....7.........9....1....5....7..6.....', 'windoku'],
    [texts.even.puzzle, 'even'],
    [some(4), 'classic', { constraints: killerOf([0, 1, 4, 2, 3, 7, 5], 6) }],
    [some(9), 'classic', { constraints: killerOf([5, 11, 11, 2, 1, 6, 4], 3) }],
    [`${'.'.repeat(15)}1${'.'.repeat(20)}`, 'diagonal', { constraints: lines }],
    ['1...............5............6......', 'non-consecutive'],
  ]

  it.each<[StrategyName, backtracks: number[]]>([
    ['brute-force', [3000, 3000, 3000, 173, 3000, 3000, 131]],
    ['single-sweep', [3000, 3000, 62, 10, 67, 1608, 34]],
    ['naked-singles', [932, 3000, 7, 1, 13, 936, 23]],
    ['fewest-candidates', [1860, 3000, 53, 4, 4, 244, 53]],
    ['singles', [56, 297, 0, 1, 1, 12, 0]],
    ['exact-cover', [654, 2061, 53, 84, 3000, 1912, 605]],
    ['learning', [19, 85, 0, 1, 1, 5, 0]],
    ['bit-parallel', [22, 21, 0, 1, 1, 1, 0]],
  ])('by %s, within 3,000 backtracks', (name, backtracks) => {
    const searched = puzzles.map(([text, rules, own]) => {
      const puzzle = puzzleWith(own, text, rules)
      return solve(strategies[name], puzzle, asking(2, 3_000)).counts.searchBacktracks
    })
    expect(searched).toEqual(backtracks)
  })
})
