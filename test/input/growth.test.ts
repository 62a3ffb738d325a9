import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import { INPUT_FORMATS, type InputFormat, readPuzzles } from '../../shared/input/input-format.ts'
import { MAX_UNPACKED_BYTES } from '../../shared/job/limits.ts'
import { mostWork, withinWork } from '../../shared/reading-budget.ts'
import { expectToGrow } from './cost.ts'
import { A, rowsBetweenRules, rowsUnderHeadings } from './puzzles.ts'
import { bytesOf } from './read.ts'

/** Texts made to be read slowly, of about so many characters. */
const hostile: Readonly<Record<string, (length: number) => string>> = {
  'a line that is almost a frame': (length) => `${'='.repeat(length)}x`,
  frames: (length) => '-=+'.repeat(length / 3),
  'a line of empty cells and blanks': (length) => `${'- '.repeat(length / 2)}x`,
  'a line of commas': (length) => ','.repeat(length),
  'a table of commas': (length) => `id,puzzle\n${','.repeat(length)}`,
  'quotes that close in the next record': (length) => `id,puzzle\n${'x","\n'.repeat(length / 5)}`,
  'a quote a line': (length) => `id,puzzle\n${'"\n'.repeat(length / 2)}`,
  'quotes only': (length) => `id,puzzle\n${'"'.repeat(length)}`,
  'JSON in a column that is none': (length) => `id,puzzle\n${'x,{"a":[[[[[[\n'.repeat(length / 14)}`,
  'a character a line': (length) => '1\n'.repeat(length / 2),
  'carriage returns only': (length) => '\r'.repeat(length),
  'rows of no grid': (length) => '12345678\n'.repeat(length / 9),
  headings: (length) => `${'Grid\n123456789\n'.repeat(length / 15)}`,
  'headings and rows of every size': (length) => rowsUnderHeadings.repeat(length / rowsUnderHeadings.length),
  'rules and rows of every size': (length) => rowsBetweenRules.repeat(length / rowsBetweenRules.length),
  sections: (length) => '[Puzzle]\n'.repeat(length / 9),
  'a section that is not closed': (length) => `[${'a '.repeat(length / 2)}`,
  blanks: (length) => `${' '.repeat(length)}1`,
  brackets: (length) => `{"puzzle":${'['.repeat(length / 2)}${']'.repeat(length / 2)}}`,
  'byte order marks': (length) => '\uFEFF'.repeat(length / 3),
  'lone surrogates in JSON': (length) => `{"puzzle":"${'\\ud800'.repeat(length / 6)}"}`,
}

/** The length of the shorter text, in characters. */
const SHORT = 10_000

describe.each(Object.entries(hostile))('%s', (_, textOf) => {
  const grows = (length: number) => (format: InputFormat | undefined) =>
    expectToGrow(
      (length) => bytesOf(textOf(length)),
      (bytes) => readPuzzles(bytes, { format }),
      length,
    )
  const GROWS = 'is read in a time that grows with its length, as %s'
  it.each([undefined, ...INPUT_FORMATS])(GROWS, { tags: ['long'] }, grows(SHORT))
  it.each([undefined, ...INPUT_FORMATS])('three times as long, too, as %s', { tags: ['long'] }, grows(3 * SHORT))
})

describe('a line of all that a body may unpack to overflows no stack', () => {
  const starts = ['*', '[', '1 ', '{"a":']
  const repeated = ['-', 'a', ', ', '"']
  const lineOf = (start: string, piece: string) => start + piece.repeat((MAX_UNPACKED_BYTES - 16) / piece.length)
  it.each([
    ['*', '-'],
    ['[', 'a'],
    ['1 ', ', '],
  ])('%j and then %j alone', (start, piece) => {
    expect(readPuzzles(bytesOf(lineOf(start, piece)))).toMatchObject({ ok: true, value: { puzzles: { count: 1 } } })
  })
  it.each(starts)('%j and then whatever, in every format', { tags: ['long'] }, (start) => {
    for (const piece of repeated) {
      for (const format of [undefined, ...INPUT_FORMATS]) {
        const read = readPuzzles(bytesOf(lineOf(start, piece)), { format })
        if (read.ok) expect(read.value.puzzles.count).toBeLessThanOrEqual(2)
        else expect(read.error.reason).toMatch(/expected/)
      }
    }
  })
})

it('reading ends with the first puzzle beyond the most that there may be', () => {
  for (const format of INPUT_FORMATS) {
    const puzzles = format === 'csv' ? `puzzle,id\n${`${A},\n`.repeat(4)}` : `${A}\n`.repeat(4)
    const body = bytesOf(format === 'ndjson' ? `"${A}"\n`.repeat(4) : puzzles)
    expect(readPuzzles(body, { format, most: 4 })).toMatchObject({ value: { format, puzzles: { count: 4 } } })
    expect(readPuzzles(body, { format, most: 3 })).toEqual(
      refuse({ reason: 'the body: found more than 3 puzzles', limit: 'too-many-puzzles' }),
    )
  }
})

const CELLS = Array.from({ length: 81 }, (_, cell) => `R${1 + Math.floor(cell / 9)}C${1 + (cell % 9)}`)
/** A killer whose 40 cages cover the grid. */
const killer = {
  size: 9,
  grid: Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => ({}))),
  killercage: CELLS.slice(1).map((_, i) => ({ cells: CELLS.slice(i, i + 2), value: '9' })),
}

it('a body of killers as large as clients send at once takes less work than it may', () => {
  const link = `${lz.compressToBase64(JSON.stringify(killer))}\n`
  const bytes = bytesOf(link.repeat(1_600_000 / link.length))
  expect(withinWork(mostWork(bytes.length), () => readPuzzles(bytes))).toMatchObject({ ok: true })
})
