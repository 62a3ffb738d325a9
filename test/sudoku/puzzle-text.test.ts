import { describe, expect, it } from 'vitest'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { textsIn } from '../input/read.ts'
import { puzzleFrom } from './asked.ts'
import { texts } from './texts.ts'

const puzzlesIn = (text: string, size?: Size) => textsIn(text, { format: 'grids', size })
const line = (text: string) => puzzleFrom(text).text
const A = line(texts.figure2.puzzle)
const B = line(texts.listing1.puzzle)
const rows = (puzzle: string, size = 9) => puzzle.match(new RegExp(`.{${size}}`, 'g')) ?? []
/** The puzzles as the solvers would see them. */
const linesIn = (text: string) => puzzlesIn(text).map(line)

describe('one puzzle a line', () => {
  it('gives the lines in order', () => {
    expect(puzzlesIn(`${A}\n${B}\n${A}`)).toEqual([A, B, A])
  })

  it.each([
    ['blank lines', `\n\n${A}\n\n\n${B}\n\n`],
    ['comments', `# two puzzles\n${A}\n  # the second\n${B}\n#`],
    ['line ends of Windows', `${A}\r\n${B}\r\n`],
    ['a byte order mark', `\uFEFF${A}\n${B}`],
    ['blanks around', `  ${A}\t\n ${B}  `],
  ])('with %s', (_, text) => {
    expect(puzzlesIn(text)).toEqual([A, B])
  })

  it('as numbers or in groups', () => {
    const asNumbers = [...A].map((symbol) => (symbol === '.' ? '0' : symbol)).join(' ')
    expect(linesIn(`${asNumbers}\n${texts.listing1.puzzle}`)).toEqual([A, B])
  })

  it('of any size, even mixed', () => {
    const puzzles = [A, '.'.repeat(36), '.'.repeat(256), '1.3...21.1.224..', B]
    expect(puzzlesIn(puzzles.join('\n'))).toEqual(puzzles)
  })

  it.each(['x', '123456789', '.'.repeat(80)])('keeps the place of the others around a bad one: %s', (bad) => {
    expect(puzzlesIn(`${A}\n${bad}\n${B}\n${A}`)).toEqual([A, bad, B, A])
  })
})

describe('a grid row by row', () => {
  const compact = (puzzle: string) => rows(puzzle).join('\n')
  const spaced = (puzzle: string) =>
    rows(puzzle)
      .map((row) => [...row.replaceAll('.', '0')].join(' '))
      .join('\n')
  const banded = (puzzle: string) => compact(puzzle).replace(/(.{30})(.{30})/s, '$1\n$2\n')

  it.each([
    ['compact', compact],
    ['as numbers', spaced],
    ['with a blank line after every third row', banded],
  ] as const)('%s, alone', (_, write) => {
    expect(linesIn(write(A))).toEqual([A])
  })

  it.each([
    ['compact', compact],
    ['as numbers', spaced],
    ['with a blank line after every third row', banded],
  ] as const)('%s, after one another', (_, write) => {
    expect(linesIn([A, B, A].map(write).join('\n\n'))).toEqual([A, B, A])
  })

  it('without blank lines between grids', () => {
    expect(linesIn(`${compact(A)}\n${compact(B)}`)).toEqual([A, B])
  })

  it('with marks', () => {
    expect(puzzlesIn(texts.even.puzzle).map((text) => puzzleFrom(text, 'even').text)).toEqual([
      puzzleFrom(texts.even.puzzle, 'even').text,
    ])
  })

  it('with comments and line ends of Windows', () => {
    expect(linesIn(`# first\n${compact(A)}\n\n# second\n${banded(B)}`.replaceAll('\n', '\r\n'))).toEqual([A, B])
  })

  it('in a frame', () => {
    const framed = (puzzle: string) => {
      const bar = '+-------+-------+-------+'
      const framedRows = rows(puzzle).map(
        (row) =>
          `| ${rows(row, 3)
            .map((part) => [...part].join(' '))
            .join(' | ')} |`,
      )
      return [bar, ...framedRows.slice(0, 3), bar, ...framedRows.slice(3, 6), bar, ...framedRows.slice(6), bar].join(
        '\n',
      )
    }
    expect(linesIn(`${framed(A)}\n${framed(B)}`)).toEqual([A, B])
  })

  it('in a light frame', () => {
    const framedRows = rows(A).map((row) => rows(row, 3).join('|'))
    expect(linesIn(framedRows.toSpliced(6, 0, '---+---+---').toSpliced(3, 0, '---+---+---').join('\n'))).toEqual([A])
  })

  it('of 4×4 in a light frame', () => {
    expect(linesIn('1.|3.\n..|21\n--+--\n.1|.2\n24|..')).toEqual(['1.3...21.1.224..'])
  })

  it('of 16×16 in groups of two, where that size is asked for', () => {
    const row = Array(8).fill('1.').join(' ')
    expect(puzzlesIn(Array(16).fill(row).join('\n'), 16)).toEqual([Array(16).fill(row).join('/')])
  })

  it('of 6×6, two rows a band', () => {
    const puzzle = '1.3456456123231564564231312645645312'
    const bands = rows(puzzle, 12).map((band) => rows(band, 6).join('\n'))
    expect(linesIn(bands.join('\n\n'))).toEqual([puzzle])
  })

  it('does not pull its neighbours along when it is short of a row', () => {
    const short = rows(A).slice(0, 8)
    expect(puzzlesIn([short.join('\n'), compact(B), compact(A)].join('\n\n'))).toEqual([
      short.join('/'),
      rows(B).join('/'),
      rows(A).join('/'),
    ])
  })

  it('stays one grid when a row of it is too long', () => {
    const long = rows(A).map((row, r) => (r === 4 ? `${row}5` : row))
    expect(puzzlesIn([compact(B), long.join('\n'), compact(B)].join('\n\n'))).toEqual([
      rows(B).join('/'),
      long.join('/'),
      rows(B).join('/'),
    ])
  })
})

describe('sixteen lines of sixteen characters', () => {
  const fours = Array<string>(16).fill('1.3...21.1.224..')

  it('are one 16×16 grid where most hold a digit that no 4×4 has', () => {
    const row = '12.4.67.9A.CDE.G'
    const rows = fours.map((four, r) => (r % 4 === 0 ? four : row))
    expect(puzzlesIn(rows.join('\n'))).toEqual([rows.join('/')])
  })

  it('are sixteen 4×4 puzzles where one of them is bad', () => {
    const lines = fours.with(5, '.......G........')
    expect(puzzlesIn(lines.join('\n'))).toEqual(lines)
  })

  it('are sixteen 4×4 puzzles where they do not, as are thirty-two', () => {
    expect(puzzlesIn(fours.join('\n'))).toEqual(fours)
    expect(puzzlesIn([...fours, ...fours].join('\n'))).toEqual([...fours, ...fours])
  })

  it('are sixteen 4×4 puzzles where that size is asked for', () => {
    expect(puzzlesIn(fours.join('\n'), 4)).toEqual(fours)
  })

  it('are one 16×16 grid in bands where that size is asked for', () => {
    const bands = [0, 4, 8, 12].map((top) => fours.slice(top, top + 4).join('\n'))
    expect(puzzlesIn(bands.join('\n\n'), 16)).toEqual([fours.join('/')])
  })

  it('are 4×4 puzzles when they are not sixteen', () => {
    expect(puzzlesIn(fours.slice(1).join('\n'))).toEqual(fours.slice(1))
  })
})

it('a text without puzzles has none', () => {
  expect(puzzlesIn('')).toEqual([])
  expect(puzzlesIn('# nothing here\n\n')).toEqual([])
})

describe('grids as they are found in the wild', () => {
  const bands = (grid: string) =>
    [0, 3, 6]
      .map((r) =>
        rows(grid)
          .slice(r, r + 3)
          .join('\n'),
      )
      .join('\n\n')

  it('have headings between them', () => {
    const text = `Grid 01\n${rows(A).join('\n')}\nGrid 02\n${rows(B).join('\n')}\n`
    expect(puzzlesIn(text)).toEqual([rows(A).join('/'), rows(B).join('/')])
  })

  it('have frames of dashes', () => {
    const frame = '-'.repeat(25)
    const framed = (grid: string) => `${frame}\n${rows(grid).join('\n')}\n${frame}`
    expect(puzzlesIn(`${framed(A)}\n\n${framed(B)}`)).toEqual([rows(A).join('/'), rows(B).join('/')])
  })

  it('end their lines with a carriage return alone', () => {
    const lines = [rows(A).join(''), rows(B).join('')]
    expect(puzzlesIn(`${lines.join('\r')}\r`)).toEqual(lines)
  })

  it('keep their bands where the grid before them has too few rows', () => {
    const short = rows(A).slice(0, 6)
    expect(puzzlesIn(`${short.join('\n')}\n\n${bands(B)}`)).toEqual([short.join('/'), rows(B).join('/')])
  })

  it('may come by the hundred thousand', () => {
    expect(puzzlesIn('1\n'.repeat(300_000))).toHaveLength(300_000)
  })
})
