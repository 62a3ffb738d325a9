import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { FileLines } from '../../bin/file-lines.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { sudoku as run } from './run.ts'

const GRID = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SUDOKU_URL = inject('serviceUrl')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sudoku-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is said of the puzzles of a file, or of standard input, that are refused. */
async function reasonsFor(input: string, isFile: boolean): Promise<string[]> {
  const file = isFile ? join(folder, 'puzzles') : '-'
  if (isFile) writeFileSync(file, input)
  const { stdout } = await run(['solve', file, '--format', 'ndjson'], { input, env: { SUDOKU_URL } })
  const results: { reason?: string }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return results.flatMap(({ reason }) => reason ?? []).map((reason) => reason.split(',')[0])
}

type Case = [what: string, text: string, lines: string[]]
const NAME = 'a reason names the line of the file: %s'
const isNamed = async (_: string, text: string, lines: string[]) => {
  expect(await reasonsFor(text, true)).toEqual(lines)
  expect(await reasonsFor(text, false)).toEqual(lines)
}
it.each<Case>([['lines', `x\n${GRID}\nx\n`, ['line 1', 'line 3']]])(NAME, isNamed)
it.each<Case>([
  ['blank lines and comments', `# mine\n\n${GRID}\n\n\nx\n# ----\n---+---\n${GRID}\nx`, ['line 6', 'line 10']],
  ['lines that end in CR and LF', `# mine\r\n\r\n${GRID}\r\nx\r\n`, ['line 4']],
  ['lines that end in CR', `# mine\r\r${GRID}\rx\r`, ['line 4']],
  ['CSV', `\n"id",puzzle\na,${GRID}\n\nb,x\n"c",x\n`, ['line 5', 'line 6']],
  ['CSV files put together', `sep=;\nid;puzzle\na;x\nid;puzzle\nb;x\n`, ['line 3', 'line 5']],
  ['NDJSON', `\n{"puzzle":"${GRID}"}\n\n{"puzzle":"x"}\n"y"\n`, ['line 4', 'line 5']],
  [
    'a field of several lines, after which nobody knows',
    `id,puzzle\na,x\n"b\nc",x\nd,x\n`,
    ['line 2', 'puzzle 2', 'puzzle 3'],
  ],
  ['grids row by row, of which nobody knows', `${GRID.replace(/.{9}/g, '$&\n')}\nx\n`, ['puzzle 2']],
])(NAME, { tags: ['long'] }, isNamed)

it('says what is the place, and what is the line', async () => {
  const { stdout } = await run(['solve', '-', '--format', 'pretty'], { input: `# c\n\nx\n`, env: { SUDOKU_URL } })
  expect(stdout).toMatch(/^Puzzle 1: Invalid input: line 3, there is no puzzle in "x"/)
})

it('finds each puzzle on the line that has it, however the file comes in pieces', async () => {
  const puzzle = fc
    .nat()
    .map((n) => (n % 3 ? `${GRID.slice(0, 70)}${String(n).padStart(11, '.')}`.slice(0, 81) : `x${n}`))
  const line = fc.oneof(
    { weight: 3, arbitrary: puzzle },
    fc.constantFrom('', '  ', '#', '# 1.3', '---+---+---', '===', '|---|---|', '*-----------*', '\t', '\ufeff'),
  )
  const files = fc.tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'), fc.boolean())
  await fc.assert(
    fc.asyncProperty(files, fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), async (file, sizes) => {
      const [lines, lineEnd, ends] = file
      const text = `${lines.join(lineEnd)}${ends ? lineEnd : ''}`
      const bytes = Buffer.from(text)
      const read = readPuzzles(bytes)
      // Lines of strokes alone may be taken for a drawn grid.
      fc.pre(read.ok && read.value.format === 'lines')
      const fileLines = new FileLines()
      async function* pieces() {
        for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length])
          yield bytes.subarray(at, at + sizes[i % sizes.length])
      }
      const seen: Uint8Array[] = []
      for await (const piece of fileLines.watched(pieces())) seen.push(piece)
      expect(Buffer.concat(seen).equals(bytes)).toBe(true)
      const found = read.ok ? [...read.value.puzzles].map((entry) => entry.text.replaceAll(/[0x]/g, '.')) : []
      const standing = found.map((_, i) => lines[(fileLines.lineOf(i + 1) ?? 0) - 1])
      expect(standing.map((line) => line.replaceAll(/[0x]/g, '.').replaceAll('|', ' ').trim())).toEqual(found)
      expect(fileLines.lineOf(found.length + 1)).toBeUndefined()
    }),
  )
})

it('knows the lines of a long file with blank ones between', async () => {
  const fileLines = new FileLines()
  async function* pieces() {
    for (let i = 0; i < 300; i++) yield Buffer.from(`${GRID}\n\n`.repeat(1000))
  }
  for await (const _ of fileLines.watched(pieces())) {
    // Only looked at.
  }
  expect([1, 2, 150_000, 300_000].map((place) => fileLines.lineOf(place))).toEqual([1, 3, 299_999, 599_999])

  // A file is read as far as its lines are asked for, in pieces that end anywhere.
  const file = join(folder, 'long')
  writeFileSync(file, `${GRID}\n\n`.repeat(50_000))
  const ofFile = new FileLines(undefined, file)
  expect([1, 2, 30_000, 50_000, 50_001].map((place) => ofFile.lineOf(place))).toEqual([1, 3, 59_999, 99_999, undefined])
})
