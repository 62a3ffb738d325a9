import { countOf } from './digit-set.ts'
import { packSolution, SOLUTION_BYTES, unpackSolution } from './packed-solution.ts'
import { EMPTY, PLAIN, PLAIN_CELLS } from './plain-grid.ts'

/**
 * A plain puzzle, and the solution that came with it, if one did:
 *
 *     bytes 0–10    which of cells 0–80 are givens, a bit each; behind them a bit that says whether there is a solution
 *     from 11 on    the digits of the givens, 4 bits each; or, where there is a solution, that instead, which tells those
 *                   digits, too, as `packed-solution.ts` draws it
 */
export const MAX_PUZZLE_BYTES = 11 + 41

/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => countOf(byte))
/** By character: 16 and its digit, or 0 for an empty cell; 32 for characters that no plain grid holds. */
const NO_CELL = 32
const CELL = Uint8Array.from({ length: 256 }, (_, byte) => {
  const plain = PLAIN[byte]
  return plain === 0 ? NO_CELL | (byte & 31) : plain === EMPTY ? 0 : plain & 31
})
/** By digit, its character. 0 has none: packed elsewhere, it would be a given to some and an empty cell to others. */
const CHARACTER = Uint8Array.from({ length: 16 }, (_, digit) => (digit === 0 ? EMPTY : 0x30 + digit))
/** The digits of the givens while they are put together, and one more. */
const digits = new Uint8Array(PLAIN_CELLS + 1)

/** Packs a plain puzzle whose solution is not known; answers where its bytes end. */
export function packPuzzle(puzzle: Uint8Array, p: number, to: Uint8Array, at: number): number {
  // A grid that came packed from elsewhere may have digits above 9, which stay what they are.
  return Math.abs(packText(puzzle, p, to, at))
}

/**
 * Packs such a puzzle from text, of 81 characters. Eight at a time: 176 ns, where copying it as a plain grid and packing
 * that took 366.
 *
 * @returns where its bytes end; below 0 where a character is neither a digit nor an empty cell
 */
export function packText(puzzle: Uint8Array, p: number, to: Uint8Array, at: number): number {
  let all = 0
  let count = 0
  for (let i = 0; i < 10; i++) {
    const cell = p + i * 8
    const a = CELL[puzzle[cell]]
    const b = CELL[puzzle[cell + 1]]
    const c = CELL[puzzle[cell + 2]]
    const d = CELL[puzzle[cell + 3]]
    const e = CELL[puzzle[cell + 4]]
    const f = CELL[puzzle[cell + 5]]
    const g = CELL[puzzle[cell + 6]]
    const h = CELL[puzzle[cell + 7]]
    all |= a | b | c | d | e | f | g | h
    to[at + i] =
      ((a & 16) >> 4) |
      ((b & 16) >> 3) |
      ((c & 16) >> 2) |
      ((d & 16) >> 1) |
      (e & 16) |
      ((f & 16) << 1) |
      ((g & 16) << 2) |
      ((h & 16) << 3)
    // Each is written, and only a digit stays: no branch that nobody can foretell.
    digits[count] = a
    count += (a >> 4) & 1
    digits[count] = b
    count += (b >> 4) & 1
    digits[count] = c
    count += (c >> 4) & 1
    digits[count] = d
    count += (d >> 4) & 1
    digits[count] = e
    count += (e >> 4) & 1
    digits[count] = f
    count += (f >> 4) & 1
    digits[count] = g
    count += (g >> 4) & 1
    digits[count] = h
    count += (h >> 4) & 1
  }
  const last = CELL[puzzle[p + 80]]
  to[at + 10] = (last >> 4) & 1
  digits[count] = last
  count += (last >> 4) & 1
  digits[count] = 0
  let end = at + 11
  for (let i = 0; i < count; i += 2) to[end++] = (digits[i] & 15) | ((digits[i + 1] & 15) << 4)
  return (all | last) >= NO_CELL ? -end : end
}

const SOLUTION_AT = 11
/** In byte 10, behind the bit of cell 80. */
const WITH_SOLUTION = 2

/** Packs a plain puzzle with a solved grid that has its givens. */
export function packSolved(puzzle: Uint8Array, solutions: Uint8Array, p: number, to: Uint8Array, at: number): number {
  packText(puzzle, p, to, at)
  to[at + 10] |= WITH_SOLUTION
  packSolution(solutions, p, to, at + SOLUTION_AT)
  return at + SOLUTION_AT + SOLUTION_BYTES
}

export function hasSolution(from: Uint8Array, at: number): boolean {
  return (from[at + 10] & WITH_SOLUTION) !== 0
}

/** Unpacks what {@link packSolved} packed, both at the same place of theirs; answers where its bytes end. */
export function unpackSolved(from: Uint8Array, at: number, to: Uint8Array, solutions: Uint8Array, p: number): number {
  unpackSolution(from, at + SOLUTION_AT, solutions, p)
  for (let cell = 0; cell < PLAIN_CELLS; cell++) {
    // Without a branch that nobody can foretell.
    to[p + cell] = EMPTY + ((from[at + (cell >> 3)] >> (cell & 7)) & 1) * (solutions[p + cell] - EMPTY)
  }
  return at + SOLUTION_AT + SOLUTION_BYTES
}

/** Whether a packed solution from elsewhere is a solved grid: any other would be another one once it is packed again. */
export function isSolutionWhole(from: Uint8Array, at: number): boolean {
  unpackSolution(from, at + SOLUTION_AT, grid, 0)
  return isSolvedBy(grid, 0, grid, 0)
}

/** Whether cells are a solved grid that has the givens of a puzzle. */
export function isSolvedBy(puzzle: Uint8Array, p: number, cells: Uint8Array, s: number): boolean {
  let wrong = 0
  columns.fill(0)
  for (let row = 0; row < 9; row += 3) {
    boxes.fill(0)
    for (let from = row * 9; from < row * 9 + 27; from += 9) {
      let inRow = 0
      for (let column = 0; column < 9; column += 3) {
        const a = cells[s + from + column]
        const b = cells[s + from + column + 1]
        const c = cells[s + from + column + 2]
        columns[column] |= 1 << (a & 15)
        columns[column + 1] |= 1 << (b & 15)
        columns[column + 2] |= 1 << (c & 15)
        const triple = (1 << (a & 15)) | (1 << (b & 15)) | (1 << (c & 15))
        inRow |= triple
        boxes[column] |= triple
        const at = p + from + column
        wrong |= (((a | b | c) ^ ZERO) | ((a & b & c) ^ ZERO)) & 0xf0
        wrong |= differenceOf(puzzle[at], a) | differenceOf(puzzle[at + 1], b) | differenceOf(puzzle[at + 2], c)
      }
      wrong |= inRow ^ ALL_DIGITS
    }
    wrong |= (boxes[0] ^ ALL_DIGITS) | (boxes[3] ^ ALL_DIGITS) | (boxes[6] ^ ALL_DIGITS)
  }
  for (const inColumn of columns) wrong |= inColumn ^ ALL_DIGITS
  return wrong === 0
}

/** Not 0 where a cell has a given, and that is another digit: of the characters of a plain grid only digits have the bit 16. */
function differenceOf(given: number, digit: number): number {
  return (given ^ digit) & -((given >> 4) & 1)
}

/** A bit for each digit that was seen; of boxes by their first column. */
const columns = new Int32Array(9)
const boxes = new Int32Array(9)
const ALL_DIGITS = 0x3fe
const ZERO = 0x30
const grid = new Uint8Array(PLAIN_CELLS)

/** Where the bytes of a packed puzzle end that begin at a place; beyond the end of the bytes where it is cut off. */
export function endOfPuzzle(from: Uint8Array, at: number): number {
  if (hasSolution(from, at)) return at + SOLUTION_AT + SOLUTION_BYTES
  let count = from[at + 10] & 1
  for (let i = 0; i < 10; i++) count += ONES[from[at + i]]
  return at + 11 + ((count + 1) >> 1)
}

/** Unpacks what {@link packPuzzle} packed; answers where its bytes end. Given by given: 214 ns, cell by cell it took 358. */
export function unpackPlain(from: Uint8Array, at: number, to: Uint8Array, p: number): number {
  to.fill(EMPTY, p, p + PLAIN_CELLS)
  let next = (at + 11) * 2
  for (let i = 0; i < 3; i++) {
    const byte = at + i * 4
    const lower = from[byte] | (from[byte + 1] << 8)
    let givens = i < 2 ? lower | (from[byte + 2] << 16) | (from[byte + 3] << 24) : lower | ((from[byte + 2] & 1) << 16)
    const last = p + i * 32 + 31
    while (givens !== 0) {
      const lowest = givens & -givens
      to[last - Math.clz32(lowest)] = CHARACTER[(from[next >> 1] >> ((next & 1) * 4)) & 15]
      next++
      givens ^= lowest
    }
  }
  return (next + 1) >> 1
}
