import { BYTE_FORMATS, sign, VersionError, versionOf } from './byte-format.ts'

/**
 * Packed results on their way to a client:
 *
 *      4 bytes   signature; a body without frames is empty
 *     12 bytes   0: code from before there were versions takes all 16 for a frame of no results, and fails at it
 *     frames     16 bytes: line of the first result that is meant · its place among the results · the place
 *                behind the last · how many bytes follow, 4 bytes each, little-endian;
 *                then packed results as they rest in the table
 */
export const RESULTS_TYPE = 'application/vnd.sudoku.results'
/** What it is called where a reader of results says how they are to come. */
export const PACKED = 'packed'

const FORMAT = 'frames of results'
const BODY_HEAD_BYTES = 16
const FRAME_HEAD_BYTES = 16

/** Some packed results, and which of them are meant. */
export interface ResultFrame {
  /** Of the first that is meant. */
  readonly line: number
  readonly begin: number
  readonly end: number
  readonly packed: Uint8Array
}

/** A body of frames while it is put together. */
export class FramesWriter {
  readonly #most: number
  readonly #pieces: Uint8Array[] = []
  #length = BODY_HEAD_BYTES

  /** @param most bytes that it may take */
  constructor(most: number) {
    this.#most = most
  }

  /** @returns false where the body would become too large */
  add({ line, begin, end, packed }: ResultFrame): boolean {
    const length = this.#length + FRAME_HEAD_BYTES + packed.length
    if (length > this.#most) return false
    this.#pieces.push(new Uint8Array(Uint32Array.of(line, begin, end, packed.length).buffer), packed)
    this.#length = length
    return true
  }

  written(): Uint8Array<ArrayBuffer> {
    if (this.#pieces.length === 0) return new Uint8Array()
    const head = new Uint8Array(BODY_HEAD_BYTES)
    sign(head, FORMAT)
    return Buffer.concat([head, ...this.#pieces])
  }
}

/**
 * The frames of a body.
 *
 * @throws {VersionError} where a newer service wrote it, or one from before there were versions
 */
export function* framesIn(bytes: Uint8Array): Generator<ResultFrame, void> {
  if (bytes.length === 0) return
  if (versionOf(bytes, FORMAT) === 0) throw new VersionError(FORMAT, 0, BYTE_FORMATS[FORMAT].version)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = BODY_HEAD_BYTES; at < bytes.length; ) {
    const [line, begin, end, length] = [0, 4, 8, 12].map((field) => view.getUint32(at + field, true))
    at += FRAME_HEAD_BYTES
    yield { line, begin, end, packed: bytes.subarray(at, at + length) }
    at += length
  }
}
