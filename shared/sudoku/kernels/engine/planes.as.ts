import { hasBit, setBit } from '../bytes.as'
import { or3 } from './lanes.as'
import * as layout from './memory.as'

// Puzzles as planes (lockstep.as.ts), and planes as puzzles. Both ways lead through squares of 32 vectors, which are turned:
// a word of a puzzle has a bit for each of 32 planes, and a plane has a bit for each puzzle.
//
//    a square        lane 0       lane 1        lane 2        lane 3
//    word 0          puzzle 0     puzzle 32     puzzle 64     puzzle 96        <- 32 bits each
//    ...                                                                            <-> word k is plane k
//    word 31         puzzle 31    puzzle 63     puzzle 95     puzzle 127
//
// TEXTS are twelve squares: the digit of a cell as a number of four bits, three squares of 32 cells for each of the bits.

const BIT: usize = 3 * 512
const DIGIT: usize = 81 * 16

// What two vectors become where the bits under a mask in the second change places with those n above them in the first.
// @inline
function upper(a: v128, b: v128, n: i32, mask: v128): v128 {
  return v128.xor(a, i32x4.shl(crossed(a, b, n, mask), n))
}
// @inline
function lower(a: v128, b: v128, n: i32, mask: v128): v128 {
  return v128.xor(b, crossed(a, b, n, mask))
}
// @inline
function crossed(a: v128, b: v128, n: i32, mask: v128): v128 {
  return v128.and(v128.xor(i32x4.shr_u(a, n), b), mask)
}

// Turns a square: bit i of word k, in each lane by itself, becomes bit k of word i. Five steps exchange halves, quarters and so
// on; three of them are done between two loads, then two: 40 ns a puzzle became 29.
function turnSquare(square: usize): void {
  const by16 = v128.load(layout.SPLATS, 208),
    by8 = v128.load(layout.SPLATS, 192),
    by4 = v128.load(layout.SPLATS, 176)
  for (let p = square; p < square + 64; p += 16) {
    const a = v128.load(p),
      b = v128.load(p, 64),
      c = v128.load(p, 128),
      d = v128.load(p, 192),
      e = v128.load(p, 256),
      f = v128.load(p, 320),
      g = v128.load(p, 384),
      h = v128.load(p, 448)
    const a1 = upper(a, e, 16, by16),
      e1 = lower(a, e, 16, by16)
    const b1 = upper(b, f, 16, by16),
      f1 = lower(b, f, 16, by16)
    const c1 = upper(c, g, 16, by16),
      g1 = lower(c, g, 16, by16)
    const d1 = upper(d, h, 16, by16),
      h1 = lower(d, h, 16, by16)
    const a2 = upper(a1, c1, 8, by8),
      c2 = lower(a1, c1, 8, by8)
    const b2 = upper(b1, d1, 8, by8),
      d2 = lower(b1, d1, 8, by8)
    const e2 = upper(e1, g1, 8, by8),
      g2 = lower(e1, g1, 8, by8)
    const f2 = upper(f1, h1, 8, by8),
      h2 = lower(f1, h1, 8, by8)
    v128.store(p, upper(a2, b2, 4, by4))
    v128.store(p, lower(a2, b2, 4, by4), 64)
    v128.store(p, upper(c2, d2, 4, by4), 128)
    v128.store(p, lower(c2, d2, 4, by4), 192)
    v128.store(p, upper(e2, f2, 4, by4), 256)
    v128.store(p, lower(e2, f2, 4, by4), 320)
    v128.store(p, upper(g2, h2, 4, by4), 384)
    v128.store(p, lower(g2, h2, 4, by4), 448)
  }
  const by2 = v128.load(layout.SPLATS, 160),
    by1 = v128.load(layout.SPLATS, 144)
  for (let p = square; p < square + 512; p += 64) {
    const a = v128.load(p),
      b = v128.load(p, 16),
      c = v128.load(p, 32),
      d = v128.load(p, 48)
    const a1 = upper(a, c, 2, by2),
      c1 = lower(a, c, 2, by2)
    const b1 = upper(b, d, 2, by2),
      d1 = lower(b, d, 2, by2)
    v128.store(p, upper(a1, b1, 1, by1))
    v128.store(p, lower(a1, b1, 1, by1), 16)
    v128.store(p, upper(c1, d1, 1, by1), 32)
    v128.store(p, lower(c1, d1, 1, by1), 48)
  }
}

function turnTexts(): void {
  for (let square = layout.TEXTS; square < layout.TEXTS + 4 * BIT; square += 512) turnSquare(square)
}

// @inline
function texts(lane: i32): usize {
  return layout.TEXTS + ((<usize>(lane & 31)) << 4) + ((<usize>(lane >> 5)) << 2)
}

/** Fills the planes. Returns the puzzles that have another character than a digit, a zero or a dot. */
export function read(p: usize, n: i32): v128 {
  memory.fill(layout.UNFIT_LANES, 0, 16)
  if (n < 128) memory.fill(layout.TEXTS, 0, 4 * BIT)
  const nine = v128.load(layout.SPLATS, 64)
  const dot = v128.load(layout.SPLATS, 80)
  const zero = v128.load(layout.SPLATS, 96)
  const one = v128.load(layout.SPLATS, 112)
  for (let lane = 0; lane < n; lane++, p += 81) {
    const at = texts(lane)
    let fit = i32x4.splat(-1)
    for (let k: usize = 0; k < 96; k += 16) {
      // The last cell comes to sixteen places, of which all but the first are of no cell.
      const v = k < 80 ? v128.load(p + k) : v128.load_splat<u8>(p + k)
      const isDigit = i8x16.lt_u(i8x16.sub(v, one), nine)
      fit = v128.and(fit, or3(isDigit, i8x16.eq(v, dot), i8x16.eq(v, zero)))
      const w = v128.and(v, isDigit)
      const to = at + (k >> 5) * 512 + ((k >> 4) & 1) * 2
      store<u16>(to, <u16>i8x16.bitmask(i16x8.shl(w, 7)))
      store<u16>(to, <u16>i8x16.bitmask(i16x8.shl(w, 6)), BIT)
      store<u16>(to, <u16>i8x16.bitmask(i16x8.shl(w, 5)), 2 * BIT)
      store<u16>(to, <u16>i8x16.bitmask(i16x8.shl(w, 4)), 3 * BIT)
    }
    if (!i8x16.all_true(fit)) setBit(layout.UNFIT_LANES, lane)
  }
  turnTexts()
  for (let c: usize = 0; c < DIGIT; c += 16) {
    const b0 = v128.load(layout.TEXTS + c)
    const b1 = v128.load(layout.TEXTS + c, BIT)
    const b2 = v128.load(layout.TEXTS + c, 2 * BIT)
    const b3 = v128.load(layout.TEXTS + c, 3 * BIT)
    const empty = v128.not(v128.or(or3(b0, b1, b2), b3))
    const b01 = v128.and(b0, b1)
    const only0 = v128.andnot(b0, b1)
    const only1 = v128.andnot(b1, b0)
    const neither = v128.andnot(b2, v128.or(b0, b1))
    v128.store(layout.PLANES + c, v128.or(empty, v128.andnot(only0, v128.or(b2, b3))))
    v128.store(layout.PLANES + c, v128.or(empty, v128.andnot(only1, b2)), DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.andnot(b01, b2)), 2 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, neither), 3 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.and(only0, b2)), 4 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.and(only1, b2)), 5 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.and(b01, b2)), 6 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.andnot(b3, b0)), 7 * DIGIT)
    v128.store(layout.PLANES + c, v128.or(empty, v128.and(b3, b0)), 8 * DIGIT)
    v128.store(layout.OPEN + c, empty)
  }
  return v128.load(layout.UNFIT_LANES)
}

/**
 * Writes the solutions of all that are solved. Where bytes are made of sixteen bits, those of the low byte come to the even
 * places, and those of the high byte to the odd ones, so planes are put where this brings them into order.
 */
export function write(n: i32, results: usize, record: usize): void {
  for (let cell: usize = 0; cell < 81; cell++) {
    const c = cell << 4
    const to = layout.TEXTS + (((cell & 0x70) | ((cell & 1) << 3) | ((cell & 14) >> 1)) << 4)
    const d2 = v128.load(layout.PLANES + c, DIGIT)
    const d3 = v128.load(layout.PLANES + c, 2 * DIGIT)
    const d4 = v128.load(layout.PLANES + c, 3 * DIGIT)
    const d5 = v128.load(layout.PLANES + c, 4 * DIGIT)
    const d6 = v128.load(layout.PLANES + c, 5 * DIGIT)
    const d7 = v128.load(layout.PLANES + c, 6 * DIGIT)
    const d9 = v128.load(layout.PLANES + c, 8 * DIGIT)
    v128.store(to, v128.or(or3(v128.load(layout.PLANES + c), d3, d5), v128.or(d7, d9)))
    v128.store(to, v128.or(or3(d2, d3, d6), d7), BIT)
    v128.store(to, v128.or(or3(d4, d5, d6), d7), 2 * BIT)
    v128.store(to, v128.or(v128.load(layout.PLANES + c, 7 * DIGIT), d9), 3 * BIT)
  }
  turnTexts()
  for (let lane = 0; lane < n; lane++, results += record) {
    if (!hasBit(layout.SOLVED_LANES, lane)) continue
    const at = texts(lane)
    v128.store(results, sixteenCells(at))
    v128.store(results, sixteenCells(at + 2), 16)
    v128.store(results, sixteenCells(at + 512), 32)
    v128.store(results, sixteenCells(at + 514), 48)
    v128.store(results, sixteenCells(at + 1024), 64)
    v128.store_lane<u8>(results, sixteenCells(at + 1026), 0, 80)
  }
}

// @inline
function sixteenCells(p: usize): v128 {
  const each = v128.load(layout.SPLATS, 128)
  const low = v128.or(bytesOf(p, each, 0), bytesOf(p + BIT, each, 16))
  const high = v128.or(bytesOf(p + 2 * BIT, each, 32), bytesOf(p + 3 * BIT, each, 48))
  return or3(low, high, v128.load(layout.SPLATS, 96))
}

// Sixteen bits, each as a byte that is zero or has one bit.
// @inline
function bytesOf(p: usize, each: v128, bit: usize): v128 {
  return v128.and(i8x16.eq(v128.and(v128.load_splat<u16>(p), each), each), v128.load(layout.SPLATS + bit))
}

/** Puts all puzzles into PRUNED as the search has them: nine rows of three words, a word for each stack. */
export function turnBack(): void {
  const ones = i32x4.splat(-1)
  const none = i32x4.splat(0)
  for (let row: usize = 0; row < 9; row++) {
    for (let stack: usize = 0; stack < 3; stack++) {
      for (let column: usize = 0; column < 3; column++) {
        const from = layout.PLANES + (row * 9 + stack * 3 + column) * 16
        const to = layout.SQUARE + column * 160
        for (let d: usize = 0; d < 9; d++) v128.store(to + d * 16, v128.load(from + d * DIGIT))
        v128.store(to, ones, 144)
      }
      v128.store(layout.SQUARE, none, 480)
      v128.store(layout.SQUARE, none, 496)
      turnSquare(layout.SQUARE)
      let to = layout.PRUNED + row * 16 + stack * 4
      for (let p = layout.SQUARE; p < layout.SQUARE + 512; p += 16, to += layout.GRID) {
        const v = v128.load(p)
        v128.store_lane<u32>(to, v, 0)
        v128.store_lane<u32>(to, v, 1, 32 * layout.GRID)
        v128.store_lane<u32>(to, v, 2, 64 * layout.GRID)
        v128.store_lane<u32>(to, v, 3, 96 * layout.GRID)
      }
    }
  }
}

// ---- sets of puzzles

export function firstLanes(n: i32): v128 {
  if (n >= 128) return i32x4.splat(-1)
  const some = ((<i64>1) << (n & 63)) - 1
  return n < 64 ? i64x2(some, 0) : i64x2(-1, some)
}
