import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../shared/run-to-end.ts'
import { CONSTRAINT_TYPES } from '../../shared/sudoku/constraints/constraint-json.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { mistakenParts, neededParts, partsOf } from '../../shared/sudoku/search/minimal-conflict.ts'
import { type DigitsAsked, possibleDigits } from '../../shared/sudoku/search/possible-digits.ts'
import { countSolutions } from '../../shared/sudoku/search/solution-count.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { constraint } from '../input/variants/puzzles.ts'
import { puzzleFrom } from './asked.ts'
import { whole } from './in-pieces.ts'
import { madePuzzle, rulesOn } from './made.ts'
import { isKeptBy } from './plain-constraints.ts'
import { EIGHTEEN_SOLUTIONS } from './texts.ts'

/** All solutions, by a strategy that neither of the two asks. */
const solutionsOf = (puzzle: Puzzle, solutions = 100) =>
  solve(strategies['exact-cover'], puzzle, { solutions, backtrackLimit: 1_000_000 }).counts.solutions

const digitsIn = (solutions: readonly Uint8Array[], cells: number) =>
  Array.from({ length: cells }, (_, cell) => solutions.reduce((set, digits) => set | (1 << (digits[cell] - 1)), 0))

/** So few that most have under a hundred solutions. */
const BLANKS: Readonly<Partial<Record<Size, number>>> = { 4: 14, 6: 28, 9: 48 }

/** A puzzle of any rules and constraints, most of which the grid keeps that it was made of. */
const anyPuzzle = fc.constantFrom<Size>(4, 5, 6, 7, 8, 9).chain((size) => {
  const hasBoxes = rulesOn(size).length > 0
  const made = hasBoxes
    ? fc.constantFrom(...rulesOn(size)).chain((rules) => madePuzzle(rules, size, BLANKS[size]))
    : fc.subarray([...Array(size * size).keys()], { maxLength: 4 * size }).map((blank) => latinPuzzle(size, blank))
  const forms = fc.array(
    fc.constantFrom(...CONSTRAINT_TYPES).chain((type) => constraint(type, size)),
    { maxLength: 8 },
  )
  return fc.record({ made, forms, isSpoiled: fc.nat(9).map((n) => n === 0) }).map(({ made, forms, isSpoiled }) => {
    const { text, madeFrom, rules } = made
    const rows = Array.from(text, (_, cell) => 'ABCDEFGHI'[Math.floor(cell / size)]).join('')
    const kept = forms.filter((form) => form.type !== 'region-sum-line' && isKeptBy(form, madeFrom, rows))
    const constraints = isSpoiled ? forms.slice(0, 1) : kept
    return { text, own: { rules: [rules], constraints, ...(!hasBoxes && { regions: rows }) } }
  })
})

function latinPuzzle(size: number, blank: readonly number[]) {
  const madeFrom = Array.from({ length: size ** 2 }, (_, at) => ((Math.floor(at / size) + at) % size) + 1)
  const text = textOf(Uint8Array.from(madeFrom, (digit, cell) => (blank.includes(cell) ? 0 : digit)))
  return { rules: 'classic' as const, size, text, madeFrom }
}

const EQUAL = 'are those of all solutions together, under any rules, wherever it was left in between'
function areThoseOfAll(numRuns: number) {
  let several = 0
  fc.assert(
    fc.property(anyPuzzle, fc.nat(2), ({ text, own }, known) => {
      const puzzle = parsePuzzleWith(own, text, 'classic')
      fc.pre(puzzle.ok)
      const { end, counts } = solve(strategies['exact-cover'], puzzle.value, { solutions: 100, backtrackLimit: 1_000 })
      fc.pre(end === 'exhausted')
      const all = counts.solutions
      expect(runToEnd(countSolutions(puzzle.value, 1_000_000))).toEqual({ solutions: all.length })
      const { found } = whole((from?: DigitsAsked) =>
        possibleDigits(puzzle.value, all.slice(0, known), 1_000_000, from),
      )
      expect(found).toEqual({ digits: digitsIn(all, text.length), isWhole: true })
      if (all.length > 2) several++
    }),
    { numRuns },
  )
  // A tenth of them in the mean.
  expect(several).toBeGreaterThan(0)
}

describe('the number of solutions', () => {
  const estimated = (text: string, rules: RulesName = 'classic', size?: Size) =>
    runToEnd(countSolutions(puzzleFrom(text, rules, size), 1_000_000))

  // Felgenhauer and Jarvis 2005; the 6×6 grids are counted in OEIS A107739.
  it.each([
    [81, 6.670903752021073e21],
    [36, 28_200_960],
  ])('of an empty grid of %i cells is estimated within its error', (cells, published) => {
    const { solutions, error = 0 } = estimated('.'.repeat(cells))
    expect(error).toBeGreaterThan(0)
    expect(error).toBeLessThan(0.15)
    expect(Math.abs(solutions / published - 1)).toBeLessThan(4 * error)
  })

  it('is told as far as it was found where the backtracks run out', () => {
    const { solutions, error = 0 } = runToEnd(countSolutions(puzzleFrom(EIGHTEEN_SOLUTIONS), 3))
    expect(error).toBeGreaterThan(0)
    expect(solutions).toBeGreaterThan(1)
  })
})

describe('the digits that are possible in some solution', () => {
  const wholeOf = (puzzle: Puzzle, known: Uint8Array[] = [], limit = 1_000_000) =>
    runToEnd(possibleDigits(puzzle, known, limit))

  it('are found by a search that tells now and then how far it has got, and goes on', () => {
    // Sums that cannot be kept take more backtracks than there are between two pauses.
    const sums = Array.from({ length: 16 }, (_, i) => [0, 1, 2].map((j) => nameOfCell((i * 11 + j * 17 + 5) % 81, 9)))
    const own = { constraints: sums.map((cells) => ({ type: 'sum', cells, sum: 15 }) as const) }
    const puzzle = parsePuzzleWith(own, '.'.repeat(81), 'classic')
    if (!puzzle.ok) throw new Error(puzzle.error)
    const search = possibleDigits(puzzle.value, [], 2_000)
    let told = 0
    for (let step = search.next(); !step.done; step = search.next()) if ('search' in step.value()) told++
    expect(told).toBeGreaterThan(2)
  })

  it(EQUAL, () => areThoseOfAll(100))
  it(`${EQUAL}: a thousand`, { tags: ['long'] }, () => areThoseOfAll(1_000))

  it('are those found so far where the backtracks run out', () => {
    const puzzle = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const known = solutionsOf(puzzle, 2)
    expect(wholeOf(puzzle, known, 0)).toEqual({ digits: digitsIn(known, 81), isWhole: false })
  })
})

it('a conflict has the given that was mistyped, and no other of those without which there is one solution is left out', () => {
  const grid = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
  const givens = [...grid].flatMap((symbol, cell) => (symbol === '.' ? [] : [cell]))
  fc.assert(
    fc.property(fc.constantFrom(...givens), fc.integer({ min: 1, max: 8 }), (cell, more) => {
      const wrong = `${1 + ((Number(grid[cell]) - 1 + more) % 9)}`
      const puzzle = parsePuzzleWith(undefined, grid.slice(0, cell) + wrong + grid.slice(cell + 1), 'classic')
      fc.pre(puzzle.ok && solutionsOf(puzzle.value, 1).length === 0)
      const all = partsOf(puzzle.value, [], () => puzzle.value)
      const { parts } = runToEnd(neededParts(all.withOnly, 1_000_000, { left: all.all, needed: 0, spent: 0 }))
      expect(solutionsOf(all.withOnly(parts), 1)).toEqual([])
      const isNeeded = (part: number) =>
        solutionsOf(all.withOnly(parts.filter((other) => other !== part)), 1).length > 0
      expect(parts.filter((part) => !isNeeded(part))).toEqual([])
      const without = (part: number) => solutionsOf(all.withOnly(all.all.filter((other) => other !== part)), 2)
      const expected = all.all.filter((part) => without(part).length === 1)
      expect(runToEnd(mistakenParts(all, parts))).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
