import { expect, it } from 'vitest'
import { GRID, SEVERAL, SOLUTION } from '../api/grids.ts'
import { pdfPages } from '../pdf-pages.ts'
import { collected, fileOf, sudoku, terminal } from './run.ts'

/** What a sheet is made of. */
async function sheetOf(puzzles: readonly object[], ...args: string[]) {
  const { stream, bytes } = collected()
  const file = fileOf(puzzles.map((puzzle) => JSON.stringify(puzzle)).join('\n'), 'puzzles.ndjson')
  const { code, stderr } = await sudoku(['sheet', file, ...args], { stdout: { stream } })
  if (bytes().length === 0) return { code, stderr, pages: [], title: undefined, size: undefined }
  return { code, stderr, ...(await pdfPages(bytes())) }
}

const CAGE = { id: 'Ω', puzzle: '..34341221434321', constraints: [{ type: 'sum', cells: ['r1c1', 'r1c2'], sum: 3 }] }
const SUM = 'Sum: its digits, which may be the same, sum to its number.'
const BY_KNIGHTS = {
  puzzle: '...............2..7....5.......4......9.....8..............6............3........',
  rules: ['diagonal', 'anti-knight'],
}

it('has every digit, sum and rule of its puzzles, how hard they are, and their solutions at the end', async () => {
  const { code, stderr, title, size, pages } = await sheetOf(
    [{ puzzle: GRID }, CAGE],
    '--title',
    'Σ',
    '--paper',
    'letter',
  )
  expect({ code, stderr, title, size }).toEqual({ code: 0, stderr: '', title: 'Σ', size: { width: 612, height: 792 } })
  const [puzzles, solutions] = pages
  const digits = (text: string) => [...text.replaceAll('.', '')]
  expect(puzzles.words).toEqual(['1 · easy (1.2)', ...digits(GRID), '2 · ? · easy', ...digits(CAGE.puzzle), 'S3', SUM])
  expect(solutions.words).toEqual(['1', ...SOLUTION, '2', ...'1234341221434321', 'S3'])
})

it('says what each kind of constraint asks for, and how hard a puzzle is that has some', async () => {
  const cells = ['r1c1', 'r1c2']
  const puzzle = {
    puzzle: CAGE.puzzle,
    constraints: [
      ...[
        ['r1c1', 'r1c2'],
        ['r3c3', 'r3c4'],
      ].map((cells) => ({ type: 'cage', cells })),
      { type: 'pairs', lines: [cells], allowed: { 1: '23' } },
      { type: 'walk', lines: [cells], pattern: '12' },
      { type: 'ratio', cells },
      { type: 'clone', cells, copy: ['r2c3', 'r2c4'] },
    ],
  }
  const { stderr, pages } = await sheetOf([{ ...CAGE, id: 'A' }, puzzle], '--no-solutions', '--per-page', '1')
  expect(stderr).toBe('')
  const [sum, kinds] = pages.map(({ words }) => words.join(' '))
  expect(sum).toMatch(/^1 · A · easy /)
  // As large as they leave the board as wide as the page.
  expect(pages[0].lastSize).toBeGreaterThan(15)
  expect(kinds).toContain(
    [
      'Cage: no digit twice in it, and its digits sum to its number where there is one.',
      'Pairs: on each line, the next cell holds, after 1: 2 or 3.',
      'Pattern: the digits, read from cell to cell, match 12.',
      'Black dot: one of its two digits is its number times the other, or twice it where none is said.',
      'Clone: each cell of one of the two holds what its fellow in the other does.',
    ].join(' '),
  )
})

it('draws the bends of its lines round, as the page does: a pointed one would lie in the cell beside it', async () => {
  const bent = { type: 'thermometer', cells: ['r1c1', 'r1c2', 'r2c1'] }
  const { pages } = await sheetOf([{ puzzle: CAGE.puzzle, constraints: [bent] }], '--no-solutions')
  expect(new Set(pages[0].joins)).toEqual(new Set(['0 ', '1 ']))
})

it('names what no drawing shows', async () => {
  const { pages } = await sheetOf([BY_KNIGHTS], '--no-solutions')
  expect(pages.map(({ words }) => words.at(-1))).toEqual([expect.stringMatching(/^Anti-knight: /)])
})

it('has as many puzzles on a page as are asked for', async () => {
  const { pages } = await sheetOf(
    Array.from({ length: 13 }, () => ({ puzzle: GRID })),
    '--per-page',
    '6',
  )
  const givens = GRID.replaceAll('.', '').length
  const words = [6, 6, 1].map((puzzles) => puzzles * (1 + givens))
  expect(pages.map((page) => page.words.length)).toEqual([...words, 12 * 82, 82])
  expect(new Set(pages.map(({ paths }) => paths > 0))).toEqual(new Set([true]))
})

it('leaves out what has not one solution, and says so; of nothing else it makes no file', async () => {
  const { code, stderr, pages } = await sheetOf([{ puzzle: SEVERAL }, { puzzle: 'x' }])
  expect([code, pages]).toEqual([1, []])
  expect(stderr).toMatch(/^sudoku: line 1, found more than one solution, expected one\nsudoku: line 2, .*\n$/)
  const { stream } = terminal()
  expect(await sudoku(['sheet', GRID], { stdout: { stream } })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a PDF is nothing for a terminal'),
  })
})
