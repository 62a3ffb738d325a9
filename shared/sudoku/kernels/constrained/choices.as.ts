import { half, now, OPEN, setHalf, WAY_BYTES, WAY_LANES } from './memory.as'
import { waysAt } from './rules.as'
import { restrict } from './trail.as'

// A way says for each cell which digits it may hold, as sixteen numbers side by side:
//
//    cell 0 | cell 1 | …  | NO_CELL where there are fewer | digits that some cell has to hold, and NO_CELL
//
// One comparison of eight tells whether eight cells can go it.

/** A bit that no digit has. */
const NO_CELL: u32 = 0x8000
const LAST: u32 = WAY_LANES - 1

/** A digit stays where some way has it that all cells can go. */
export function pruneChoice(at: usize): bool {
  const count = half(at, 1)
  for (let i: u32 = 0; i < count; i++) setHalf(OPEN, i, now(half(at, 5 + i)))
  for (let i = count; i < WAY_LANES; i++) setHalf(OPEN, i, i < LAST ? NO_CELL : 0xffff)
  const first = v128.load(OPEN), second = v128.load(OPEN, 16)
  let someFirst = i16x8.splat(0), someSecond = i16x8.splat(0)
  const ways = waysAt(at)
  for (let way = ways + 2, end = way + half(ways, 0) * WAY_BYTES; way < end; way += WAY_BYTES) {
    const heldFirst = v128.and(v128.load(way), first)
    if (!i16x8.all_true(heldFirst)) continue
    const heldSecond = v128.and(v128.load(way, 16), second)
    if (!i16x8.all_true(heldSecond)) continue
    const wanted = <u32>i16x8.extract_lane_u(heldSecond, 7)
    if (wanted != NO_CELL && wanted & ~unionOf(v128.or(heldFirst, i16x8.replace_lane(heldSecond, 7, <i16>NO_CELL)))) continue
    someFirst = v128.or(someFirst, heldFirst)
    someSecond = v128.or(someSecond, heldSecond)
  }
  v128.store(OPEN, someFirst)
  v128.store(OPEN, someSecond, 16)
  for (let i: u32 = 0; i < count; i++) if (!restrict(half(at, 5 + i), half(OPEN, i))) return false
  return true
}

// @inline
function unionOf(sets: v128): u32 {
  const four = v128.or(sets, i64x2.shuffle(sets, sets, 1, 0))
  const two = v128.or(four, i32x4.shuffle(four, four, 1, 0, 3, 2))
  return <u32>(i16x8.extract_lane_u(two, 0) | i16x8.extract_lane_u(two, 1))
}
