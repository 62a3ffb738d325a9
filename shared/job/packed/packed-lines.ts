import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { base64Of, bytesOfBase64 } from '../../base64.ts'
import type { PartLines } from '../job.ts'
import { areConsecutive, type LineNumbers } from '../puzzles.ts'
import { assertSignature, ByteReader, ByteWriter, headOf, SIGNATURE_BYTES } from './byte-format.ts'

/**
 * The lines of some puzzles:
 *
 *      4 bytes   signature
 *     numbers    deflated, as `ByteWriter` writes them: the first line, and for each other puzzle how many lines it is below the
 *                one before
 *
 * 80 bytes for 56,000 puzzles that are as many lines apart. Where each has one or two lines, by chance, it is 1.3 bits a
 * puzzle, and 3.5 where it has one to eight. The most that a text of 16 MB can say by its line ends is 230 KB.
 */
const FORMAT = 'lines of puzzles'

export function packLineNumbers(lines: LineNumbers): Uint8Array {
  const numbers = new ByteWriter(8 + lines.length)
  lines.forEach((line, place) => {
    numbers.number(place === 0 ? line : line - lines[place - 1])
  })
  return Buffer.concat([headOf(FORMAT), deflateRawSync(numbers.written())])
}

/** @throws {VersionError} where code of another version packed them */
export function unpackLineNumbers(packed: Uint8Array): LineNumbers {
  assertSignature(packed, FORMAT)
  const numbers = new ByteReader(inflateRawSync(packed.subarray(SIGNATURE_BYTES)))
  const lines: number[] = []
  for (let line = 0; numbers.at < numbers.bytes.length; lines.push(line)) line += numbers.number()
  return Float64Array.from(lines)
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
export function keptLines(lines: LineNumbers | undefined, part: number): { lines?: PartLines; apart?: Uint8Array } {
  if (!lines || (part === 1 && areConsecutive(lines, 1))) return {}
  const packed = packLineNumbers(lines)
  const last = lines.at(-1) ?? 0
  if (packed.length > MOST_BYTES_IN_PART) return { lines: { last }, apart: packed }
  return { lines: { last, packed: base64Of(packed) } }
}

/** The lines that the item of a part has. */
export function linesIn({ packed }: PartLines): LineNumbers | undefined {
  return packed === undefined ? undefined : unpackLineNumbers(bytesOfBase64(packed))
}
