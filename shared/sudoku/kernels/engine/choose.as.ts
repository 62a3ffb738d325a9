import { highOf, lowOf } from '../bytes.as'
import { bivalue, firstOf, or3, several } from './lanes.as'
import { ALL, ASIDE, BIV, CONST, HOT, PEERS, TURNED, WEIGHT } from './memory.as'

// Nine rows of digit sets -> nine digits of row sets, in every field at once: threes within threes.
// @inline
export function turn3(a: usize, o: usize, step: usize, n: i32, m0: v128, m1: v128, m2: v128): void {
  const x = v128.load(a),
    y = v128.load(a + step),
    z = v128.load(a + 2 * step)
  v128.store(o, or3(v128.and(x, m0), i32x4.shl(v128.and(y, m0), n), i32x4.shl(v128.and(z, m0), 2 * n)))
  v128.store(o + step, or3(i32x4.shr_u(v128.and(x, m1), n), v128.and(y, m1), i32x4.shl(v128.and(z, m1), n)))
  v128.store(o + 2 * step, or3(i32x4.shr_u(v128.and(x, m2), 2 * n), i32x4.shr_u(v128.and(y, m2), n), v128.and(z, m2)))
}
// @inline
export function turn(a: usize, o: usize, L: v128): void {
  const m0 = i32x4.mul(L, i32x4.splat(0x49)),
    m1 = i32x4.shl(m0, 1),
    m2 = i32x4.shl(m0, 2)
  for (let i: usize = 0; i < 144; i += 48) turn3(a + i, TURNED + i, 16, 1, m0, m1, m2)
  const t0 = i32x4.mul(L, i32x4.splat(7)),
    t1 = i32x4.shl(t0, 3),
    t2 = i32x4.shl(t0, 6)
  for (let i: usize = 0; i < 48; i += 16) turn3(TURNED + i, o + i, 48, 3, t0, t1, t2)
}

// @inline
export function digitsAt(s: usize, p: usize): u32 {
  const w = load<u32>(PEERS + 12 + (p << 4))
  return (load<u32>(s + (w & 0xffff)) >> (w >> 16)) & 0x1ff
}

export let best: i32 = 0 // score << 7 | cell
export let struck: bool = false
export let looseF: i64 = 0
export let looseG: i64 = 0
export let more: i32 = 0

export function strike(s: usize, p: usize, v: u32): void {
  const w = load<u32>(PEERS + 12 + (p << 4)),
    at = s + (w & 0xffff)
  store<u32>(at, load<u32>(at) & ~(v << (w >> 16)))
}

// A bivalue cell is worth what its two digits would take from its peers: one for each candidate, three more from a bivalue cell.
// @inline
export function weigh(s: usize, p: usize): void {
  const v = digitsAt(ASIDE, p),
    a = (<usize>ctz(v)) << 4,
    b = (<usize>(31 - clz(v))) << 4,
    q = PEERS + (p << 4)
  const m = load<i64>(q),
    n = load<i64>(q, 8) & 0xffffffff
  const bothLow = load<i64>(BIV + a) & load<i64>(BIV + b) & m,
    bothHigh = load<i64>(BIV + a, 8) & load<i64>(BIV + b, 8) & n
  if (bothLow | bothHigh) {
    // a naked pair: both digits go from every cell that sees bothLow of it
    const r = PEERS + ((<usize>firstOf(bothLow, bothHigh)) << 4)
    let f = (load<i64>(ALL + a) | load<i64>(ALL + b)) & m & load<i64>(r),
      g = (load<i64>(ALL + a, 8) | load<i64>(ALL + b, 8)) & n & load<i64>(r, 8)
    if (f | g) {
      struck = true
      for (; f; f &= f - 1) strike(s, <usize>ctz(f), v)
      for (; g; g &= g - 1) strike(s, 64 + <usize>ctz(g), v)
    }
  }
  const score = 3 * (countIn(BIV + a, m, n) + countIn(BIV + b, m, n)) + countIn(ALL + a, m, n) + countIn(ALL + b, m, n)
  best = max(best, ((score + load<i32>(WEIGHT + (p << 2))) << 7) | <i32>p)
}
// How many cells of a map are among others, which are two words.
// @inline
function countIn(map: usize, f: i64, g: i64): i32 {
  return <i32>(popcnt(load<i64>(map) & f) + popcnt(load<i64>(map, 8) & g))
}
// the cell to guess at, or -1 where a naked pair took something away
export function choose(s: usize, light: bool, loose: bool): i32 {
  const L = v128.load(CONST),
    G = v128.load(CONST, 48)
  let m = i32x4.splat(0)
  for (let r = 0; r < 9; r++) m = v128.or(m, i32x4.shr_u(bivalue(v128.load(s + <usize>r * 16), L, G), 9 - r))
  let f = lowOf(m),
    g = highOf(m)
  const many = <i32>(popcnt(f) + popcnt(g))
  if (light && many) {
    let o = i32x4.splat(0)
    for (let r = 0; r < 9; r++) o = v128.or(o, i32x4.shr_u(several(v128.load(s + <usize>r * 16), L, G), 9 - r))
    if (popcnt(lowOf(o)) + popcnt(highOf(o)) <= 48) {
      const bf = f,
        bg = g
      best = -1
      for (let left = min(many, 5); left; left--) {
        const p = firstOf(f, g),
          q = PEERS + ((<usize>p) << 4)
        g = f ? g : g & (g - 1)
        f &= f - 1
        best = max(best, ((<i32>(popcnt(bf & load<i64>(q)) + popcnt(bg & load<i64>(q, 8)))) << 7) | p)
      }
      if (loose) {
        looseF = bf
        looseG = bg
        more = 2
        without(best & 127)
      }
      return best & 127
    }
  }
  // striking must not change what is read here
  for (let at: usize = 0; at < 144; at += 16) v128.store(ASIDE + at, v128.load(s + at))
  turn(ASIDE, ALL, L)
  for (let at: usize = 0; at < 144; at += 16) v128.store(BIV + at, v128.and(v128.load(ALL + at), m))
  best = -1
  struck = false
  const hotF = load<i64>(HOT),
    hotG = load<i64>(HOT, 8),
    f2 = f & ~hotF,
    g2 = g & ~hotG
  f &= hotF
  g &= hotG
  for (let left = min(many, 7); left; left--) {
    if (!(f | g)) {
      f = f2
      g = g2
    }
    const p = firstOf(f, g)
    g = f ? g : g & (g - 1)
    f &= f - 1
    weigh(s, <usize>p)
  }
  if (struck) return -1
  return best < 0 ? fewest(s) : best & 127
}
// No bivalue cell: of the cells with fewest candidates the one whose candidates stand most often among its peers.
export function fewest(s: usize): i32 {
  const L = v128.load(CONST),
    G = v128.load(CONST, 48)
  for (let n = 3; ; n++) {
    let m = i32x4.splat(0)
    for (let r = 0; r < 9; r++) {
      let x = v128.load(s + <usize>r * 16)
      for (let i = 2; i < n; i++) x = v128.and(x, i32x4.sub(x, L)) // one digit less each time
      m = v128.or(m, i32x4.shr_u(bivalue(x, L, G), 9 - r))
    }
    let f = lowOf(m),
      g = highOf(m)
    for (best = -1; f | g; ) {
      const p = <usize>firstOf(f, g),
        q = PEERS + (p << 4),
        h = load<i64>(q),
        o = load<i64>(q, 8) & 0xffffffff
      g = f ? g : g & (g - 1)
      f &= f - 1
      let score = 0
      for (let t = digitsAt(s, p); t; t &= t - 1) score += countIn(ALL + ((<usize>ctz(t)) << 4), h, o)
      best = max(best, (score << 7) | (127 - <i32>p))
    }
    if (best >= 0) return 127 - (best & 127)
  }
  return 0
}
export function without(p: i32): void {
  const q = PEERS + ((<usize>p) << 4)
  looseF &= ~load<i64>(q)
  looseG &= ~load<i64>(q, 8) & 0xffffffff
  if (p < 64) looseF &= ~((<i64>1) << p)
  else looseG &= ~((<i64>1) << (p - 64))
}
