import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { exactCover } from '../../shared/sudoku/search/exact-cover.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { clausesOf } from './learned.ts'
import { anyPuzzle } from './made.ts'

/** The puzzle in which nothing holds that a clause claims; undefined where a cell would have no candidate. */
function without(puzzle: Puzzle, clause: readonly Claim[]): Puzzle | undefined {
  const { units, digits } = puzzle.rules
  const left = Array.from(puzzle.givens, (given, cell) =>
    given === 0 ? (puzzle.masks.get(cell) ?? digits) : 1 << (given - 1),
  )
  const take = (cells: readonly number[], digit: number) => {
    for (const cell of cells) left[cell] &= ~(1 << (digit - 1))
  }
  for (const { cells, digit, isHeld } of clause) {
    if (isHeld) take(cells, digit)
    // It stands there: so it stands nowhere else in a unit that holds all of these cells.
    else if (cells.length === 1) left[cells[0]] &= 1 << (digit - 1)
    else {
      const around = units.find((unit) => cells.every((cell) => unit.cells.includes(cell)))
      take(around?.cells.filter((cell) => !cells.includes(cell)) ?? [], digit)
    }
  }
  if (left.includes(0)) return undefined
  const open = left.flatMap((mask, cell) => (puzzle.givens[cell] === 0 ? [[cell, mask] as const] : []))
  return { ...puzzle, masks: new Map(open) }
}

describe('what is learned', () => {
  const follows = (puzzle: Puzzle, most: number) => {
    const clauses = clausesOf(puzzle, most)
    for (const clause of clauses) {
      const denied = without(puzzle, clause)
      if (denied) expect(solve(exactCover, denied, asking(1)).counts.solutionCount).toBe(0)
    }
    return clauses.length
  }

  it.each([
    [
      'the hardest grid of its author',
      '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
      'classic',
    ],
    [
      'a minimal one with windows',
      '1.2.4..6..3.....5...5..6......1..237......8....7.........9....1....5....7..6.....',
      'windoku',
    ],
  ] as const)('holds in every solution, by Algorithm X: %s', (_, text, rules) => {
    expect(follows(puzzleFrom(text, rules), 30)).toBeGreaterThan(5)
  })

  it('holds in every solution of made puzzles of all rules', () => {
    let learned = 0
    fc.assert(
      fc.property(anyPuzzle(4, 6), (made) => {
        learned += follows(puzzleFrom(made.text, made.rules, made.size), 10)
      }),
      // One of ten of these learns anything.
      { numRuns: 1_000 },
    )
    expect(learned).toBeGreaterThan(0)
  })
})
