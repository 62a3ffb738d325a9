import { clashOnDiagonals } from './diagonals.as'
import { field1, field2, lane1, naked, or3 } from './lanes.as'
import { CONST, MID, TEXT } from './memory.as'

// @inline
function laneAt(p: usize): u32 {
  return (
    load<u32>(TEXT + ((<usize>load<u8>(p)) << 2)) |
    load<u32>(TEXT + 0x400 + ((<usize>load<u8>(p, 1)) << 2)) |
    load<u32>(TEXT + 0x800 + ((<usize>load<u8>(p, 2)) << 2))
  )
}
// @inline
export function parse(p: usize, s: usize): bool {
  let bad: u32 = 0
  for (const end = s + 144; s < end; s += 16, p += 9) {
    const a = laneAt(p),
      b = laneAt(p + 3),
      c = laneAt(p + 6)
    bad |= a | b | c
    store<u32>(s, a)
    store<u32>(s, b, 4)
    store<u32>(s, c, 8)
    store<u32>(s, 0, 12)
  }
  return <i32>bad < 0
}
// @inline
function printLane(lane: u32, o: usize): void {
  store<u8>(o, 49 + ctz(lane))
  store<u8>(o, 49 + ctz(lane >> 10), 1)
  store<u8>(o, 49 + ctz(lane >> 20), 2)
}
// @inline
export function print(s: usize, o: usize): void {
  for (const end = s + 144; s < end; s += 16, o += 9) {
    printLane(load<u32>(s), o)
    printLane(load<u32>(s, 4), o + 3)
    printLane(load<u32>(s, 8), o + 6)
  }
}
// two equal givens in a unit?
export function clash(p: usize): bool {
  const L = v128.load(CONST),
    G = v128.load(CONST, 16),
    s = MID
  parse(p, s)
  let column = i32x4.splat(0),
    twice = column
  for (let k: usize = 0; k < 144; k += 48) {
    let once = i32x4.splat(0)
    for (let r: usize = k; r < k + 48; r += 16) {
      const x = v128.load(s + r),
        n = naked(x, i32x4.sub(v128.and(x, i32x4.sub(x, L)), L), G)
      twice = or3(twice, v128.and(column, n), v128.and(once, n))
      column = v128.or(column, n)
      once = v128.or(once, n)
      const a = field1(n),
        b = or3(n, a, field2(n))
      twice = or3(twice, v128.and(n, a), v128.and(b, lane1(b)))
    }
    twice = v128.or(twice, v128.and(once, field1(once)))
  }
  if (isDefined(DIAGONALS)) twice = v128.or(twice, clashOnDiagonals(s))
  return v128.any_true(v128.and(twice, i32x4.mul(v128.load(CONST, 64), L)))
}

export function clues(p: usize): i32 {
  let n = 0
  for (let i = 0; i < 80; i += 16)
    n += popcnt(i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(p + i), i8x16.splat(49)), i8x16.splat(9))))
  return n + <i32>(<u32>load<u8>(p, 80) - 49 < 9)
}
