import { expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { LINE_FORMATS } from '../../shared/input/line-formats.ts'
import { piecesOf } from '../../shared/input/pieces.ts'
import { parseGrid, textOf } from '../../shared/sudoku/grid/grid.ts'
import { bytesOf, read } from './read.ts'
import { SAMPLES, WRONG } from './samples.ts'

const puzzleOf = (text: string) => {
  const grid = parseGrid(text)
  return grid.ok ? textOf(grid.value.digits) : `${grid.error}: ${text}`
}

it.each(SAMPLES)('%s', async (_, text, puzzles) => {
  const { entries } = read(text)
  expect(entries.map(({ text }) => puzzleOf(text))).toEqual(puzzles)
  expect(entries.filter(({ refused }) => refused)).toEqual([])
  async function* bytes() {
    for (const byte of bytesOf(text)) yield Uint8Array.of(byte)
  }
  const pieces = await Array.fromAsync(piecesOf(bytes(), { maxBytes: 5000 }))
  const parts = pieces.flatMap((piece) => read(piece.bytes, { format: piece.format }).entries)
  expect(parts.map(({ text }) => puzzleOf(text))).toEqual(puzzles)
})

it.each(Object.entries(LINE_FORMATS))('the example of a form is read: %s', (_, { example: [line, cells], cellsIn }) => {
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
