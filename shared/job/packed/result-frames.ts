import type { LineNumbers } from '../puzzles.ts'
import { assertSignature, headOf, SIGNATURE_BYTES } from './byte-format.ts'
import { packLineNumbers, unpackLineNumbers } from './packed-lines.ts'

/**
 * Packed results on their way to a client:
 *
 *      4 bytes   signature; a body without frames is empty
 *     frames     20 bytes: place in the job of the first result that is meant · its place among the results · the
 *                place behind the last · bytes of lines · of results, 4 bytes each, little-endian;
 *                then the lines of those that are meant, as `packed-lines.ts` draws them, or nothing where each is the
 *                place in the job; then packed results as they rest in the table
 */
export const RESULTS_TYPE = 'application/vnd.sudoku.results'
/** Its name where a reader of results says how they are to come. */
export const PACKED = 'packed'

const FORMAT = 'frames of results'
const FRAME_HEAD_BYTES = 20

export interface ResultFrame {
  /** In the job, of the first that is meant. */
  readonly place: number
  readonly begin: number
  readonly end: number
  /** The numbers of those that are meant; undefined if each is its place in the job. */
  readonly lines?: LineNumbers | undefined
  readonly packed: Uint8Array
}

export class FramesWriter {
  readonly #most: number
  readonly #pieces: Uint8Array[] = []
  #length = SIGNATURE_BYTES

  /** @param most bytes that it may take */
  constructor(most: number) {
    this.#most = most
  }

  /** @returns false where the body would become too large */
  add({ place, begin, end, lines, packed }: ResultFrame): boolean {
    const packedLines = lines ? packLineNumbers(lines) : new Uint8Array()
    const length = this.#length + FRAME_HEAD_BYTES + packedLines.length + packed.length
    if (length > this.#most) return false
    const head = Uint32Array.of(place, begin, end, packedLines.length, packed.length)
    this.#pieces.push(new Uint8Array(head.buffer), packedLines, packed)
    this.#length = length
    return true
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.#pieces.length === 0 ? new Uint8Array() : Buffer.concat([headOf(FORMAT), ...this.#pieces])
  }
}

/**
 * The frames of a body.
 *
 * @throws {VersionError} where a service of another version wrote it
 */
export function* framesIn(bytes: Uint8Array): Generator<ResultFrame, void> {
  if (bytes.length === 0) return
  assertSignature(bytes, FORMAT)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = SIGNATURE_BYTES; at < bytes.length; ) {
    const [place, begin, end, linesLength, length] = [0, 4, 8, 12, 16].map((field) => view.getUint32(at + field, true))
    at += FRAME_HEAD_BYTES
    const lines = linesLength > 0 ? unpackLineNumbers(bytes.subarray(at, at + linesLength)) : undefined
    at += linesLength
    yield { place, begin, end, lines, packed: bytes.subarray(at, at + length) }
    at += length
  }
}
