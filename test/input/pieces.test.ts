import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  INPUT_FORMATS,
  type InputFormat,
  type PuzzlesRead,
  type ReadOptions,
  readPuzzles,
} from '../../shared/input/input-format.ts'
import { type PiecesOptions, piecesOf } from '../../shared/input/pieces.ts'
import type { Entry } from '../../shared/job/puzzles.ts'
import { A, B, FOUR, rowsOf, SIX, SOLVED_A } from './puzzles.ts'
import { bytesOf, read } from './read.ts'

/** Bytes as they come from somewhere, some at a time. */
async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function parts(bytes: Uint8Array, options: PiecesOptions, chunk = 1000) {
  return Array.fromAsync(piecesOf(inChunks(bytes, chunk), options), (piece) => ({
    ...piece,
    bytes: piece.bytes.slice(),
  }))
}

/** The line of each puzzle of a body that begins with a line of the whole; those of a document have none. */
function linesOf({ puzzles, lines }: PuzzlesRead, first = 1): number[] {
  return Array.from({ length: puzzles.count }, (_, place) => (lines?.[place] ?? Number.NaN) + first - 1)
}

/** The entries that reading part by part finds, up to an error. */
async function readInParts(bytes: Uint8Array, options: PiecesOptions, chunk = 1000) {
  const entries: Entry[] = []
  const lines: number[] = []
  try {
    for await (const part of piecesOf(inChunks(bytes, chunk), options)) {
      expect(part.bytes.length).toBeLessThanOrEqual(options.maxBytes)
      const found = read(part.bytes, { size: options.size, format: part.format }).entries
      expect(found).not.toEqual([])
      expect(found.length).toBeLessThanOrEqual(options.maxPuzzles ?? found.length)
      entries.push(...found)
      const puzzles = readPuzzles(part.bytes, { size: options.size, format: part.format })
      if (puzzles.ok) lines.push(...linesOf(puzzles.value, part.line ?? Number.NaN))
    }
    return { entries, lines }
  } catch (error) {
    return { entries, lines, error: String(error) }
  }
}

/** The entries that reading the whole finds. */
function readAtOnce(bytes: Uint8Array, options?: ReadOptions) {
  const whole = readPuzzles(bytes, options)
  if (!whole.ok) throw new Error(whole.error.reason)
  return { entries: [...whole.value.puzzles], lines: linesOf(whole.value) }
}

const puzzle = fc.constantFrom(A, B, SIX, FOUR, '.'.repeat(81), A.slice(1), 'no puzzle', '123456789')
const lineEnd = fc.constantFrom('\n', '\n', '\r\n')
const odd = fc.constantFrom('', '', ' ', '# comment', '"', '--------', '\uFEFF', 'é', '{}', 'x'.repeat(300))

/** Lines with odd ones between them, each ended in its own way. */
const joined = (line: fc.Arbitrary<string>, end = lineEnd) =>
  fc.array(fc.tuple(line, end), { maxLength: 60 }).map((lines) => lines.flat().join(''))

const grid = fc.tuple(fc.constantFrom(A, B, SIX, FOUR), fc.nat(2), fc.nat(3), lineEnd).map(([text, way, gap, end]) => {
  const size = Math.sqrt(text.length)
  const rows = rowsOf(text, size).map((row) => (way === 2 ? `|${[...row].join(' ')}|` : row))
  const banded = way === 1 ? rows.map((row, i) => (i % 3 === 2 ? `${row}${end}` : row)) : rows
  return `${banded.join(end)}${end}${['', end, `Grid 07${end}`, `[State]${end}${text}${end}[Puzzle]${end}`][gap]}`
})
const csvField = fc.constantFrom(A, B, SOLVED_A, FOUR, '', '7', 'é', `"${A}"`, '"a,""b"""', `"12\n34"`, '"open', '"a"b')

const bodies: Record<InputFormat, fc.Arbitrary<string>> = {
  lines: joined(fc.oneof({ weight: 3, arbitrary: puzzle }, odd)),
  grids: fc
    .array(fc.oneof({ weight: 3, arbitrary: grid }, joined(fc.oneof(puzzle, odd))), { maxLength: 12 })
    .map((blocks) => blocks.join('')),
  csv: joined(
    fc.array(csvField, { minLength: 1, maxLength: 5 }).map((fields) => fields.join(',')),
    fc.constantFrom('\n', '\n', '\r\n'),
  ).map((records) => `id,puzzle,solution,clues\n${records}`),
  ndjson: joined(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ puzzle, id: fc.string() }).map((line) => JSON.stringify(line)) },
      { weight: 1, arbitrary: odd },
    ),
  ),
  message: fc
    .array(
      fc.oneof(grid, joined(fc.oneof(puzzle, odd, fc.constantFrom('here is one for you', '> and you wrote', 'Ada')))),
      {
        maxLength: 8,
      },
    )
    .map((blocks) => blocks.join('')),
}

/** Where a part has no room the rest is not read; all before it is the same. */
async function expectSame(bytes: Uint8Array, options: PiecesOptions, chunk?: number): Promise<void> {
  const { size, format } = options
  const whole = readPuzzles(bytes, { size, format } satisfies ReadOptions)
  const { entries, lines, error } = await readInParts(bytes, options, chunk)
  const expected = whole.ok ? [...whole.value.puzzles] : []
  if (whole.ok) expect(lines).toEqual(linesOf(whole.value).slice(0, lines.length))
  if (error === undefined || entries.length > expected.length) expect(entries).toEqual(expected)
  else {
    expect(entries).toEqual(expected.slice(0, entries.length))
    if (!whole.ok) expect(error).toContain(whole.error.reason)
    else expect(error).toMatch(/no place to cut within \d+ bytes: what begins at byte \d+/)
  }
}

/** A message is short. */
const TOLD_OF_LONG = ['lines', 'grids', 'csv', 'ndjson'] as const satisfies readonly InputFormat[]

describe('reading in parts finds what reading the whole finds', () => {
  const maxBytes = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 500, max: 8000 }))
  const maxPuzzles = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined })
  const size = fc.constantFrom(undefined, undefined, 9, 4, 6) as fc.Arbitrary<4 | 6 | 9 | undefined>

  it.each(INPUT_FORMATS)('in %s', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        bodies[format],
        fc.record({ maxBytes, maxPuzzles, size }),
        fc.integer({ min: 1, max: 5000 }),
        (body, options, chunk) => expectSame(bytesOf(body), { ...options, format }, chunk),
      ),
      { numRuns: 120 },
    )
  })

  it('in whatever format is told from the head', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(...Object.values(bodies)), fc.record({ maxBytes, maxPuzzles, size }), (body, options) =>
        expectSame(bytesOf(body), options),
      ),
      { numRuns: 120 },
    )
  })

  it.each([undefined, ...INPUT_FORMATS])('in any bytes, read as %s', async (format) => {
    const bytes = fc.oneof(
      // Bytes that begin as a gzip file are a broken one.
      fc.uint8Array({ maxLength: 500 }).filter(([first, second]) => first !== 0x1f || second !== 0x8b),
      // Bytes that mean something somewhere.
      fc
        .array(fc.constantFrom(...bytesOf('1.,"\n\r|-#[]{} é')), { maxLength: 500 })
        .map((found) => new Uint8Array(found)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.record({ maxBytes, maxPuzzles }), (found, options) =>
        expectSame(found, { ...options, format }),
      ),
      { numRuns: 120 },
    )
  })

  const long: Record<(typeof TOLD_OF_LONG)[number], string> = {
    lines: `${A}\n${B}\n# and so on\n${FOUR}\n`.repeat(5000),
    grids: `${rowsOf(A).join('\n')}\n\n${B}\n\n`.repeat(5000),
    csv: `id,puzzle,solution\n${`1,${A},${SOLVED_A}\n"2","${B}",\n`.repeat(5000)}`,
    ndjson: `${JSON.stringify({ puzzle: A, id: '1' })}\n"${B}"\n`.repeat(5000),
  }
  it.each(TOLD_OF_LONG)('in a long stream of %s, whose parts are full', async (format) => {
    const bytes = bytesOf(long[format])
    const found = await parts(bytes, { maxBytes: 100_000 }, 65_536)
    expect(found.every((part) => part.format === format)).toBe(true)
    expect(found.slice(0, -1).every((part) => part.bytes.length > 99_000)).toBe(true)
    expect(await readInParts(bytes, { maxBytes: 100_000 }, 65_536)).toEqual(readAtOnce(bytes))
  })
})

describe('no part holds more puzzles than it may, however short they are', () => {
  const short: Record<InputFormat, string> = {
    lines: 'x\n'.repeat(100_000),
    grids: `${'12\n34\n\n'.repeat(20_000)}${'1.3...21.1.224..\n'.repeat(50_000)}`,
    csv: `puzzle,id\n${'x,\n'.repeat(50_000)}${'"x",\n'.repeat(50_000)}`,
    ndjson: '{"puzzle":"1"}\r\n'.repeat(50_000),
    message: `here is one for you\n${FOUR.repeat(5)}1\n`.repeat(30_000),
  }
  const isCut = async (format: InputFormat) => {
    const options = { maxBytes: 400_000, maxPuzzles: 9_000, format }
    const bytes = bytesOf(short[format])
    expect(await readInParts(bytes, options, 65_536)).toEqual(readAtOnce(bytes, { format }))
    const counts = (await parts(bytes, options, 65_536)).map((part) => read(part.bytes, { format }).entries.length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(9_000)
    expect(counts.length).toBeLessThan(20)
  }
  it.each(['lines'] as const)('in %s', isCut)
  it.each(['grids', 'csv', 'ndjson', 'message'] as const)('in %s', { tags: ['long'] }, isCut)
})

it('what has no room in a part is an error that says where it begins', async () => {
  expect(await parts(bytesOf(A), { maxBytes: A.length })).toHaveLength(1)
  await expect(parts(bytesOf(`${A}\n${A}\n${'1'.repeat(200)}\n`), { maxBytes: 100 })).rejects.toThrow(
    'no place to cut within 100 bytes: what begins at byte 165 is too long for a part',
  )
  await expect(parts(bytesOf(`puzzle,x\n${A},1\n`), { maxBytes: 80 })).rejects.toThrow('what begins at byte 10 is')
})
