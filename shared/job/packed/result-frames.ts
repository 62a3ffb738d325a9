/**
 * Packed results on their way to a client: frames one after the other, each a head of 16 bytes and packed
 * results as they rest in the table:
 *
 *     line of the first that is meant · its place among the results · the place behind the last
 *     · how many bytes follow, 4 bytes each
 */
export const RESULTS_TYPE = 'application/vnd.sudoku.results'
export const FRAME_HEAD_BYTES = 16

/** Some packed results. */
export interface Frame {
  /** Of the first that is meant. */
  readonly line: number
  readonly begin: number
  readonly end: number
  readonly packed: Uint8Array
}

export function headOf({ line, begin, end, packed }: Frame): Uint8Array {
  return new Uint8Array(Uint32Array.of(line, begin, end, packed.length).buffer)
}

export function* framesIn(bytes: Uint8Array): Generator<Frame, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; ) {
    const [line, begin, end, length] = [0, 4, 8, 12].map((field) => view.getUint32(at + field, true))
    at += FRAME_HEAD_BYTES
    yield { line, begin, end, packed: bytes.subarray(at, at + length) }
    at += length
  }
}
