import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { bitParallel } from '../../shared/sudoku/search/bit-parallel.ts'
import { exactCover } from '../../shared/sudoku/search/exact-cover.ts'
import { learning } from '../../shared/sudoku/search/learning.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { isLearnedFrom } from '../../shared/sudoku/search/strategy-facts.ts'
import { asking } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { killerOf, killerPuzzle, SOLVED } from './killer.ts'

const killer: fc.Arbitrary<Puzzle> = fc
  .record({
    steps: fc.array(fc.nat(11), { minLength: 30, maxLength: 60 }),
    longest: fc.integer({ min: 2, max: 5 }),
    given: fc.uniqueArray(fc.nat(80), { minLength: 18, maxLength: 28 }),
  })
  .map(({ steps, longest, given }) => killerPuzzle(steps, longest, given))

it.each([bitParallel, learning])('$name finds as many solutions of a killer as exact cover does', (strategy) => {
  let compared = 0
  fc.assert(
    fc.property(killer, (puzzle) => {
      const { end, counts } = solve(strategy, puzzle, asking(50))
      for (const digits of counts.solutions) expect(verify(puzzle, digits)).toBeUndefined()
      expect(counts.solutions.map((digits) => textOf(digits))).toContain(SOLVED)
      const other = solve(exactCover, puzzle, asking(50, 3_000))
      if (other.end === 'limit') return
      expect({ end, count: counts.solutionCount }).toEqual({ end: other.end, count: other.counts.solutionCount })
      compared++
    }),
    { numRuns: 15 },
  )
  expect(compared).toBeGreaterThan(0)
})

describe('the search that weighs cells', () => {
  it('paused in the midst of a killer and taken up from its checkpoint, ends as if never paused', () => {
    const text = '.'.repeat(81)
    const puzzle = parsePuzzleWith({ constraints: killerOf([0, 1, 4, 2, 3, 7, 5], 6) }, text, 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    const whole = solve(bitParallel, puzzle.value, asking(100, 400))
    for (const piece of [1, 7, 100]) {
      const inPieces = solveInPieces(bitParallel, puzzle.value, asking(100, 400), piece)
      expect(reported(inPieces)).toEqual(reported(whole))
    }
    expect(whole.counts.searchBacktracks).toBeGreaterThan(20)
  })

  it('undoes a tenth of the placements of a jigsaw where lines and regions have cells left over: 62 without', () => {
    const regions = 'ABBCCCCCDABBCECDDDAABCECDFDAABBEDDFFABBEEDGFFAEEEHHGGFAIIEHHGGFIIIHHGGGFIIIIHHHGF'
    const text = '..9..75.8.1...................3.4.........68..2....75...6...2.........1..........'
    const puzzle = parsePuzzleWith({ regions }, text, 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    const { end, counts } = solve(bitParallel, puzzle.value, asking(2))
    expect({ end, count: counts.solutionCount }).toEqual({ end: 'exhausted', count: 1 })
    expect(verify(puzzle.value, counts.solutions[0])).toBeUndefined()
    expect(counts.searchBacktracks).toBeLessThan(10)
  })

  it('is what bit-parallel does up to 9×9, but for relations alone', () => {
    const rulesOf = (constraints: readonly VariantConstraint[], size: 9 | 16) => {
      const puzzle = parsePuzzleWith({ constraints }, '.'.repeat(size * size), 'classic')
      if (!puzzle.ok) throw new Error(puzzle.error)
      return puzzle.value.rules
    }
    const cage: VariantConstraint = { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 5 }
    const thermometer: VariantConstraint = { type: 'thermometer', cells: ['r1c1', 'r1c2'] }
    expect(isLearnedFrom(rulesOf([cage], 9))).toBe(false)
    expect(isLearnedFrom(rulesOf([cage, thermometer], 9))).toBe(false)
    expect(isLearnedFrom(rulesOf([thermometer], 9))).toBe(true)
    expect(isLearnedFrom(rulesOf([cage], 16))).toBe(true)
  })
})
