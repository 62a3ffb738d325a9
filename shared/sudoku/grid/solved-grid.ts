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
    const a = bitApart(second[box], places)
    const b = bitApart(second[box + 3], places)
    const c = bitApart(second[box + 6], places)
    bits = (bits << 3) | (a << 2) | (b << 1) | c
  }
  const column = from + 54
  const a = codeOf(cells, column, 9)
  const b = codeOf(cells, column + 1, 9)
  const c = codeOf(cells, column + 2, 9)
  const rows = PLACES[a] | PLACES[b] | PLACES[c]
  const d = bitApart(codeOf(cells, column + 3, 9), rows)
  const e = bitApart(codeOf(cells, column + 4, 9), rows)
  const f = bitApart(codeOf(cells, column + 5, 9), rows)
  const deals = dealOf(first) * 4096 + ((bits << 3) | (d << 2) | (e << 1) | f)
  const middle = dealOf(second) * 216 + (a & 7) * 36 + (b & 7) * 6 + (c & 7)
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
  const bits = deals & 4095
  dealBand(deals >> 12, dealt)
  const middleDeal = (middle / 216) | 0
  const boxOrders = THREE_ORDERS[middle - middleDeal * 216]
  dealBand(middleDeal, dealtNext)
  const firstTwo = (orders / 216) | 0
  const top = (firstTwo / 216) | 0
  const x = THREE_ORDERS[top]
  const y = THREE_ORDERS[firstTwo - top * 216]
  const z = THREE_ORDERS[orders - firstTwo * 216]
  const left = putStack(0, (x & 7) | ((y & 7) << 3) | ((z & 7) << 6), bits >> 9, to, s)
  const center = putStack(1, ((x >> 3) & 7) | (y & 56) | ((z & 56) << 3), bits >> 6, to, s + 3)
  const right = putStack(2, (x >> 6) | ((y >> 6) << 3) | (z & 448), bits >> 3, to, s + 6)
  const a = (left & 511) * 8 + (boxOrders & 7)
  const b = ((left >> 9) & 511) * 8 + ((boxOrders >> 3) & 7)
  const c = (left >> 18) * 8 + (boxOrders >> 6)
  const rows = PLACES[a] | PLACES[b] | PLACES[c]
  const d = codeApart(center & 511, rows, (bits >> 2) & 1)
  const e = codeApart((center >> 9) & 511, rows, (bits >> 1) & 1)
  const f = codeApart(center >> 18, rows, bits & 1)
  // A digit's rows in the three boxes are 0, 1 and 2, each once.
  const lastRows = ALL_AT_3 - rows - (PLACES[d] | PLACES[e] | PLACES[f])
  putTriple(a, to, s + 54, 9)
  putTriple(b, to, s + 55, 9)
  putTriple(c, to, s + 56, 9)
  putTriple(d, to, s + 57, 9)
  putTriple(e, to, s + 58, 9)
  putTriple(f, to, s + 59, 9)
  putTriple(codeAt(right & 511, lastRows), to, s + 60, 9)
  putTriple(codeAt((right >> 9) & 511, lastRows), to, s + 61, 9)
  putTriple(codeAt(right >> 18, lastRows), to, s + 62, 9)
}

/** Writes a stack's triples in the first two bands; returns what they leave for its columns, nine bits each. */
function putStack(stack: number, orders: number, bits: number, to: Uint8Array, s: number): number {
  const a = dealt[stack] * 8 + (orders & 7)
  const b = dealt[stack + 3] * 8 + ((orders >> 3) & 7)
  const c = dealt[stack + 6] * 8 + (orders >> 6)
  const places = PLACES[a] | PLACES[b] | PLACES[c]
  const d = codeApart(dealtNext[stack], places, (bits >> 2) & 1)
  const e = codeApart(dealtNext[stack + 3], places, (bits >> 1) & 1)
  const f = codeApart(dealtNext[stack + 6], places, bits & 1)
  putTriple(a, to, s, 1)
  putTriple(b, to, s + 9, 1)
  putTriple(c, to, s + 18, 1)
  putTriple(d, to, s + 27, 1)
  putTriple(e, to, s + 36, 1)
  putTriple(f, to, s + 45, 1)
  return ALL_SETS ^ (SETS[a] | SETS[b] | SETS[c] | SETS[d] | SETS[e] | SETS[f])
}

/** Codes of the triples of the first two bands, row by row. */
const first = new Int32Array(9)
const second = new Int32Array(9)
/** Sets of the triples of the first two bands, row by row. */
const dealt = new Int32Array(9)
const dealtNext = new Int32Array(9)
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

function codeAt(set: number, places: number): number {
  return set * 8 + ORDER_AT[patternOf(set, places)]
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
