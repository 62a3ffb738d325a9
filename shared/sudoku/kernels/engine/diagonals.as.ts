import { field1, field2, fold, hidden, lane1, lane2, naked, or3 } from './lanes.as'
import { CONST, FIELDS, OTHER_LANES } from './memory.as'

// Row 3k+i has its cell of the falling diagonal in lane k, field i. So the nine cells, taken out of their rows as they are, lie as
// those of a row do, and each lane is what the diagonal has in a box. The rising diagonal does so where rows are taken upside down.
//
//    rows  0 . . | . . . | . . .     diagonal  0 1 2 | 3 4 5 | 6 7 8
//          . 1 . | . . . | . . .
//          . . 2 | . . . | . . .
//          ------+-------+------
//          . . . | 3 . . | . . .
//
// It is read downwards from the first row, or upwards from the last one, by a negative step.
// @inline
function diagonalFrom(row: usize, step: usize): v128 {
  const top = inBand(row, step),
    middle = inBand(row + 3 * step, step),
    bottom = inBand(row + 6 * step, step)
  return v128.shuffle<i32>(v128.shuffle<i32>(top, middle, 0, 5, 2, 3), bottom, 0, 1, 6, 3)
}
// @inline
function inBand(row: usize, step: usize): v128 {
  return or3(
    v128.and(v128.load(row), v128.load(FIELDS)),
    v128.and(v128.load(row + step), v128.load(FIELDS, 16)),
    v128.and(v128.load(row + 2 * step), v128.load(FIELDS, 32)),
  )
}

// Of each cell of a diagonal the digits that others hold as naked singles.
// @inline
function takenByNaked(n: v128): v128 {
  const others = v128.or(field1(n), field2(n)),
    all = v128.or(others, n)
  return or3(others, lane1(all), lane2(all))
}
// @inline
function nakedOf(d: v128, L: v128, G: v128): v128 {
  return naked(d, i32x4.sub(v128.and(d, i32x4.sub(d, L)), L), G)
}
// A diagonal's cells without the digits of naked singles.
// @inline
function afterNaked(d: v128, L: v128, G: v128): v128 {
  return v128.andnot(d, takenByNaked(nakedOf(d, L, G)))
}

// Naked and hidden singles of both diagonals; and digits that a diagonal can place in one box only go from the rest of that box.
// Returns the digits that a diagonal can place nowhere.
// @inline
export function lookAtDiagonals(s: usize, L: v128, G: v128, LOW3: v128): v128 {
  const a = afterNaked(diagonalFrom(s, 16), L, G),
    b = afterNaked(diagonalFrom(s + 128, -16), L, G)
  // of each cell the digits that others of its lane hold; of each lane its own, and those of the other two
  const aCell = v128.or(field1(a), field2(a)),
    bCell = v128.or(field1(b), field2(b)),
    aLane = v128.or(a, aCell),
    bLane = v128.or(b, bCell),
    aRest = v128.or(lane1(aLane), lane2(aLane)),
    bRest = v128.or(lane1(bLane), lane2(bLane))
  const aHere = hidden(a, v128.andnot(v128.or(aCell, aRest), G), L, G),
    bHere = hidden(b, v128.andnot(v128.or(bCell, bRest), G), L, G)
  const aElse = v128.not(v128.andnot(aLane, aRest)),
    bElse = v128.not(v128.andnot(bLane, bRest))
  // what stays of the three rows of a box: in the field of the diagonal its cell, in the others what is not locked there
  const m0 = v128.load(FIELDS),
    m1 = v128.load(FIELDS, 16),
    m2 = v128.load(FIELDS, 32)
  const a0 = v128.bitselect(aHere, aElse, m0),
    a1 = v128.bitselect(aHere, aElse, m1),
    a2 = v128.bitselect(aHere, aElse, m2)
  const b0 = v128.bitselect(bHere, bElse, m2),
    b1 = v128.bitselect(bHere, bElse, m1),
    b2 = v128.bitselect(bHere, bElse, m0)
  const l0 = v128.load(OTHER_LANES),
    l1 = v128.load(OTHER_LANES, 16),
    l2 = v128.load(OTHER_LANES, 32)
  keepInBand(s, a0, a1, a2, l0, b0, b1, b2, l2)
  keepInBand(s + 48, a0, a1, a2, l1, b0, b1, b2, l1)
  keepInBand(s + 96, a0, a1, a2, l2, b0, b1, b2, l0)
  return v128.or(v128.andnot(LOW3, v128.or(aLane, aRest)), v128.andnot(LOW3, v128.or(bLane, bRest)))
}

// @inline
function keepInBand(s: usize, a0: v128, a1: v128, a2: v128, a: v128, b0: v128, b1: v128, b2: v128, b: v128): void {
  v128.store(s, v128.and(v128.load(s), v128.and(v128.or(a0, a), v128.or(b0, b))))
  v128.store(s, v128.and(v128.load(s, 16), v128.and(v128.or(a1, a), v128.or(b1, b))), 16)
  v128.store(s, v128.and(v128.load(s, 32), v128.and(v128.or(a2, a), v128.or(b2, b))), 32)
}

// The digits that a diagonal of a grid lacks.
// @inline
export function missingOnDiagonals(s: usize): v128 {
  const a = fold(diagonalFrom(s, 16)),
    b = fold(diagonalFrom(s + 128, -16)),
    LOW3 = v128.load(CONST, 64)
  return v128.andnot(LOW3, v128.and(or3(a, lane1(a), lane2(a)), or3(b, lane1(b), lane2(b))))
}

// The digits that two given cells of a diagonal hold.
export function clashOnDiagonals(s: usize): v128 {
  return v128.or(twice(diagonalFrom(s, 16)), twice(diagonalFrom(s + 128, -16)))
}
function twice(d: v128): v128 {
  const n = nakedOf(d, v128.load(CONST), v128.load(CONST, 16))
  return v128.and(n, takenByNaked(n))
}
