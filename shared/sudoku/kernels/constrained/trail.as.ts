import * as layout from './memory.as'
import { DUE, highOf, lowOf, NOW, now, PLANES, setBit, setHalf, WEIGHT } from './memory.as'
import { cells, pruners, size, units, words } from './rules.as'

// The candidates of cells, the units and constraints that are to look at changes, and the weights of cells.

/** How many cells are placed. */
export let trail: u32 = 0
/** Digits that have gone from a cell since units were looked at, a bit each. */
export let stale: u32 = 0

/** A conflict adds this to the weight of each of its cells; it grows, so that late ones count for more. */
export let increment: f64 = 1
const GROWTH: f64 = 1.05
const MOST_WEIGHT: f64 = 1e100

/** Goes back to an earlier trail, of which nothing is left to do. */
export function setTrail(length: u32): void {
  trail = length
  stale = 0
  memory.fill(layout.UNITS_DUE, 0, 9 * 8)
  memory.fill(DUE, 0, words << 3)
}

/** Begins with what cells may hold; everything is due. */
export function beginTrail(): void {
  setTrail(0)
  let all = i64x2.splat(0)
  for (let digit: u32 = 0; digit < size; digit++) {
    const plane = planeIn(digit)
    v128.store(planeOf(digit), plane)
    all = v128.or(all, plane)
    store<u64>(dueOf(digit), <u64>-1 >> (64 - units))
  }
  v128.store(layout.PLACED, i64x2.splat(0))
  v128.store(layout.ALL, all)
  stale = (1 << size) - 1
  for (let i: u32 = 0; i < pruners; i++) setBit(DUE, i)
}

/** The plane of a digit, from the candidates of eight cells at a time. */
function planeIn(digit: u32): v128 {
  let low: u64 = 0,
    high: u64 = 0
  const shift = 15 - digit
  for (let i: u32 = 0; i < 8; i++)
    low |= (<u64>i16x8.bitmask(i16x8.shl(v128.load(NOW + ((<usize>i) << 4)), shift))) << (i << 3)
  for (let i: u32 = 8; i < 11; i++)
    high |= (<u64>i16x8.bitmask(i16x8.shl(v128.load(NOW + ((<usize>i) << 4)), shift))) << ((i - 8) << 3)
  return i64x2.replace_lane(i64x2.splat(low), 1, high)
}

// @inline
export function planeOf(digit: u32): usize {
  return PLANES + ((<usize>digit) << 4)
}
// @inline
export function dueOf(digit: u32): usize {
  return layout.UNITS_DUE + ((<usize>digit) << 3)
}
// @inline
export function unitsOf(cell: u32): u64 {
  return load<u64>(layout.UNITS_OF + ((<usize>cell) << 3))
}

/** Leaves a cell some of its candidates; false if no candidate is left. */
export function restrict(cell: u32, to: u32): bool {
  const set = now(cell),
    left = set & to
  if (left == set) return true
  if (!left) {
    weigh(cell)
    return false
  }
  setHalf(NOW, cell, left)
  const units = unitsOf(cell)
  for (let rest = set & ~left; rest; rest &= rest - 1) {
    const digit = <u32>ctz(rest),
      byte = planeOf(digit) + (cell >> 3)
    store<u8>(byte, <u32>load<u8>(byte) & ~(1 << (cell & 7)))
    store<u64>(dueOf(digit), load<u64>(dueOf(digit)) | units)
  }
  stale |= set & ~left
  wake(cell)
  return true
}

/** Takes a digit from some cells, even if no candidate is left. */
// @inline
export function take(digit: u32, from: v128): void {
  const plane = v128.load(planeOf(digit)),
    lost = v128.and(plane, from)
  if (!v128.any_true(lost)) return
  v128.store(planeOf(digit), v128.andnot(plane, from))
  let units = load<u64>(dueOf(digit))
  for (let rest = lowOf(lost); rest; rest &= rest - 1) units |= lose(<u32>ctz(rest), digit)
  for (let rest = highOf(lost); rest; rest &= rest - 1) units |= lose(64 + <u32>ctz(rest), digit)
  store<u64>(dueOf(digit), units)
  stale |= 1 << digit
}

// @inline
function lose(cell: u32, digit: u32): u64 {
  setHalf(NOW, cell, now(cell) & ~(1 << digit))
  wake(cell)
  return unitsOf(cell)
}

// @inline
function watching(cell: u32): usize {
  return layout.PRUNERS_OF + cell * (layout.MAX_PRUNERS / 8)
}

/** Constraints that look at a cell are due. */
// @inline
function wake(cell: u32): void {
  for (let i: u32 = 0; i < words; i++) {
    const word = DUE + ((<usize>i) << 3)
    store<u64>(word, load<u64>(word) | load<u64>(watching(cell) + ((<usize>i) << 3)))
  }
}

/** What each constraint on a cell is worth in conflicts: with 0, region sums take 4.5 times the backtracks, equal sums 2.1. */
const CONSTRAINT_WEIGHT: f64 = 6

export function beginWeights(): void {
  increment = 1
  for (let cell: u32 = 0; cell < cells; cell++) {
    let count: u64 = 0
    for (let i: u32 = 0; i < words; i++) count += popcnt(load<u64>(watching(cell) + ((<usize>i) << 3)))
    store<f64>(WEIGHT + ((<usize>cell) << 3), CONSTRAINT_WEIGHT * <f64>count)
  }
}

// @inline
export function weigh(cell: u32): void {
  const at = WEIGHT + ((<usize>cell) << 3)
  store<f64>(at, load<f64>(at) + increment)
}

/** After a conflict. */
export function decay(): void {
  increment *= GROWTH
  if (increment < MOST_WEIGHT) return
  for (let cell: u32 = 0; cell < cells; cell++) {
    const at = WEIGHT + ((<usize>cell) << 3)
    store<f64>(at, load<f64>(at) / MOST_WEIGHT)
  }
  increment /= MOST_WEIGHT
}
