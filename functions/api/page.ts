import type { Format } from '../../shared/formats.ts'
import { ByteWriter } from '../../shared/job/bytes.ts'
import type { JobOptions } from '../../shared/job/options.ts'
import type { ResultsReader } from '../../shared/job/results-reader.ts'

/** Lambda answers at most 6 MB of JSON, this body being a string in it; one result more, and headers, have to fit. */
const MAX_PAGE_BYTES = 5_500_000

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
    const { solved } = this.#format
    if (solved && result.isPlainSolved) {
      this.#text.reserve(solved.bytes)
      solved.write(result, this.#text.bytes, this.#text.length)
      this.#text.length += solved.bytes
      // Its line end becomes two characters.
      this.#asJson += solved.bytes + 1
    } else {
      const text = (this.count > 0 ? this.#separator : '') + this.#format.write(result.result(line, options))
      const most = text.length * 3
      this.#text.reserve(most)
      const { bytes, length } = this.#text
      this.#text.length += encoder.encodeInto(text, bytes.subarray(length, length + most)).written
      this.#asJson += Buffer.byteLength(JSON.stringify(text))
    }
    this.count++
  }

  written(): { text: string; count: number } {
    const { buffer, byteOffset, length } = this.#text.written()
    return { text: Buffer.from(buffer, byteOffset, length).toString('utf8'), count: this.count }
  }
}

const encoder = new TextEncoder()
