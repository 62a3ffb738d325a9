// The least of all puzzles that a classic 9x9 puzzle can be turned into: mirrored, with bands, stacks, the rows and columns
// within them, and the digits, in any other order. Empty cells come before digits.
//
// The answer is found row by row. A way is what has been decided of a map so far: which row of the puzzle, or of its mirror
// image, became the first row, the second, ..., and no more of the columns and digits than the rows so far tell apart. All ways
// that are kept have the same rows so far, which are the least that any way has. Each is tried with each row that can come
// next, and those that make the least next row are kept.
//
// What is not decided: columns of a stack in which all rows so far are empty are tied, and so are stacks. They may stand in any
// order yet, so the next row sorts them. Columns that hold new digits are tied no more: a digit is numbered when it first comes,
// and every order in which the tied columns of several new digits can stand is a way of its own.

// memory, in bytes
export const PUZZLE: usize = 0x100 // 81 digits, 0 for an empty cell; the answer comes in its place
export const ROWS: usize = 0x200 // the nine rows of the puzzle, then those of its mirror image, 16 bytes each
export const LEAST: usize = 0x400 // the rows of the answer, as keys, u64
export const WAYS: usize = 0x800 // ways: each of those that are kept beside one of those that come from them

// A way:
//    0..8  for each place in a row, the column that stands there
//   10..19 for each digit, its number; 15 while it has none, and 0 for 0
//   20     the number of the next new digit
//   21     0, or 9 * 16 for the mirror image: where its rows begin, in 16 bytes
//   22     bands that are used up, a bit each
//   23     the band under way, and
//   24     which of its rows are used, a bit each
//   26     ties, u16: bits 3s and 3s+1, whether in stack s the places 0 and 1, 1 and 2 are; bits 9 and 10 the same of stacks
const WAY: usize = 32
const NEW: i8 = 15
const ALL_TIES = 0x6db

let kept = 0 // ways that are kept
let next = 0 // ways that come from them
let side: usize = 0 // which of two places beside each other the kept ways have
let least: u64 = 0 // the key of the least next row

// A row as a number: nine of four bits, the first place highest.

// @ts-ignore: decorator
@inline
function wayAt(i: i32, at: usize): usize {
  return WAYS + ((<usize>i) * 2 + at) * WAY
}

// The key of three numbers, those of tied places in rising order.
// @ts-ignore: decorator
@inline
function sorted3(a: u32, b: u32, c: u32, ties: u32, bits: u32): u32 {
  if (!(ties & 3)) return (a << (2 * bits)) | (b << bits) | c
  if (ties & 1) {
    const low = min(a, b)
    b = max(a, b)
    a = low
  }
  if (ties & 2) {
    const low = min(b, c)
    c = max(b, c)
    b = low
    if (ties & 1) {
      const low = min(a, b)
      b = max(a, b)
      a = low
    }
  }
  return (a << (2 * bits)) | (b << bits) | c
}

// @ts-ignore: decorator
@inline
function numberAt(way: usize, row: usize, place: usize): u32 {
  return load<u8>(way + <usize>load<u8>(row + <usize>load<u8>(way + place)), 10)
}

// What a row is in one stack, tied columns sorted.
// @ts-ignore: decorator
@inline
function inStack(way: usize, row: usize, stack: usize, ties: u32): u32 {
  const p = <usize>3 * stack
  return sorted3(
    numberAt(way, row, p),
    numberAt(way, row, p + 1),
    numberAt(way, row, p + 2),
    ties >> (3 * <u32>stack),
    4,
  )
}

// The same row with its new digits numbered in the order in which they come.
// @ts-ignore: decorator
@inline
function numbered(key: u64, first: u32): u64 {
  // which places hold 15
  let news = key & (key >> 1)
  news &= news >> 2
  news &= 0x111111111
  let number = <u64>first
  while (news) {
    const shift = <u64>(63 - clz(news))
    key = (key & ~(<u64>15 << shift)) | (number << shift)
    number++
    news &= ~(<u64>1 << shift)
  }
  return key
}

// Tries a row as the next one of a way; keeps what comes of it if that is as little as any.
function tryRow(way: usize, row: usize, used: u32): void {
  const ties = <u32>load<u16>(way, 26)
  const m0 = inStack(way, row, 0, ties),
    m1 = inStack(way, row, 1, ties),
    m2 = inStack(way, row, 2, ties)
  let key: u64 = 0
  if (ties & 0x600) {
    const t = ties >> 9
    let a = m0,
      b = m1,
      c = m2
    if (t & 1) {
      const low = min(a, b)
      b = max(a, b)
      a = low
    }
    if (t & 2) {
      const low = min(b, c)
      c = max(b, c)
      b = low
      if (t & 1) {
        const low = min(a, b)
        b = max(a, b)
        a = low
      }
    }
    key = ((<u64>a) << 24) | ((<u64>b) << 12) | <u64>c
  } else key = ((<u64>m0) << 24) | ((<u64>m1) << 12) | <u64>m2
  const pattern = key
  key = numbered(key, load<u8>(way, 20))
  if (key > least) return
  if (key < least) {
    least = key
    next = 0
  }
  if (!ties) {
    const to = added(way, used)
    if (pattern != key) number(to, row)
    return
  }
  inEveryOrder(way, row, used, ties, pattern, m0, m1, m2)
}

// A way that comes from another, with one more row used.
function added(way: usize, used: u32): usize {
  const to = wayAt(next++, side ^ 1)
  if (to + WAY > (<usize>memory.size()) << 16) memory.grow(4)
  v128.store(to, v128.load(way))
  v128.store(to, v128.load(way, 16), 16)
  store<u8>(to, <u8>used, 24)
  return to
}

// Numbers the new digits of a row.
function number(way: usize, row: usize): void {
  let first = <u32>load<u8>(way, 20)
  for (let p: usize = 0; p < 9; p++) {
    const digit = way + <usize>load<u8>(row + <usize>load<u8>(way + p))
    if (load<u8>(digit, 10) != <u8>NEW) continue
    store<u8>(digit, <u8>first, 10)
    first++
  }
  store<u8>(way, <u8>first, 20)
}

// the six orders of three, four bits a place
// @ts-ignore: decorator
@inline
function orderOf(i: u32): u32 {
  return i < 3 ? (i == 0 ? 0x210 : i == 1 ? 0x120 : 0x201) : i == 3 ? 0x021 : i == 4 ? 0x102 : 0x012
}

// Whether three may stand in an order: only those that are tied leave their place, what they hold comes out in the sorted order,
// and of those that stay tied the first stays first.
function mayStand(order: u32, ties: u32, a: u32, b: u32, c: u32, x: u32, y: u32, z: u32): bool {
  const i = order & 3,
    j = (order >> 4) & 3,
    k = order >> 8
  const atI = i == 0 ? a : i == 1 ? b : c,
    atJ = j == 0 ? a : j == 1 ? b : c,
    atK = k == 0 ? a : k == 1 ? b : c
  if (atI != x || atJ != y || atK != z) return false
  if (!(ties & 1) && i != 0) return false
  if (!(ties & 2) && k != 2) return false
  if (x == 0 && y == 0 && i > j) return false
  if (y == 0 && z == 0 && j > k) return false
  return true
}

function inEveryOrder(
  way: usize,
  row: usize,
  used: u32,
  ties: u32,
  pattern: u64,
  m0: u32,
  m1: u32,
  m2: u32,
): void {
  const x = <u32>(pattern >> 24),
    y = <u32>(pattern >> 12) & 0xfff,
    z = <u32>pattern & 0xfff
  const stackTies = ties >> 9
  for (let s: u32 = 0; s < 6; s++) {
    const stacks = orderOf(s)
    if (!mayStand(stacks, stackTies, m0, m1, m2, x, y, z)) continue
    for (let o0: u32 = 0; o0 < 6; o0++) {
      if (!columnsMayStand(way, row, stacks & 3, o0, ties, x)) continue
      for (let o1: u32 = 0; o1 < 6; o1++) {
        if (!columnsMayStand(way, row, (stacks >> 4) & 3, o1, ties, y)) continue
        for (let o2: u32 = 0; o2 < 6; o2++) {
          if (!columnsMayStand(way, row, stacks >> 8, o2, ties, z)) continue
          const to = added(way, used)
          place(way, to, 0, stacks & 3, orderOf(o0))
          place(way, to, 1, (stacks >> 4) & 3, orderOf(o1))
          place(way, to, 2, stacks >> 8, orderOf(o2))
          store<u16>(
            to,
            <u16>(
              (left(ties >> (3 * (stacks & 3)), x) |
                (left(ties >> (3 * ((stacks >> 4) & 3)), y) << 3) |
                (left(ties >> (3 * (stacks >> 8)), z) << 6) |
                ((stackTies & 1 && x == 0 && y == 0 ? 1 : 0) << 9) |
                ((stackTies & 2 && y == 0 && z == 0 ? 1 : 0) << 10))
            ),
            26,
          )
          number(to, row)
        }
      }
    }
  }
}

function columnsMayStand(way: usize, row: usize, stack: u32, order: u32, ties: u32, m: u32): bool {
  const p = <usize>(3 * stack)
  return mayStand(
    orderOf(order),
    (ties >> (3 * stack)) & 3,
    numberAt(way, row, p),
    numberAt(way, row, p + 1),
    numberAt(way, row, p + 2),
    m >> 8,
    (m >> 4) & 15,
    m & 15,
  )
}

// Puts a stack of a way into a place of another.
function place(from: usize, to: usize, at: usize, stack: u32, order: u32): void {
  const p = from + <usize>(3 * stack),
    q = to + 3 * at
  store<u8>(q, load<u8>(p + <usize>(order & 3)))
  store<u8>(q, load<u8>(p + <usize>((order >> 4) & 3)), 1)
  store<u8>(q, load<u8>(p + <usize>(order >> 8)), 2)
}

// Which ties of three places are left by what a row holds there.
// @ts-ignore: decorator
@inline
function left(ties: u32, m: u32): u32 {
  const first = ties & 1 && !(m >> 4) ? 1 : 0
  const second = ties & 2 && !(m & 0xff) ? 2 : 0
  return first | second
}

// Makes the ways that come from those that are kept the ones that are kept.
function step(row: usize): void {
  store<u64>(LEAST + row * 8, least)
  kept = next
  next = 0
  side ^= 1
  least = u64.MAX_VALUE
}

function begin(mirrored: u32): usize {
  const way = wayAt(kept++, side)
  if (way + WAY > (<usize>memory.size()) << 16) memory.grow(4)
  v128.store(way, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, NEW, NEW, NEW, NEW, NEW))
  v128.store(way, i8x16(NEW, NEW, NEW, NEW, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 16)
  store<u8>(way, <u8>(9 * mirrored), 21)
  store<u16>(way, ALL_TIES, 26)
  return way
}

// Puts the least puzzle in the place of the one at PUZZLE.
export function canonise(): void {
  let givens = 0
  for (let r: usize = 0; r < 9; r++)
    for (let c: usize = 0; c < 9; c++) {
      const digit = load<u8>(PUZZLE + 9 * r + c)
      givens += i32(digit != 0)
      store<u8>(ROWS + 16 * r + c, digit)
      store<u8>(ROWS + 16 * (9 + c) + r, digit)
    }
  kept = 0
  next = 0
  side = 0
  least = u64.MAX_VALUE
  let k: usize = 0
  begin(0)
  begin(1)
  for (; k < 9; k++) {
    for (let i = 0; i < kept; i++) {
      const way = wayAt(i, side)
      const rows = ROWS + 16 * <usize>load<u8>(way, 21)
      if (k % 3 == 0) {
        const usedBands = <u32>load<u8>(way, 22)
        for (let band: u32 = 0; band < 3; band++) {
          if (usedBands & (1 << band)) continue
          store<u8>(way, <u8>(usedBands | (1 << band)), 22)
          store<u8>(way, <u8>band, 23)
          for (let r: u32 = 0; r < 3; r++) tryRow(way, rows + 16 * <usize>(3 * band + r), 1 << r)
        }
        store<u8>(way, <u8>usedBands, 22)
      } else {
        const band = <u32>load<u8>(way, 23)
        const used = <u32>load<u8>(way, 24)
        for (let r: u32 = 0; r < 3; r++) {
          if (used & (1 << r)) continue
          tryRow(way, rows + 16 * <usize>(3 * band + r), used | (1 << r))
        }
      }
    }
    step(k)
  }
  for (let r: usize = 0; r < 9; r++) {
    const key = load<u64>(LEAST + 8 * r)
    for (let c: usize = 0; c < 9; c++) store<u8>(PUZZLE + 9 * r + c, <u8>((key >> (4 * (8 - c))) & 15))
  }
}
