import { describe, expect, it } from 'vitest'
import type { Step } from '../../shared/sudoku/grid/step.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'

/** Rows from the top; those left out are empty. */
function searched(...rows: readonly string[]) {
  const steps: Step[] = []
  const puzzle = puzzleFrom(rows.join('').padEnd(81, '.'))
  const { end, counts } = solve(strategies.singles, puzzle, asking(1), (step) => steps.push(step))
  return { end, steps, backtracks: counts.searchBacktracks }
}

describe('singles infers before its first guess', () => {
  it('the one candidate of a cell', () => {
    const { steps } = searched('12345678.')
    expect(steps[0]).toEqual({ kind: 'infer', cell: 8, digit: 9 })
  })

  it('the one place of a digit in a box', () => {
    const { steps } = searched(
      '...1.....',
      '......1..',
      '.........',
      '1........',
      '.........',
      '.........',
      '.1.......',
    )
    expect(steps[0]).toEqual({ kind: 'infer', cell: 20, digit: 1 })
  })

  it.each([
    ['a cell has no candidate', ['12345678.', '', '', '', '........9'].map((row) => row.padEnd(9, '.'))],
    // The 1 of box 1 can only go to the cell of the 5.
    [
      'a digit has no place in a box',
      ['...1.....', '......1..', '..5......', '1........', '.........', '.........', '.1.......'],
    ],
    // In rows 2 and 3, 1 and 2 stand outside box 1; columns 2 and 3 hold both; left is cell 1, for two digits.
    [
      'two digits have the same one place',
      ['.........', '...12....', '......12.', '.1.......', '..2......', '.........', '.2.......', '..1......'],
    ],
  ])('that there is no solution where %s, with no step of a guess', (_, rows) => {
    const { end, steps, backtracks } = searched(...rows)
    expect(end).toBe('exhausted')
    expect(backtracks).toBe(0)
    expect(steps.filter(({ kind }) => kind !== 'infer')).toEqual([])
  })
})
