import { expect, it } from 'vitest'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { famous, OWN_EXAMPLES, otherKinds } from '../../web/grid/example-grids.ts'
import { ownExample } from '../../web/grid/own-examples.ts'
import { ownIn, solvableWith } from '../../web/rules/packed-rules.ts'
import { asking } from '../sudoku/asked.ts'

it.each([...famous, ...otherKinds])('$name has $solutions solutions', ({ puzzle, rules, solutions }) => {
  const asked = parsePuzzle(puzzle, rules)
  if (!asked.ok) throw new Error(asked.error)
  const { end, counts } = solve(strategies['bit-parallel'], asked.value, { solutions: 2, backtrackLimit: 10_000_000 })
  expect([end, counts.solutionCount]).toEqual(['exhausted', solutions])
  // As the address writes it, so that the menu finds it again there.
  expect(asked.value.text).toBe(puzzle)
})

it.each(OWN_EXAMPLES)('%s has one solution, and the rules that it is called by', async (name) => {
  const example = await ownExample(name)
  const puzzle = solvableWith(example)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const { end, counts } = solve(strategies.singles, puzzle.value, asking(2, 1_000_000))
  expect([end, counts.solutionCount]).toEqual(['exhausted', 1])
  const { regions, constraints = [] } = ownIn(example)
  const types = [...new Set(constraints.map(({ type }) => type)), ...(regions === undefined ? [] : ['regions'])]
  expect(types).toEqual([{ Killer: 'cage', Jigsaw: 'regions', Arrows: 'arrow', Thermometers: 'thermometer' }[name]])
})
