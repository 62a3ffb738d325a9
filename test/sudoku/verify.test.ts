import { describe, expect, it } from 'vitest'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { puzzleFrom } from './asked.ts'
import { texts } from './texts.ts'

const solved = (rows: string) => digitsOf(rows.replaceAll(' ', ''))
const mirrored = (row: string) => [...row].reverse().join('')
const EMPTY = '.'.repeat(16)

describe('verify rejects', () => {
  it.each([
    ['a changed given', `2${'.'.repeat(15)}`, '1234 3412 2143 4321', 'cell 1 holds 1, given 2'],
    ['a digit twice in a row', EMPTY, '1134 3412 2143 4321', 'row 1 holds a digit twice'],
    // Every row holds all digits: only the columns tell.
    ['a digit twice in a column', EMPTY, '1234 3412 2143 3421', 'column 1 holds a digit twice'],
    // A Latin square: only the boxes tell.
    ['a digit twice in a box', EMPTY, '1234 2341 3412 4123', 'box 1 holds a digit twice'],
    ['an empty cell', EMPTY, '1234 3412 2143 432.', 'cell 16 holds 0'],
    ['a digit beyond the size', EMPTY, '1234 3412 2143 4325', 'cell 16 holds 5'],
    ['a cell too few', EMPTY, '1234 3412 2143 432', '15 cells, expected 16'],
    ['a cell too many', EMPTY, '1234 3412 2143 4321 1', '17 cells, expected 16'],
  ])('%s', (_, puzzle, solution, wrong) => {
    expect(verify(puzzleFrom(puzzle), solved(solution))).toBe(wrong)
  })

  // Both are good grids under classic rules, and only one of their diagonals is bad.
  it.each([
    ['falling', '124635 635124 412563 563412 246351 351246'.split(' ').map(mirrored).join('')],
    ['rising', '124635 635124 412563 563412 246351 351246'],
  ])('a digit twice on the %s diagonal, under diagonal rules only', (which, solution) => {
    const empty = '.'.repeat(36)
    expect(verify(puzzleFrom(empty), solved(solution))).toBeUndefined()
    expect(verify(puzzleFrom(empty, 'diagonal'), solved(solution))).toBe(`the ${which} diagonal holds a digit twice`)
  })

  it.each([
    ['an odd digit on an even mark', 'even', `..e.${'.'.repeat(12)}`, 'cell 3 holds 3, marked even'],
    ['an even digit on an odd mark', 'odd', `...o${'.'.repeat(12)}`, 'cell 4 holds 4, marked odd'],
  ] as const)('%s', (_, rules, text, wrong) => {
    expect(verify(puzzleFrom(text, rules), solved('1234 3412 2143 4321'))).toBe(wrong)
  })

  it('any one changed digit of a solution', () => {
    const solution = solved(texts.input.solution ?? '')
    const puzzle = puzzleFrom('.'.repeat(81))
    for (let cell = 0; cell < 81; cell++) {
      const changed = solution.with(cell, (solution[cell] % 9) + 1)
      expect(verify(puzzle, changed), `cell ${cell}`).toContain('holds a digit twice')
    }
  })
})
