import { countOf } from './digit-set.ts'
import { PLAIN_CELLS } from './plain-grid.ts'

/**
 * A solved plain grid with the places of its givens, in 24 bytes:
 *
 *     bytes  0–9    which of cells 0–79 are givens, a bit each
 *     bytes 10–18   for each band, 24 bits: the order of the digits in its nine triples, base 6
 *     bytes 19–23   17 bits: the digits of each triple of the first band, 17 of the second,
 *                   5 to spare, and whether cell 80 is a given
 *
 * A triple is three cells that a row shares with a box. The digits of a band's first row can
 * be dealt to its three triples in 1,680 ways, those of the second then in 56; the third row
 * has what is left: 94,080 ways in all, 17 bits. Of the last band each column's three digits
 * are known, so its triples are its columns, and their order is all there is to say.
 *
 * 9!-fold ranks of eight rows would take 29 bytes; digit after digit among the candidates
 * left takes 21, but a chain of 81 dependent steps for each way.
 */
export const SOLVED_BYTES = 24

/**
 * A plain puzzle whose solution is not known:
 *
 *     bytes 0–10    which of cells 0–80 are givens, a bit each
 *     from 11 on    the digits of the givens, 4 bits each
 */
export const MAX_PUZZLE_BYTES = 11 + 41

/** The `.` of an empty cell. */
const EMPTY = 0x2e
/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => countOf(byte))
/** The digits of the givens while they are put together, and one more. */
const digits = new Uint8Array(PLAIN_CELLS + 1)

/** The digits '1' to '9' as the bits 0 to 8. */
const BIT = new Uint16Array(256)
for (let digit = 0; digit < 9; digit++) BIT[0x31 + digit] = 1 << digit

const TRIPLES = Array.from({ length: 512 }, (_, set) => set).filter((set) => countOf(set) === 3)
/** Of three digits and an order, three characters, the first in the lowest byte. */
const ORDERED = new Uint32Array(512 * 6)
/** Of three digits and a rank, the digit as a bit; and back. */
const NTH = new Uint16Array(512 * 3)
const RANK = new Uint8Array(512 * 512)
/** Of the sets of a row's first two triples, the number of their deal; and back. */
const DEAL_BASE = new Uint16Array(512)
const DEAL = new Uint16Array(84 * 512)
const DEALT = new Uint32Array(1680)

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // biome-ignore format: a table
for (const set of TRIPLES) {
  const digits = Array.from({ length: 9 }, (_, digit) => digit).filter((digit) => set & (1 << digit))
  digits.forEach((digit, rank) => {
    NTH[set * 3 + rank] = 1 << digit
    RANK[set * 512 + (1 << digit)] = rank
  })
  ORDERS.forEach((order, number) => {
    const [a, b, c] = order.map((rank) => 0x31 + digits[rank])
    ORDERED[set * 6 + number] = a | (b << 8) | (c << 16)
  })
}
TRIPLES.forEach((first, i) => {
  DEAL_BASE[first] = i * 512
  TRIPLES.filter((second) => (first & second) === 0).forEach((second, j) => {
    DEAL[i * 512 + second] = i * 20 + j
    DEALT[i * 20 + j] = first | (second << 9)
  })
})

/**
 * Packs a solved grid and its givens into {@link SOLVED_BYTES}; every other grid gives bytes that
 * unpack to something else.
 *
 * @param spare a number below 32 to travel with them
 */
export function packSolved(
  puzzle: Uint8Array,
  p: number,
  solution: Uint8Array,
  s: number,
  spare: number,
  to: Uint8Array,
  at: number,
): void {
  const last = packGivens(puzzle, p, to, at)
  putOrders(solution, s, 1, 3, 9, to, at + 10)
  putOrders(solution, s + 27, 1, 3, 9, to, at + 13)
  putOrders(solution, s + 54, 9, 1, 3, to, at + 16)
  const first = dealOf(solution, s)
  const second = dealOf(solution, s + 27)
  const word = first | (second << 17)
  to[at + 19] = word
  to[at + 20] = word >>> 8
  to[at + 21] = word >>> 16
  to[at + 22] = word >>> 24
  to[at + 23] = (second >>> 15) | (spare << 2) | (last << 7)
}

/** Unpacks what {@link packSolved} packed into a solution. */
export function unpackSolution(from: Uint8Array, at: number, to: Uint8Array, s: number): void {
  const word = from[at + 19] | (from[at + 20] << 8) | (from[at + 21] << 16) | (from[at + 22] << 24)
  const first = word & 0x1ffff
  const second = (word >>> 17) | ((from[at + 23] & 3) << 15)
  putBand(first, triplet(from, at + 10), to, s)
  putBand(second, triplet(from, at + 13), to, s + 27)
  let orders = triplet(from, at + 16)
  for (let column = 8; column >= 0; column--) {
    const order = orders % 6
    orders = (orders - order) / 6
    const cell = s + column
    const used =
      BIT[to[cell]] |
      BIT[to[cell + 9]] |
      BIT[to[cell + 18]] |
      BIT[to[cell + 27]] |
      BIT[to[cell + 36]] |
      BIT[to[cell + 45]]
    const digits = ORDERED[(511 ^ used) * 6 + order]
    to[cell + 54] = digits
    to[cell + 63] = digits >>> 8
    to[cell + 72] = digits >>> 16
  }
}

/** The number that travels with a packed grid. */
export function spareOf(from: Uint8Array, at: number): number {
  return (from[at + 23] >>> 2) & 31
}

/** Unpacks the puzzle: a packed grid's solution without what was not given. */
export function unpackPuzzle(
  from: Uint8Array,
  at: number,
  solution: Uint8Array,
  s: number,
  to: Uint8Array,
  p: number,
): void {
  for (let i = 0; i < 10; i++) {
    const givens = from[at + i]
    for (let bit = 0; bit < 8; bit++) {
      const cell = i * 8 + bit
      to[p + cell] = EMPTY + ((givens >> bit) & 1) * (solution[s + cell] - EMPTY)
    }
  }
  to[p + 80] = EMPTY + (from[at + 23] >> 7) * (solution[s + 80] - EMPTY)
}

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

/** The orders of nine triples as one number, three bytes. */
function putOrders(
  cells: Uint8Array,
  from: number,
  within: number,
  across: number,
  down: number,
  to: Uint8Array,
  at: number,
): void {
  let orders = 0
  for (let i = 0; i < 3; i++) {
    const triple = from + i * down
    const a = orderOf(cells, triple, within)
    const b = orderOf(cells, triple + across, within)
    const c = orderOf(cells, triple + 2 * across, within)
    orders = orders * 216 + a * 36 + b * 6 + c
  }
  to[at] = orders
  to[at + 1] = orders >>> 8
  to[at + 2] = orders >>> 16
}

function orderOf(cells: Uint8Array, cell: number, step: number): number {
  const a = cells[cell]
  const b = cells[cell + step]
  const c = cells[cell + 2 * step]
  // The sign bit of a difference, without a branch that nobody can foretell.
  return (((b - a) >>> 31) + ((c - a) >>> 31)) * 2 + ((c - b) >>> 31)
}

function triplet(from: Uint8Array, at: number): number {
  return from[at] | (from[at + 1] << 8) | (from[at + 2] << 16)
}

/** How the digits of a band are dealt to its triples: 0 to 94,079. */
function dealOf(cells: Uint8Array, from: number): number {
  const a = setAt(cells, from)
  const b = setAt(cells, from + 3)
  const c = setAt(cells, from + 6)
  const d = setAt(cells, from + 9)
  const e = setAt(cells, from + 12)
  const row = DEAL[DEAL_BASE[a] + b]
  // The second row's first triple takes 3, 2, 1 or none of its digits from b, the others from c;
  // of a, what its second or third triple then still lacks.
  const ofB = d & b
  const ofC = d & c
  if (ofC === 0) return row * 56 + 54
  if (ofB === 0) return row * 56 + 55
  const one = (ofB & (ofB - 1)) === 0
  return (
    row * 56 +
    (one
      ? 27 + RANK[b * 512 + ofB] * 9 + RANK[c * 512 + (c ^ ofC)] * 3 + RANK[a * 512 + (a & ~e)]
      : RANK[b * 512 + (b ^ ofB)] * 9 + RANK[c * 512 + ofC] * 3 + RANK[a * 512 + (a & e)])
  )
}

function setAt(cells: Uint8Array, cell: number): number {
  return BIT[cells[cell]] | BIT[cells[cell + 1]] | BIT[cells[cell + 2]]
}

function putBand(deal: number, orders: number, to: Uint8Array, s: number): void {
  const second = deal % 56
  const dealt = DEALT[(deal - second) / 56]
  const a = dealt & 511
  const b = dealt >>> 9
  const c = 511 ^ a ^ b
  let d = b
  let e = c
  if (second === 55) {
    d = c
    e = a
  } else if (second < 54) {
    const one = second >= 27
    const code = one ? second - 27 : second
    const ofB = NTH[b * 3 + ((code / 9) | 0)]
    const ofC = NTH[c * 3 + (((code / 3) | 0) % 3)]
    const ofA = NTH[a * 3 + (code % 3)]
    d = one ? ofB | (c ^ ofC) : (b ^ ofB) | ofC
    e = one ? ofC | (a ^ ofA) : (c ^ ofC) | ofA
  }
  const f = 511 ^ d ^ e
  const low = orders % 216
  const rest = (orders - low) / 216
  const middle = rest % 216
  putRow((rest - middle) / 216, a, b, c, to, s)
  putRow(middle, d, e, f, to, s + 9)
  putRow(low, 511 ^ a ^ d, 511 ^ b ^ e, 511 ^ c ^ f, to, s + 18)
}

function putRow(orders: number, a: number, b: number, c: number, to: Uint8Array, s: number): void {
  const last = orders % 6
  const rest = (orders - last) / 6
  const middle = rest % 6
  putTriple(ORDERED[a * 6 + (rest - middle) / 6], to, s)
  putTriple(ORDERED[b * 6 + middle], to, s + 3)
  putTriple(ORDERED[c * 6 + last], to, s + 6)
}

function putTriple(digits: number, to: Uint8Array, s: number): void {
  to[s] = digits
  to[s + 1] = digits >>> 8
  to[s + 2] = digits >>> 16
}
