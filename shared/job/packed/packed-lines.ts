import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { base64Of, bytesOf } from '../../base64.ts'
import type { PartLines } from '../job.ts'
import { LineNumbers } from '../line-numbers.ts'
import { assertSignature, SIGNATURE_BYTES, sign } from './byte-format.ts'
import { ByteReader, ByteWriter } from './bytes.ts'

/**
 * The lines of some puzzles:
 *
 *      4 bytes   signature
 *      1 byte    1 where what follows is deflated, 0 where it is not
 *     numbers    as `bytes.ts` writes them: the first line, and a stride and a count for each run of `line-numbers.ts`
 *
 * 10 bytes for 56,000 puzzles that are as many lines apart. Where each has one or two lines, by chance, it is 1.6 bits
 * a puzzle, and 4.1 where it has one to eight. The most that a text of 16 MB can say by its line ends is 280 KB.
 */
const FORMAT = 'lines of puzzles'
const NUMBERS_AT = SIGNATURE_BYTES + 1
/** Less than this is hardly any shorter deflated. */
const LEAST_DEFLATED_BYTES = 100

export function packLineNumbers({ first, runs }: LineNumbers): Uint8Array {
  const numbers = new ByteWriter(16 + 2 * runs.length)
  numbers.number(first)
  for (const number of runs) numbers.number(number)
  const isDeflated = numbers.length >= LEAST_DEFLATED_BYTES
  const written = isDeflated ? deflateRawSync(numbers.written()) : numbers.written()
  const packed = new Uint8Array(NUMBERS_AT + written.length)
  sign(packed, FORMAT)
  packed[SIGNATURE_BYTES] = Number(isDeflated)
  packed.set(written, NUMBERS_AT)
  return packed
}

/** @throws {VersionError} where code of another version packed them */
export function unpackLineNumbers(packed: Uint8Array): LineNumbers {
  assertSignature(packed, FORMAT)
  const written = packed.subarray(NUMBERS_AT)
  const numbers = new ByteReader(packed[SIGNATURE_BYTES] === 1 ? inflateRawSync(written) : written)
  const first = numbers.number()
  const runs: number[] = []
  while (numbers.at < numbers.bytes.length) runs.push(numbers.number(), numbers.number())
  return new LineNumbers(first, runs)
}

/**
 * More than this has an item of its own, since each count of a part writes the part's item. A hundred puzzles never take
 * it: of 16 MB of blank lines between them they take 412 bytes.
 */
const MOST_BYTES_IN_PART = 450

/**
 * The lines of a part as its item has them, and as an item of their own has them, if they take one; neither where they
 * are not known, or are the places of a first part.
 */
export function keptLines(lines: LineNumbers | undefined, part: number): KeptLines {
  if (!lines || (part === 1 && lines.arePlaces)) return {}
  const packed = packLineNumbers(lines)
  const { last } = lines
  if (packed.length > MOST_BYTES_IN_PART) return { lines: { last }, apart: packed }
  return { lines: { last, packed: base64Of(packed) } }
}

interface KeptLines {
  readonly lines?: PartLines
  readonly apart?: Uint8Array
}

/** The lines that the item of a part has. */
export function linesIn({ packed }: PartLines): LineNumbers | undefined {
  return packed === undefined ? undefined : unpackLineNumbers(bytesOf(packed))
}
