import { describe, expect, it } from 'vitest'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { asking, puzzleFrom } from './asked.ts'
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
