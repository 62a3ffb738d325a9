import { describe, expect, it } from 'vitest'
import { A, B, rowByRow, rowsOf } from './puzzles.ts'
import { read, textsIn } from './read.ts'

const compact = (puzzle: string) => rowsOf(puzzle).join('\n')

it('grids row by row are told from lines by their rows', () => {
  expect(read(`${compact(A)}\n\n${compact(B)}\n`)).toEqual({
    format: 'grids',
    entries: [{ text: rowByRow(A) }, { text: rowByRow(B) }],
  })
})

it('puzzles a line may stand between grids', () => {
  expect(textsIn(`${A}\n\n${compact(B)}\n\n${A}`)).toEqual([A, rowByRow(B), A])
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

it('grids without anything between them are read to the last, however many', () => {
  const grids = Array.from({ length: 500 }, (_, i) => (i % 3 ? A : B))
  expect(textsIn(grids.map(compact).join('\n'))).toEqual(grids.map(rowByRow))
})

it('grids in frames of dashes are read to the last, however many', () => {
  const rule = '-'.repeat(25)
  const grids = Array.from({ length: 50 }, (_, i) => (i % 3 ? A : B))
  expect(textsIn(grids.map((grid) => `${rule}\n${compact(grid)}\n${rule}`).join('\n'))).toEqual(grids.map(rowByRow))
})

it('a row of five spoils no band of other grids', () => {
  const four = '12\n34\n\n'
  expect(textsIn(`12..\n34..\n\n${compact(A).replace(/(.{30})(.{30})/s, '$1\n$2\n')}\n\n${four}`)).toContain(
    rowByRow(A),
  )
})
