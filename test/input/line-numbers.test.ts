import { expect, it } from 'vitest'
import { type InputFormat, readPuzzles } from '../../shared/input/input-format.ts'
import { A, B, FOUR, rowsOf } from './puzzles.ts'
import { bytesOf } from './read.ts'

const GRID = rowsOf(A, 9).join('\n')
const BANDS = rowsOf(B, 9)
  .map((row, i) => (i % 3 === 2 ? `${row}\n` : row))
  .join('\n')

/** The lines on which the puzzles of a text begin, counted from 1. */
function linesIn(text: string, format?: InputFormat): readonly (number | undefined)[] {
  const read = readPuzzles(bytesOf(text), { format })
  if (!read.ok) throw new Error(read.error.reason)
  const { puzzles, lines } = read.value
  return Array.from({ length: puzzles.count }, (_, place) => lines?.[place])
}

it.each<[what: string, text: string, format: InputFormat, lines: number[]]>([
  ['one a line', `${A}\nx\n${B}\n`, 'lines', [1, 2, 3]],
  ['blank lines and comments', `# mine\n\n${A}\n\n\nx\n# ----\n---+---\n${B}\nx`, 'lines', [3, 6, 9, 10]],
  ['lines that end in CR and LF', `# mine\r\n\r\n${A}\r\nx\r\n`, 'lines', [3, 4]],
  ['NDJSON', `\n{"puzzle":"${A}"}\n\n{"puzzle":"x"}\n"y"\n`, 'ndjson', [2, 4, 5]],
  ['CSV', `\n"id",puzzle\na,${A}\n\nb,x\n"c",x\n`, 'csv', [3, 5, 6]],
  ['CSV files put together', 'id;puzzle\na;x\nid;puzzle\nb;x\n', 'csv', [2, 4]],
  ['a CSV field of several lines', 'id,puzzle\na,x\n"b\nc",x\n"d\n,x\ne,x\n', 'csv', [2, 3, 5, 6, 7]],
  ['grids of nine rows', `${GRID}\n\n${GRID}\n\n${GRID}\n`, 'grids', [1, 11, 21]],
  [
    'headings, bands and puzzles in a line',
    `Grid 01\n${GRID}\n${A}\n\n${BANDS}\n# x\n${A}\nx`,
    'grids',
    [2, 11, 13, 26, 27],
  ],
  ['frames', `+---+\n|${rowsOf(FOUR, 4).join('|\n|')}|\n+---+\n${GRID}\n`, 'grids', [2, 7]],
  ['sections', `[State]\n${GRID}\n[Puzzle]\n${GRID}\n[State]\n${GRID}\n`, 'grids', [12]],
  [
    'a message',
    `Hello,\n\nhere is the puzzle that I could not solve:\n\n> ${GRID.replaceAll('\n', '\n> ')}\n`,
    'message',
    [5],
  ],
])('a puzzle is on the line where it begins: %s', (_, text, format, lines) => {
  expect(linesIn(text, format)).toEqual(lines)
  expect(linesIn(text)).toEqual(lines)
})

it('the items of a JSON document have no lines, as it may be broken anywhere', () => {
  expect(linesIn(`[\n"${A}",\n"${B}"]`)).toEqual([undefined, undefined])
})
