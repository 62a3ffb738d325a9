import * as layout from './memory.as'
import { half, highOf, lowOf, maskAt, setHalf } from './memory.as'

// Rules come as a stream of u16, records one behind the other; what is derived from them is put behind it:
//
//    0, length                                                  the end; behind it so many numbers (u32) of ways
//    UNIT      count, cells                                     no digit twice
//    CAGE      count, sum, cells                                besides, whose cells are a unit, too
//    SUM       count, sum, cells, weights, how many together    each digit times its weight; sum and weights i16; see joinCells
//    RELATION  2, table, two cells, digits, digits              by the first's digit those of the second; and back
//    CHOICE    count, where (u32), digits, cells                one of the ways there: how many, and each as choices.as.ts says;
//                                                               the places of the digits are to be guessed first
//    WALK      count, where (u32), cells                        the machine there accepts them: see walks.as.ts

export const END_OF_RULES: u32 = 0
export const UNIT: u32 = 1
export const CAGE: u32 = 2
export const SUM: u32 = 3
export const RELATION: u32 = 4
export const CHOICE: u32 = 5
export const WALK: u32 = 6

export let size: u32 = 9
export let cells: u32 = 81
export let allDigits: u32 = 511
/** Units, and pairs of sets of cells that hold the same digits. */
export let units: u32 = 0
export let fullUnits: u32 = 0
export let pruners: u32 = 0
/** How many words of 64 pruners there are. */
export let words: u32 = 0
let cages: u32 = 0
let tables: u32 = 0
/** How many choices are to be decided first. */
export let deciding: u32 = 0
/** Where the ways of choices begin. */
let ways: usize = 0
/** Where the next derived sum goes. */
let free: usize = 0
let areTablesMade = false

/** Sums that are derived have no more cells. */
const MOST_DERIVED: u32 = 5
/** From so many lines side by side at most. */
const MOST_LINES: u32 = 4
/** So many cells at most are left over on either side. */
const MOST_LEFT_OVER: u32 = 5

function makeTables(): void {
  let next: u32 = 0
  for (let count: u32 = 0; count <= 9; count++) {
    for (let sum: u32 = 0; sum <= 45; sum++) {
      setHalf(layout.SETS_START, count * 46 + sum, next)
      for (let set: u32 = 0; set < 512; set++) {
        if (<u32>popcnt(set) != count) continue
        let total: u32 = 0
        for (let rest = set; rest; rest &= rest - 1) total += ctz(rest) + 1
        if (total == sum) setHalf(layout.SETS, next++, set)
      }
    }
  }
  setHalf(layout.SETS_START, 460, next)
  for (let set: u32 = 0; set < 512; set++) {
    let reversed: u32 = 0
    for (let rest = set; rest; rest &= rest - 1) reversed |= 256 >> ctz(rest)
    setHalf(layout.REVERSED, set, reversed)
  }
  areTablesMade = true
}

/** Reads the stream; false where there is no room for all of it. */
export function setRules(gridSize: u32): bool {
  if (!areTablesMade) makeTables()
  size = gridSize
  cells = gridSize * gridSize
  allDigits = (1 << gridSize) - 1
  units = fullUnits = pruners = cages = tables = deciding = 0
  memory.fill(layout.PEER_MASK, 0, cells << 4)
  memory.fill(layout.UNITS_OF, 0, cells << 3)
  memory.fill(layout.PRUNERS_OF, 0, cells * (layout.MAX_PRUNERS / 8))
  let at = layout.RULES
  while (half(at, 0) != END_OF_RULES) {
    if (half(at, 0) == UNIT && !addUnit(at)) return false
    at = behind(at)
  }
  ways = at + 6
  free = ways + (load<u32>(at, 2) << 1)
  for (let cell: u32 = 0; cell < cells; cell++) {
    v128.store(layout.PEER_MASK + (<usize>cell << 4), v128.andnot(maskAt(layout.PEER_MASK, cell), onlyCell(cell)))
  }
  for (let kind = CAGE; kind <= WALK; kind++) {
    for (at = layout.RULES; half(at, 0) != END_OF_RULES; at = behind(at)) {
      if (half(at, 0) == kind && !add(at)) return false
    }
    if (kind == SUM && cages > 0) deriveSums()
  }
  deriveLeftovers()
  words = (pruners + 63) >> 6
  return true
}

function behind(at: usize): usize {
  const kind = half(at, 0), count = half(at, 1)
  if (kind == UNIT) return at + ((2 + count) << 1)
  if (kind == CAGE) return at + ((3 + count) << 1)
  if (kind == SUM) return at + ((3 + 3 * count) << 1)
  if (kind == RELATION) return at + ((5 + 2 * size) << 1)
  if (kind == CHOICE) return at + ((5 + count) << 1)
  return at + ((4 + count) << 1)
}

/** Where the ways of a choice lie, how many, and each; or the machine of a walk. */
export function waysAt(at: usize): usize { return ways + (load<u32>(at, 4) << 1) }

// @inline
function watch(cell: u32): void {
  const word = layout.PRUNERS_OF + cell * (layout.MAX_PRUNERS / 8) + ((pruners >> 6) << 3)
  store<u64>(word, load<u64>(word) | (<u64>1 << (pruners & 63)))
}

function addPruner(at: usize, from: u32): bool {
  if (pruners == layout.MAX_PRUNERS) return false
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) watch(half(at, from + i))
  store<u32>(layout.PRUNER_AT + (<usize>pruners << 2), <u32>at)
  pruners++
  return true
}

// @inline
function onlyCell(cell: u32): v128 {
  return cell < 64 ? i64x2.replace_lane(i64x2.splat(0), 0, <i64>1 << cell) : i64x2.replace_lane(i64x2.splat(0), 1, <i64>1 << (cell - 64))
}
// @inline
function countOf(set: v128): u32 { return <u32>(popcnt(lowOf(set)) + popcnt(highOf(set))) }
// @inline
function areSame(one: v128, other: v128): bool { return !v128.any_true(v128.xor(one, other)) }
/** The first cell of a set that is not empty. */
// @inline
function firstOf(set: v128): u32 { return lowOf(set) ? <u32>ctz(lowOf(set)) : 64 + <u32>ctz(highOf(set)) }
// @inline
function withoutFirst(set: v128): v128 { return v128.andnot(set, onlyCell(firstOf(set))) }

/** The cells that a record has from a place on. */
function readMask(at: usize, from: u32): v128 {
  let mask = i64x2.splat(0)
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) mask = v128.or(mask, onlyCell(half(at, from + i)))
  return mask
}

function addUnit(at: usize): bool {
  const mask = readMask(at, 2)
  const count = half(at, 1)
  for (let i: u32 = 0; i < count; i++) {
    const peers = layout.PEER_MASK + (half(at, 2 + i) << 4)
    v128.store(peers, v128.or(v128.load(peers), mask))
  }
  if (count < size) return true
  if (units == layout.MAX_UNITS) return false
  addMasks(mask, i64x2.splat(0))
  fullUnits = units
  return true
}

/** A unit, or two sets of cells that hold the same digits. */
function addMasks(first: v128, second: v128): void {
  const at = <usize>units << 4
  v128.store(at, first, layout.UNIT_MASK)
  v128.store(at, second, layout.OTHER_MASK)
  for (let rest = v128.or(first, second); v128.any_true(rest); rest = withoutFirst(rest)) addUnitTo(firstOf(rest))
  units++
}

// @inline
function addUnitTo(cell: u32): void {
  const its = layout.UNITS_OF + (<usize>cell << 3)
  store<u64>(its, load<u64>(its) | (<u64>1 << units))
}

function add(at: usize): bool {
  const kind = half(at, 0)
  if (kind == CAGE) {
    if (cages < layout.MAX_CAGES) {
      const cage = layout.CAGE_MASK + cages++ * 24
      v128.store(cage, readMask(at, 3))
      store<u32>(cage, <u32>at, 16)
    }
    return addPruner(at, 3)
  }
  if (kind == SUM) {
    joinCells(at)
    return addPruner(at, 3)
  }
  if (kind == RELATION) {
    const first = tableOf(at, 5), second = tableOf(at, 5 + size)
    if (first == layout.MAX_TABLES || second == layout.MAX_TABLES) return false
    setHalf(at, 2, (first << 8) | second)
    return addPruner(at, 3)
  }
  if (kind == WALK) return addPruner(at, 4)
  if (half(at, 4) && deciding < layout.MAX_DECIDING) {
    store<u32>(layout.DECIDING + (<usize>deciding << 2), <u32>at)
    deciding++
  }
  return addPruner(at, 5)
}

/**
 * Puts cells of a sum side by side that have the same weight and see each other, two or three of them, and writes behind
 * the weights how many there are: at the first of them, and 0 at the others.
 */
function joinCells(at: usize): void {
  const count = half(at, 1)
  for (let i: u32 = 0, next: u32 = 0; i < count; i = next) {
    for (next = i; next < count && next < i + 3; next++) {
      // The first cell that sees all of those that are together already.
      let j = next
      while (j < count && !isWith(at, i, next, j)) j++
      if (j == count) break
      swap(at, 3, next, j)
      swap(at, 3 + count, next, j)
      setHalf(at, 3 + 2 * count + next, 0)
    }
    setHalf(at, 3 + 2 * count + i, next - i)
  }
}

/** Whether a cell of a sum has the weight of some others, and sees all of them. */
function isWith(at: usize, from: u32, to: u32, which: u32): bool {
  const weights = 3 + half(at, 1), cell = half(at, 3 + which)
  for (let i = from; i < to; i++) {
    const other = half(at, 3 + i)
    const isSeen = v128.any_true(v128.and(maskAt(layout.PEER_MASK, cell), onlyCell(other)))
    if (!isSeen || half(at, weights + i) != half(at, weights + which)) return false
  }
  return true
}

function swap(list: usize, from: u32, i: u32, j: u32): void {
  const one = half(list, from + i)
  setHalf(list, from + i, half(list, from + j))
  setHalf(list, from + j, one)
}

/** The table of what a record says by digit; made where no other record has said the same. */
function tableOf(at: usize, from: u32): u32 {
  for (let table: u32 = 0; table < tables; table++) {
    let digit: u32 = 0
    while (digit < size && half(layout.TABLES + table * layout.TABLE_BYTES, 1 << digit) == half(at, from + digit)) digit++
    if (digit == size) return table
  }
  if (tables == layout.MAX_TABLES) return layout.MAX_TABLES
  const base = layout.TABLES + tables * layout.TABLE_BYTES
  setHalf(base, 0, 0)
  for (let set: u32 = 1; set <= allDigits; set++) {
    setHalf(base, set, half(base, set & (set - 1)) | half(at, from + ctz(set)))
  }
  return tables++
}

// ---- sums that follow
//
// The cells of some lines sum to what their digits do. So does, taken together, what cages leave of them: the cells that
// no cage covers, and of a cage that reaches over the edge those inside, or with a minus those outside, whichever are
// fewer. Where few cells are left that is a sum as good as a cage's.

function deriveSums(): void {
  for (let direction: u32 = 0; direction < 2; direction++) {
    for (let first: u32 = 0; first < size; first++) {
      let lines = i64x2.splat(0)
      for (let count: u32 = 1; count <= MOST_LINES && first + count <= size; count++) {
        const line = direction * size + first + count - 1
        lines = v128.or(lines, maskAt(layout.UNIT_MASK, line))
        deriveFrom(lines, count)
      }
    }
  }
  for (let box = 2 * size; box < 3 * size; box++) deriveFrom(maskAt(layout.UNIT_MASK, box), 1)
}

function deriveFrom(lines: v128, units: u32): void {
  let target: i32 = units * ((size * (size + 1)) >> 1)
  let plus = lines, minus = i64x2.splat(0), used = minus
  for (let i: u32 = 0; i < cages; i++) {
    const at = layout.CAGE_MASK + i * 24
    const cage = v128.load(at), inside = v128.and(cage, lines), outside = v128.andnot(cage, lines)
    if (!v128.any_true(inside) || v128.any_true(v128.and(cage, used))) continue
    if (countOf(outside) >= countOf(inside)) continue
    used = v128.or(used, cage)
    target -= half(load<u32>(at, 16), 2)
    plus = v128.andnot(plus, cage)
    minus = v128.or(minus, outside)
  }
  const count = countOf(plus) + countOf(minus)
  if (count == 0 || count > MOST_DERIVED || !v128.any_true(used)) return
  // A relation of which only outside cells are left is the same with all signs turned.
  if (!v128.any_true(plus)) addDerived(minus, plus, -target)
  else addDerived(plus, minus, target)
}

function addDerived(plus: v128, minus: v128, target: i32): void {
  const count = countOf(plus) + countOf(minus)
  if (pruners == layout.MAX_PRUNERS || free + ((3 + 3 * count) << 1) > layout.RULES_END) return
  const isCage = !v128.any_true(minus) && target >= 0 && areDifferent(plus)
  for (let i: u32 = 0; isCage && i < cages; i++) if (areSame(v128.load(layout.CAGE_MASK + i * 24), plus)) return
  setHalf(free, 0, isCage ? CAGE : SUM)
  setHalf(free, 1, count)
  setHalf(free, 2, target)
  put(plus, 0, 1, isCage)
  put(minus, countOf(plus), -1, isCage)
  if (!isCage) joinCells(free)
  if (isKnown(free)) return
  addPruner(free, 3)
  free = behind(free)
}

function put(set: v128, from: u32, weight: i32, isCage: bool): void {
  let i = from
  for (let rest = set; v128.any_true(rest); rest = withoutFirst(rest), i++) {
    setHalf(free, 3 + i, firstOf(rest))
    if (!isCage) setHalf(free, 3 + half(free, 1) + i, weight)
  }
}

// ---- the law of leftovers
//
// Lines side by side hold every digit as often as just as many regions do. So the cells of the lines that lie in none of
// those regions hold the same digits as the regions' cells outside the lines.

function deriveLeftovers(): void {
  for (let line: u32 = 0; line < 2 * size; line++) {
    for (let region: u32 = 0; region < size; region++) {
      const both = v128.and(maskAt(layout.UNIT_MASK, line), maskAt(layout.UNIT_MASK, 2 * size + region))
      store<u8>(layout.SHARED + (line << 4) + region, <u8>countOf(both))
    }
  }
  for (let direction: u32 = 0; direction < 2; direction++) {
    for (let first: u32 = 0; first < size; first++) {
      let lines = i64x2.splat(0), shared = i8x16.splat(0)
      for (let count: u32 = 1; count <= MOST_LINES && first + count <= size; count++) {
        const line = direction * size + first + count - 1
        lines = v128.or(lines, maskAt(layout.UNIT_MASK, line))
        shared = i8x16.add(shared, v128.load(layout.SHARED + (line << 4)))
        deriveSame(lines, count, shared)
      }
    }
  }
}

/** From some lines and as many regions, those that share most cells with them. */
function deriveSame(lines: v128, count: u32, shared: v128): void {
  v128.store(layout.OPEN, shared)
  let used: u32 = 0, left = count * size
  for (let i: u32 = 0; i < count; i++) {
    // The first of those that share most.
    let most: u32 = 0
    for (let region: u32 = 0; region < size; region++) {
      const its = (<u32>load<u8>(layout.OPEN + region) << 4) | (15 - region)
      most = max(most, (used >> region) & 1 ? 0 : its)
    }
    used |= 1 << (15 - (most & 15))
    left -= most >> 4
  }
  if (left == 0 || left > MOST_LEFT_OVER || units == layout.MAX_UNITS) return
  let regions = i64x2.splat(0)
  for (let rest = used; rest; rest &= rest - 1) regions = v128.or(regions, maskAt(layout.UNIT_MASK, 2 * size + ctz(rest)))
  const first = v128.andnot(lines, regions)
  for (let i = fullUnits; i < units; i++) if (areSame(maskAt(layout.UNIT_MASK, i), first)) return
  addMasks(first, v128.andnot(regions, lines))
}

/** Whether a record that is not added yet says the same as one that is. */
function isKnown(at: usize): bool {
  const length = <u32>(behind(at) - at)
  // Kind, count, sum and first cell tell nearly all apart.
  const head = load<u64>(at)
  for (let i: u32 = 0; i < pruners; i++) {
    const other = <usize>load<u32>(layout.PRUNER_AT + (<usize>i << 2))
    if (load<u64>(other) == head && memory.compare(at, other, length) == 0) return true
  }
  return false
}

/** Whether no two of some cells may hold the same digit. */
function areDifferent(set: v128): bool {
  for (let rest = set; v128.any_true(rest); ) {
    const peers = maskAt(layout.PEER_MASK, firstOf(rest))
    rest = withoutFirst(rest)
    // All cells that were not taken yet have to be its peers.
    if (v128.any_true(v128.andnot(rest, peers))) return false
  }
  return true
}
