import { countOf } from './digit-set.ts'
import { EMPTY, PLAIN_CELLS } from './plain-grid.ts'

/**
 * A plain puzzle whose solution is not known:
 *
 *     bytes 0–10    which of cells 0–80 are givens, a bit each
 *     from 11 on    the digits of the givens, 4 bits each
 */
export const MAX_PUZZLE_BYTES = 11 + 41

/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => countOf(byte))
/** The digits of the givens while they are put together, and one more. */
const digits = new Uint8Array(PLAIN_CELLS + 1)

/** Packs a puzzle whose solution is not known; answers where its bytes end. */
export function packPuzzle(puzzle: Uint8Array, p: number, to: Uint8Array, at: number): number {
  to[at + 10] = packGivens(puzzle, p, to, at)
  let count = 0
  for (let cell = 0; cell < PLAIN_CELLS; cell++) {
    const byte = puzzle[p + cell]
    digits[count] = byte & 15
    count += given(byte)
  }
  digits[count] = 0
  let end = at + 11
  for (let i = 0; i < count; i += 2) to[end++] = digits[i] | (digits[i + 1] << 4)
  return end
}

/** Where the bytes of a packed puzzle end that begin at a place; beyond the end of the bytes where it is cut off. */
export function endOfPuzzle(from: Uint8Array, at: number): number {
  let count = from[at + 10] & 1
  for (let i = 0; i < 10; i++) count += ONES[from[at + i]]
  return at + 11 + ((count + 1) >> 1)
}

/** Unpacks what {@link packPuzzle} packed; answers where its bytes end. */
export function unpackPlain(from: Uint8Array, at: number, to: Uint8Array, p: number): number {
  let next = (at + 11) * 2
  for (let cell = 0; cell < PLAIN_CELLS; cell++) {
    const isGiven = (from[at + (cell >> 3)] >> (cell & 7)) & 1
    const digit = (from[next >> 1] >> ((next & 1) * 4)) & 15
    // No digit is 0: packed elsewhere, it would be a given to some and an empty cell to others.
    const isDigit = isGiven & ((digit + 15) >> 4)
    to[p + cell] = EMPTY + isDigit * (0x30 + digit - EMPTY)
    next += isGiven
  }
  return (next + 1) >> 1
}

/** Ten bytes of givens; answers whether cell 80 is one. */
function packGivens(puzzle: Uint8Array, p: number, to: Uint8Array, at: number): number {
  for (let i = 0; i < 10; i++) {
    const cell = p + i * 8
    to[at + i] =
      given(puzzle[cell]) |
      (given(puzzle[cell + 1]) << 1) |
      (given(puzzle[cell + 2]) << 2) |
      (given(puzzle[cell + 3]) << 3) |
      (given(puzzle[cell + 4]) << 4) |
      (given(puzzle[cell + 5]) << 5) |
      (given(puzzle[cell + 6]) << 6) |
      (given(puzzle[cell + 7]) << 7)
  }
  return given(puzzle[p + 80])
}

/** 1 for a digit, 0 for {@link EMPTY}: of those bytes only digits have the bit 16. */
function given(byte: number): number {
  return (byte >> 4) & 1
}
