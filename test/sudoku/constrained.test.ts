import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { bitParallel } from '../../shared/sudoku/search/bit-parallel.ts'
import { exactCover } from '../../shared/sudoku/search/exact-cover.ts'
import { learning } from '../../shared/sudoku/search/learning.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleWith } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { killerOf, killerPuzzle, SOLVED } from './killer.ts'
import { isKeptBy } from './plain-constraints.ts'

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
    const puzzle = puzzleWith({ constraints: killerOf([0, 1, 4, 2, 3, 7, 5], 6) }, text, 'classic')
    const whole = solve(bitParallel, puzzle, asking(100, 400))
    for (const piece of [1, 7, 100]) {
      const inPieces = solveInPieces(bitParallel, puzzle, asking(100, 400), piece)
      expect(reported(inPieces)).toEqual(reported(whole))
    }
    expect(whole.counts.searchBacktracks).toBeGreaterThan(20)
  })

  it('undoes half the placements of a jigsaw where lines and regions have cells left over: 34 without', () => {
    const regions = 'ABBCCCCCDABBCECDDDAABCECDFDAABBEDDFFABBEEDGFFAEEEHHGGFAIIEHHGGFIIIHHGGGFIIIIHHHGF'
    const text = '..9..75.8.1...................3.4.........68..2....75...6...2.........1..........'
    const puzzle = puzzleWith({ regions }, text, 'classic')
    const { end, counts } = solve(bitParallel, puzzle, asking(2))
    expect({ end, count: counts.solutionCount }).toEqual({ end: 'exhausted', count: 1 })
    expect(verify(puzzle, counts.solutions[0])).toBeUndefined()
    expect(counts.searchBacktracks).toBeLessThan(18)
  })
})

const NINE = Array.from({ length: 9 }, (_, i) => i + 1)
const BOXES = Array.from({ length: 81 }, (_, cell) => `${3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3)}`).join(
  '',
)

it.each([
  // As walks through sums and heights, which take digits twice, they took 151, 469 and 58.
  ['x-sum', 15],
  ['sandwich', 45],
  ['skyscraper', 15],
] as const)('clues of eighteen lines and no given take few guesses: %s', (type, most) => {
  const grid = [...SOLVED].map(Number)
  const clue = (line: object) => {
    const forms = Array.from({ length: 46 }, (_, value) => ({ type, ...line, value }) as VariantConstraint)
    return forms.filter((form) => isKeptBy(form, grid, BOXES)).slice(0, 1)
  }
  const constraints = NINE.flatMap((at) => [...clue({ row: at, from: 'left' }), ...clue({ column: at, from: 'top' })])
  const puzzle = puzzleWith({ constraints }, '.'.repeat(81), 'classic')
  const { end, counts } = solve(bitParallel, puzzle, asking(2))
  expect(end).not.toBe('limit')
  for (const digits of counts.solutions) expect(verify(puzzle, digits)).toBeUndefined()
  expect(counts.searchBacktracks).toBeLessThan(most)
})

it('finds as many solutions of a 16×16 killer as exact cover does, whatever the lengths of its cages', () => {
  let compared = 0
  const cages = fc.array(fc.record({ start: fc.nat(255), length: fc.integer({ min: 2, max: 12 }) }), {
    minLength: 40,
    maxLength: 70,
  })
  const open = fc.uniqueArray(fc.nat(255), { minLength: 80, maxLength: 110 })
  fc.assert(
    fc.property(cages, open, fc.nat(90), (drawn, blank, wrong) => {
      const digitAt = (cell: number) => ((4 * (cell >> 4) + (cell >> 6) + cell) % 16) + 1
      const constraints = drawn.map(({ start, length }, i): VariantConstraint => {
        // Along the row, as far as that goes.
        const cells = Array.from({ length: Math.min(length, 16 - (start % 16)) }, (_, k) => start + k)
        const sum = cells.reduce((all, cell) => all + digitAt(cell), 0) + Number(cells.length > 1 && i === wrong)
        return { type: 'cage', cells: cells.map((cell) => nameOfCell(cell, 16)), sum }
      })
      const symbolAt = (cell: number) => (blank.includes(cell) ? '.' : digitAt(cell).toString(17).toUpperCase())
      const puzzle = parsePuzzleWith(
        { constraints },
        Array.from({ length: 256 }, (_, cell) => symbolAt(cell)).join(''),
        'classic',
      )
      // A cage of one cell, or of all digits, with a sum that cannot be.
      if (!puzzle.ok) return
      const [one, other] = [bitParallel, exactCover].map((strategy) => solve(strategy, puzzle.value, asking(50, 3_000)))
      for (const digits of one.counts.solutions) expect(verify(puzzle.value, digits)).toBeUndefined()
      if (other.end === 'limit') return
      expect([one.end, one.counts.solutionCount]).toEqual([other.end, other.counts.solutionCount])
      compared++
    }),
    { numRuns: 25 },
  )
  expect(compared).toBeGreaterThan(5)
})
