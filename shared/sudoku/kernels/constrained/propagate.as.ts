import { pruneCage, pruneSum } from './sums.as'
import {
  BARREN,
  DUE,
  half,
  MAX_PRUNERS,
  maskHigh,
  maskLow,
  NOW,
  now,
  PEER_MASK,
  PEERS,
  PEERS_BYTES,
  PLACES,
  PRUNER_AT,
  PRUNERS_OF,
  setHalf,
  TABLE_BYTES,
  TABLES,
  TRAIL,
  UNIT_MASK,
  WEIGHT,
} from './memory.as'
import { allDigits, CAGE, cells, fullUnits, pruners, RELATION, SAME, size, SUM, UNIT, words } from './rules.as'
import { pruneWalk } from './walks.as'

/** How many cells are down to one candidate. */
export let trail: u32 = 0
/** How many of those have taken their digit from their peers. */
let placed: u32 = 0
/** Whether a candidate has gone since places were looked at last. */
let isStale = false

/** What a conflict adds to the weight of each of its cells; it grows, so that those of late count for more. */
export let increment: f64 = 1
const GROWTH: f64 = 1.05
const MOST_WEIGHT: f64 = 1e100

export function setIncrement(to: f64): void { increment = to }

/** Goes back to an earlier trail, of which nothing is left to do. */
export function setTrail(length: u32): void {
  trail = placed = length
  for (let i: u32 = 0; i < words; i++) store<u64>(DUE + (<usize>i << 3), 0)
  isStale = false
}

/** Everything is due. */
export function beginTrail(): void {
  trail = placed = 0
  memory.fill(DUE, 0, words << 3)
  for (let i: u32 = 0; i < pruners; i++) {
    const word = DUE + ((i >> 6) << 3)
    store<u64>(word, load<u64>(word) | (<u64>1 << (i & 63)))
  }
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = now(cell)
    if (!(set & (set - 1))) store<u8>(TRAIL + trail++, <u8>cell)
  }
  isStale = true
  // No digit has no place at all.
  memory.fill(BARREN, 0, 9 * 16)
}

/** Leaves a cell some of its candidates; false where that is none. */
export function restrict(cell: u32, to: u32): bool {
  const set = now(cell), left = set & to
  if (left == set) return true
  if (!left) {
    weigh(cell)
    return false
  }
  setHalf(NOW, cell, left)
  if (!(left & (left - 1))) store<u8>(TRAIL + trail++, <u8>cell)
  isStale = true
  const watching = PRUNERS_OF + cell * (MAX_PRUNERS / 8)
  for (let i: u32 = 0; i < words; i++) {
    const word = DUE + (<usize>i << 3)
    store<u64>(word, load<u64>(word) | load<u64>(watching + (<usize>i << 3)))
  }
  return true
}

// @inline
export function weigh(cell: u32): void {
  const at = WEIGHT + (<usize>cell << 3)
  store<f64>(at, load<f64>(at) + increment)
}

/** After a conflict. */
export function decay(): void {
  increment *= GROWTH
  if (increment < MOST_WEIGHT) return
  for (let cell: u32 = 0; cell < cells; cell++) {
    const at = WEIGHT + (<usize>cell << 3)
    store<f64>(at, load<f64>(at) / MOST_WEIGHT)
  }
  increment /= MOST_WEIGHT
}

/** Works out what follows; false where that is a contradiction. */
export function propagate(): bool {
  while (true) {
    while (placed < trail) {
      if (!place(load<u8>(TRAIL + placed++))) return false
    }
    const pruner = nextDue()
    if (pruner < pruners) {
      if (!prune(load<u32>(PRUNER_AT + (<usize>pruner << 2)))) return false
    } else if (trail < cells && isStale) {
      isStale = false
      if (!pruneByPlaces()) return false
    } else return true
  }
}

function place(cell: u32): bool {
  const digit = now(cell), peers = PEERS + cell * PEERS_BYTES
  for (let i: u32 = 1, last = <u32>load<u8>(peers); i <= last; i++) {
    const peer = <u32>load<u8>(peers + i)
    if (now(peer) & digit) {
      if (!restrict(peer, ~digit)) {
        weigh(cell)
        return false
      }
    }
  }
  return true
}

function nextDue(): u32 {
  for (let i: u32 = 0; i < words; i++) {
    const word = DUE + (<usize>i << 3), due = load<u64>(word)
    if (!due) continue
    store<u64>(word, due & (due - 1))
    return (i << 6) + <u32>ctz(due)
  }
  return MAX_PRUNERS
}

function prune(at: usize): bool {
  const kind = half(at, 0)
  if (kind == UNIT) return pruneUnit(at) || weighAll(at, 2)
  if (kind == CAGE) return pruneCage(at) || weighAll(at, 3)
  if (kind == SUM) return pruneSum(at) || weighAll(at, 3)
  if (kind == RELATION) return pruneRelation(at) || weighAll(at, 3)
  if (kind == SAME) return pruneSame(at) || weighAll(at, 3)
  return pruneWalk(at) || weighAll(at, 2)
}

function weighAll(at: usize, from: u32): bool {
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) weigh(half(at, from + i))
  return false
}

/** Digits of which only one place is left. */
function pruneUnit(at: usize): bool {
  let once: u32 = 0, twice: u32 = 0, alone: u32 = 0
  const first = at + 4, end = first + (size << 1)
  for (let i = first; i < end; i += 2) {
    const set = now(load<u16>(i))
    twice |= once & set
    once |= set
    if (!(set & (set - 1))) alone |= set
  }
  if (once != allDigits) return false
  let hidden = once & ~twice & ~alone
  for (let i = first; hidden; i += 2) {
    const cell = <u32>load<u16>(i), found = now(cell) & hidden
    if (!found) continue
    if (found & (found - 1)) return false
    if (!restrict(cell, found)) return false
    hidden &= ~found
  }
  return true
}

/** What none of some cells may hold goes from those that hold the same digits. */
function pruneSame(at: usize): bool {
  const count = half(at, 1), before = half(at, 2)
  let first: u32 = 0, second: u32 = 0
  for (let i: u32 = 0; i < before; i++) first |= now(half(at, 3 + i))
  for (let i = before; i < count; i++) second |= now(half(at, 3 + i))
  if (first == second) return true
  const both = first & second
  for (let i: u32 = 0; i < count; i++) if (!restrict(half(at, 3 + i), both)) return false
  return true
}

function pruneRelation(at: usize): bool {
  const tables = half(at, 2), first = half(at, 3), second = half(at, 4)
  return (
    restrict(second, half(TABLES + (tables >> 8) * TABLE_BYTES, now(first))) &&
    restrict(first, half(TABLES + (tables & 255) * TABLE_BYTES, now(second)))
  )
}

/** A digit that stands in one of a few cells goes from all others that see each of them. */
function pruneByPlaces(): bool {
  findPlaces()
  for (let digit: u32 = 0; digit < size; digit++) {
    const placesLow = maskLow(PLACES, digit), placesHigh = maskHigh(PLACES, digit)
    // Where nothing followed, nothing does; wherever the search stands.
    if (placesLow == maskLow(BARREN, digit) && placesHigh == maskHigh(BARREN, digit)) continue
    hasExcluded = false
    for (let unit: u32 = 0; unit < fullUnits; unit++) {
      let low = placesLow & maskLow(UNIT_MASK, unit), high = placesHigh & maskHigh(UNIT_MASK, unit)
      const count = popcnt(low) + popcnt(high)
      if (count < 2 || count > MOST_PLACES) continue
      if (!exclude(digit, placesLow, placesHigh, low, high)) return false
    }
    if (hasExcluded) continue
    store<u64>(BARREN + (<usize>digit << 4), placesLow)
    store<u64>(BARREN + (<usize>digit << 4), placesHigh, 8)
  }
  return true
}

const MOST_PLACES: u64 = 3
let hasExcluded = false

/** As a digit stands in one of some cells, it goes from all others that see each of them. */
function exclude(digit: u32, placesLow: u64, placesHigh: u64, low: u64, high: u64): bool {
  let goneLow = placesLow, goneHigh = placesHigh
  for (let rest = low; rest; rest &= rest - 1) {
    const cell = <u32>ctz(rest)
    goneLow &= maskLow(PEER_MASK, cell)
    goneHigh &= maskHigh(PEER_MASK, cell)
  }
  for (let rest = high; rest; rest &= rest - 1) {
    const cell = 64 + <u32>ctz(rest)
    goneLow &= maskLow(PEER_MASK, cell)
    goneHigh &= maskHigh(PEER_MASK, cell)
  }
  if (goneLow | goneHigh) hasExcluded = true
  for (let rest = goneLow; rest; rest &= rest - 1) {
    if (!restrict(<u32>ctz(rest), ~(1 << digit))) return false
  }
  for (let rest = goneHigh; rest; rest &= rest - 1) {
    if (!restrict(64 + <u32>ctz(rest), ~(1 << digit))) return false
  }
  return true
}

/** For each digit the cells that may hold it: 16 cells at a time, by their low eight bits, and the ninth digit apart. */
function findPlaces(): void {
  for (let digit: u32 = 0; digit < size; digit++) {
    let low: u64 = 0, high: u64 = 0
    const shift = 15 - digit
    for (let i: u32 = 0; i < 8; i++) low |= <u64>i16x8.bitmask(i16x8.shl(v128.load(NOW + (<usize>i << 4)), shift)) << (i << 3)
    for (let i: u32 = 8; i < 11; i++) high |= <u64>i16x8.bitmask(i16x8.shl(v128.load(NOW + (<usize>i << 4)), shift)) << ((i - 8) << 3)
    store<u64>(PLACES + (<usize>digit << 4), low)
    store<u64>(PLACES + (<usize>digit << 4), high, 8)
  }
}

/** That a digit stands in one of some of a cage's cells: in the only one, or not where all of them are seen. */
export function placeIn(at: usize, digit: u32): bool {
  let only: u32 = 0, count: u32 = 0
  let goneLow: u64 = -1, goneHigh: u64 = -1
  for (let i: u32 = 0, end = half(at, 1); i < end; i++) {
    const cell = half(at, 3 + i)
    if (!(now(cell) & digit)) continue
    only = cell
    count++
    goneLow &= maskLow(PEER_MASK, cell)
    goneHigh &= maskHigh(PEER_MASK, cell)
  }
  if (count == 0) return false
  if (count == 1) return restrict(only, digit)
  for (let rest = goneLow; rest; rest &= rest - 1) {
    if (!restrict(<u32>ctz(rest), ~digit)) return false
  }
  for (let rest = goneHigh; rest; rest &= rest - 1) {
    if (!restrict(64 + <u32>ctz(rest), ~digit)) return false
  }
  return true
}
