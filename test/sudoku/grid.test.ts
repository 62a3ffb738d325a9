import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../../shared/checked.ts'
import { digitsOf, type Grid, type Mark, parseGrid, textOf } from '../../shared/sudoku/grid/grid.ts'
import { SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { texts } from './texts.ts'

function grid(text: string, mark?: Mark, size?: Size): Grid {
  const parsed = parseGrid(text, mark && [mark], size)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

const COMPACT = texts.figure2.puzzle
const cells = [...COMPACT]
const rowsOf = (items: readonly string[], width = 9) =>
  Array.from({ length: items.length / width }, (_, row) => items.slice(row * width, (row + 1) * width))
const numbers = cells.map((symbol) => (symbol === '.' ? '0' : symbol))

const inRows = (width: number) => rowsOf(cells, width).map((row) => row.join(''))

// One line, one row a line and numbers are read as they are written below.
describe('a grid may be written', () => {
  it.each([
    ['with all kinds of empty', COMPACT.replace('.', '0').replace('.', '*').replace('.', '_').replace('.', '-')],
    ['in groups of nine', inRows(9).join(' ')],
    ['in groups of three with - for empty', inRows(3).join(' ').replaceAll('.', '-')],
    ['as numbers with commas and blanks', numbers.join(', ')],
    ['as numbers with two digits each', numbers.map((number) => number.padStart(2, '0')).join(' ')],
    ['as numbers with . for empty', cells.join(' ')],
    ['as rows with line ends of Windows', inRows(9).join('\r\n')],
    [
      'as rows of numbers with line ends',
      rowsOf(numbers)
        .map((row) => `  ${row.join('\t')} `)
        .join('\n'),
    ],
    [
      'as rows in groups',
      rowsOf(inRows(3), 3)
        .map((row) => row.join(' '))
        .join('/'),
    ],
    ['with blank lines between rows', inRows(9).join('\n\n')],
  ])('%s', (_, text) => {
    const { size, digits, marks } = grid(text)
    expect([size, textOf(digits), marks.size]).toEqual([9, COMPACT, 0])
  })

  it('with letters for digits above 9, of either case', () => {
    const { digits } = grid(`GgAa9${'.'.repeat(251)}`)
    expect([...digits.slice(0, 6)]).toEqual([16, 16, 10, 10, 9, 0])
    expect(grid(`P${'.'.repeat(624)}`).digits[0]).toBe(25)
  })

  it('with letters among numbers', () => {
    const { digits } = grid(`16 G 10 A 9 ${'0 '.repeat(251)}`)
    expect([...digits.slice(0, 6)]).toEqual([16, 16, 10, 10, 9, 0])
  })

  it('in groups of two on 4×4', () => {
    expect(textOf(grid('1. 3. .. 21 .1 .2 24 ..').digits)).toBe('1.3...21.1.224..')
  })
})

describe('marks are read', () => {
  it("from -2 among numbers, as in Devadas' even puzzle", () => {
    const { marks, digits } = grid(texts.even.puzzle, 'even')
    expect([...marks.keys()]).toEqual([6, 20, 26, 31, 39, 41, 49, 54, 60, 74])
    expect(new Set(marks.values())).toEqual(new Set(['even']))
    expect(digits[6]).toBe(0)
  })

  it.each([
    ['even', 'e'],
    ['even', 'E'],
    ['odd', 'o'],
    ['odd', 'O'],
  ] as const)('%s from %s', (mark, letter) => {
    expect([...grid(`1${letter}${'.'.repeat(79)}`, mark).marks]).toEqual([[1, mark]])
  })

  it('from -1 as odd', () => {
    expect([...grid(`1 -1 ${'0 '.repeat(79)}`, 'odd').marks]).toEqual([[1, 'odd']])
  })

  it('from the small letter only where the capital is a digit', () => {
    const { marks, digits } = grid(`eE${'.'.repeat(254)}`, 'even')
    expect([...marks.keys()]).toEqual([0])
    expect(digits[1]).toBe(14)
    const odd = grid(`oO${'.'.repeat(623)}`, 'odd')
    expect([...odd.marks.keys()]).toEqual([0])
    expect(odd.digits[1]).toBe(24)
  })

  it('only where the rules know them: elsewhere a small letter is its digit', () => {
    const { marks, digits } = grid(`e${'.'.repeat(255)}`)
    expect(marks.size).toBe(0)
    expect(digits[0]).toBe(14)
  })

  it('and written again by textOf', () => {
    const { digits, marks } = grid(texts.even.puzzle, 'even')
    const line = textOf(digits, marks)
    expect(line).toBe('84..5.e..3..6.8.4...e4.9..e.23.e.98.1..e.e..4.98.e.16.e..5.3e...3.1.6..7..e.2..13')
    expect(grid(line, 'even')).toEqual({ size: 9, digits, marks })
  })
})

describe('an error says where, what came and what was expected', () => {
  const at = (cell: number, symbol: string, count = 81) => '.'.repeat(cell - 1) + symbol + '.'.repeat(count - cell)

  const numbersWith = (...first: readonly string[]) => [...first, ...Array(81 - first.length).fill('0')].join(' ')

  it.each<[what: string, text: string, error: string, mark?: Mark | undefined, size?: Size]>([
    ['the first bad cell of several', `..x..y${'.'.repeat(75)}`, 'cell 3: found "x", expected 1–9, 0 or "."'],
    ['a digit beyond 4×4', at(16, '5', 16), 'cell 16: found "5", expected 1–4, 0 or "."'],
    ['a letter beyond 16×16', at(2, 'H', 256), 'cell 2: found "H" (17), expected 1–9, A–G, 0 or "."'],
    ['a letter beyond 25×25', at(2, 'q', 625), 'cell 2: found "q", expected 1–9, A–P, 0 or "."'],
    ['a quote', at(3, '"'), 'cell 3: found "\\"", expected 1–9, 0 or "."'],
    ['a sign outside the basic plane', at(3, '🙂'), 'cell 3: found "🙂", expected 1–9, 0 or "."'],
    ['a mark under classic rules', at(7, 'e'), 'cell 7: found "e", expected 1–9, 0 or "."'],
    ['an odd mark under even rules', at(7, 'o'), 'cell 7: found "o", expected 1–9, "e", 0 or "."', 'even'],
    ['a number too large', numbersWith('10'), 'cell 1: found "10", expected 1–9, 0 or "."'],
    ['a number of three digits', numbersWith('0', '100'), 'cell 2: found "100", expected 1–9, 0 or "."'],
    ['a negative number', numbersWith('0', '-3'), 'cell 2: found "-3", expected 1–9, 0 or "."'],
    ['-2 under classic rules', numbersWith('0', '-2'), 'cell 2: found "-2", expected 1–9, 0 or "."'],
    ['-1 under even rules', numbersWith('0', '-1'), 'cell 2: found "-1", expected 1–9, "e", 0 or "."', 'even'],
    ['a cell too few', '.'.repeat(80), '81 cells are needed, 80 are there'],
    ['a cell too many', '.'.repeat(82), '81 cells are needed, 82 are there'],
    ['a number too few', '0 '.repeat(80), '81 cells are needed, 80 are there'],
    ['a number too few, among marks', `${'0 '.repeat(79)}-2`, '81 cells are needed, 80 are there', 'even'],
    ['a cell too few in groups', `${'530 '.repeat(26)}53`, '81 cells are needed, 80 are there'],
    ['blanks only', ' \n ', 'there is no puzzle'],
    ['another size than asked for', '.'.repeat(81), '16 cells are needed, 81 are there', undefined, 4],
    [
      'rows too short and too long',
      `${'.'.repeat(8)}/${'.'.repeat(10)}${'/.........'.repeat(7)}`,
      'row 1 has 8 cells, 9 are needed',
    ],
    ['too few rows', '...../...../...../...../.', '21 cells are there, and 16, 36, 81, 256, 625 or 1296 are needed'],
  ])('%s', (_, text, error, mark, size) => {
    expect(parseGrid(text, mark && [mark], size)).toEqual(refuse(error))
  })

  it('for any text, never by throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom(undefined, 'even', 'odd'),
        (text, mark) => {
          const parsed = parseGrid(text, mark && [mark])
          expect(parsed.ok ? parsed.value.size : parsed.error).toBeTruthy()
        },
      ),
    )
  })
})

describe('textOf', () => {
  const anyDigits = fc
    .constantFrom(...SIZES)
    .chain((size) =>
      fc
        .uint8Array({ min: 0, max: size, minLength: size * size, maxLength: size * size })
        .map((digits) => ({ size, digits })),
    )

  it('writes what digitsOf reads back', () => {
    fc.assert(
      fc.property(anyDigits, ({ digits }) => {
        expect(digitsOf(textOf(digits))).toEqual(digits)
      }),
    )
  })

  it('writes what parseGrid reads back, compact, in rows and as numbers', () => {
    fc.assert(
      fc.property(anyDigits, ({ size, digits }) => {
        const rows = rowsOf([...textOf(digits)], size).map((row) => row.join(''))
        for (const text of [rows.join(''), rows.join('/'), rows.join('\n'), digits.join(' '), digits.join(',')]) {
          expect(parseGrid(text)).toEqual(accept({ size, digits, marks: new Map() }))
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a 16×16 grid with both 0 and another empty cell', () => {
  const row = '.0123456789ABCDE'
  const text = `${row}${'.'.repeat(240)}`

  it('has the digits 0 to F, whose 0 is 1 here', () => {
    const { digits, size } = grid(text)
    expect([size, ...digits.slice(0, 16)]).toEqual([16, 0, ...Array.from({ length: 15 }, (_, i) => i + 1)])
    expect([...grid(`f${text.slice(1)}`).digits.slice(0, 2)]).toEqual([16, 1])
  })

  it('has no G then', () => {
    expect(parseGrid(`G${text.slice(1)}`)).toEqual(refuse('cell 1: found "G", expected 0–F or "."'))
  })

  it('tells what the digits of its solution are', () => {
    const rows = Array.from({ length: 16 }, () => 'F0123456789ABCDE').join('')
    const solution = parseGrid(rows, undefined, 16, text)
    expect(solution.ok && [...solution.value.digits.slice(0, 3)]).toEqual([16, 1, 2])
  })
})
