import { type Format, writeResult } from '../../shared/formats.ts'
import type { JobOptions } from '../../shared/job/options.ts'
import { ByteWriter } from '../../shared/job/packed/bytes.ts'
import { FRAME_HEAD_BYTES, headOf } from '../../shared/job/packed/result-frames.ts'
import type { ResultsReader } from '../../shared/job/packed/results-reader.ts'

/** Lambda answers at most 6 MB of JSON, this body being a string in it; one result more, and headers, have to fit. */
const MAX_PAGE_BYTES = 5_500_000
/** Bytes are base64 in it. */
const MAX_FRAMES_BYTES = (MAX_PAGE_BYTES * 3) / 4
/** A result in JSON. */
const USUAL_BYTES = 400

/** A body of results while it is written, and what it will take as a string in JSON. */
export class Page {
  count = 0
  readonly #format: Pick<Format, 'write' | 'solved'>
  readonly #separator: string
  readonly #text: ByteWriter
  #asJson = 0

  /** @param most results that it will hold */
  constructor(most: number, format: Pick<Format, 'write' | 'solved'>, separator = '') {
    this.#text = new ByteWriter(Math.min(MAX_PAGE_BYTES, most * (format.solved?.bytes ?? USUAL_BYTES)))
    this.#format = format
    this.#separator = separator
  }

  get isFull(): boolean {
    return this.#asJson > MAX_PAGE_BYTES
  }

  write(result: ResultsReader, line: number, options: JobOptions): void {
    if (this.count++ > 0 && this.#separator) this.#text.text(this.#separator)
    const begin = this.#text.length
    writeResult(this.#text, this.#format, result, line, options)
    this.#asJson += escapedBytes(this.#text.bytes, begin, this.#text.length)
  }

  written(): { text: string; count: number } {
    const { buffer, byteOffset, length } = this.#text.written()
    return { text: Buffer.from(buffer, byteOffset, length).toString('utf8'), count: this.count }
  }
}

/** The most that UTF-8 text takes in a JSON string: two characters for a line end, six for another control character. */
function escapedBytes(text: Uint8Array, begin: number, end: number): number {
  let bytes = end - begin
  for (let i = begin; i < end; i++) {
    const byte = text[i]
    if (byte < 0x20) bytes += byte === LINE_END ? 1 : 5
    else if (byte === 0x22 || byte === 0x5c) bytes++
  }
  return bytes
}

const LINE_END = 0x0a

/** A body of packed results while it is put together. */
export class FramesWriter {
  readonly #pieces: Uint8Array[] = []
  #length = 0

  /** @returns false where it would become more than Lambda lets out */
  add(line: number, begin: number, end: number, packed: Uint8Array): boolean {
    const length = this.#length + FRAME_HEAD_BYTES + packed.length
    if (length > MAX_FRAMES_BYTES) return false
    this.#pieces.push(headOf({ line, begin, end, packed }), packed)
    this.#length = length
    return true
  }

  written(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }
}
