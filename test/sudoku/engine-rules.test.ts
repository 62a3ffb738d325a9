import { describe, expect, it } from 'vitest'
import { rowsColumnsBoxes } from '../../shared/sudoku/grid/units.ts'
import { composeRules, type Rules, rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { engineRulesOf, isForEngine } from '../../shared/sudoku/search/bit-parallel.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { sumOf } from './sum.ts'

const HARD = '.8..5......4...59.....1......6..8..5.5.....2..................93.....1.......9.6.'
const SEVERAL = '..7..6..813...762...8........4...2.7.......6.........528.5...........5..7........'

describe('the engine takes', () => {
  const { units } = rulesFor('diagonal', 9)
  const diagonals = units.slice(27)
  const { boxes } = rowsColumnsBoxes(9)
  // Two cells of neighbouring boxes change places.
  const regions = boxes.map((box, i) => ({
    ...box,
    cells: box.cells.map((cell) => (i === 0 && cell === 2 ? 3 : i === 1 && cell === 3 ? 2 : cell)),
  }))

  it.each<[string, Rules, string | undefined]>([
    ['classic grids', rulesFor('classic', 9), 'classic'],
    ['diagonal grids', rulesFor('diagonal', 9), 'diagonal'],
    ['what has the same units without the name', composeRules({ size: 9, units: diagonals.toReversed() }), 'diagonal'],
    ['no diagonal alone', composeRules({ size: 9, units: diagonals.slice(1) }), undefined],
    ['no diagonals over other regions', composeRules({ size: 9, regions, units: diagonals }), undefined],
    ['no other regions', composeRules({ size: 9, regions }), undefined],
    ['no windows', rulesFor('windoku', 9), undefined],
    [
      'no windows besides',
      composeRules({ size: 9, units: [...diagonals, ...rulesFor('windoku', 9).units] }),
      undefined,
    ],
    ['no marks', composeRules({ size: 9, units: diagonals, marks: ['even'] }), undefined],
    ['no constraints', composeRules({ size: 9, units: diagonals, constraints: [sumOf([0, 1], 3, 9)] }), undefined],
    ['no other size', rulesFor('diagonal', 16), undefined],
    ['nothing larger that has no rules', rulesFor('classic', 16), undefined],
  ])('%s', (_, rules, engineRules) => {
    expect(engineRulesOf(rules)).toBe(engineRules)
  })

  it('a job whole where its strategy, rules and size are those', () => {
    const strategy = 'bit-parallel'
    expect(isForEngine({ strategy, rules: 'diagonal' })).toBe(true)
    expect(isForEngine({ strategy, rules: 'diagonal', size: 9 })).toBe(true)
    expect(isForEngine({ strategy, rules: 'diagonal', size: 16 })).toBe(false)
    expect(isForEngine({ strategy, rules: 'windoku' })).toBe(false)
    expect(isForEngine({ strategy: 'exact-cover', rules: 'diagonal' })).toBe(false)
  })
})

it('searches that are under way at once do not disturb each other, nor what an earlier one answered', () => {
  const { search } = strategies['bit-parallel']
  const asked = [HARD, SEVERAL, HARD].map((text) => puzzleFrom(text, 'diagonal'))
  const alone = asked.map((puzzle) => solve(strategies['bit-parallel'], puzzle, asking(50)).counts.state())
  const searches = asked.map((puzzle) => search(puzzle, asking(50)))
  let ended = 0
  while (ended < searches.length) ended = searches.filter((one) => one.run(3) !== undefined).length
  const later = search(puzzleFrom(SEVERAL, 'diagonal'), asking(1))
  later.run(Number.POSITIVE_INFINITY)
  expect(searches.map(({ counts }) => counts.state())).toEqual(alone)
})
