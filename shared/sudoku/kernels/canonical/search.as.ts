// The least of all puzzles that a classic 9x9 puzzle can be turned into: mirrored, with bands, stacks, the rows and columns
// within them, and the digits, in any other order. Empty cells come before digits. Of a pattern, the places of givens alone are
// told apart: all digits are numbered 1 from the start.
//
// The answer is found row by row. A way is what has been decided of a map so far: which row of the puzzle, or of its mirror
// image, became the first row, the second, ..., and no more of the columns and digits than the rows so far tell apart. All ways
// that are kept have the same rows so far, which are the least that any way has. Each is tried with each row that can come
// next, and those that make the least next row are kept.
//
// Some order is undecided: columns of a stack in which all rows so far are empty are tied, and so are stacks. They may stand in any
// order yet, so the next row sorts them. Columns that hold new digits are tied no more: a digit is numbered when it first comes,
// and every order in which the tied columns of several new digits can stand is a way of its own.

// memory, in bytes
export const PUZZLE: usize = 0x100 // 81 characters; the answer comes in its place
const ROWS: usize = 0x200 // the nine rows of the puzzle, then those of its mirror image, 16 bytes each
const LEAST: usize = 0x400 // the rows of the answer, as keys, u64
const BELOW: usize = 0x480 // of two rows, for each column that where the first has the digit that the second has there
const NUMBERS: usize = 0x490 // for each column, the number of the digit that the first has there
const WAYS: usize = 0x800 // ways: each of those that are kept beside one of those that come from them

// A way:
//    0..8  for each place in a row, the column that stands there
//   10..19 for each digit, its number; 15 while it has none, and 0 for 0
//   20     the number of the next new digit
//   21     0, or 9 for the mirror image: the first of its rows
//   22     rows that are used, u16: a bit each; a band is used up before the next one
//   24     the last of them
//   26     ties, u16: bits 3s and 3s+1, whether in stack s the places 0 and 1, 1 and 2 are; bits 9 and 10 the same of stacks
const WAY: usize = 32
const NEW: i8 = 15
const NEWS: u32 = 0x888 // a bit of three numbers that new ones alone have, where a digit is 0, 1 or new
const ALL_TIES = 0x6db

let kept = 0 // ways that are kept
let next = 0 // ways that come from them
let side: usize = 0 // which of two places beside each other the kept ways have
let least: u64 = 0 // the key of the least next row

// @inline
function wayAt(i: i32, at: usize): usize {
  return WAYS + (<usize>i * 2 + at) * WAY
}
// @inline
function rowsOf(way: usize): usize {
  return ROWS + 16 * <usize>load<u8>(way, 21)
}

// The key of three numbers of so many bits, those of tied places in rising order: of a row nine of four bits, the first highest.
// @inline
function sorted3(a: u32, b: u32, c: u32, ties: u32, bits: u64): u64 {
  if (!(ties & 3)) return ((<u64>a) << (2 * bits)) | ((<u64>b) << bits) | <u64>c
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
  return ((<u64>a) << (2 * bits)) | ((<u64>b) << bits) | <u64>c
}

// @inline
function numberAt(way: usize, row: usize, place: usize): u32 {
  return load<u8>(way + <usize>load<u8>(row + <usize>load<u8>(way + place)), 10)
}

// A row's cells in one stack, tied columns sorted.
// @inline
function inStack(way: usize, row: usize, stack: usize, ties: u32): u32 {
  const p = <usize>3 * stack
  return <u32>(
    sorted3(numberAt(way, row, p), numberAt(way, row, p + 1), numberAt(way, row, p + 2), ties >> (3 * <u32>stack), 4)
  )
}

// The same row with its new digits numbered in the order in which they come.
// @inline
function numbered(key: u64, first: u32): u64 {
  // which places hold 15
  let news = key & (key >> 1)
  news &= news >> 2
  news &= 0x111111111
  let number = <u64>first
  while (news) {
    const shift = <u64>(63 - clz(news))
    key = (key & ~((<u64>15) << shift)) | (number << shift)
    number++
    news &= ~((<u64>1) << shift)
  }
  return key
}

// Tries a row as the next one of a way; keeps what comes of it if that is as little as any.
function tryRow(way: usize, row: usize, which: u32): void {
  const ties = <u32>load<u16>(way, 26)
  const m0 = inStack(way, row, 0, ties),
    m1 = inStack(way, row, 1, ties),
    m2 = inStack(way, row, 2, ties)
  const pattern = sorted3(m0, m1, m2, ties >> 9, 12)
  const key = numbered(pattern, load<u8>(way, 20))
  if (key > least) return
  if (key < least) {
    least = key
    next = 0
  }
  if (ties) keep(way, row, which, ties, pattern, pattern != key, m0, m1, m2)
  else {
    const to = added(way, which)
    if (pattern != key) number(to, row)
  }
}

// A way that comes from another, with one more row used.
function added(way: usize, row: u32): usize {
  const to = wayAt(next++, side ^ 1)
  if (to + WAY > (<usize>memory.size()) << 16) memory.grow(4)
  v128.store(to, v128.load(way))
  v128.store(to, v128.load(way, 16), 16)
  store<u16>(to, load<u16>(way, 22) | <u16>((<u32>1) << row), 22)
  store<u8>(to, <u8>row, 24)
  return to
}

// Numbers the new digits of a row.
function number(way: usize, row: usize): void {
  let first = <u32>load<u8>(way, 20)
  for (let p: usize = 0; p < 9; p++) {
    const digit = way + <usize>load<u8>(row + <usize>load<u8>(way + p))
    if (load<u8>(digit, 10) != <u8>NEW) continue
    store<u8>(digit, first++, 10)
  }
  store<u8>(way, <u8>first, 20)
}

// Three that are sorted where they are tied, of the same kind first the one that stood first: four bits of each, the first place
// lowest, say where it stood.
// @inline
function sortedOrder(a: u32, b: u32, c: u32, ties: u32): u32 {
  const order = sorted3(a << 4, (b << 4) | 1, (c << 4) | 2, ties, 16)
  return <u32>(((order >> 32) & 3) | ((order >> 12) & 0x30) | ((order & 3) << 8))
}

// Which neighbours of three places may change places, as both are new and tied: a bit for each of the two pairs.
// @inline
function swaps(ties: u32, x: u32, y: u32, z: u32, isNew: u32): u32 {
  return (ties & u32(x == y && (x & isNew) == isNew)) | (ties & (u32(y == z && (y & isNew) == isNew) << 1))
}

// How many orders that makes.
// @inline
function ordersOf(swaps: u32): u32 {
  return swaps == 3 ? 6 : swaps ? 2 : 1
}

// One of them, of an order.
function reordered(order: u32, swaps: u32, which: u32): u32 {
  if (which == 0) return order
  const i = order & 15,
    j = order & 0xf0,
    k = order & 0xf00
  if (swaps == 2 || which == 2) return i | (k >> 4) | (j << 4)
  if (which == 1) return (j >> 4) | (i << 4) | k
  if (which == 3) return (k >> 8) | j | (i << 8)
  if (which == 4) return (j >> 4) | (k >> 4) | (i << 8)
  return (k >> 8) | (i << 4) | (j << 4)
}

// Keeps the ways in which a row may come next: of tied columns, or stacks, that hold new digits in the same places, every order.
function keep(
  way: usize,
  row: usize,
  which: u32,
  ties: u32,
  pattern: u64,
  hasNew: bool,
  m0: u32,
  m1: u32,
  m2: u32,
): void {
  const x = <u32>(pattern >> 24),
    y = <u32>(pattern >> 12) & 0xfff,
    z = <u32>pattern & 0xfff
  const stackTies = ties >> 9
  const stackOrder = stackTies ? sortedOrder(m0, m1, m2, stackTies) : 0x210
  // Equal and not empty, they hold new digits alone, and the givens of a pattern none.
  const stacksAlike = (stackTies & u32(x == y && !(x & NEWS))) | (stackTies & (u32(y == z && !(y & NEWS)) << 1))
  const stackSwaps = swaps(stackTies, x, y, z, 0) & ~stacksAlike
  for (let s: u32 = 0; s < ordersOf(stackSwaps); s++) {
    const stacks = reordered(stackOrder, stackSwaps, s)
    const i = stacks & 3,
      j = (stacks >> 4) & 3,
      k = stacks >> 8
    const tiesI = (ties >> (3 * i)) & 3,
      tiesJ = (ties >> (3 * j)) & 3,
      tiesK = (ties >> (3 * k)) & 3
    const swapsI = swaps(tiesI, x >> 8, (x >> 4) & 15, x & 15, 15),
      swapsJ = swaps(tiesJ, y >> 8, (y >> 4) & 15, y & 15, 15),
      swapsK = swaps(tiesK, z >> 8, (z >> 4) & 15, z & 15, 15)
    const tiesLeft = left(tiesI, x) | (left(tiesJ, y) << 3) | (left(tiesK, z) << 6) | (stacksAlike << 9)
    for (let a: u32 = 0; a < ordersOf(swapsI); a++)
      for (let b: u32 = 0; b < ordersOf(swapsJ); b++)
        for (let c: u32 = 0; c < ordersOf(swapsK); c++) {
          const to = added(way, which)
          place(way, row, to, i, tiesI, swapsI, a)
          place(way, row, to + 3, j, tiesJ, swapsJ, b)
          place(way, row, to + 6, k, tiesK, swapsK, c)
          store<u16>(to, <u16>tiesLeft, 26)
          if (hasNew) number(to, row)
        }
  }
}

// Puts the columns of a stack of a way into places of another, sorted where they are tied, in one of the orders that there are.
// @inline
function place(way: usize, row: usize, to: usize, stack: u32, ties: u32, swaps: u32, which: u32): void {
  const p = <usize>(3 * stack)
  let order: u32 = 0x210
  if (ties) order = sortedOrder(numberAt(way, row, p), numberAt(way, row, p + 1), numberAt(way, row, p + 2), ties)
  order = reordered(order, swaps, which)
  store<u8>(to, load<u8>(way + p + <usize>(order & 3)))
  store<u8>(to, load<u8>(way + p + <usize>((order >> 4) & 3)), 1)
  store<u8>(to, load<u8>(way + p + <usize>(order >> 8)), 2)
}

// Which ties of three places are left by what a row holds there: those of cells that are both empty, or both given in a pattern.
// @inline
function left(ties: u32, m: u32): u32 {
  const a = m >> 8,
    b = (m >> 4) & 15,
    c = m & 15
  return (ties & u32(a == b && a != NEW)) | (ties & (u32(b == c && c != NEW) << 1))
}

// Makes the ways that come from those that are kept the ones that are kept.
function step(row: usize): void {
  store<u64>(LEAST + row * 8, least)
  kept = next
  next = 0
  side ^= 1
  least = u64.MAX_VALUE
}

// Which places of a row have givens, a bit each.
// @inline
function givensIn(row: usize): u32 {
  return i8x16.bitmask(i8x16.ne(v128.load(row), i8x16.splat(0))) & 0x1ff
}

// How many givens a row has in each stack, the fewest first: the higher, the higher the row's key is as a first row.
function countsIn(row: usize): u32 {
  const givens = givensIn(row)
  return <u32>sorted3(popcnt(givens & 7), popcnt((givens >> 3) & 7), popcnt(givens >> 6), 3, 4)
}

// A full grid has nothing but new digits in its first row, so that any row and any order of columns would do: 23,328 ways. Its
// second row says which of them come into question. Below the first stack it has three digits of the second, which are then 4, 5
// and 6, or two of one stack, 4 and 5, and one of the other, 7: that leaves 648 ways at most.
function beginFull(way: usize): void {
  store<u8>(way, 10, 20)
  store<u16>(way, 0, 26)
  for (let i: u32 = 0; i < 9; i++) {
    const first = rowsOf(way) + 16 * <usize>i
    store<u16>(way, <u16>((<u32>1) << i), 22)
    for (let j = i - (i % 3), end = j + 3; j < end; j++) {
      if (i == j) continue
      const second = rowsOf(way) + 16 * <usize>j
      for (let c: usize = 0; c < 9; c++) {
        let column: usize = 0
        while (load<u8>(first + column) != load<u8>(second + c)) column++
        store<u8>(BELOW + c, <u8>column)
      }
      for (let stack: u32 = 0; stack < 3; stack++) beginWith(way, first, second, j, stack)
    }
  }
}

// The ways that begin with two rows of a band, and a stack.
function beginWith(way: usize, first: usize, second: usize, which: u32, stack: u32): void {
  for (let o: u32 = 0; o < 6; o++) {
    const order = reordered(0x210, 3, o)
    for (let p: u32 = 0; p < 3; p++) store<u8>(way + p, <u8>(3 * stack + ((order >> (4 * p)) & 3)))
    const x = below(way, 0),
      y = below(way, 1),
      z = below(way, 2)
    // The digits of one stack come first.
    if (x / 3 != y / 3) continue
    // The columns of a stack add up to 3, and 9 for each stack before it.
    const last = 9 * (x / 3) + 3 - x - y
    store<u8>(way, x, 3)
    store<u8>(way, y, 4)
    store<u8>(way, last, 5)
    // Where all three are of one stack, the third stack begins with what the second row has below that one.
    const third = z == last ? below(way, 3) : z
    const one = third - (third % 3) + (third % 3 == 0 ? 1 : 0),
      other = 9 * (third / 3) + 3 - third - one
    store<u8>(way, third, 6)
    for (let i: usize = 0; i < 2; i++) {
      store<u8>(way + i, one, 7)
      store<u8>(way - i, other, 8)
      // The first row is 123456789: what is the second?
      for (let p: usize = 0; p < 9; p++) store<u8>(NUMBERS + <usize>load<u8>(way + p), <u8>(p + 1))
      let key: u64 = 0
      for (let p: usize = 0; p < 9; p++) key = (key << 4) | <u64>load<u8>(NUMBERS + <usize>below(way, p))
      if (key > least) continue
      for (let c: usize = 0; c < 9; c++) store<u8>(way + <usize>load<u8>(first + c), load<u8>(NUMBERS + c), 10)
      tryRow(way, second, which)
    }
  }
}

// @inline
function below(way: usize, place: usize): u8 {
  return load<u8>(BELOW + <usize>load<u8>(way + place))
}

// The maps that a way stands for: columns and stacks that are still tied are alike, and may stand in any order.
function mapsOf(way: usize): u32 {
  const ties = <u32>load<u16>(way, 26)
  let maps = ordersOf((ties >> 9) & 3)
  for (let stack: u32 = 0; stack < 3; stack++) maps *= ordersOf((ties >> (3 * stack)) & 3)
  return maps
}

// Puts the least puzzle in the place of the one at PUZZLE, and tells how many maps lead there: as many as lead from the puzzle
// to itself. Digits that the puzzle does not have are left out of account, and of a pattern all.
export function canonise(isPattern: bool): u32 {
  let givens = 0
  for (let r: usize = 0; r < 9; r++) {
    const digits = i8x16.sub(v128.load(PUZZLE + 9 * r), i8x16.splat(48))
    v128.store(ROWS + 16 * r, v128.and(digits, i8x16.le_u(digits, i8x16.splat(9))))
    givens += popcnt(givensIn(ROWS + 16 * r))
    for (let c: usize = 0; c < 9; c++) store<u8>(ROWS + 16 * (9 + c) + r, load<u8>(ROWS + 16 * r + c))
  }
  // The first row is one with the fewest givens in a stack, then in the next: no other can be the least. To keep the ways of
  // other rows until the least came took 0.9 of 3.6 µs.
  let fewest: u32 = u32.MAX_VALUE,
    emptiest: u32 = 0
  for (let row: u32 = 0; row < 18; row++) {
    const counts = countsIn(ROWS + 16 * <usize>row)
    if (counts > fewest) continue
    if (counts < fewest) emptiest = 0
    fewest = counts
    emptiest |= 1 << row
  }
  kept = 2
  next = 0
  side = 0
  least = u64.MAX_VALUE
  const isFull = givens == 81 && !isPattern
  for (let image = 0; image < 2; image++) {
    const way = wayAt(image, 0)
    v128.store(way, i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0))
    memory.fill(way + 11, isPattern ? 1 : <u8>NEW, 9)
    store<u8>(way, 1, 20)
    store<u8>(way, <u8>(9 * image), 21)
    store<u16>(way, 0, 22)
    store<u16>(way, ALL_TIES, 26)
    if (isFull) beginFull(way)
  }
  store<u64>(LEAST, 0x123456789)
  if (isFull) step(1)
  for (let k: usize = isFull ? 2 : 0; k < 9; k++) {
    for (let i = 0; i < kept; i++) {
      const way = wayAt(i, side),
        rows = rowsOf(way)
      const able = k == 0 ? emptiest >> load<u8>(way, 21) : k % 3 == 0 ? 0x1ff : 7 << ((load<u8>(way, 24) / 3) * 3)
      for (let rest = able & ~(<u32>load<u16>(way, 22)) & 0x1ff; rest; rest &= rest - 1) {
        tryRow(way, rows + 16 * <usize>ctz(rest), ctz(rest))
      }
    }
    step(k)
  }
  for (let r: usize = 0; r < 9; r++) {
    const key = load<u64>(LEAST + 8 * r)
    for (let c: usize = 0; c < 9; c++) {
      const digit = <u8>(key >> (4 * (8 - c))) & 15
      store<u8>(PUZZLE + 9 * r + c, digit ? 48 + digit : 46)
    }
  }
  let maps: u32 = 0
  for (let i = 0; i < kept; i++) maps += mapsOf(wayAt(i, side))
  return maps
}
