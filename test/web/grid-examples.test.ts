import { expect, it } from 'vitest'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { famous, otherKinds } from '../../web/grid/example-grids.ts'

it.each([...famous, ...otherKinds])('$name has $solutions solutions', ({ puzzle, rules, solutions }) => {
  const asked = parsePuzzle(puzzle, rules)
  if (!asked.ok) throw new Error(asked.error)
  const { end, counts } = solve(strategies['bit-parallel'], asked.value, { solutions: 2, backtrackLimit: 10_000_000 })
  expect([end, counts.solutionCount]).toEqual(['exhausted', solutions])
  // As the address writes it, so that the menu finds it again there.
  expect(asked.value.text).toBe(puzzle)
})
