import { describe, expect, it } from 'vitest'
import { puzzleFrom } from '../sudoku/asked.ts'
import { texts } from '../sudoku/texts.ts'
import { A, B, FOUR, rowByRow, rowsOf, SIX } from './puzzles.ts'
import { read, textsIn } from './read.ts'

const compact = (puzzle: string) => rowsOf(puzzle).join('\n')

it('grids row by row are told from lines by their rows', () => {
  expect(read(`${compact(A)}\n\n${compact(B)}\n`)).toEqual({
    format: 'grids',
    entries: [{ text: rowByRow(A) }, { text: rowByRow(B) }],
  })
})

it('grids are told apart, however many rows come without a blank line', () => {
  expect(textsIn(`${compact(A)}\n`.repeat(30))).toEqual(Array(30).fill(rowByRow(A)))
})

describe('a file of SadMan', () => {
  const headers = '#ARuud\n#DA random puzzle\n#CJust start plugging in the numbers\n#B03-08-2006\n#SSudoCue\n#LEasy\n'

  it('has headers with a letter each, which are left out', () => {
    expect(textsIn(`${headers}#Uhttp://www.sudocue.net/\n${compact(A)}\n`)).toEqual([rowByRow(A)])
  })

  it('counts only in its section of the puzzle', () => {
    const marks = Array(9).fill('1579,2,3,4,16,19,8,579,159').join('\n')
    const state = compact(A.replace('.', '4'))
    const text = `${headers}[Puzzle]\n${compact(A)}\n\n[State]\n${state}\n\n[PencilMarks]\n${marks}\n`
    expect(read(text)).toEqual({ format: 'grids', entries: [{ text: rowByRow(A) }] })
    expect(textsIn(text.replaceAll('\n\n', '\n').replaceAll('\n', '\r\n'))).toEqual([rowByRow(A)])
  })

  it('may follow others of its kind', () => {
    const file = (puzzle: string) => `#ASadMan\n[Puzzle]\n${compact(puzzle)}\n[State]\n${compact(puzzle)}\n`
    expect(textsIn(file(A) + file(B))).toEqual([rowByRow(A), rowByRow(B)])
  })

  it('may hold its puzzle in one line', () => {
    expect(textsIn(`[Puzzle]\n${A}\n[State]\n${B}\n`)).toEqual([A])
  })
})

describe('a file of Simple Sudoku', () => {
  const framed = (puzzle: string) => rowsOf(puzzle).map((row) => rowsOf(row, 3).join('|'))
  const banded = (rows: readonly string[], rule: string) => rows.toSpliced(6, 0, rule).toSpliced(3, 0, rule)

  it('has strokes and dashes between the boxes', () => {
    expect(textsIn(banded(framed(A), '-----------').join('\n'))).toEqual([spaced(rowByRow(A))])
  })

  it('writes empty cells as X', () => {
    const rows = framed(A.replaceAll('.', 'X'))
    expect(textsIn(banded(rows, '---+---+---').join('\n'))).toEqual([spaced(rowByRow(A))])
  })

  it('may have a frame around, and say below who printed it', () => {
    const rows = framed(A).map((row) => `|${row}|`)
    const printed = ['*-----------*', ...banded(rows, '|---+---+---|'), '*-----------*', 'Simple Sudoku Version 4.2n']
    expect(textsIn([...printed, '', ...printed].join('\n'))).toEqual([spaced(rowByRow(A)), spaced(rowByRow(A))])
  })
})

/** Where strokes stood there are blanks. */
function spaced(grid: string): string {
  return grid
    .split('/')
    .map((row) => rowsOf(row, 3).join(' '))
    .join('/')
}

/** A blank line after every third row. */
const inBands = (puzzle: string) => compact(puzzle).replace(/(.{30})(.{30})/s, '$1\n$2\n')

describe('grids in bands', () => {
  it('are read after one another, with comments and line ends of Windows', () => {
    const text = `# first\n${inBands(A)}\n\n# second\n${inBands(B)}\n\n${compact(A)}`
    expect(textsIn(text.replaceAll('\n', '\r\n'))).toEqual([A, B, A].map(rowByRow))
  })

  it('of 6×6 have two rows each', () => {
    const bands = rowsOf(SIX, 12).map((band) => rowsOf(band, 6).join('\n'))
    expect(textsIn(bands.join('\n\n'))).toEqual([rowsOf(SIX, 6).join('/')])
  })

  it('keep them where the grid before them has too few rows, and beside a row of five', () => {
    const short = rowsOf(A).slice(0, 6)
    expect(textsIn(`${short.join('\n')}\n\n${inBands(B)}`)).toEqual([short.join('/'), rowByRow(B)])
    expect(textsIn(`12..\n34..\n\n${inBands(A)}\n\n12\n34\n\n`)).toContain(rowByRow(A))
    const three = [...short.slice(0, 2), short[2].slice(1)]
    expect(textsIn(three.join('\n'), { format: 'grids' })).toEqual([three.join('/')])
  })
})

it('marks are kept', () => {
  const [text] = textsIn(texts.even.puzzle, { format: 'grids' })
  expect(puzzleFrom(text, 'even').text).toBe(puzzleFrom(texts.even.puzzle, 'even').text)
})

describe('sixteen lines of sixteen characters', () => {
  const fours = Array<string>(16).fill(FOUR)
  const textsOf = (lines: readonly string[], size?: 4 | 16) => textsIn(lines.join('\n'), { format: 'grids', size })

  it('are one 16×16 grid where most hold a digit that no 4×4 has, even if half of its rows are missing', () => {
    const rows = fours.map((four, r) => (r % 4 === 0 ? four : '12.4.67.9A.CDE.G'))
    expect(textsOf(rows)).toEqual([rows.join('/')])
    expect(textsOf(rows.slice(8))).toEqual([rows.slice(8).join('/')])
  })

  it.each([
    ['where they do not', fours],
    ['where one of them is bad', fours.with(5, '.......G........')],
    ['where they are thirty-two', [...fours, ...fours]],
    ['where they are fifteen, and one is bad', fours.slice(1).with(5, '.......G........')],
    [
      'where half of them do',
      ['', '', '', FOUR].map((four) => four.padEnd(16, '.')).concat(Array(4).fill('A'.repeat(16))),
    ],
  ])('are 4×4 puzzles %s', (_, lines) => {
    expect(textsOf(lines)).toEqual(lines)
  })

  it('are what the size that is asked for makes them, in bands and in groups, too', () => {
    const bands = [0, 4, 8, 12].map((top) => `${fours.slice(top, top + 4).join('\n')}\n`)
    expect(textsOf(fours, 4)).toEqual(fours)
    expect(textsOf(bands, 16)).toEqual([fours.join('/')])
    const grouped = Array<string>(16).fill(Array(8).fill('1.').join(' '))
    expect(textsOf(grouped, 16)).toEqual([grouped.join('/')])
  })
})

it('rows of a large grid may be numbers', () => {
  const cells = (row: number) => Array.from({ length: 36 }, (_, column) => (row + column) % 37)
  const rows = Array.from({ length: 36 }, (_, row) => cells(row).join(' '))
  expect(textsIn(rows.join('\n'))).toEqual([rows.join('/')])
})

it('rows of 36 in lists may have any letter', () => {
  const symbols = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const rows = Array.from(symbols, (_, row) => symbols.slice(row) + symbols.slice(0, row))
  expect(textsIn(rows.map((row) => `[${[...row].join(', ')}]`).join('\n'))).toEqual([rows.join('/')])
})

it('grids in frames of dashes are read to the last, however many', () => {
  const rule = '-'.repeat(25)
  const grids = Array.from({ length: 50 }, (_, i) => (i % 3 ? A : B))
  expect(textsIn(grids.map((grid) => `${rule}\n${compact(grid)}\n${rule}`).join('\n'))).toEqual(grids.map(rowByRow))
})
