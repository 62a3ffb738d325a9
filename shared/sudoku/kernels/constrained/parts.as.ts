import { half, now, OPEN, SETS, SETS_START, setHalf } from './memory.as'
import { allDigits } from './rules.as'
import { restrict } from './trail.as'

// Sums of cells that come in parts, each of different digits: three cells of a box hold one of 84 sets, by which their
// sum is one of few numbers. A bit of a u64 stands for each number, up to 45.

/** The digits of those sets of the last part that was looked at. */
let held: u32 = 0

/** What different digits of some cells can sum to, among the numbers that are wanted. */
function sumsOf(cells: usize, count: u32, wanted: u64): u64 {
  let union: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const set = now(half(cells, i))
    if (i < 8) setHalf(OPEN, i, set)
    union |= set
  }
  for (let i = count; i < 8; i++) setHalf(OPEN, i, allDigits)
  const open = v128.load(OPEN), others = ~union
  let sums: u64 = 0
  held = 0
  for (let rest = wanted & (((<u64>1) << 46) - 1); rest; rest &= rest - 1) {
    const sum = <u32>ctz(rest), end = SETS + (half(SETS_START, count * 46 + sum + 1) << 1)
    for (let i = SETS + (half(SETS_START, count * 46 + sum) << 1); i < end; i += 2) {
      const set = <u32>load<u16>(i)
      if (set & others || !i16x8.all_true(v128.and(i16x8.splat(<i16>set), open))) continue
      sums |= <u64>1 << sum
      held |= set
    }
  }
  return sums
}

/** Leaves the cells of a part the digits that it can hold. */
// @inline
function restrictPart(cells: usize, count: u32): bool {
  const to = held
  for (let i: u32 = 0; i < count; i++) if (!restrict(half(cells, i), to)) return false
  return true
}

/** All parts have the same sum. */
export function pruneSameSum(at: usize): bool {
  const parts = half(at, 2), lengths = at + ((3 + half(at, 1)) << 1)
  let sums: u64 = -1
  for (let part: u32 = 0, cells = at + 6; part < parts; part++) {
    sums = sumsOf(cells, half(lengths, part), sums)
    if (!sums) return false
    cells += half(lengths, part) << 1
  }
  for (let part: u32 = 0, cells = at + 6; part < parts; part++) {
    if (!sumsOf(cells, half(lengths, part), sums) || !restrictPart(cells, half(lengths, part))) return false
    cells += half(lengths, part) << 1
  }
  return true
}
