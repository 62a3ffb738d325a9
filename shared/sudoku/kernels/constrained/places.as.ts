import { BARREN, half, maskHigh, maskLow, NOW, now, PEER_MASK, PLACES, UNIT_MASK } from './memory.as'
import { fullUnits, size } from './rules.as'
import { restrict } from './trail.as'

/** A digit that stands in one of a few cells goes from all others that see each of them. */
export function pruneByPlaces(): bool {
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
export function findPlaces(): void {
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
