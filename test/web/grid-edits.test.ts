import { describe, expect, it } from 'vitest'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { withRules, withSymbol, writtenBy } from '../../web/grid/edits.ts'
import { shownPuzzle } from '../../web/grid/shown-puzzle.ts'
import { emptyPuzzle } from '../../web/rules/puzzle-text.ts'

const written = (key: string, size: Size, rules: RulesName = 'classic') => writtenBy(key, emptyPuzzle(size, rules), 0)

describe('a key writes', () => {
  it.each<[string, Size, RulesName, string]>([
    ['7', 9, 'classic', '7'],
    ['g', 16, 'classic', 'G'],
    ['e', 16, 'classic', 'E'],
    ['e', 16, 'even', 'e'],
    ['E', 16, 'even', 'E'],
    ['E', 9, 'even', 'e'],
    ['o', 4, 'odd', 'o'],
    ['p', 25, 'classic', 'P'],
  ])('%s on %i, %s: %s', (key, size, rules, symbol) => {
    expect(written(key, size, rules)).toMatchObject({ symbol, cell: 0 })
  })

  it.each(['0', '.', ' ', 'Backspace', 'Delete'])('nothing, and so empties the cell: %j', (key) => {
    expect(written(key, 9)).toMatchObject({ symbol: '.', cell: 0 })
  })

  it('no mark where there is one', () => {
    const marked = withSymbol(emptyPuzzle(9, 'even'), 3, 'e')
    expect(writtenBy('e', marked, 3)).toEqual({ symbol: '.', cell: 3, cursor: 3 })
    expect(writtenBy('e', marked, 4)).toEqual({ symbol: 'e', cell: 4, cursor: 4 })
  })

  it('and leads on, as in a text: digits and blanks to the next cell, Backspace back', () => {
    const puzzle = withSymbol(emptyPuzzle(9, 'classic'), 3, '5')
    expect(writtenBy('7', puzzle, 8)).toEqual({ symbol: '7', cell: 8, cursor: 9 })
    expect(writtenBy(' ', puzzle, 8)).toEqual({ symbol: '.', cell: 8, cursor: 9 })
    expect(writtenBy('7', puzzle, 80)).toEqual({ symbol: '7', cell: 80, cursor: 80 })
    expect(writtenBy('Delete', puzzle, 3)).toEqual({ symbol: '.', cell: 3, cursor: 3 })
    expect(writtenBy('Backspace', puzzle, 3)).toEqual({ symbol: '.', cell: 3, cursor: 3 })
    expect(writtenBy('Backspace', puzzle, 4)).toEqual({ symbol: '.', cell: 3, cursor: 3 })
    expect(writtenBy('Backspace', puzzle, 0)).toEqual({ symbol: '.', cell: 0, cursor: 0 })
  })

  it.each<[string, Size, string]>([
    ['7', 6, '“7” is no digit of a 6×6 grid: its digits are 1 to 6.'],
    ['h', 16, '“h” is no digit of a 16×16 grid: its digits are 1 to 9 and A to G.'],
    ['e', 9, '“e” is no digit of a 9×9 grid: its digits are 1 to 9.'],
  ])('no digit that the grid does not have, and says so: %s on %i', (key, size, error) => {
    expect(written(key, size)).toEqual({ error })
  })

  it.each(['Enter', 'Tab', 'F5', '+', 'Shift', 'ArrowUp'])('nothing that is not meant so: %s', (key) => {
    expect(written(key, 9)).toBeUndefined()
  })
})

it('other rules keep the digits and the marks that they know', () => {
  const even = { size: 4, rules: 'even', text: '1e..2e..........' } as const
  expect(withRules(even, 'odd')).toEqual({ size: 4, rules: 'odd', text: '1...2...........' })
  expect(withRules(even, 'even')).toEqual(even)
})

describe('clashes are put in words', () => {
  it.each<[string, RulesName, string, string[]]>([
    ['a row', 'classic', '12.1............', ['1 stands twice in row 1, at columns 1 and 4.']],
    ['a column', 'classic', '3.......3...3...', ['3 stands three times in column 1, at rows 1, 3 and 4.']],
    ['a box', 'classic', '2....2..........', ['2 stands twice in box 1, at row 1 column 1 and row 2 column 2.']],
    ['a large grid', 'classic', 'G....G'.padEnd(256, '.'), ['G stands twice in row 1, at columns 1 and 6.']],
    ['a row and a box, once', 'classic', '11..............', ['1 stands twice in row 1, at columns 1 and 2.']],
    [
      'a row, of two digits',
      'classic',
      '1221............',
      ['2 stands twice in row 1, at columns 2 and 3.', '1 stands twice in row 1, at columns 1 and 4.'],
    ],
  ])('in %s', (_, rules, text, words) => {
    expect(shownPuzzle({ size: text.length === 16 ? 4 : 16, rules, text }).clashes).toEqual(words)
  })
})

it('a marked cell on a large grid is empty, and no E', () => {
  const text = 'eE'.padEnd(256, '.')
  const { cells } = shownPuzzle({ size: 16, rules: 'even', text })
  expect(cells[0]).toEqual({ digit: 0, kind: 'empty', mark: 'even' })
  expect(cells[1]).toEqual({ digit: 14, kind: 'given' })
})
