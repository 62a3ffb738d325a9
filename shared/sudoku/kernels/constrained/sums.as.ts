import { FORWARD, half, MAX_CELLS, now, OPEN, REVERSED, SETS, SETS_START, setHalf, SUMS } from './memory.as'
import { placeIn } from './places.as'
import { restrict } from './trail.as'
import { allDigits, size } from './rules.as'

/** Cells of different digits that sum to a number: those that are open hold one of the sets that sum to the rest. */
export function pruneCage(at: usize): bool {
  const count = half(at, 1)
  let left: i32 = half(at, 2), open: u32 = 0, union: u32 = 0, one: u32 = 0, other: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const cell = half(at, 3 + i), set = now(cell)
    if (set & (set - 1)) {
      other = one
      one = cell
      setHalf(OPEN, open++, set)
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
  for (let i = open; i < 8; i++) setHalf(OPEN, i, allDigits)
  const held = v128.load(OPEN), others = ~union
  let some: u32 = 0, all: u32 = allDigits
  const end = SETS + (half(SETS_START, open * 46 + left + 1) << 1)
  for (let i = SETS + (half(SETS_START, open * 46 + left) << 1); i < end; i += 2) {
    const set = <u32>load<u16>(i)
    if (set & others || !i16x8.all_true(v128.and(i16x8.splat(<i16>set), held))) continue
    some |= set
    all &= set
  }
  if (!some) return false
  if (union != some) {
    for (let i: u32 = 0; i < count; i++) {
      const cell = half(at, 3 + i), set = now(cell)
      if (set & (set - 1) && !restrict(cell, some)) return false
    }
  }
  for (let rest = all; rest; rest &= rest - 1) if (!placeIn(at, rest & -rest)) return false
  return true
}

/** The digits that sum with one of a set to a number. */
// @inline
function partners(set: u32, sum: i32): u32 {
  const reversed = half(REVERSED, set)
  return sum >= 10 ? (reversed << (sum - 10)) & 511 : reversed >> (10 - sum)
}

/**
 * Digits, each times the weight of its cell, that sum to a number. Reckoned from the least that they can sum to, what is
 * left to reach is small: what some of the cells can add is a set of numbers, and a digit that adds five to all of it is
 * a shift by five.
 */
export function pruneSum(at: usize): bool {
  const count = half(at, 1)
  let slack: i32 = load<i16>(at, 4), above: i32 = -slack, open: u32 = 0, one: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const set = now(half(at, 3 + i)), weight = weightAt(at, count, i)
    const lowest = <i32>ctz(set) + 1, highest = 32 - <i32>clz(set)
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
    const weight = weightAt(at, count, one), cell = half(at, 3 + one), set = now(cell)
    const size = weight < 0 ? -weight : weight
    if (slack % size != 0) return false
    const steps = slack / size
    const digit = weight > 0 ? <i32>ctz(set) + steps : 31 - <i32>clz(set) - steps
    return digit >= 0 && digit < 9 && restrict(cell, 1 << digit)
  }
  return slack <= 63 && count <= MAX_CELLS ? pruneByReach(at, count, slack) : pruneByBounds(at, count, slack, above)
}

// @inline
function weightAt(at: usize, count: u32, i: u32): i32 {
  return load<i16>(at + ((3 + count + i) << 1))
}

/** How many cells from one on are taken together: two or three of the same weight, of which no two hold the same digit. */
// @inline
function togetherAt(at: usize, count: u32, i: u32): u32 { return half(at, 3 + 2 * count + i) }

/** The candidates, turned where digits are taken away: then the highest adds least. */
// @inline
function turned(cell: u32, weight: i32): u32 { return weight < 0 ? half(REVERSED, now(cell)) : now(cell) }

let first: u32 = 0
let second: u32 = 0
let third: u32 = 0

/** Into `first` and so on, the candidates of cells that are taken together; returns what they can add, beyond the least of each, a step a bit. */
function sumsOf(at: usize, count: u32, i: u32, together: u32, weight: i32): u32 {
  first = turned(half(at, 3 + i), weight)
  if (together == 1) return first >> <u32>ctz(first)
  second = turned(half(at, 4 + i), weight)
  let sums: u32 = 0
  if (together == 2) {
    for (let rest = first; rest; rest &= rest - 1) sums |= (second & ~(rest & -rest)) << <u32>ctz(rest)
    return sums >> (<u32>ctz(first) + <u32>ctz(second))
  }
  third = turned(half(at, 5 + i), weight)
  for (let rest = first; rest; rest &= rest - 1) {
    for (let others = second & ~(rest & -rest); others; others &= others - 1) {
      sums |= (third & ~((rest & -rest) | (others & -others))) << (<u32>ctz(rest) + <u32>ctz(others))
    }
  }
  return sums >> (<u32>ctz(first) + <u32>ctz(second) + <u32>ctz(third))
}

/** Leaves cells that are taken together the digits of which they can add one of some sums. */
function restrictTo(sums: u32, at: usize, i: u32, together: u32, weight: i32): bool {
  let some: u32 = 0, other: u32 = 0, last: u32 = 0
  if (together == 1) some = sums << <u32>ctz(first)
  else if (together == 2) {
    sums <<= <u32>ctz(first) + <u32>ctz(second)
    for (let rest = first; rest; rest &= rest - 1) {
      const left = (sums >> <u32>ctz(rest)) & second & ~(rest & -rest)
      if (left) some |= rest & -rest
      other |= left
    }
  } else {
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
  }
  return (
    restrict(half(at, 3 + i), weight < 0 ? half(REVERSED, some) : some) &&
    (together < 2 || restrict(half(at, 4 + i), weight < 0 ? half(REVERSED, other) : other)) &&
    (together < 3 || restrict(half(at, 5 + i), weight < 0 ? half(REVERSED, last) : last))
  )
}

function pruneByReach(at: usize, count: u32, slack: i32): bool {
  let reach: u64 = 1
  for (let i: u32 = 0; i < count; i += togetherAt(at, count, i)) {
    store<u64>(FORWARD + (<usize>i << 3), reach)
    const weight = weightAt(at, count, i), step: i32 = weight < 0 ? -weight : weight
    const sums = sumsOf(at, count, i, togetherAt(at, count, i), weight)
    store<u32>(SUMS + (<usize>i << 2), sums)
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
  let wanted: u64 = <u64>1 << slack
  for (let i = count; i-- > 0; ) {
    const together = togetherAt(at, count, i)
    if (!together) continue
    const weight = weightAt(at, count, i), step: i32 = weight < 0 ? -weight : weight
    const before = load<u64>(FORWARD + (<usize>i << 3)), sums = load<u32>(SUMS + (<usize>i << 2))
    let next: u64 = 0
    let held: u32 = 0
    for (let rest = sums; rest; rest &= rest - 1) {
      const by = <i32>ctz(rest) * step
      if (by > slack) break
      if ((before << by) & wanted) held |= rest & -rest
      next |= wanted >> by
    }
    if (held != sums) {
      sumsOf(at, count, i, together, weight)
      if (!restrictTo(held, at, i, together, weight)) return false
    }
    wanted = next
  }
  return true
}

function pruneByBounds(at: usize, count: u32, slack: i32, above: i32): bool {
  for (let i: u32 = 0; i < count; i++) {
    const cell = half(at, 3 + i), weight = weightAt(at, count, i), set = now(cell)
    if (!(set & (set - 1))) continue
    const step: i32 = weight < 0 ? -weight : weight
    const lowest = <i32>ctz(set), highest = 31 - <i32>clz(set)
    const up = (weight > 0 ? slack : above) / step, down = (weight > 0 ? above : slack) / step
    // Between the least and the most that leave the others enough.
    const most = min(highest, lowest + up), least = max(lowest, highest - down)
    if (least > most) return false
    if (!restrict(cell, ((2 << most) - 1) & ~((1 << least) - 1))) return false
  }
  return true
}
