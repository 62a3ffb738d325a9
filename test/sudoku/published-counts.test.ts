import { describe, expect, it } from 'vitest'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { asking, puzzleFrom } from './asked.ts'
import { plainSolutions } from './plain.ts'
import { EIGHTEEN_SOLUTIONS, published, texts } from './texts.ts'

describe.each(published)('$name', ({ rules, puzzle, solution, solutions = 1, backtracks }) => {
  it.each(STRATEGY_NAMES.filter((name) => backtracks[name] !== undefined))(
    'takes %s the published backtracks',
    (name) => {
      const { end, counts } = solve(strategies[name], puzzleFrom(puzzle, rules), asking(1))
      expect(end).toBe('enough')
      expect(counts.backtracks).toBe(backtracks[name])
      if (solution) expect(textOf(counts.solutions[0])).toBe(solution.replaceAll(' ', ''))
    },
  )

  it(`has ${solutions === 1 ? 'one solution' : `${solutions} solutions`}`, () => {
    const asked = puzzleFrom(puzzle, rules)
    const { end, counts } = solve(strategies.singles, asked, asking(10))
    expect([end, counts.solutionCount]).toEqual(['exhausted', solutions])
    expect(plainSolutions(asked.text, rules, asked.rules.size, 10)).toHaveLength(solutions)
  })
})

describe('brute force counts all solutions', () => {
  const bruteForceCount = (text: string) => {
    const { end, counts } = solve(strategies['brute-force'], puzzleFrom(text), asking(100))
    return [end, counts.solutionCount]
  }

  it("13 of Devadas' even puzzle without its marks", () => {
    expect(bruteForceCount(texts.even.puzzle.replaceAll('-2', '0'))).toEqual(['exhausted', 13])
  })

  it('18 of figure 2 without the 28 of row 7', () => {
    expect(bruteForceCount(EIGHTEEN_SOLUTIONS)).toEqual(['exhausted', 18])
  })
})
