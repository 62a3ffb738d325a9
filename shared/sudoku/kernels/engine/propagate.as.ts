import { lookAtDiagonals, missingOnDiagonals } from './diagonals.as'
import { field1, field2, fold, hidden, lane1, lane2, naked, or3, spread } from './lanes.as'
import { ACC, BAD, CONST, DONE, MID, STUCK } from './memory.as'

// First half, a band: naked singles leave their box; then in which rows of the band each digit can go. A digit takes one row in
// each of the three boxes, six ways: three even (row r in box r+s), three odd (row r in box s-r); what is in none of them goes.
// Returns the columns where a digit still is.
// @inline
export function firstHalf(s: usize, o: usize, L: v128, G: v128, LOW: v128): v128 {
  let x0 = v128.load(s),
    x1 = v128.load(s, 16),
    x2 = v128.load(s, 32)
  const y0 = v128.and(x0, i32x4.sub(x0, L)),
    y1 = v128.and(x1, i32x4.sub(x1, L)),
    y2 = v128.and(x2, i32x4.sub(x2, L))
  v128.store(ACC + o / 3, v128.and(v128.and(y0, y1), y2))
  const n0 = naked(x0, i32x4.sub(y0, L), G),
    n1 = naked(x1, i32x4.sub(y1, L), G),
    n2 = naked(x2, i32x4.sub(y2, L), G)
  const n01 = v128.or(n0, n1),
    n02 = v128.or(n0, n2),
    n12 = v128.or(n1, n2),
    n = v128.or(n01, n2)
  const k = v128.or(field1(n), field2(n))
  x0 = v128.andnot(x0, v128.or(k, n12))
  x1 = v128.andnot(x1, v128.or(k, n02))
  x2 = v128.andnot(x2, v128.or(k, n01))
  const m0 = v128.and(fold(x0), LOW),
    m1 = fold(x1),
    m2 = fold(x2)
  const even = spread(v128.and(m0, v128.and(lane1(m1), lane2(m2)))),
    odd = spread(v128.and(m0, v128.and(lane2(m1), lane1(m2))))
  x0 = v128.and(x0, v128.or(even, odd))
  x1 = v128.and(x1, v128.or(lane2(even), lane1(odd)))
  x2 = v128.and(x2, v128.or(lane1(even), lane2(odd)))
  v128.store(MID + o, x0)
  v128.store(MID + o, x1, 16)
  v128.store(MID + o, x2, 32)
  return or3(x0, x1, x2)
}

// Second half, a band: c, the columns the digits may take; then hidden singles. Returns the sum of the three rows: a row only ever
// loses bits, so equal sums are equal rows.
// @inline
export function secondHalf(s: usize, o: usize, c: v128, c1: v128, L: v128, G: v128): v128 {
  let x0 = v128.and(v128.load(MID + o), c),
    x1 = v128.and(v128.load(MID + o, 16), c),
    x2 = v128.and(v128.load(MID + o, 32), c)
  const q = v128.or(v128.and(c, c1), v128.or(v128.and(x0, x1), v128.and(x2, v128.or(x0, x1)))) // in two columns, or twice in one
  const often = v128.andnot(or3(q, field1(q), field2(q)), G)
  x0 = hidden(x0, often, L, G)
  x1 = hidden(x1, often, L, G)
  x2 = hidden(x2, often, L, G)
  v128.store(s, x0)
  v128.store(s, x1, 16)
  v128.store(s, x2, 32)
  return i32x4.add(i32x4.add(x0, x1), x2)
}

export function propagate(s: usize): i32 {
  const L = v128.load(CONST),
    G = v128.load(CONST, 16),
    LOW = v128.load(CONST, 32),
    G3 = v128.load(CONST, 48),
    LOW3 = v128.load(CONST, 64),
    FULL = v128.load(CONST, 80)
  let o0 = i32x4.splat(0),
    o1 = o0,
    o2 = o0
  while (true) {
    let missing = i32x4.splat(0)
    if (isDefined(DIAGONALS)) missing = lookAtDiagonals(s, L, G, LOW3)
    const c0 = firstHalf(s, 0, L, G, LOW),
      c1 = firstHalf(s + 48, 48, L, G, LOW),
      c2 = firstHalf(s + 96, 96, L, G, LOW)
    // the same six ways for the columns of a stack over its three bands
    const c11 = field1(c1),
      c12 = field2(c1),
      c21 = field1(c2),
      c22 = field2(c2)
    const even = v128.and(c0, v128.and(c11, c22)),
      odd = v128.and(c0, v128.and(c12, c21))
    const e1 = field1(even),
      e2 = field2(even),
      d1 = field1(odd),
      d2 = field2(odd)
    const s0 = v128.or(even, odd)
    const acc = v128.and(v128.load(ACC), v128.and(v128.load(ACC, 16), v128.load(ACC, 32)))
    let bad = v128.or(v128.andnot(G3, acc), v128.andnot(LOW3, fold(s0))) // an empty cell, or a digit without a place
    if (isDefined(DIAGONALS)) bad = v128.or(bad, missing)
    if (v128.any_true(bad)) return BAD
    const p0 = secondHalf(s, 0, s0, v128.or(e1, d1), L, G)
    const p1 = secondHalf(s + 48, 48, v128.or(e2, d1), v128.or(even, d2), L, G)
    const p2 = secondHalf(s + 96, 96, v128.or(e1, d2), v128.or(e2, odd), L, G)
    if (!v128.any_true(or3(v128.xor(p0, o0), v128.xor(p1, o1), v128.xor(p2, o2)))) return STUCK
    if (!v128.any_true(v128.xor(i32x4.add(p0, i32x4.add(p1, p2)), FULL)) && complete(s)) return DONE // the sums of a finished grid
    o0 = p0
    o1 = p1
    o2 = p2
  }
  return BAD
}

// every cell one digit, and every digit in each row, column and box
export function complete(s: usize): bool {
  const L = v128.load(CONST),
    G = v128.load(CONST, 16),
    LOW3 = v128.load(CONST, 64)
  let more = i32x4.splat(0),
    column = more,
    part = i32x4.splat(-1)
  for (let k = 0; k < 3; k++) {
    let box = i32x4.splat(0)
    for (const end = s + 48; s < end; s += 16) {
      const x = v128.load(s),
        a = fold(x)
      more = v128.or(more, v128.and(x, i32x4.sub(x, L)))
      box = v128.or(box, x)
      part = v128.and(part, or3(a, lane1(a), lane2(a)))
    }
    column = v128.or(column, box)
    part = v128.and(part, fold(box))
  }
  if (isDefined(DIAGONALS)) part = v128.andnot(part, missingOnDiagonals(s - 144))
  return !v128.any_true(or3(v128.andnot(more, G), v128.andnot(LOW3, part), v128.andnot(i32x4.mul(LOW3, L), column)))
}
