import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { piecesOf } from '../../shared/input/pieces.ts'
import { A, B, FOUR } from './puzzles.ts'
import { bytesOf, read } from './read.ts'

/** Noise, the same each time. */
const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 7919 + i * 31) % 251)
const pages = 'The licence says that you may copy this file, and that you may change it\n'.repeat(2000)
const five = Array(5).fill(A)
const listed = (line: (puzzle: string, i: number) => string) => five.map(line).join('\n')

const CASES: readonly [what: string, file: string | Uint8Array, said: string][] = [
  ['a zip archive', Uint8Array.of(0x50, 0x4b, 3, 4, ...noise), 'found a zip archive'],
  ['a PDF document whose lines are not packed', `%PDF-1.4\n${A}\n${B}\n`, 'found a PDF document'],
  ['a page of a website', `<!DOCTYPE html>\n<html>\n<td>5</td>\n<p>${A}</p>\n</html>\n`, 'found HTML or XML'],
  ['XML with a mark before it', `\uFEFF<?xml version="1.0"?>\n<game data="${A}" />\n`, 'found HTML or XML'],
  ['an RTF document', `{\\rtf1\\ansi\n${A}\\par\n${B}}\n`, 'found an RTF document'],
  ['other binary data', noise, 'found binary data'],
  ['a text in words', pages, 'found no puzzle in the first 64 lines, of which one is "The licence says'],
  ['lines with a number each', listed((puzzle, i) => `${i + 1}. ${puzzle}`), 'one is "1. 53..7'],
  ['one line with a number', `1. ${A}\n`, 'found no puzzle in a line, of which one is "1. '],
  ['one row of a table without a header', `${A},${A}\n`, 'CSV with a column puzzle'],
  ['lines with a rating each', listed((puzzle, i) => `${puzzle} ${i}.2`), 'with nothing beside it'],
  ['a bullet in empty cells', listed((puzzle) => puzzle.replaceAll('.', '•')), 'found "•" in empty cells'],
  [
    'objects without a field puzzle',
    listed((puzzle) => JSON.stringify({ board: puzzle })),
    'NDJSON with a field puzzle',
  ],
  [
    'a list of such',
    JSON.stringify(
      five.map((board) => ({ board })),
      null,
      2,
    ),
    'NDJSON with a field puzzle',
  ],
]

describe('a file of another kind is refused once, and says why', () => {
  it.each(CASES)('%s', async (_, file, said) => {
    const bytes = typeof file === 'string' ? bytesOf(file) : file
    const found = readPuzzles(bytes)
    expect(!found.ok && found.error.reason).toContain(said)
    expect(!found.ok && found.error.reason).toContain('expected ')
    async function* packed() {
      yield Uint8Array.from(gzipSync(bytes))
    }
    await expect(Array.fromAsync(piecesOf(packed(), { maxBytes: 100_000 }))).rejects.toThrow(said)
  })
})

describe('what may be meant as puzzles is read, and each says what is wrong with it', () => {
  it.each<[what: string, text: string, count: number]>([
    ['one line of words', 'hello world\n', 1],
    ['lines that are too short', 'x\n'.repeat(300), 300],
    ['one puzzle among words', `${'not a puzzle, but a sentence\n'.repeat(20)}${FOUR}\n`, 21],
    ['a header that is longer than what tells a format', `\nid,puzzle,${'x'.repeat(70_000)}\n1,${A},y\n`, 2],
    ['givens that clash', `55${A.slice(2)}\n`.repeat(10), 10],
  ])('%s', (_, text, count) => {
    expect(read(text).entries.length).toBe(count)
  })

  it('and so is what comes in a format that is named', () => {
    expect(read(pages, { format: 'lines' }).entries.length).toBe(2000)
  })
})
