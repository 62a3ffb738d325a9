import { peers } from '../sudoku/plain.ts'
import { A, B, FOUR, rowsOf, SOLVED_A } from './puzzles.ts'

/** Texts as people copy them from programs, sites and messages, and the puzzles that a person would see in them. */

const rows: string[] = [...rowsOf(A)]
const zeroes = A.replaceAll('.', '0')
const cellsOf = (puzzle: string) => rowsOf(puzzle).map((row) => [...row])
const boxesOf = (row: string) => rowsOf(row, 3)

const fieldsOf = (puzzle: string, delimiter: string) =>
  `${cellsOf(puzzle)
    .map((row) => row.map((cell) => (cell === '.' ? '' : cell)).join(delimiter))
    .join('\r\n')}\r\n`

/** As a terminal's table is drawn, with nothing in empty cells. */
function boxed(puzzle: string): string {
  const drawn = cellsOf(puzzle).map((row) => `║${row.map((cell) => ` ${cell === '.' ? ' ' : cell} `).join('│')}║`)
  const between = `\n╟${'───┼'.repeat(8)}───╢\n`
  return `╔${'═══╤'.repeat(8)}═══╗\n${drawn.join(between)}\n╚${'═══╧'.repeat(8)}═══╝\n`
}

/** As the command-line program QQWing prints a puzzle that is to be read. */
const readable = (puzzle: string) =>
  rowsOf(puzzle)
    .map(
      (row) =>
        ` ${boxesOf(row)
          .map((box) => [...box].join(' '))
          .join(' | ')} `,
    )
    .toSpliced(6, 0, '-------|-------|-------')
    .toSpliced(3, 0, '-------|-------|-------')
    .join('\n')

/** The candidates that its peers leave to each cell of A. */
function candidatesOf(puzzle: string): string[][] {
  return cellsOf(puzzle).map((row, r) =>
    row.map((given, c) => {
      const taken = peers('classic', 9)[9 * r + c].map((cell) => puzzle[cell])
      return given === '.' ? [...'123456789'].filter((digit) => !taken.includes(digit)).join('') : given
    }),
  )
}

/** With three rules, and a stroke between the boxes of a row. */
function penciled(puzzle: string, [top, middle, bottom]: readonly string[]): string {
  const drawn = candidatesOf(puzzle).map(
    (row) =>
      `| ${[0, 3, 6]
        .map((at) =>
          row
            .slice(at, at + 3)
            .map((cell) => cell.padEnd(6))
            .join(' '),
        )
        .join(' | ')} |`,
  )
  return [top, ...drawn.slice(0, 3), middle, ...drawn.slice(3, 6), middle, ...drawn.slice(6), bottom].join('\n')
}

const dashes = '-'.repeat(22)
const HODOKU = [`.${dashes}.${dashes}.${dashes}.`, `:${dashes}+${dashes}+${dashes}:`, `'${dashes}'${dashes}'${dashes}'`]
const SIMPLE = [`*${'-'.repeat(68)}*`, `|${dashes}+${dashes}+${dashes}|`, `*${'-'.repeat(68)}*`]

/** The digit of a cell with one candidate; that of A is a given, or follows at once. */
const singlesOf = (puzzle: string) =>
  candidatesOf(puzzle)
    .flat()
    .map((cell) => (cell.length === 1 ? cell : '.'))
    .join('')

const mail = `From: Ada <ada@example.org>
Subject: the one from Sunday

Hi Grace,

here is the puzzle from the paper that I could not finish on the train.
I think the middle box is where it gets hard, but see for yourself:

${rows.join('\n')}

Do not tell me the answer before the weekend!

Best wishes,
Ada

> On Friday you wrote that you had found 3 of them.
`

const numbers = cellsOf(zeroes).map((row) => row.map(Number))
const python = numbers.map((row) => `    [${row.join(', ')}],`).join('\n')

/** Real forms, each with the puzzles in it. */
export const SAMPLES: readonly [what: string, text: string, puzzles: readonly string[]][] = [
  ["this page's own link", `http://127.0.0.1:3000/#/watch?puzzle=${A}&left=brute-force`, [A]],
  ['a link to sudokuwiki', `https://www.sudokuwiki.org/sudoku.htm?bd=${zeroes}`, [A]],
  ['a link to sudokuexchange', `https://sudokuexchange.com/play/?s=${zeroes}`, [A]],
  ['a frame of QQWing', `${readable(A)}\n\n${readable(B)}\n`, [A, B]],
  ['CSV of QQWing', `Puzzle,Solution,\n${A},${SOLVED_A},\n${B},,\n`, [A, B]],
  ['lines of HoDoKu’s library', `:0000:x:${A}:::\n:0300:8:${B}:121 222:815::\n`, [A, B]],
  ['a line of it with cells that were filled later', `:0100:4:53+4${A.slice(3)}::::`, [A]],
  ['candidates of HoDoKu', penciled(A, HODOKU), [singlesOf(A)]],
  ['candidates of Simple Sudoku', ` ${penciled(A, SIMPLE).replaceAll('\n', '\n ')}\n`, [singlesOf(A)]],
  ['a grid that a spreadsheet saved, with commas', fieldsOf(A, ','), [A]],
  ['a grid that a spreadsheet saved, with semicolons', fieldsOf(A, ';'), [A]],
  ['a grid that a spreadsheet saved, with tabs', fieldsOf(A, '\t'), [A]],
  ['semicolons between cells, none of them empty', fieldsOf(SOLVED_A, ';'), [SOLVED_A]],
  ['a stroke beside each cell', fieldsOf(A, '|').replaceAll(/(?<=^|\n)(?!$)|(?=\r)/g, '|'), [A]],
  ['a frame of box-drawing characters', `${boxed(A)}\n${boxed(B)}`, [A, B]],
  ['objects cut out of a list', `{"puzzle":"${A}"},\n{"puzzle":"${B}"},\n`, [A, B]],
  ['texts cut out of a list', `"${A}",\n"${B}",\n"${FOUR}"\n`, [A, B, FOUR]],
  ['a list with a comma behind its last item', `[\n"${A}",\n"${B}",\n]\n`, [A, B]],
  ['a column alone, in quotes', `"puzzle"\r\n"${A}"\r\n"${B}"\r\n`, [A, B]],
  ['two tables put together, each with its header', `\uFEFFid,puzzle\r\n1,${A}\r\n\uFEFFid,puzzle\r\n2,${B}`, [A, B]],
  ['two columns put together', `puzzle\n${A}\npuzzle\n${B}\n`, [A, B]],
  ['rows with blanks, trimmed', rows.map((row) => row.replaceAll('.', ' ').trimEnd()).join('\n'), [A]],
  ['question marks in empty cells', A.replaceAll('.', '?'), [A]],
  ['an x in empty cells, row by row', rows.join('\n').replaceAll('.', 'x'), [A]],
  ['a list of Python, a row a line', `grid = [\n${python}\n]\n`, [A]],
  ['a list of Python in one line', `grid = [${python.replaceAll('\n', ' ').replaceAll(/\b0\b/g, 'None')}]`, [A]],
  [
    'a list of Python in one line without a name',
    `[${python.replaceAll('\n', ' ').replaceAll(/\b0\b/g, 'None')}]`,
    [A],
  ],
  ['texts of Python', `puzzles = [\n    '${A}',\n    '${B}',\n]\n`, [A, B]],
  ['an array as numpy prints it', `[${numbers.map((row) => `[${row.join(' ')}]`).join('\n ')}]\n`, [A]],
  ['an array of Java', `int[][] grid = {\n${python.replaceAll('[', '{').replaceAll(']', '}')}\n};\n`, [A]],
  ['JSON, all cells in one list', JSON.stringify(numbers.flat()), [A]],
  ['the same from its end on, which is a 9', JSON.stringify(numbers.flat().toReversed()), [[...A].reverse().join('')]],
  ['the same, a cell a line', JSON.stringify(numbers.flat(), null, 2), [A]],
  ['JSON, a list of rows', JSON.stringify(numbers), [A]],
  ['an e-mail with a grid in it', mail, [A]],
]

/** Texts that no format covers, and what is said of them. */
export const WRONG: readonly [what: string, text: string, said: string][] = [
  ['a cell too few', A.slice(1), '81 cells are needed, 80 are there'],
  ['a cell too many', `${A}1`, '81 cells are needed, 82 are there'],
  ['a row with 8 cells', rows.with(3, rows[3].slice(1)).join('\n'), '81 cells are needed, 80 are there; row 4 has 8'],
  ['a row with 10 cells', rows.with(8, `${rows[8]}1`).join('\n'), '81 cells are needed, 82 are there; row 9 has 10'],
  [
    'two rows that make up for each other',
    rows.with(0, rows[0].slice(1)).with(1, `${rows[1]}1`).join('\n'),
    'row 1 has 8 cells, 9 are needed',
  ],
  ['a row too few', rows.slice(1).join('\n'), '81 cells are needed, 72 are there: 8 rows of 9'],
  ['a letter in a cell', A.replace('.', 'Z'), 'cell 3: found "Z", expected 1–9, 0 or "."'],
  ['a letter in a row', rows.with(1, rows[1].replace('1', 'Z')).join('\n'), 'cell 13: found "Z"'],
  ['letters of a 16×16 grid in a row', 'ABCDABCDABCDABCD', 'found "A"'],
  ['prose', 'The quick brown fox jumps over it.', 'there is no puzzle in "The quick brown fox jumps over it."'],
  [
    'nine lines of 36 letters',
    'jumpsbrownwhilefoxandpuzzlesandabout\n'.repeat(9),
    'there is no puzzle in "jumpsbrownwhilefoxandpuzzlesandabout/jumpsbrownwhilefoxandpu…"',
  ],
  [
    'a list of Python that lacks a cell',
    `grid = [\n${python.replace('5, 3, ', '5, ')}\n]`,
    '81 cells are needed, 80 are there; row 1 has 8',
  ],
  ['a list in JSON that lacks a cell', JSON.stringify(numbers.flat().slice(1)), '81 cells are needed, 80 are there'],
  ['a line of a library that lacks a cell', `:0000:x:${A.slice(1)}:::`, '81 cells are needed, 80 are there'],
  [
    'a link without a puzzle',
    'https://www.sudokuwiki.org/sudoku.htm',
    'there is no puzzle in "https://www.sudokuwiki.org/sudoku.htm"',
  ],
  [
    'a link to a page with other rules',
    `http://127.0.0.1:3000/#/solve?puzzle=${A}&rules=diagonal`,
    'there is no puzzle in',
  ],
  ['two symbols for empty cells, one of them unknown', A.replace('.', '?'), 'cell 3: found "?"'],
  ['a page of a website', `<!DOCTYPE html>\n<td>5</td>\n`, 'HTML or XML'],
  ['a table without a header', `1,${A},easy\n2,${B},hard\n3,${A},easy`, 'column'],
]
