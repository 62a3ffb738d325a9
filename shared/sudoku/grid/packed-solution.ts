import { countOf } from './digit-set.ts'

/**
 * A solved plain grid in 10 bytes: three numbers of 76.1 bits in all, where as many as there are solved grids have 72.5. A
 * triple is three cells that a row shares with a box:
 *
 *     first band    how its digits are dealt to its triples, which is one of 94,080 ways; and the order of each triple,
 *                   one of 6
 *     second band   how they are dealt, likewise; and of the order of each triple a bit: no digit may stand in the column
 *                   in which its box has it in the first band, and that leaves two orders
 *     third band    each column's three digits are known now. Their order, one of 6, in the first box; in the second a bit
 *                   for each column, as no digit may stand in the row in which the first box has it; the third box has
 *                   what is left
 *
 *     number 0      deal of the first band · 4,096 + a bit for each triple of the second band, and for each column of
 *                   the second box in the third
 *     number 1      deal of the second band · 216 + the orders of the first box's columns in the third
 *     number 2      the orders of the first band
 *
 * They take 29, 25 and 24 bits, the lowest of a byte first. Everything is table look-ups, few of which depend on the one
 * before.
 */
export const SOLUTION_BYTES = 10

const ORDERS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // biome-ignore format: a table

/** By three digits, four bits each, the first in the highest: their set · 8 + the number of their order. */
const CODE = new Uint16Array(4096)
/** By such a code: three characters, the first in the lowest byte. */
const ORDERED = new Int32Array(4096)
/** By such a code: the place of each of its digits, two bits for a digit. */
const PLACES = new Int32Array(4096)
/** By such a code: each of its places as a set of one digit, nine bits for a place. */
const SETS = new Int32Array(4096)
/** By set of three digits: how far the two bits of each lie from the lowest, eight bits for a digit. */
const SHIFTS = new Int32Array(512)
/** By three digits and a rank, the digit as a bit; and back. */
const NTH = new Uint16Array(512 * 3)
const RANK = new Uint8Array(512 * 512)
/** By the sets of a row's first two triples, the number of their deal; and back. */
const DEAL_BASE = new Uint16Array(512)
const DEAL = new Uint16Array(84 * 512)
const DEALT = new Int32Array(1680)
/** By number below 216: three orders, three bits each, the first in the lowest. */
const THREE_ORDERS = new Int32Array(216)

/**
 * Three places, two bits each, of a set's digits elsewhere. No digit may stand at its own: which of the two orders that
 * are left has which bit, and back. Where all three are one place no order is left, and no solved grid has that.
 */
const ORDER_APART = new Uint8Array(64 * 2)
const BIT_APART = new Uint8Array(64 * 8)
/** Each digit has to stand at its own place: the order. */
const ORDER_AT = new Uint8Array(64)

/** The tables are filled when they are first needed: to fill them takes 3 ms, which a function's start can do without. */
let isFilled = false

function fill(): void {
  isFilled = true
  const triples = Array.from({ length: 512 }, (_, set) => set).filter((set) => countOf(set) === 3)
  for (const set of triples) {
    const digits = Array.from({ length: 9 }, (_, digit) => digit).filter((digit) => set & (1 << digit))
    digits.forEach((digit, rank) => {
      NTH[set * 3 + rank] = 1 << digit
      RANK[set * 512 + (1 << digit)] = rank
      SHIFTS[set] |= (2 * digit) << (8 * rank)
    })
    ORDERS.forEach((order, number) => {
      const code = set * 8 + number
      const [a, b, c] = order.map((rank) => digits[rank])
      CODE[((a + 1) << 8) | ((b + 1) << 4) | (c + 1)] = code
      ORDERED[code] = (0x31 + a) | ((0x31 + b) << 8) | ((0x31 + c) << 16)
      PLACES[code] = (1 << (2 * b)) | (2 << (2 * c))
      SETS[code] = (1 << a) | (1 << (9 + b)) | (1 << (18 + c))
    })
  }
  for (let orders = 0; orders < THREE_ORDERS.length; orders++)
    THREE_ORDERS[orders] = Math.floor(orders / 36) | ((Math.floor(orders / 6) % 6) << 3) | ((orders % 6) << 6)
  triples.forEach((first, i) => {
    DEAL_BASE[first] = i * 512
    triples
      .filter((second) => (first & second) === 0)
      .forEach((second, j) => {
        DEAL[i * 512 + second] = i * 20 + j
        DEALT[i * 20 + j] = first | (second << 9)
      })
  })
  for (let pattern = 0; pattern < 64; pattern++) {
    const placeOf = (rank: number) => (pattern >> (2 * rank)) & 3
    const numbers = ORDERS.map((_, number) => number)
    const apart = numbers.filter((number) => ORDERS[number].every((rank, place) => placeOf(rank) !== place))
    if (apart.length === 2) {
      apart.forEach((number, bit) => {
        ORDER_APART[pattern * 2 + bit] = number
        BIT_APART[pattern * 8 + number] = bit
      })
    }
    ORDER_AT[pattern] = numbers.find((number) => ORDERS[number].every((rank, place) => placeOf(rank) === place)) ?? 0
  }
}

/** Packs a solved grid; of any other grid the bytes are those of something else. */
export function packSolution(cells: Uint8Array, from: number, to: Uint8Array, at: number): void {
  if (!isFilled) fill()
  let orders = 0
  for (let triple = 0; triple < 9; triple++) {
    first[triple] = codeOf(cells, from + triple * 3, 1)
    second[triple] = codeOf(cells, from + 27 + triple * 3, 1)
    orders = orders * 6 + (first[triple] & 7)
  }
  let bits = 0
  for (let box = 0; box < 3; box++) {
    const places = PLACES[first[box]] | PLACES[first[box + 3]] | PLACES[first[box + 6]]
    for (let triple = box; triple < 9; triple += 3) bits = (bits << 1) | bitApart(second[triple], places)
  }
  let columnOrders = 0
  let rows = 0
  for (let column = from + 54; column < from + 57; column++) {
    const code = codeOf(cells, column, 9)
    columnOrders = columnOrders * 6 + (code & 7)
    rows |= PLACES[code]
  }
  for (let column = from + 57; column < from + 60; column++)
    bits = (bits << 1) | bitApart(codeOf(cells, column, 9), rows)
  const deals = dealOf(first) * 4096 + bits
  const middle = dealOf(second) * 216 + columnOrders
  putWord(to, at, deals | (middle << 29))
  putWord(to, at + 4, (middle >>> 3) | (orders << 22))
  to[at + 8] = orders >>> 10
  to[at + 9] = orders >>> 18
}

function putWord(to: Uint8Array, at: number, word: number): void {
  to[at] = word
  to[at + 1] = word >>> 8
  to[at + 2] = word >>> 16
  to[at + 3] = word >>> 24
}

function wordAt(from: Uint8Array, at: number): number {
  return from[at] | (from[at + 1] << 8) | (from[at + 2] << 16) | (from[at + 3] << 24)
}

/** Unpacks the solved grid that {@link packSolution} packed. */
export function unpackSolution(from: Uint8Array, at: number, to: Uint8Array, s: number): void {
  if (!isFilled) fill()
  const lower = wordAt(from, at)
  const upper = wordAt(from, at + 4)
  const deals = lower & 0x1fffffff
  const middle = (lower >>> 29) | ((upper & 0x3fffff) << 3)
  const orders = (upper >>> 22) | (from[at + 8] << 10) | (from[at + 9] << 18)
  dealBand(deals >> 12, dealt)
  const middleDeal = (middle / 216) | 0
  dealBand(middleDeal, dealtNext)
  const firstTwo = (orders / 216) | 0
  const top = (firstTwo / 216) | 0
  rowOrders[0] = THREE_ORDERS[top]
  rowOrders[1] = THREE_ORDERS[firstTwo - top * 216]
  rowOrders[2] = THREE_ORDERS[orders - firstTwo * 216]
  for (let stack = 0; stack < 3; stack++) {
    let places = 0
    let left = ALL_SETS
    for (let row = 0; row < 3; row++) {
      const code = dealt[stack + 3 * row] * 8 + ((rowOrders[row] >> (3 * stack)) & 7)
      places |= PLACES[code]
      left ^= SETS[code]
      putTriple(code, to, s + 9 * row + 3 * stack, 1)
    }
    for (let row = 0; row < 3; row++) {
      const code = codeApart(dealtNext[stack + 3 * row], places, (deals >> (11 - 3 * stack - row)) & 1)
      left ^= SETS[code]
      putTriple(code, to, s + 27 + 9 * row + 3 * stack, 1)
    }
    columnSets[stack] = left
  }
  const columnOrders = THREE_ORDERS[middle - middleDeal * 216]
  let rows = 0
  for (let column = 0; column < 3; column++) {
    const code = columnSet(0, column) * 8 + ((columnOrders >> (3 * column)) & 7)
    rows |= PLACES[code]
    putTriple(code, to, s + 54 + column, 9)
  }
  // A digit's rows in the three boxes are 0, 1 and 2, each once.
  let lastRows = ALL_AT_3 - rows
  for (let column = 0; column < 3; column++) {
    const code = codeApart(columnSet(1, column), rows, (deals >> (2 - column)) & 1)
    lastRows -= PLACES[code]
    putTriple(code, to, s + 57 + column, 9)
  }
  for (let column = 0; column < 3; column++) {
    const set = columnSet(2, column)
    putTriple(set * 8 + ORDER_AT[patternOf(set, lastRows)], to, s + 60 + column, 9)
  }
}

function columnSet(stack: number, column: number): number {
  return (columnSets[stack] >> (9 * column)) & 511
}

/** Codes of the triples of the first two bands, row by row. */
const first = new Int32Array(9)
const second = new Int32Array(9)
/** Sets of the triples of the first two bands, row by row. */
const dealt = new Int32Array(9)
const dealtNext = new Int32Array(9)
/** Three orders each, as {@link THREE_ORDERS} has them, of the first band's rows. */
const rowOrders = new Int32Array(3)
/** By stack, what its first two bands leave for its columns, nine bits each. */
const columnSets = new Int32Array(3)
/** Place 3 of each digit. */
const ALL_AT_3 = 0x3ffff
const ALL_SETS = 0x7ffffff

/** The code of the triple whose cells are `step` apart. */
function codeOf(cells: Uint8Array, cell: number, step: number): number {
  return CODE[((cells[cell] & 15) << 8) | ((cells[cell + step] & 15) << 4) | (cells[cell + 2 * step] & 15)]
}

/** Picks three digits out of the places of all, two bits for each of the three. */
function patternOf(set: number, places: number): number {
  const shifts = SHIFTS[set]
  return (
    ((places >>> (shifts & 31)) & 3) |
    (((places >>> ((shifts >>> 8) & 31)) & 3) << 2) |
    (((places >>> (shifts >>> 16)) & 3) << 4)
  )
}

function bitApart(code: number, places: number): number {
  return BIT_APART[patternOf(code >>> 3, places) * 8 + (code & 7)]
}

function codeApart(set: number, places: number, bit: number): number {
  return set * 8 + ORDER_APART[patternOf(set, places) * 2 + bit]
}

/** How the digits of a band are dealt to its triples: 0 to 94,079. Takes the codes of the first two rows. */
function dealOf(codes: Int32Array): number {
  const a = codes[0] >>> 3
  const b = codes[1] >>> 3
  const c = codes[2] >>> 3
  const d = codes[3] >>> 3
  const e = codes[4] >>> 3
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

/** Writes the sets of a band's triples, row by row, as {@link dealOf} has numbered them. */
function dealBand(deal: number, to: Int32Array): void {
  const rows = (deal / 56) | 0
  const way = deal - rows * 56
  const row = DEALT[rows]
  const a = row & 511
  const b = row >>> 9
  const c = 511 ^ a ^ b
  let d = b
  let e = c
  if (way === 55) {
    d = c
    e = a
  } else if (way < 54) {
    const one = way >= 27
    const code = one ? way - 27 : way
    const ofB = NTH[b * 3 + ((code / 9) | 0)]
    const ofC = NTH[c * 3 + (((code / 3) | 0) % 3)]
    const ofA = NTH[a * 3 + (code % 3)]
    d = one ? ofB | (c ^ ofC) : (b ^ ofB) | ofC
    e = one ? ofC | (a ^ ofA) : (c ^ ofC) | ofA
  }
  to[0] = a
  to[1] = b
  to[2] = c
  to[3] = d
  to[4] = e
  to[5] = 511 ^ d ^ e
  to[6] = 511 ^ a ^ d
  to[7] = 511 ^ b ^ e
  to[8] = d ^ e ^ a ^ b ^ 511
}

/** Writes the digits of a triple whose cells are `step` apart. */
function putTriple(code: number, to: Uint8Array, cell: number, step: number): void {
  const digits = ORDERED[code]
  to[cell] = digits
  to[cell + step] = digits >>> 8
  to[cell + 2 * step] = digits >>> 16
}
