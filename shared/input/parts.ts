import { accept } from '../checked.ts'
import type { Size } from '../sudoku/units.ts'
import { csvColumns, cutRecords, MAX_RECORD_BYTES, NO_HEADER } from './csv.ts'
import { contentOf, cutGrids, PuzzleReader } from './grids.ts'
import type { ReadOptions } from './input-format.ts'
import { formatOf, HEAD_BYTES, type InputFormat } from './input-format.ts'
import { byteText, CR, LF, lineEnd, nextLine, textAt } from './text.ts'

export interface PartsOptions extends ReadOptions {
  readonly maxBytes: number
}

/** A body of puzzles that can be read by itself, in the format that the whole is in. */
export interface Part {
  /** A view of memory that parts share: to be read or copied, not to be transferred. */
  readonly bytes: Uint8Array
  readonly format: InputFormat
}

/** What has to lie behind a place before it is known that it can be cut there. */
const LOOKAHEAD_BYTES = Math.max(HEAD_BYTES, MAX_RECORD_BYTES)
/** For tiny parts: several of them to a window, so that what is left over is rarely moved. */
const MIN_WINDOW_BYTES = 4 * LOOKAHEAD_BYTES

/**
 * Cuts puzzles of any length into bodies of at most `maxBytes`, so that reading one after the
 * other finds what reading the whole would find. Holds little more than one part at a time.
 * Throws where a puzzle is too long for a part, and where the whole is in no format.
 */
export async function* partsOf(source: AsyncIterable<Uint8Array>, options: PartsOptions): AsyncGenerator<Part, void> {
  const cutter = new PartCutter(options)
  for await (const chunk of source) yield* cutter.push(chunk)
  yield* cutter.end()
}

/**
 * The bytes that are not cut yet:
 *
 *     window  [ parts given out | start ···unread··· end | room ]
 *
 * A byte is copied into a window once, and again only if it is left over at its end.
 */
class PartCutter {
  readonly #options: PartsOptions
  readonly #need: number
  #window = new Uint8Array(0)
  #start = 0
  #end = 0
  /** Where in the whole the unread bytes begin. */
  #place = 0
  #format: InputFormat | undefined
  /** What stands at the head of every part. */
  #header = new Uint8Array(0)

  constructor(options: PartsOptions) {
    this.#options = options
    this.#need = options.maxBytes + LOOKAHEAD_BYTES
  }

  *push(chunk: Uint8Array): Generator<Part, void> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#end === this.#window.length) this.#makeRoom()
      const taken = chunk.subarray(at, at + this.#window.length - this.#end)
      this.#window.set(taken, this.#end)
      this.#end += taken.length
      at += taken.length
      yield* this.#parts(false)
    }
  }

  end(): Generator<Part, void> {
    return this.#parts(true)
  }

  *#parts(isEnd: boolean): Generator<Part, void> {
    while (isEnd ? this.#start < this.#end : this.#end - this.#start >= this.#need) {
      if (!this.#format) {
        // A header leaves less to be read, or nothing.
        this.#format = this.#understand(this.#window.subarray(this.#start, this.#end))
        continue
      }
      const room = this.#options.maxBytes - this.#header.length
      const cut = isEnd && this.#end - this.#start <= room ? this.#end - this.#start : this.#cut(room)
      if (cut <= 0) throw new Error(this.#tooLong())
      const bytes = this.#window.subarray(this.#start, this.#start + cut)
      this.#skip(cut)
      // Nothing but comments at the end is no body that a service takes.
      if (holdsPuzzle(bytes, this.#format, this.#options.size))
        yield { bytes: this.#headed(bytes), format: this.#format }
    }
  }

  #understand(head: Uint8Array): InputFormat {
    const told = this.#options.format
    const found = told ? accept(told) : formatOf(head, this.#options.size)
    if (!found.ok) throw new Error(found.error)
    const format = found.value
    if (format === 'csv') {
      const columns = csvColumns(head)
      if (!columns) throw new Error(NO_HEADER)
      this.#header = head.slice(0, columns.end)
      this.#skip(this.#header.length)
    }
    return format
  }

  #skip(count: number): void {
    this.#start += count
    this.#place += count
  }

  #cut(most: number): number {
    const unread = this.#window.subarray(this.#start, this.#end)
    if (most <= 0) return 0
    if (this.#format === 'csv') return cutRecords(byteText(unread), most)
    if (this.#format === 'grids') return cutGrids(unread, most, this.#options.size)
    return cutLines(unread, most)
  }

  #headed(bytes: Uint8Array): Uint8Array {
    if (this.#header.length === 0) return bytes
    const headed = new Uint8Array(this.#header.length + bytes.length)
    headed.set(this.#header)
    headed.set(bytes, this.#header.length)
    return headed
  }

  #tooLong(): string {
    return `no place to cut within ${this.#options.maxBytes} bytes: what begins at byte ${this.#place + 1} is too long for a part`
  }

  #makeRoom(): void {
    const unread = this.#window.subarray(this.#start, this.#end)
    const most = Math.max(this.#need, MIN_WINDOW_BYTES)
    const window = new Uint8Array(Math.min(most, Math.max(MIN_WINDOW_BYTES, 2 * this.#window.length)))
    window.set(unread)
    this.#window = window
    this.#start = 0
    this.#end = unread.length
  }
}

/** The last end of a line up to `most`; 0 where there is none. */
function cutLines(bytes: Uint8Array, most: number): number {
  const feed = bytes.lastIndexOf(LF, most - 1)
  // Files whose lines end with a carriage return alone have no other.
  return (feed < 0 ? bytes.lastIndexOf(CR, most - 1) : feed) + 1
}

/** Whether there is a puzzle in a part; mostly the first line tells. */
function holdsPuzzle(bytes: Uint8Array, format: InputFormat, size?: Size): boolean {
  let count = 0
  const reader = new PuzzleReader(() => count++, size)
  for (let at = 0, end = 0; at < bytes.length && count === 0; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    const line = textAt(bytes, at, end)
    if (format === 'grids') reader.push(line)
    else if (format === 'lines' ? contentOf(line) : line.trim()) count++
  }
  reader.finish()
  return count > 0
}
