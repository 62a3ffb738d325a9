import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../shared/random.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { REGION_SIZES, type Size, VARIANT_SIZES } from '../../shared/sudoku/grid/units.ts'
import { randomRegions } from '../../shared/sudoku/making/cages-and-regions.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { composeRules, type RulesName, rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleWith } from './asked.ts'
import { hangTogether, plainSolutions } from './plain.ts'

const MOST = 20

/** A layout of a seed, and some grid that keeps it; most layouts have one. */
function solvedJigsaw(size: Size, seed: number): { readonly regions: string; readonly grid: string } {
  for (let index = 0; ; index++) {
    const regions = randomRegions(size, new Random(seed, index))
    const { counts } = solve(strategies.learning, puzzleWith({ regions }, '.'.repeat(size * size)), asking(1, 1_000))
    if (counts.solutions.length > 0) return { regions, grid: textOf(counts.solutions[0]) }
  }
}

it.each(VARIANT_SIZES)('random regions of size %i are as many as there are digits, and hang together', (size) => {
  const regions = randomRegions(size, new Random('connected', 0))
  expect(randomRegions(size, new Random('connected', 0))).toBe(regions)
  expect(randomRegions(size, new Random('connected', 1))).not.toBe(regions)
  const cells = Map.groupBy(Array.from(regions).keys(), (cell) => regions[cell])
  expect([...cells.values()].map(({ length }) => length)).toEqual(Array(size).fill(size))
  for (const region of cells.values()) expect(hangTogether(region, size)).toBe(true)
})

describe.each(Object.values(strategies))('$name finds the solutions of a jigsaw, and no others', (strategy) => {
  it.each<Size>([4, 6, 9, ...REGION_SIZES])('of size %i', (size) => {
    const made = fc.record({
      seed: fc.nat(),
      rules: fc.constantFrom<RulesName>('classic', 'diagonal'),
      blank: fc.uniqueArray(fc.nat(size * size - 1), { minLength: size, maxLength: 4 * size }),
    })
    fc.assert(
      fc.property(made, ({ seed, rules, blank }) => {
        const { regions, grid } = solvedJigsaw(size, seed)
        const text = Array.from(grid, (digit, cell) => (blank.includes(cell) ? '.' : digit)).join('')
        const puzzle = parsePuzzleWith({ regions }, text, rules)
        // The diagonals of that grid may clash.
        fc.pre(puzzle.ok)
        const { counts } = solve(strategy, puzzle.value, asking(MOST))
        const plain = plainSolutions(text, rules, size, MOST, regions)
        expect(counts.solutionCount).toBe(plain.length)
        for (const solution of counts.solutions) expect(verify(puzzle.value, solution)).toBeUndefined()
        if (plain.length < MOST) expect(counts.solutions.map((digits) => digits.join(' ')).sort()).toEqual(plain)
      }),
      { numRuns: 5 },
    )
  })
})

describe.each(REGION_SIZES)('size %i', (size) => {
  const empty = '.'.repeat(size * size)

  it('is refused without regions', () => {
    const reason = `size: found ${size}, expected 4, 6, 9, 16, 25, 36 for classic`
    expect(parsePuzzleWith({}, empty, 'classic', size)).toEqual({ ok: false, error: reason })
    expect(parsePuzzleWith({ rules: ['diagonal'] }, empty, 'classic')).toMatchObject({ ok: false })
    expect(() => rulesFor('classic', size)).toThrow(reason)
    expect(() => composeRules({ size })).toThrow(`size: ${size}×${size} has no boxes, and no regions came`)
  })
})
