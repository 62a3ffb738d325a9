import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'

describe('givens that clash are refused with both cells, the digit and the unit', () => {
  it.each<[string, RulesName, Size, Record<number, string>, string]>([
    ['a row', 'classic', 9, { 1: '5', 9: '5' }, 'cells 1 and 9: both hold 5 in row 1'],
    ['a column', 'classic', 9, { 2: '7', 74: '7' }, 'cells 2 and 74: both hold 7 in column 2'],
    ['a box', 'classic', 9, { 41: '3', 51: '3' }, 'cells 41 and 51: both hold 3 in box 5'],
    ['a diagonal', 'diagonal', 4, { 4: '2', 13: '2' }, 'cells 4 and 13: both hold 2 in the rising diagonal'],
    ['a window', 'windoku', 9, { 11: '4', 31: '4' }, 'cells 11 and 31: both hold 4 in the window at r2c2'],
    ['among marks', 'even', 9, { 1: '5', 2: 'e', 3: '5' }, 'cells 1 and 3: both hold 5 in row 1'],
  ])('in %s', (_unit, rules, size, givens, error) => {
    const text = Array.from({ length: size * size }, (_, cell) => givens[cell + 1] ?? '.').join('')
    expect(parsePuzzle(text, rules)).toEqual(refuse(error))
  })

  it('even where the grid is full', () => {
    expect(parsePuzzle('1234 3412 2143 4322', 'classic')).toEqual(refuse('cells 15 and 16: both hold 2 in row 4'))
  })

  it('and marks clash with nothing', () => {
    expect(parsePuzzle('e'.repeat(81), 'even')).toHaveProperty('ok', true)
  })
})
