import { closeSync, openSync, readSync } from 'node:fs'
import { isDelimiterLine } from '../shared/input/csv.ts'
import { contentOf } from '../shared/input/grids.ts'
import { formatOf, HEAD_BYTES } from '../shared/input/input-format.ts'
import { LF, lineEnd, nextLine, textAt } from '../shared/input/text.ts'
import { MAX_RECORD_BYTES } from '../shared/job/limits.ts'
import type { Size } from '../shared/sudoku/units.ts'

/** Where puzzles stand one after the other, each as many lines below the one before. */
interface Run {
  /** Of its first puzzle, from 1. */
  readonly place: number
  readonly line: number
  /** Lines from one to the next; 0 while there is but one. */
  stride: number
}

/** In a file with this many gaps, none of them like the one before, later lines are not known. */
const MOST_RUNS = 1_000_000

/**
 * On which line of a file each puzzle stands. The service counts puzzles, and leaves out
 * blank lines, comments and headers. Of grids row by row, and from a CSV field of several lines on, nothing is known.
 */
export class FileLines {
  readonly #size: Size | undefined
  readonly #runs: Run[] = []
  /** Bytes that are not understood yet: the head of the file, and later a line without its end. */
  #rest: Uint8Array = new Uint8Array(0)
  #holds: ((bytes: Uint8Array, at: number, end: number) => boolean) | undefined
  #place = 0
  #line = 0
  #isLost = false

  /** What is behind the bytes so far, and nothing at the end. */
  #next: (() => Uint8Array) | undefined

  /**
   * @param size cells a side, where that is known
   * @param file a file that can be read a second time, as far as lines are asked for: mostly they are not, and to look
   *   at all of a million lines takes 0.4 s
   */
  constructor(size?: Size, file?: string) {
    this.#size = size
    if (file !== undefined) this.#next = piecesOf(file)
  }

  /** The bytes of what can be read but once as they are, after a look at them. */
  async *watched(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const bytes of source) {
      this.#push(bytes, false)
      yield bytes
    }
    this.#push(new Uint8Array(0), true)
  }

  /** The line of a puzzle, both counted from 1; undefined where it is not known. */
  lineOf(place: number): number | undefined {
    while (this.#next && place > this.#place) {
      const bytes = this.#next()
      if (bytes.length === 0) this.#next = undefined
      this.#push(bytes, bytes.length === 0)
    }
    if (place > this.#place) return undefined
    let from = 0
    for (let to = this.#runs.length; to - from > 1; ) {
      const middle = (from + to) >> 1
      if (this.#runs[middle].place <= place) from = middle
      else to = middle
    }
    const run = this.#runs[from]
    return run.line + (place - run.place) * run.stride
  }

  #push(more: Uint8Array, isEnd: boolean): void {
    if (this.#isLost) return
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, more]) : more
    if (!this.#holds && bytes.length < HEAD_BYTES && !isEnd) this.#rest = Uint8Array.from(bytes)
    else this.#rest = Uint8Array.from(bytes.subarray(this.#look(bytes, isEnd)))
    // No puzzle is as long; whoever reads the file says so.
    if (this.#rest.length > MAX_RECORD_BYTES) this.#lose()
  }

  /** Looks at all lines but one that has no end yet, and gives its beginning. */
  #look(bytes: Uint8Array, isEnd: boolean): number {
    this.#holds ??= this.#holderOf(bytes)
    for (let at = 0; at < bytes.length && !this.#isLost; ) {
      const end = lineEnd(bytes, at)
      // A line feed may follow a carriage return.
      if (!isEnd && end >= bytes.length - 1 && bytes[end] !== LF) return at
      this.#line++
      if (this.#holds(bytes, at, end)) this.#found()
      at = nextLine(bytes, end)
    }
    return bytes.length
  }

  #found(): void {
    this.#place++
    const run = this.#runs.at(-1)
    const distance = run && this.#place - run.place
    if (run && distance === 1) run.stride = this.#line - run.line
    else if (!run || run.line + (distance ?? 0) * run.stride !== this.#line) {
      this.#runs.push({ place: this.#place, line: this.#line, stride: 0 })
      if (this.#runs.length > MOST_RUNS) this.#lose()
    }
  }

  /** From here on nothing is known. */
  #lose(): void {
    this.#isLost = true
    this.#next = undefined
    this.#rest = new Uint8Array(0)
  }

  /** Tells a line that holds a puzzle, in the format of a file. */
  #holderOf(head: Uint8Array): (bytes: Uint8Array, at: number, end: number) => boolean {
    const format = formatOf(head, this.#size)
    switch (format.ok ? format.value : undefined) {
      case 'lines':
        return (bytes, at, end) => beginsWithCell(bytes[at]) || Boolean(contentOf(textAt(bytes, at, end)))
      case 'ndjson':
        return (bytes, at, end) => bytes[at] === BRACE || textAt(bytes, at, end).trim() !== ''
      case 'csv':
        return this.#csvHolder()
      default:
        this.#lose()
        return () => false
    }
  }

  #csvHolder() {
    let header: string | undefined
    return (bytes: Uint8Array, at: number, end: number) => {
      if (end === at) return false
      // A quote that is not closed on its line may go on with the next one.
      if (!isEven(bytes, at, end)) this.#lose()
      if (header === undefined) {
        const line = textAt(bytes, at, end).trim()
        if (!isDelimiterLine(line)) header = line
        return false
      }
      // No puzzle begins as a heading does.
      if (bytes[at] === header.charCodeAt(0) || bytes[at] === BYTE_ORDER_MARK) {
        if (textAt(bytes, at, end).trim() === header) return false
      }
      return !this.#isLost
    }
  }
}

const PIECE_BYTES = 1 << 20

/** Reads a file from its beginning, a piece a call: nothing where it ends, or can be read no more. */
function piecesOf(file: string): () => Uint8Array {
  let position = 0
  return () => {
    try {
      const descriptor = openSync(file, 'r')
      try {
        const bytes = new Uint8Array(PIECE_BYTES)
        const count = readSync(descriptor, bytes, 0, PIECE_BYTES, position)
        position += count
        return bytes.subarray(0, count)
      } finally {
        closeSync(descriptor)
      }
    } catch {
      return new Uint8Array(0)
    }
  }
}

/** Whether there is an even number of quotes in a stretch of bytes, mostly none. */
function isEven(bytes: Uint8Array, at: number, end: number): boolean {
  const line = bytes.subarray(at, end)
  let quotes = 0
  for (let i = line.indexOf(QUOTE); i >= 0; i = line.indexOf(QUOTE, i + 1)) quotes++
  return quotes % 2 === 0
}

const QUOTE = 34
/** The first byte of one in UTF-8. */
const BYTE_ORDER_MARK = 0xef
const BRACE = 123

/** Whether a byte is a digit or a dot: no comment, frame or blank line begins with one. */
function beginsWithCell(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || byte === 46
}
