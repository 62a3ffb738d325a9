import { accept, type Checked } from '../checked.ts'
import { MAX_RECORD_BYTES } from '../job/limits.ts'
import { PuzzlesBuilder } from '../job/puzzles.ts'
import { opened, UnreadableError, utf8From } from './encoding.ts'
import { boxed, formatOf, HEAD_BYTES, type InputFormat, type ReadOptions, SYNTAXES } from './input-format.ts'
import { DOCUMENT_HEAD_BYTES, DocumentReader, isDocument } from './json-document.ts'
import type { Syntax } from './syntax.ts'
import { countLines, joined, linesEnd } from './text.ts'

export interface PiecesOptions extends Pick<ReadOptions, 'size' | 'format'> {
  readonly maxBytes: number
  /** As many as bytes allow when left out. */
  readonly maxPuzzles?: number | undefined
}

/** A stretch of an input that can be read by itself, in the format that the whole is in. */
export interface Piece {
  /** A view of memory that the next piece overwrites: read or copy it before you ask for that one. */
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
 * other finds what reading the whole would find. Holds little more than one piece at a time, all of them in the same
 * memory: ten million puzzles by a service take 191 MB so, and 206 with memory for each.
 * Where no format is named, the source may be in UTF-16, packed with gzip or a JSON document; pieces never are.
 *
 * @throws {UnreadableError} where a puzzle is too long for a piece, and where the whole is in no format
 */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  { size, format: known, maxBytes, maxPuzzles = Number.POSITIVE_INFINITY }: PiecesOptions,
): AsyncGenerator<Piece, void> {
  const { head, whole } = await opened(known ? source : utf8From(source), DOCUMENT_HEAD_BYTES)
  const document = !known && isDocument(head) ? new DocumentReader() : undefined
  const isList = document !== undefined
  const need = maxBytes + LOOKAHEAD_BYTES
  // The bytes that are not cut yet:
  //
  //     window  [ pieces given out | start ···unread··· end | room ]
  //
  // A byte is copied into the window once, and again only if it is left over at its end, when that begins anew.
  let window = new Uint8Array(0)
  let start = 0
  let end = 0
  /** Where in the whole the unread bytes begin. */
  let place = 0
  let format: InputFormat | undefined
  /** The head of every piece. */
  let header = new Uint8Array(0)
  /** The line of the whole on which the unread bytes begin, were there no header above it. */
  let line = 1
  const unread = () => window.subarray(start, end)
  const skip = (count: number) => {
    start += count
    place += count
  }
  /** Whether all that is unread is one piece: no puzzle takes less than a line. */
  const fits = (room: number) => end - start <= room && linesEnd(unread(), end - start, maxPuzzles) === end - start
  const holdsPuzzle = (bytes: Uint8Array, syntax: Syntax) => {
    const first = new PuzzlesBuilder(1, 0)
    syntax.read(bytes, first, boxed(size))
    return first.count > 0
  }

  for await (const chunk of whole) yield* push(document ? readable(document.push(chunk)) : chunk)
  if (document) readable(document.end())
  yield* pieces(true)

  function* push(chunk: Uint8Array): Generator<Piece, void> {
    for (let at = 0; at < chunk.length; ) {
      if (end === window.length) makeRoom()
      const taken = chunk.subarray(at, at + window.length - end)
      window.set(taken, end)
      end += taken.length
      at += taken.length
      yield* pieces(false)
    }
  }

  function makeRoom(): void {
    const rest = unread()
    const most = Math.max(need, MIN_WINDOW_BYTES)
    const room = Math.min(most, Math.max(MIN_WINDOW_BYTES, 2 * window.length))
    if (room > window.length) window = new Uint8Array(room)
    window.set(rest)
    start = 0
    end = rest.length
  }

  function* pieces(isEnd: boolean): Generator<Piece, void> {
    while (isEnd ? start < end : end - start >= need) {
      if (!format) {
        format = readable(known ? accept(known) : formatOf(unread(), size, isList))
        header = unread().slice(0, readable(SYNTAXES[format].header?.(unread()) ?? accept(0)))
        // A header leaves less to be read, or nothing.
        skip(header.length)
        continue
      }
      const syntax = SYNTAXES[format]
      const room = maxBytes - header.length
      const limits = { bytes: room, puzzles: maxPuzzles }
      const cut = isEnd && fits(room) ? end - start : room > 0 ? syntax.cut(unread(), limits, boxed(size), header) : 0
      if (cut <= 0) {
        const why = `no place to cut within ${maxBytes} bytes`
        throw new UnreadableError(`${why}: what begins at byte ${place + 1} is too long for a part`)
      }
      const cutOff = window.subarray(start, start + cut)
      skip(cut)
      const piece = { bytes: joined(header, cutOff), format, ...(!isList && { line }) }
      line += isList ? 0 : countLines(cutOff)
      // Nothing but comments at the end is no body that a service takes. Mostly the first lines tell.
      if (holdsPuzzle(piece.bytes.subarray(0, HEAD_BYTES), syntax) || holdsPuzzle(piece.bytes, syntax)) yield piece
    }
  }
}

function readable<T>(checked: Checked<T>): T {
  if (!checked.ok) throw new UnreadableError(checked.error)
  return checked.value
}
