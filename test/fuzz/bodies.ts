import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { MAX_UNPACKED_BYTES } from '../../shared/job/limits.ts'
import { SIGNATURE_BYTES } from '../../shared/job/packed/byte-format.ts'
import { packPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { GRID } from '../api/grids.ts'
import { rowsUnderHeadings } from '../input/puzzles.ts'
import { longText, oddText } from './odd.ts'

/** A body as it is sent. */
export interface SentBody {
  readonly bytes: Uint8Array
  /** The header `Content-Encoding`. */
  readonly encoding?: string
}

const utf8 = new TextEncoder()
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le')

/** Text in any encoding: as UTF-8, as what it is not, and cut in the middle of a character. */
export const textBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: oddText.map((text) => utf8.encode(text)) },
  { weight: 1, arbitrary: longText.map((text) => utf8.encode(text)) },
  { weight: 1, arbitrary: oddText.map(utf16) },
  { weight: 1, arbitrary: oddText.map((text): Uint8Array => Buffer.from(text, 'latin1')) },
  { weight: 1, arbitrary: oddText.map((text) => utf8.encode(`${text}数`).subarray(0, -1)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(',', '\r', '"\n', '=')
      .map((piece) => utf8.encode(`id,puzzle\n${piece.repeat(100_000)}`)),
  },
)

/** Packed grids as their head tells of them, true or not. */
export function headed(count: number, length: number, grids: Uint8Array): Uint8Array {
  const signature = packPuzzles(Puzzles.of([])).subarray(0, SIGNATURE_BYTES)
  return Buffer.concat([signature, new Uint8Array(Uint32Array.of(count, count, length).buffer), grids])
}

const packed = [0, 1, 3].map((count) => packPuzzles(Puzzles.of(Array(count).fill({ text: GRID }))))

/** Packed puzzles: good ones, some with bytes changed, and anything under a head that says what it likes. */
export const packedBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constantFrom(...packed),
  fc
    .tuple(fc.constantFrom(...packed), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }))
    .map(([bytes, changes]) => {
      const changed = bytes.slice()
      for (const [at, byte] of changes) changed[at % changed.length] = byte
      return changed
    }),
  fc.tuple(fc.constantFrom(...packed), fc.nat(200)).map(([bytes, length]) => bytes.subarray(0, length)),
  fc
    .tuple(fc.constantFrom(0, 1, 2, 250_000, 250_001, 2 ** 32 - 1), fc.uint8Array({ maxLength: 100 }), fc.boolean())
    .map(([count, grids, isHonest]): Uint8Array => {
      return headed(count, isHonest ? grids.length : count, grids)
    }),
)

const bomb = gzipSync(Buffer.alloc(40_000_000, '.'))
const bombOfLines = gzipSync('1\n'.repeat(7_900_000))
const bombOfBrackets = gzipSync(`{"puzzles":${'['.repeat(15_000_000)}`)
/** One line of all that a body may unpack to: a pattern that keeps a place for each character would overflow the stack. */
const bombsOfALine = [
  ['*', '-'],
  ['1 ', ', '],
  ['id,puzzle\n"', '"x'],
].map(([start, piece]) => gzipSync(start + piece.repeat((MAX_UNPACKED_BYTES - 16) / piece.length)))
/** As many lines as are taken in, each of which is a mistake. */
const bombOfMistakes = gzipSync(`"${'.'.repeat(81)}"\n${`{"puzzle":${'['.repeat(52)}\n`.repeat(249_000)}`)
/** Lines that could be grids of every size, which is weighed for each; few enough are that all of it is read. */
const bombOfRows = gzipSync(rowsUnderHeadings.repeat(MAX_UNPACKED_BYTES / rowsUnderHeadings.length))
const emptyMembers = Buffer.concat(Array(1000).fill(gzipSync('')))

/** The same bytes, mostly as they are, else in gzip that may be broken, or under a wrong name. */
export function sent(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<SentBody> {
  const gzip = 'gzip'
  return fc.oneof(
    { weight: 60, arbitrary: bytes.map((plain) => ({ bytes: plain })) },
    { weight: 10, arbitrary: bytes.map((plain) => ({ bytes: gzipSync(plain), encoding: gzip })) },
    { weight: 3, arbitrary: bytes.map((plain) => ({ bytes: plain, encoding: gzip })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(bytes, fc.nat())
        .map(([plain, at]) => ({ bytes: gzipSync(plain).subarray(0, at % (plain.length + 20)), encoding: gzip })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(bytes, bytes)
        .map(([a, b]) => ({ bytes: Buffer.concat([gzipSync(a), gzipSync(b)]), encoding: gzip })),
    },
    {
      weight: 2,
      arbitrary: bytes.map((plain) => ({ bytes: Buffer.concat([gzipSync(plain), plain]), encoding: gzip })),
    },
    { weight: 2, arbitrary: bytes.map((plain) => ({ bytes: gzipSync(gzipSync(plain)), encoding: gzip })) },
    { weight: 1, arbitrary: bytes.map((plain) => ({ bytes: deflateRawSync(plain), encoding: gzip })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(bytes, fc.constantFrom('gzip, gzip', 'br', 'identity', 'GZIP', '', 'identity, gzip'))
        .map(([plain, encoding]) => ({ bytes: gzipSync(plain), encoding })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(bomb, emptyMembers, ...bombsOfALine)
        .map((heavy) => ({ bytes: heavy, encoding: gzip })),
    },
  )
}

/** Bodies that cost as much as a body may, too dear for every run; and the status that each is answered with. */
export const heavyBodies: readonly { type: string; body: SentBody; status: number }[] = [
  { type: 'text/plain', body: { bytes: bomb, encoding: 'gzip' }, status: 413 },
  { type: 'text/plain', body: { bytes: bombOfLines, encoding: 'gzip' }, status: 422 },
  { type: 'application/json', body: { bytes: bombOfBrackets, encoding: 'gzip' }, status: 422 },
  // A text whose puzzles can be told apart is a job of bad puzzles.
  ...[bombOfMistakes, bombOfRows, ...bombsOfALine].map((bytes) => ({
    type: 'text/plain',
    body: { bytes, encoding: 'gzip' },
    status: 202,
  })),
]

export const rawBytes: fc.Arbitrary<Uint8Array> = fc.oneof(fc.uint8Array({ maxLength: 200 }), textBytes, packedBytes)
