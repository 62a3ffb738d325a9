/** A line feed ends a line, and a carriage return may stand before it. */
export const LF = 10
export const CR = 13

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text of a stretch of bytes; what is no UTF-8 becomes U+FFFD. */
export function textAt(bytes: Uint8Array, from: number, to: number): string {
  return utf8.decode(bytes.subarray(from, to))
}

const latin1 = new TextDecoder('latin1')

/** Bytes as text of a character each: as good as any for what looks only for ASCII. */
export function byteText(bytes: Uint8Array): string {
  return latin1.decode(bytes)
}

/**
 * The {@link byteText} of some bytes, and what gives the text of any stretch of them. They are decoded at once where no
 * character takes more than one byte; a stretch is a slice of that then.
 */
export function lookInto(bytes: Uint8Array) {
  const text = utf8.decode(bytes)
  if (text.length === bytes.length) return { marks: text, slice: (from: number, to: number) => text.slice(from, to) }
  return { marks: byteText(bytes), slice: (from: number, to: number) => textAt(bytes, from, to) }
}

/** Some bytes, and others behind them; these themselves where nothing stands before them. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Where the line that begins at a place ends: at its line feed, the carriage return before that, or the end. */
export function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== LF) at++
  return at > from && bytes[at - 1] === CR ? at - 1 : at
}

/** Where the line begins that follows one that ends at a place. */
export function nextLine(bytes: Uint8Array, end: number): number {
  return Math.min(bytes[end] === CR ? end + 2 : end + 1, bytes.length)
}

/** The lines of some bytes, each decoded when its turn comes. */
export function* linesIn(bytes: Uint8Array): Generator<string, void> {
  for (let at = 0, end = 0; at < bytes.length; at = nextLine(bytes, end)) {
    end = lineEnd(bytes, at)
    yield end === at ? '' : textAt(bytes, at, end)
  }
}

/** How much of an input a piece of it may hold. */
export interface PieceLimits {
  readonly bytes: number
  readonly puzzles: number
}

/** The last end of a line up to `most`, and up to so many lines; 0 if no line ends there. */
export function cutLines(bytes: Uint8Array, { bytes: mostBytes, puzzles }: PieceLimits): number {
  return bytes.lastIndexOf(LF, linesEnd(bytes, mostBytes, puzzles) - 1) + 1
}

/** Where the first `count` lines end, or `most` where that is before. */
export function linesEnd(bytes: Uint8Array, most: number, count: number): number {
  // A line takes a byte at least.
  if (count >= most) return most
  let left = count
  // In text, and not too much of it: 2 ms for 5 MB of plain puzzles. `indexOf` of the bytes takes 9, each byte by itself 19.
  for (let start = 0; start < most; start += COUNTED_BYTES) {
    const text = byteText(bytes.subarray(start, Math.min(start + COUNTED_BYTES, most)))
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (--left === 0) return start + at + 1
    }
  }
  return most
}

const COUNTED_BYTES = 65_536

export function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let start = 0; start < bytes.length; start += COUNTED_BYTES) {
    const text = byteText(bytes.subarray(start, start + COUNTED_BYTES))
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  }
  return count
}
