import * as layout from './memory.as'
import { clearBit, half, hasBit, now, setBit, setHalf, setWord, takeBit, word } from './memory.as'
import { placeIn, propagateUnits } from './propagate-units.as'
import { allDigits, CAGE, CELLS, RELATION, SUM, size, WALK, waysAt, words } from './rules.as'
import { restrict, weigh } from './trail.as'

/** Works out what follows; false where that is a contradiction. */
export function propagate(): bool {
  while (propagateUnits()) {
    const pruner = takeBit(layout.DUE, layout.DUE + ((<usize>words) << 3))
    if (pruner < 0) return true
    const at = <usize>word(layout.PRUNER_AT, pruner)
    if (prune(at)) continue
    for (let i: u32 = 0, count = half(at, 1); i < count; i++) weigh(half(at, CELLS + i))
    return false
  }
  return false
}

function prune(at: usize): bool {
  const kind = half(at, 0)
  if (kind == CAGE) return pruneCage(at)
  if (kind == SUM) return pruneSum(at)
  if (kind == RELATION) return pruneRelation(at)
  return kind == WALK ? pruneWalk(at) : pruneChoice(at)
}

function pruneRelation(at: usize): bool {
  const tables = half(at, 2),
    first = half(at, CELLS),
    second = half(at, CELLS + 1)
  return (
    restrict(second, half(layout.TABLES + (tables >> 8) * layout.TABLE_BYTES, now(first))) &&
    restrict(first, half(layout.TABLES + (tables & 255) * layout.TABLE_BYTES, now(second)))
  )
}

// ---- cages and sums

/** Cells of different digits that sum to a number: those that are open hold one of the sets that sum to the rest. */
function pruneCage(at: usize): bool {
  const count = half(at, 1)
  let left: i32 = half(at, 2),
    open: u32 = 0,
    union: u32 = 0,
    one: u32 = 0,
    other: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const cell = half(at, CELLS + i),
      set = now(cell)
    if (set & (set - 1)) {
      other = one
      one = cell
      setHalf(layout.OPEN, open++, set)
      union |= set
    } else left -= <i32>ctz(set) + 1
  }
  if (open == 0) return left == 0
  if (left <= 0 || left > 45 || open > size) return false
  if (open == 1) return left <= <i32>size && restrict(one, 1 << (left - 1))
  if (open == 2) {
    if (left >= 20) return false
    const middle: u32 = left & 1 ? 0 : 1 << ((left >> 1) - 1)
    return restrict(one, partners(now(other), left) & ~middle) && restrict(other, partners(now(one), left) & ~middle)
  }
  for (let i = open; i < 8; i++) setHalf(layout.OPEN, i, allDigits)
  const held = v128.load(layout.OPEN),
    others = ~union
  let some: u32 = 0,
    all: u32 = allDigits
  const end = layout.SETS + (half(layout.SETS_START, open * 46 + left + 1) << 1)
  for (let i = layout.SETS + (half(layout.SETS_START, open * 46 + left) << 1); i < end; i += 2) {
    const set = <u32>load<u16>(i)
    if (set & others || !i16x8.all_true(v128.and(i16x8.splat(<i16>set), held))) continue
    some |= set
    all &= set
  }
  if (!some) return false
  if (union != some) {
    for (let i: u32 = 0; i < count; i++) {
      const cell = half(at, CELLS + i),
        set = now(cell)
      if (set & (set - 1) && !restrict(cell, some)) return false
    }
  }
  for (let rest = all; rest; rest &= rest - 1) if (!placeIn(at, rest & -rest)) return false
  return true
}

/** The digits that sum with one of a set to a number. */
// @inline
function partners(set: u32, sum: i32): u32 {
  const reversed = half(layout.REVERSED, set)
  return sum >= 10 ? (reversed << (sum - 10)) & 511 : reversed >> (10 - sum)
}

/**
 * Digits, each times the weight of its cell, that sum to a number. Reckoned from the least that they can sum to, what is
 * left to reach is small: what some of the cells can add is a set of numbers, and a digit that adds five to all of it is
 * a shift by five.
 */
function pruneSum(at: usize): bool {
  const count = half(at, 1)
  let slack: i32 = load<i16>(at, 4),
    above: i32 = -slack,
    open: u32 = 0,
    one: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const set = now(half(at, CELLS + i)),
      weight = weightAt(at, count, i)
    const lowest = <i32>ctz(set) + 1,
      highest = 32 - <i32>clz(set)
    slack -= weight * (weight > 0 ? lowest : highest)
    above += weight * (weight > 0 ? highest : lowest)
    if (lowest != highest) {
      open++
      one = i
    }
  }
  if (slack < 0 || above < 0) return false
  if (open == 0) return slack == 0
  if (open == 1) {
    const weight = weightAt(at, count, one),
      cell = half(at, CELLS + one),
      set = now(cell)
    const size = weight < 0 ? -weight : weight
    if (slack % size != 0) return false
    const steps = slack / size
    const digit = weight > 0 ? <i32>ctz(set) + steps : 31 - <i32>clz(set) - steps
    return digit >= 0 && digit < 9 && restrict(cell, 1 << digit)
  }
  return slack <= 63 && count <= layout.MAX_CELLS
    ? pruneByReach(at, count, slack)
    : pruneByBounds(at, count, slack, above)
}

// @inline
function weightAt(at: usize, count: u32, i: u32): i32 {
  return load<i16>(at + ((CELLS + count + i) << 1))
}

/** How many cells from one on are taken together: two or three of the same weight, of which no two hold the same digit. */
// @inline
function togetherAt(at: usize, count: u32, i: u32): u32 {
  return half(at, CELLS + 2 * count + i)
}

/** The candidates, turned where digits are taken away: then the highest adds least. */
// @inline
function turned(cell: u32, weight: i32): u32 {
  return weight < 0 ? half(layout.REVERSED, now(cell)) : now(cell)
}

// The candidates of cells that are taken together, the first of them at `third`; where there are fewer than three, digits that
// no cell has stand for the others.
let first: u32 = 0
let second: u32 = 0
let third: u32 = 0
const NO_FIRST: u32 = 1 << 10
const NO_SECOND: u32 = 1 << 9

/** Reads cells that are taken together; returns what they can add, beyond the least of each, a step a bit. */
function sumsOf(at: usize, i: u32, together: u32, weight: i32): u32 {
  first = together > 2 ? turned(half(at, CELLS + i + 2), weight) : NO_FIRST
  second = together > 1 ? turned(half(at, CELLS + i + 1), weight) : NO_SECOND
  third = turned(half(at, CELLS + i), weight)
  if (together == 1) return third >> <u32>ctz(third)
  let sums: u32 = 0
  for (let rest = first; rest; rest &= rest - 1) {
    for (let others = second & ~(rest & -rest); others; others &= others - 1) {
      sums |= (third & ~((rest & -rest) | (others & -others))) << (<u32>ctz(rest) + <u32>ctz(others))
    }
  }
  return sums >> (<u32>ctz(first) + <u32>ctz(second) + <u32>ctz(third))
}

/** Leaves cells that are taken together, as they were read last, the digits of which they can add one of some sums. */
function restrictTo(sums: u32, at: usize, i: u32, together: u32, weight: i32): bool {
  let some: u32 = 0,
    other: u32 = 0,
    last: u32 = 0
  sums <<= <u32>ctz(first) + <u32>ctz(second) + <u32>ctz(third)
  for (let rest = first; rest; rest &= rest - 1) {
    for (let others = second & ~(rest & -rest); others; others &= others - 1) {
      const left = (sums >> (<u32>ctz(rest) + <u32>ctz(others))) & third & ~((rest & -rest) | (others & -others))
      if (!left) continue
      some |= rest & -rest
      other |= others & -others
      last |= left
    }
  }
  return (
    restrict(half(at, CELLS + i), weight < 0 ? half(layout.REVERSED, last) : last) &&
    (together < 2 || restrict(half(at, CELLS + i + 1), weight < 0 ? half(layout.REVERSED, other) : other)) &&
    (together < 3 || restrict(half(at, CELLS + i + 2), weight < 0 ? half(layout.REVERSED, some) : some))
  )
}

function pruneByReach(at: usize, count: u32, slack: i32): bool {
  let reach: u64 = 1
  for (let i: u32 = 0; i < count; i += togetherAt(at, count, i)) {
    store<u64>(layout.FORWARD + ((<usize>i) << 3), reach)
    const weight = weightAt(at, count, i),
      step: i32 = weight < 0 ? -weight : weight
    const sums = sumsOf(at, i, togetherAt(at, count, i), weight)
    setWord(layout.SUMS, i, sums)
    let next: u64 = 0
    for (let rest = sums; rest; rest &= rest - 1) {
      const by = <i32>ctz(rest) * step
      if (by > slack) break
      next |= reach << by
    }
    reach = next
  }
  if (!((reach >> slack) & 1)) return false
  // The sums that may have been added before the cells from here on, if all ends well.
  let wanted: u64 = (<u64>1) << slack
  for (let i = count; i-- > 0; ) {
    const together = togetherAt(at, count, i)
    if (!together) continue
    const weight = weightAt(at, count, i),
      step: i32 = weight < 0 ? -weight : weight
    const before = load<u64>(layout.FORWARD + ((<usize>i) << 3)),
      sums = word(layout.SUMS, i)
    let next: u64 = 0
    let held: u32 = 0
    for (let rest = sums; rest; rest &= rest - 1) {
      const by = <i32>ctz(rest) * step
      if (by > slack) break
      if ((before << by) & wanted) held |= rest & -rest
      next |= wanted >> by
    }
    if (held != sums) {
      sumsOf(at, i, together, weight)
      if (!restrictTo(held, at, i, together, weight)) return false
    }
    wanted = next
  }
  return true
}

function pruneByBounds(at: usize, count: u32, slack: i32, above: i32): bool {
  for (let i: u32 = 0; i < count; i++) {
    const cell = half(at, CELLS + i),
      weight = weightAt(at, count, i),
      set = now(cell)
    if (!(set & (set - 1))) continue
    const step: i32 = weight < 0 ? -weight : weight
    const lowest = <i32>ctz(set),
      highest = 31 - <i32>clz(set)
    const up = (weight > 0 ? slack : above) / step,
      down = (weight > 0 ? above : slack) / step
    // Between the least and the most that leave the others enough.
    const most = min(highest, lowest + up),
      least = max(lowest, highest - down)
    if (least > most) return false
    if (!restrict(cell, ((2 << most) - 1) & ~((1 << least) - 1))) return false
  }
  return true
}

// ---- choices
//
// A way says for each cell which digits it may hold, as sixteen numbers side by side:
//
//    cell 0 | cell 1 | …  | NO_CELL where there are fewer | digits that some cell has to hold, and NO_CELL
//
// One comparison of eight tells whether eight cells can go it.

/** A bit that no digit has. */
const NO_CELL: u32 = 0x8000
const LAST: u32 = layout.WAY_LANES - 1

/** A digit stays where some way has it that all cells can go. */
function pruneChoice(at: usize): bool {
  const count = half(at, 1)
  for (let i: u32 = 0; i < count; i++) setHalf(layout.OPEN, i, now(half(at, CELLS + i)))
  for (let i = count; i < layout.WAY_LANES; i++) setHalf(layout.OPEN, i, i < LAST ? NO_CELL : 0xffff)
  const first = v128.load(layout.OPEN),
    second = v128.load(layout.OPEN, 16)
  let someFirst = i16x8.splat(0),
    someSecond = i16x8.splat(0)
  const ways = waysAt(at)
  for (let way = ways + 2, end = way + half(ways, 0) * layout.WAY_BYTES; way < end; way += layout.WAY_BYTES) {
    const heldFirst = v128.and(v128.load(way), first)
    if (!i16x8.all_true(heldFirst)) continue
    const heldSecond = v128.and(v128.load(way, 16), second)
    if (!i16x8.all_true(heldSecond)) continue
    const wanted = <u32>i16x8.extract_lane_u(heldSecond, 7)
    if (wanted != NO_CELL && wanted & ~unionOf(v128.or(heldFirst, i16x8.replace_lane(heldSecond, 7, <i16>NO_CELL))))
      continue
    someFirst = v128.or(someFirst, heldFirst)
    someSecond = v128.or(someSecond, heldSecond)
  }
  v128.store(layout.OPEN, someFirst)
  v128.store(layout.OPEN, someSecond, 16)
  for (let i: u32 = 0; i < count; i++) if (!restrict(half(at, CELLS + i), half(layout.OPEN, i))) return false
  return true
}

// @inline
function unionOf(sets: v128): u32 {
  const four = v128.or(sets, i64x2.shuffle(sets, sets, 1, 0))
  const two = v128.or(four, i32x4.shuffle(four, four, 1, 0, 3, 2))
  return <u32>(i16x8.extract_lane_u(two, 0) | i16x8.extract_lane_u(two, 1))
}

// ---- walks
//
// A machine goes from cell to cell, and each digit leads from a state to the next. As numbers side by side:
//
//    how many states | of each: 1 where a walk begins, 2 where one may end | by digit, from 1, the state after it, or NO_STATE
//
// A layer is the set of states that it may be in before a cell, or behind the last.

const NO_STATE: u32 = 0xffff
const BEGINS: u32 = 1
const ENDS: u32 = 2
/** Numbers of a state. */
const ROW: u32 = 10

/** A digit stays where some walk through candidates goes by it from the beginning to an end. */
function pruneWalk(at: usize): bool {
  const count = half(at, 1),
    machine = waysAt(at),
    rows = machine + 2
  const states = half(machine, 0),
    layerBytes = (<usize>((states + 63) >> 6)) << 3
  memory.fill(layout.LAYERS, 0, (<usize>count + 1) * layout.LAYER_BYTES)
  for (let state: u32 = 0; state < states; state++) if (half(rows, state * ROW) & BEGINS) setBit(layout.LAYERS, state)
  for (let place: u32 = 0; place < count; place++) {
    const set = now(half(at, CELLS + place)),
      layer = layout.LAYERS + place * layout.LAYER_BYTES,
      next = layer + layout.LAYER_BYTES
    for (let word: usize = 0; word < layerBytes; word += 8) {
      for (let left = load<u64>(layer + word); left; left &= left - 1) {
        const row = (((<u32>word) << 3) + <u32>ctz(left)) * ROW + 1
        for (let rest = set; rest; rest &= rest - 1) {
          const to = half(rows, row + <u32>ctz(rest))
          if (to != NO_STATE) setBit(next, to)
        }
      }
    }
  }
  const last = layout.LAYERS + count * layout.LAYER_BYTES
  for (let state: u32 = 0; state < states; state++) {
    if (!(half(rows, state * ROW) & ENDS)) clearBit(last, state)
  }
  for (let place = count; place-- > 0; ) {
    const cell = half(at, CELLS + place),
      set = now(cell)
    const layer = layout.LAYERS + place * layout.LAYER_BYTES,
      next = layer + layout.LAYER_BYTES
    let held: u32 = 0
    for (let word: usize = 0; word < layerBytes; word += 8) {
      let alive = load<u64>(layer + word)
      for (let left = alive; left; left &= left - 1) {
        const row = (((<u32>word) << 3) + <u32>ctz(left)) * ROW + 1
        let leads: u32 = 0
        for (let rest = set; rest; rest &= rest - 1) {
          const to = half(rows, row + <u32>ctz(rest))
          if (to != NO_STATE && hasBit(next, to)) leads |= rest & -rest
        }
        if (leads) held |= leads
        else alive &= ~(left & -left)
      }
      store<u64>(layer + word, alive)
    }
    if (held != set && !restrict(cell, held)) return false
  }
  return true
}
