import { accept, type Checked } from '../checked.ts'
import { MAX_RECORD_BYTES } from '../job/limits.ts'
import { PuzzlesBuilder } from '../job/puzzles.ts'
import { opened, UnreadableError, utf8From } from './encoding.ts'
import {
  boxed,
  DOCUMENT_FORMATS,
  formatOf,
  HEAD_BYTES,
  type InputFormat,
  type ReadOptions,
  SYNTAXES,
} from './input-format.ts'
import { DOCUMENT_HEAD_BYTES, DocumentReader, isDocument } from './json-document.ts'
import { countLines, joined, linesEnd } from './text.ts'

export interface PiecesOptions extends Pick<ReadOptions, 'size' | 'format'> {
  readonly maxBytes: number
  /** As many as bytes allow when left out. */
  readonly maxPuzzles?: number | undefined
}

/** A stretch of an input that can be read by itself, in the format that the whole is in. */
export interface Piece {
  /** A view of memory that pieces share: to be read or copied, not to be transferred. */
  readonly bytes: Uint8Array
  readonly format: InputFormat
  /**
   * The line of the whole that its first line is; of a piece that repeats a header, less as many lines as that takes.
   * Not known of a JSON document, which may be broken anywhere.
   */
  readonly line?: number
}

/** Why a file without any is refused. */
export const NO_PUZZLE = 'found no puzzle, expected at least one'

/** So much has to lie behind a place before it is known that it can be cut there. */
const LOOKAHEAD_BYTES = Math.max(HEAD_BYTES, MAX_RECORD_BYTES)
/** For tiny pieces: several of them to a window, so that what is left over is rarely moved. */
const MIN_WINDOW_BYTES = 4 * LOOKAHEAD_BYTES

/**
 * Cuts puzzles of any length into pieces of at most `maxBytes` and `maxPuzzles`, so that reading one after the
 * other finds what reading the whole would find. Holds little more than one piece at a time.
 * Where no format is named, the source may be in UTF-16, packed with gzip or a JSON document; pieces never are.
 *
 * @throws {UnreadableError} where a puzzle is too long for a piece, and where the whole is in no format
 */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  options: PiecesOptions,
): AsyncGenerator<Piece, void> {
  const { head, whole } = await opened(options.format ? source : utf8From(source), DOCUMENT_HEAD_BYTES)
  const document = !options.format && isDocument(head) ? new DocumentReader() : undefined
  const cutter = new Cutter(options, document && DOCUMENT_FORMATS)
  for await (const chunk of whole) yield* cutter.push(document ? readable(document.push(chunk)) : chunk)
  if (document) readable(document.end())
  yield* cutter.end()
}

function readable<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new UnreadableError(checked.error)
  return checked.value
}

/**
 * The bytes that are not cut yet:
 *
 *     window  [ pieces given out | start ···unread··· end | room ]
 *
 * A byte is copied into a window once, and again only if it is left over at its end.
 */
class Cutter {
  readonly #options: PiecesOptions
  readonly #among: readonly InputFormat[] | undefined
  readonly #need: number
  readonly #maxPuzzles: number
  #window = new Uint8Array(0)
  #start = 0
  #end = 0
  /** Where in the whole the unread bytes begin. */
  #place = 0
  #format: InputFormat | undefined
  /** The head of every piece. */
  #header = new Uint8Array(0)
  /** The line of the whole on which the unread bytes begin, were there no header above it. */
  #line = 1

  constructor(options: PiecesOptions, among: readonly InputFormat[] | undefined) {
    this.#options = options
    this.#among = among
    this.#need = options.maxBytes + LOOKAHEAD_BYTES
    this.#maxPuzzles = options.maxPuzzles ?? Number.POSITIVE_INFINITY
  }

  *push(chunk: Uint8Array): Generator<Piece, void> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#end === this.#window.length) this.#makeRoom()
      const taken = chunk.subarray(at, at + this.#window.length - this.#end)
      this.#window.set(taken, this.#end)
      this.#end += taken.length
      at += taken.length
      yield* this.#pieces(false)
    }
  }

  end(): Generator<Piece, void> {
    return this.#pieces(true)
  }

  *#pieces(isEnd: boolean): Generator<Piece, void> {
    while (isEnd ? this.#start < this.#end : this.#end - this.#start >= this.#need) {
      if (!this.#format) {
        // A header leaves less to be read, or nothing.
        this.#format = this.#understand(this.#unread())
        continue
      }
      const room = this.#options.maxBytes - this.#header.length
      const cut = isEnd && this.#fits(room) ? this.#end - this.#start : this.#cut(this.#format, room)
      if (cut <= 0) {
        const why = `no place to cut within ${this.#options.maxBytes} bytes`
        throw new UnreadableError(`${why}: what begins at byte ${this.#place + 1} is too long for a part`)
      }
      const bytes = this.#window.subarray(this.#start, this.#start + cut)
      this.#skip(cut)
      const line = this.#among ? undefined : this.#line
      if (line !== undefined) this.#line += countLines(bytes)
      const piece = { bytes: joined(this.#header, bytes), format: this.#format }
      // Nothing but comments at the end is no body that a service takes. Mostly the first lines tell.
      if (this.#holdsPuzzle(piece.bytes.subarray(0, HEAD_BYTES)) || this.#holdsPuzzle(piece.bytes))
        yield { ...piece, ...(line !== undefined && { line }) }
    }
  }

  #holdsPuzzle(bytes: Uint8Array): boolean {
    const first = new PuzzlesBuilder(1, 0)
    if (this.#format) SYNTAXES[this.#format].read(bytes, first, boxed(this.#options.size))
    return first.count > 0
  }

  #understand(head: Uint8Array): InputFormat {
    const { format: known, size } = this.#options
    const format = readable(known ? accept(known) : formatOf(head, size, this.#among))
    const header = readable(SYNTAXES[format].header?.(head) ?? accept(0))
    this.#header = head.slice(0, header)
    this.#skip(header)
    return format
  }

  #skip(count: number): void {
    this.#start += count
    this.#place += count
  }

  /** Whether all that is unread is one piece: no puzzle takes less than a line. */
  #fits(room: number): boolean {
    const { length } = this.#unread()
    return length <= room && linesEnd(this.#unread(), length, this.#maxPuzzles) === length
  }

  #cut(format: InputFormat, most: number): number {
    if (most <= 0) return 0
    const limits = { bytes: most, puzzles: this.#maxPuzzles }
    return SYNTAXES[format].cut(this.#unread(), limits, boxed(this.#options.size), this.#header)
  }

  #unread(): Uint8Array {
    return this.#window.subarray(this.#start, this.#end)
  }

  #makeRoom(): void {
    const unread = this.#unread()
    const most = Math.max(this.#need, MIN_WINDOW_BYTES)
    const window = new Uint8Array(Math.min(most, Math.max(MIN_WINDOW_BYTES, 2 * this.#window.length)))
    window.set(unread)
    this.#window = window
    this.#start = 0
    this.#end = unread.length
  }
}
