import { expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { LINE_FORMATS } from '../../shared/input/line-formats.ts'
import { parseGrid, textOf } from '../../shared/sudoku/grid/grid.ts'
import { LINE_EXAMPLES } from './line-examples.ts'
import { A, B } from './puzzles.ts'
import { bytesOf, entriesInPieces, read } from './read.ts'
import { SAMPLES, WRONG } from './samples.ts'

const puzzleOf = (text: string) => {
  const grid = parseGrid(text)
  return grid.ok ? textOf(grid.value.digits) : `${grid.error}: ${text}`
}

it.each(SAMPLES)('%s', async (_, text, puzzles) => {
  const { entries } = read(text)
  expect(entries.map(({ text }) => puzzleOf(text))).toEqual(puzzles)
  expect(entries.filter(({ refused }) => refused)).toEqual([])
  const parts = await entriesInPieces(bytesOf(text))
  expect(parts.map(({ text }) => puzzleOf(text))).toEqual(puzzles)
})

it.each(Object.entries(LINE_FORMATS))('the example of a form is read: %s', (name, cellsIn) => {
  const [line, cells] = LINE_EXAMPLES[name as keyof typeof LINE_EXAMPLES]
  expect(cellsIn(line)).toBe(cells)
})

it.each(WRONG)('what is wrong is said in words of puzzles: %s', (_, text, said) => {
  const found = readPuzzles(bytesOf(text))
  if (!found.ok) return expect(found.error.reason).toContain(said)
  const [entry] = [...found.value.puzzles]
  const grid = entry && parseGrid(entry.text)
  const words = entry === undefined ? 'there is no puzzle' : (entry.refused ?? (grid.ok ? 'a puzzle' : grid.error))
  expect(words).toContain(said)
  expect(words).not.toMatch(/\bJSON\b/)
})

it.each([
  ['1,2,,4', '1 2 . 4'],
  // It has a number that is no cell of four.
  ['12,2,,4', '12,2,,4'],
])('a row of commas among puzzles in lines is a bad line, and changes none of them: %s', (row, shown) => {
  const { format, entries } = read(`${A}\n${row}\n${B}\n`)
  expect([format, entries.map(({ text }) => text)]).toEqual(['lines', [A, shown, B]])
})

it('a list whose first item is a bad row says so, and loses no other', () => {
  expect(read(`["${A}", [7], "${B}"]`).entries).toHaveLength(3)
})
