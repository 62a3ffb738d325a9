import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodingOf } from '../../shared/input/encoding.ts'
import { readPuzzles } from '../../shared/input/input-format.ts'
import { A, B, FOUR, rowsOf, SOLVED_A } from './puzzles.ts'
import { bytesOf, entriesInPieces, read } from './read.ts'

const utf16 = {
  'little-endian': (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le')),
  'big-endian': (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16()),
}

describe('a text in UTF-16 is read as in UTF-8', () => {
  const texts = fc.constantFrom(
    `${A}\n${B}\r\n${FOUR}\n`,
    `${rowsOf(A).join('\r\n')}\r\n\r\n${rowsOf(B).join('\r\n')}`,
    `id,puzzle,solution\ndéjà-1,${A},${SOLVED_A}\n数独,${B},\n`,
    `${JSON.stringify({ puzzle: A, id: '数独' })}\n"${B}"\n`.repeat(100),
    JSON.stringify([A, { puzzle: B, id: 'é' }], null, 2),
    'x',
  )
  it.each(Object.entries(utf16))('%s, with a mark and without', async (_, encode) => {
    const same = async (text: string, chunk: number) => {
      const { entries } = read(text)
      const isTold = text.length > 1
      for (const bytes of [encode(`\uFEFF${text}`), ...(isTold ? [encode(text)] : [])]) {
        expect(read(bytes).entries).toEqual(entries)
        expect(await entriesInPieces(bytes, chunk)).toEqual(entries)
      }
    }
    await fc.assert(fc.asyncProperty(texts, fc.integer({ min: 1, max: 3000 }), same), { numRuns: 60 })
  })

  it('and no text with zeroes here and there is', () => {
    expect(read(`${A}\n\0\0\0\n${B}`).entries.map(({ text }) => text)).toEqual([A, '\0\0\0', B])
  })
})

describe('a file that is packed with gzip is unpacked', () => {
  it('whatever is in it', async () => {
    const text = `${A}\n${B}\n`.repeat(1000)
    for (const bytes of [bytesOf(text), utf16['big-endian'](text), bytesOf(JSON.stringify(text.trim().split('\n')))]) {
      expect(await entriesInPieces(Uint8Array.from(gzipSync(bytes)), 100)).toEqual(read(text).entries)
    }
  })

  it('and one that is cut off is an error', async () => {
    const cut = gzipSync(`${A}\n${B}\n`.repeat(1000)).subarray(0, 80)
    await expect(entriesInPieces(Uint8Array.from(cut))).rejects.toThrow('the gzip file is broken')
  })
})

describe('a JSON document', () => {
  const item = fc.oneof(
    fc.constantFrom<unknown>(...[A, B, FOUR, rowsOf(FOUR, 4).map((row) => [...row])], ...[7, null, 'x', '', '"],[\\']),
    fc.record({ puzzle: fc.constantFrom(A, FOUR), id: fc.string(), clues: fc.nat() }),
  )
  const list = fc
    .tuple(fc.constantFrom<unknown>(A, { puzzle: B }), fc.array(item, { maxLength: 30 }))
    .map((l) => l.flat(1))
  const indent = fc.constantFrom(undefined, 0, 1, 2, '\t')

  it('holds the puzzles that NDJSON would, however it is broken into lines', async () => {
    const same = async (
      items: readonly unknown[],
      space: string | number | undefined,
      isObject: boolean,
      end: string,
    ) => {
      const document = JSON.stringify(isObject ? { puzzles: items } : items, null, space).replaceAll('\n', end)
      const expected = read(items.map((each) => JSON.stringify(each)).join('\n'), { format: 'ndjson' }).entries
      const harmless = (entries: typeof expected) =>
        entries.map(({ refused, text, ...rest }) => (refused ? { refused } : { text, ...rest }))
      const found = read(`${document}${end}`)
      expect(found.format).toBe('ndjson')
      expect(harmless(found.entries)).toEqual(harmless(expected))
      expect(harmless(await entriesInPieces(bytesOf(document), 777))).toEqual(harmless(expected))
    }
    const ends = fc.constantFrom('\n', '\r\n', ' ')
    await fc.assert(fc.asyncProperty(list, indent, fc.boolean(), ends, same), { numRuns: 200 })
  })

  it('may be a list of grids in rows, or of none', () => {
    const rows = rowsOf(FOUR, 4).map((row) => [...row])
    expect(read(JSON.stringify([rows, rows], null, 2)).entries).toEqual(Array(2).fill({ text: '1.3./..21/.1.2/24..' }))
    expect(read('[]').entries).toEqual([])
  })

  it.each([
    [`{\n"puzzle": "${A}"\n}`, 'found a JSON document that begins with {"puzzle"'],
    [`{"puzzles": ["${A}"], "rules": "diagonal"}`, 'found "," behind the list'],
    [`["${A}"] []`, 'found "[" behind the list'],
    [`[\n"${A}",\n`, 'found JSON that ends too early'],
    [`["${A}",,"${B}"]`, 'found nothing between two commas'],
    [`["${A}"}]`, 'found a bracket too many'],
  ])('that is no list is refused, and says why: %s', async (text, reason) => {
    const found = readPuzzles(bytesOf(text))
    expect(!found.ok && found.error.reason).toContain(reason)
    expect(!found.ok && found.error.reason).toContain('expected a list of puzzles')
    await expect(entriesInPieces(bytesOf(text))).rejects.toThrow(reason)
  })
})

it.each([
  [[0x35, 0], 'utf-8'],
  [[0x35, 0, 0x33, 0], 'utf-16le'],
  [[0, 0x35, 0, 0x33], 'utf-16be'],
  [[0x35, 0x33, 0x2e, 0x2e], 'utf-8'],
] as const)('bytes %j without a mark are read as %s', (bytes, encoding) => {
  expect(encodingOf(Uint8Array.from(bytes))).toBe(encoding)
})
