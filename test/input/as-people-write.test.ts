import { expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { piecesOf } from '../../shared/input/pieces.ts'
import { A, B, FOUR, rowsOf, SOLVED_A } from './puzzles.ts'
import { bytesOf, read } from './read.ts'

/** Files as people and their programs make them: what each puzzle is, a person would say without a doubt. */

const cellsOf = (puzzle: string, size?: number) => rowsOf(puzzle, size).map((row) => [...row])

/** As a terminal's table is drawn, with nothing in empty cells. */
function boxed(puzzle: string): string {
  const drawn = cellsOf(puzzle).map((row) => `║${row.map((cell) => ` ${cell === '.' ? ' ' : cell} `).join('│')}║`)
  const between = `\n╟${'───┼'.repeat(8)}───╢\n`
  return `╔${'═══╤'.repeat(8)}═══╗\n${drawn.join(between)}\n╚${'═══╧'.repeat(8)}═══╝\n`
}

const fieldsOf = (puzzle: string, delimiter: string) =>
  `${cellsOf(puzzle)
    .map((row) => row.map((cell) => (cell === '.' ? '' : cell)).join(delimiter))
    .join('\r\n')}\r\n`

const numbersOf = (puzzle: string) => cellsOf(puzzle).map((row) => row.map((cell) => (cell === '.' ? 0 : Number(cell))))

const CASES: readonly [what: string, text: string, puzzles: readonly string[]][] = [
  ['a frame of box-drawing characters', `${boxed(A)}\n${boxed(B)}`, [A, B]],
  ['a stroke beside each cell', fieldsOf(A, '|').replaceAll(/^|(?=\r)/gm, '|'), [A]],
  ['a grid that a spreadsheet saved, with commas', fieldsOf(A, ','), [A]],
  ['a grid that a spreadsheet saved, with semicolons', fieldsOf(A, ';'), [A]],
  ['a grid that a spreadsheet saved, with tabs', fieldsOf(A, '\t'), [A]],
  ['semicolons between cells, none of them empty', fieldsOf(SOLVED_A, ';'), [SOLVED_A]],
  ['objects cut out of a list', `{"puzzle":"${A}"},\n{"puzzle":"${B}"},\n`, [A, B]],
  ['texts cut out of a list', `"${A}",\n"${B}",\n"${FOUR}"\n`, [A, B, FOUR]],
  ['a list with a comma behind its last item', `[\n"${A}",\n"${B}",\n]\n`, [A, B]],
  ['one grid of numbers as a JSON document', JSON.stringify(numbersOf(A), null, 2), [A]],
  [
    'the same, a row a line',
    `[${numbersOf(A)
      .map((row) => JSON.stringify(row))
      .join(',\n ')}]\n`,
    [A],
  ],
  ['a column alone, in quotes', `"puzzle"\r\n"${A}"\r\n"${B}"\r\n`, [A, B]],
  ['the line that tells Excel its delimiter', `\uFEFFsep=;\r\nid;puzzle\r\n1;${A}\r\n2;${B}\r\n`, [A, B]],
  ['two sets put together, each with its header', `puzzle\n${A}\npuzzle\n${B}\n`, [A, B]],
  ['the same in two columns and with marks', `\uFEFFid,puzzle\r\n1,${A}\r\n\uFEFFid,puzzle\r\n2,${B}`, [A, B]],
]

it.each(CASES)('%s', async (_, text, puzzles) => {
  const bare = (found: string) => found.replaceAll(/[\s/]/g, '').replaceAll('0', '.')
  const { entries } = read(text)
  expect(entries.map(({ text }) => bare(text))).toEqual(puzzles)
  expect(entries.filter(({ refused }) => refused)).toEqual([])
  async function* bytes() {
    for (const byte of bytesOf(text)) yield Uint8Array.of(byte)
  }
  const pieces = await Array.fromAsync(piecesOf(bytes(), { maxBytes: 5000 }))
  const parts = pieces.flatMap((piece) => read(piece.bytes, { format: piece.format }).entries)
  expect(parts.map(({ text }) => bare(text))).toEqual(puzzles)
})

it('a row of commas among puzzles in lines is a bad line, and changes none of them', () => {
  const { format, entries } = read(`${A}\n1,2,,4\n${B}\n`)
  expect([format, entries.map(({ text }) => text)]).toEqual(['lines', [A, '1 2 . 4', B]])
})

it('a list whose first item is a bad row says so, and loses no other', () => {
  const found = readPuzzles(bytesOf(`["${A}", [7], "${B}"]`))
  expect(found.ok && found.value.puzzles.count).toBe(3)
})
