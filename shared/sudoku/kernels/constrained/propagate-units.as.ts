import * as layout from './memory.as'
import { countOf, half, highOf, lowOf, maskHigh, maskLow, now } from './memory.as'
import { CELLS, fullUnits, size } from './rules.as'
import { dueOf, increment, planeOf, restrict, stale, take, trail, unitsOf, weigh } from './trail.as'

// What follows from units, by planes: cells with one candidate are found all at once, and what a unit holds of a digit is an
// AND. A unit is looked at for a digit only where the digit has gone from one of its cells.

/** Works out what follows from units; false where that is a contradiction. */
export function propagateUnits(): bool {
  while (stale) {
    let some = i64x2.splat(0),
      several = some
    for (let digit: u32 = 0; digit < size; digit++) {
      const plane = v128.load(planeOf(digit))
      several = v128.or(several, v128.and(some, plane))
      some = v128.or(some, plane)
    }
    const empty = v128.andnot(v128.load(layout.ALL), some)
    if (v128.any_true(empty)) return weighCells(lowOf(empty), highOf(empty))
    const placed = v128.load(layout.PLACED),
      single = v128.andnot(some, v128.or(several, placed))
    if (v128.any_true(single)) {
      v128.store(layout.PLACED, v128.or(placed, single))
      for (let digit: u32 = 0; digit < size; digit++) {
        const its = v128.and(v128.load(planeOf(digit)), single)
        if (v128.any_true(its)) place(digit, its)
      }
    } else {
      let rest = stale
      stale = 0
      for (; rest; rest &= rest - 1) if (!lookAt(<u32>ctz(rest))) return false
    }
  }
  return true
}

function weighCells(low: u64, high: u64): bool {
  for (let rest = low; rest; rest &= rest - 1) weigh(<u32>ctz(rest))
  for (let rest = high; rest; rest &= rest - 1) weigh(64 + <u32>ctz(rest))
  return false
}

/** Takes a digit from the peers of cells that hold it. */
function place(digit: u32, at: v128): void {
  done = 0
  let seen = i64x2.splat(0)
  for (let low = lowOf(at); low; low &= low - 1) seen = v128.or(seen, fill(<u32>ctz(low)))
  for (let high = highOf(at); high; high &= high - 1) seen = v128.or(seen, fill(64 + <u32>ctz(high)))
  take(digit, seen)
  // In the units of those cells nothing more is to be found of it; pairs of sets stay due.
  store<u64>(dueOf(digit), load<u64>(dueOf(digit)) & ~(done & areFull()))
}

/** The units of cells that were filled. */
let done: u64 = 0

// @inline
function fill(cell: u32): v128 {
  store<u8>(layout.TRAIL + trail++, <u8>cell)
  done |= unitsOf(cell)
  return peersOf(cell)
}

/** The bits of the units that hold every digit. */
// @inline
function areFull(): u64 {
  return <u64>-1 >> (64 - fullUnits)
}

/** Looks at the places of a digit in the units that are due; false where one has none. */
function lookAt(digit: u32): bool {
  const due = load<u64>(dueOf(digit))
  store<u64>(dueOf(digit), 0)
  const low = maskLow(layout.PLANES, digit),
    high = maskHigh(layout.PLANES, digit)
  let onlyLow: u64 = 0,
    onlyHigh: u64 = 0,
    none: u64 = 0,
    few: u64 = 0
  // No branch depends on the count, as nothing foretells it: 1.1 times as fast.
  for (let rest = due & areFull(); rest; rest &= rest - 1) {
    const unit = <u32>ctz(rest)
    const inLow = low & maskLow(layout.UNIT_MASK, unit),
      inHigh = high & maskHigh(layout.UNIT_MASK, unit)
    const count = popcnt(inLow) + popcnt(inHigh),
      isOnly = -(<u64>(count == 1))
    onlyLow |= inLow & isOnly
    onlyHigh |= inHigh & isOnly
    none |= (<u64>(count == 0)) << unit
    few |= (<u64>(count - 2 < MOST_PLACES - 1)) << unit
  }
  if (none) return weighCells(maskLow(layout.UNIT_MASK, <u32>ctz(none)), maskHigh(layout.UNIT_MASK, <u32>ctz(none)))
  const only = v128.andnot(i64x2.replace_lane(i64x2.splat(onlyLow), 1, onlyHigh), v128.load(layout.PLACED))
  if (v128.any_true(only)) {
    for (let other: u32 = 0; other < size; other++) if (other != digit) take(other, only)
  }
  if (few) takeFromSeen(digit, few)
  for (let rest = due & ~areFull(); rest; rest &= rest - 1) keepSame(digit, (<usize>ctz(rest)) << 4)
  return true
}

const MOST_PLACES: u64 = 3

/** As a digit stands in one of a few cells of some units, it goes from all cells that see each of those. */
function takeFromSeen(digit: u32, units: u64): void {
  const plane = v128.load(planeOf(digit))
  let gone = i64x2.splat(0)
  for (let rest = units; rest; rest &= rest - 1) {
    const places = v128.and(plane, v128.load(layout.UNIT_MASK + ((<usize>ctz(rest)) << 4))),
      low = lowOf(places),
      high = highOf(places)
    const first = low ? ctz(low) : 64 + ctz(high),
      last = high ? 127 - clz(high) : 63 - clz(low)
    const lowRest = low & (low - 1),
      highRest = low ? high : high & (high - 1)
    const second = lowRest ? ctz(lowRest) : 64 + ctz(highRest)
    const seen = v128.and(v128.and(plane, peersOf(<u32>first)), v128.and(peersOf(<u32>second), peersOf(<u32>last)))
    gone = v128.or(gone, seen)
  }
  take(digit, gone)
}

/** Of two sets of cells that hold the same digits, neither may hold one that the other cannot. */
function keepSame(digit: u32, pair: usize): void {
  const plane = v128.load(planeOf(digit))
  const first = v128.and(plane, v128.load(layout.UNIT_MASK + pair)),
    second = v128.and(plane, v128.load(layout.OTHER_MASK + pair))
  if (!v128.any_true(first) || !v128.any_true(second)) take(digit, v128.or(first, second))
}

/** What an open peer is worth in conflicts: with 0, minimal jigsaws and anti-knight take 1.4 and 1.5 times the backtracks. */
const PEER_WEIGHT: f64 = 0.5

/** The open cell with the most weight for each candidate, and with the most open peers where conflicts are few. */
export function heaviestOpen(): u32 {
  // How many candidates each cell has, as a number of four bits.
  let ones = i64x2.splat(0),
    twos = ones,
    fours = ones,
    eights = ones
  for (let digit: u32 = 0; digit < size; digit++) {
    const plane = v128.load(planeOf(digit)),
      two = v128.and(ones, plane),
      four = v128.and(twos, two)
    ones = v128.xor(ones, plane)
    twos = v128.xor(twos, two)
    eights = v128.or(eights, v128.and(fours, four))
    fours = v128.xor(fours, four)
  }
  const all = v128.load(layout.ALL),
    open = v128.or(twos, v128.or(fours, eights))
  score = -1
  for (let count: u32 = 2; count <= size; count++) {
    const its = v128.and(
      v128.and(bitIs(count & 1, ones, all), bitIs(count & 2, twos, all)),
      v128.and(bitIs(count & 4, fours, all), bitIs(count & 8, eights, all)),
    )
    for (let low = lowOf(its); low; low &= low - 1) compare(<u32>ctz(low), count, open)
    for (let high = highOf(its); high; high &= high - 1) compare(64 + <u32>ctz(high), count, open)
  }
  return heaviest
}

let heaviest: u32 = 0
let score: f64 = 0

// @inline
function compare(cell: u32, count: u32, open: v128): void {
  const peers = v128.and(open, peersOf(cell))
  const bonus = 1 + PEER_WEIGHT * <f64>countOf(peers)
  const its = (load<f64>(layout.WEIGHT + ((<usize>cell) << 3)) + increment * bonus) / <f64>count
  if (its <= score) return
  score = its
  heaviest = cell
}

// @inline
function bitIs(isSet: u32, bit: v128, all: v128): v128 {
  return isSet ? bit : v128.andnot(all, bit)
}

// @inline
function peersOf(cell: u32): v128 {
  return v128.load(layout.PEER_MASK + ((<usize>cell) << 4))
}

/** That a digit stands in one of some of a cage's cells: in the only one, or not where all of them are seen. */
export function placeIn(at: usize, digit: u32): bool {
  let only: u32 = 0,
    count: u32 = 0
  let gone = v128.load(planeOf(<u32>ctz(digit)))
  for (let i: u32 = 0, end = half(at, 1); i < end; i++) {
    const cell = half(at, CELLS + i)
    if (!(now(cell) & digit)) continue
    only = cell
    count++
    gone = v128.and(gone, peersOf(cell))
  }
  if (count == 0) return false
  if (count == 1) return restrict(only, digit)
  take(<u32>ctz(digit), gone)
  return true
}
