import { describe, expect, it } from 'vitest'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { conflictsIn } from '../../shared/sudoku/search/conflict.ts'
import { type PossibleDigits, possibleDigits } from '../../shared/sudoku/search/possible-digits.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { puzzleFrom } from './asked.ts'
import { EIGHTEEN_SOLUTIONS } from './texts.ts'

/** All solutions, by a strategy that neither of the two asks. */
const solutionsOf = (puzzle: Puzzle, solutions = 100) =>
  solve(strategies['exact-cover'], puzzle, { solutions, backtrackLimit: 1_000_000 }).counts.solutions

describe('the digits that are possible in some solution', () => {
  const wholeOf = (puzzle: Puzzle, known: Uint8Array[] = []): PossibleDigits => {
    const search = possibleDigits(puzzle, known)
    for (;;) {
      const { done, value } = search.next()
      if (done) return value
    }
  }

  it.each<[string, string, RulesName]>([
    ['18 solutions', EIGHTEEN_SOLUTIONS, 'classic'],
    ['one solution', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79', 'classic'],
    ['4×4', '1...............', 'classic'],
    ['both diagonals', '1...............', 'diagonal'],
    ['even cells', '1.e.............', 'even'],
  ])('are those of all solutions together: %s', (_, text, rules) => {
    const puzzle = puzzleFrom(text, rules)
    const all = solutionsOf(puzzle)
    const expected = Array.from(text, (_, cell) => all.reduce((set, digits) => set | (1 << (digits[cell] - 1)), 0))
    expect(wholeOf(puzzle)).toEqual({ digits: expected, isWhole: true })
    expect(wholeOf(puzzle, solutionsOf(puzzle, 2))).toEqual({ digits: expected, isWhole: true })
  })

  it('are none where there is no solution', () => {
    expect(wholeOf(puzzleFrom('123........4....'))).toEqual({ digits: new Array(16).fill(0), isWhole: true })
  })
})

describe('a conflict', () => {
  it.each<[string, string, number]>([
    ['4×4', '123........4....', 4],
    ['6×6', '3.5.6......46....3.3.62..53....2..5.', 6],
    ['a wrong last digit', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..74', 9],
  ])('has no solution, and has one without any of its givens: %s', (_, text, size) => {
    const puzzle = puzzleFrom(text)
    const only = (cells: readonly number[]) =>
      puzzleFrom(textOf(digitsOf(text).map((digit, cell) => (cells.includes(cell) ? digit : 0))))
    const found = [...conflictsIn(puzzle)].filter((conflict) => conflict !== undefined)
    for (const { cells } of found) {
      expect(solutionsOf(only(cells), 1)).toEqual([])
      for (const cell of cells) expect(solutionsOf(only(cells.filter((other) => other !== cell)), 1)).toHaveLength(1)
    }
    const sizes = found.map(({ cells, isSmallest }) => (isSmallest ? cells.length : undefined))
    expect(sizes).toEqual([undefined, size])
  })

  it('is the smallest: with one given less, whichever are taken, there is a solution', () => {
    const text = '3.5.6......46....3.3.62..53....2..5.'
    const givens = [...text].flatMap((symbol, cell) => (symbol === '.' ? [] : [cell]))
    const puzzle = puzzleFrom(text)
    const smallest = [...conflictsIn(puzzle)].findLast((conflict) => conflict?.isSmallest)
    const choices = subsetsOf(givens, (smallest?.cells.length ?? 0) - 1)
    expect(choices).toHaveLength(1287)
    for (const cells of choices) {
      const some = textOf(puzzle.givens.map((digit, cell) => (cells.includes(cell) ? digit : 0)))
      expect(solutionsOf(puzzleFrom(some), 1)).toHaveLength(1)
    }
  })
})

/** All choices of so many from a list. */
function subsetsOf<T>(list: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return list.flatMap((first, i) => subsetsOf(list.slice(i + 1), count - 1).map((rest) => [first, ...rest]))
}
