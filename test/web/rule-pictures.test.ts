import { expect, it } from 'vitest'
import { pictureOf } from '../../shared/drawing/picture.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { cellByCell } from '../../shared/sudoku/search/cell-by-cell.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { shownPuzzle } from '../../web/grid/shown-puzzle.ts'
import { loadOwnRules, rulesOf, solvable } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import { REGIONS_EXAMPLE, RULE_EXAMPLES, RULES_PAGE } from '../sudoku/rule-examples.ts'

// The pictures of docs/rules.md are drawn as boards are. Run with `-u` to draw them anew.

const EMPTY = '.'.repeat(16)
const examples = RULE_EXAMPLES.map(([type, form]) => [type, { puzzle: EMPTY, constraints: [form] }] as const)
const NAMED = [
  ['named-diagonal', { puzzle: EMPTY, rules: ['diagonal'] }],
  ['named-windoku', { puzzle: '.'.repeat(81), rules: ['windoku'] }],
  ['named-even', { puzzle: `e.e.${'.'.repeat(12)}`, rules: ['even'] }],
  ['regions', { puzzle: EMPTY, regions: REGIONS_EXAMPLE }],
] as const

it.each([...examples, ...NAMED])('docs/rules/%s.svg is drawn as boards are', async (name, input) => {
  await loadOwnRules()
  const puzzle = puzzleWith(input)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const read = solvable(puzzle.value)
  if (!read.ok) throw new Error(read.error)
  const { counts } = solve(cellByCell['brute-force'], read.value, { solutions: 1, backtrackLimit: 100_000 })
  const { cells } = shownPuzzle(puzzle.value, textOf(counts.solutions[0]))
  const svg = pictureOf(rulesOf(puzzle.value), cells)
  await expect(`${svg}\n`).toMatchFileSnapshot(`../../docs/rules/${name}.svg`)
})

it('docs/rules.md shows each of them', () => {
  expect(examples.length).toBeGreaterThan(20)
  for (const [name] of [...examples, ...NAMED]) expect(RULES_PAGE).toContain(`<img src="rules/${name}.svg"`)
})
