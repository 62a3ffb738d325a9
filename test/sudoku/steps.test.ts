import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { type Strategy, solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { anyPuzzle } from './made.ts'
import { replay } from './replay.ts'
import { EIGHTEEN_SOLUTIONS, published } from './texts.ts'

function stepsOf(strategy: Strategy, puzzle: Puzzle, solutions = 1, backtracks = 20_000) {
  const steps: Step[] = []
  const { counts } = solve(strategy, puzzle, asking(solutions, backtracks), (step) => steps.push(step))
  return { steps, counts }
}

it.each(Object.values(strategies))(
  'the steps of $name lead to the solution, each digit into an empty cell, and each undo takes back the latest that stands',
  (strategy) => {
    fc.assert(
      fc.property(anyPuzzle(4, 6, 9), (made) => {
        const asked = puzzleFrom(made.text, made.rules, made.size)
        const { steps, counts } = stepsOf(strategy, asked, 3, 1_000)
        expect(replay(asked, steps).undone).toBe(counts.searchBacktracks)
      }),
      { numRuns: 40 },
    )
    for (const { puzzle, rules } of published) {
      const asked = puzzleFrom(puzzle, rules)
      const { steps, counts } = stepsOf(strategy, asked)
      // To be observed changes nothing that a search does.
      expect(counts.state()).toEqual(solve(strategy, asked, asking(1, 20_000)).counts.state())
      // Brute force needs too many steps on one of them.
      if (counts.solutionCount > 0) expect(replay(asked, steps).grid).toEqual(counts.solutions[0])
    }
    const several = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const { steps, counts } = stepsOf(strategy, several, 20)
    expect(replay(several, steps)).toMatchObject({ standing: [], undone: counts.searchBacktracks })
    expect(counts.searchBacktracks).toBeGreaterThan(0)
  },
)
