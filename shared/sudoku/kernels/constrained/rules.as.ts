import * as layout from './memory.as'
import { clearBit, half, hasBit, maskHigh, maskLow, setBit, setHalf, setWord, word } from './memory.as'

// Rules come as a stream of u16, records one behind the other; what is derived from them is put behind it:
//
//    0, length                                                    the end; behind it so many numbers (u32) of ways
//    UNIT      count, 0, 0, 0, cells                              no digit twice
//    CAGE      count, sum, 0, 0, cells                            besides, whose cells are a unit, too
//    SUM       count, sum, 0, 0, cells, weights, together         each digit times its weight; sum and weights i16;
//                                                                 how many are together: see joinCells
//    RELATION  2, table, 0, 0, two cells, digits, digits          by the first's digit those of the second; and back
//    CHOICE    count, where (u32), digits, cells                  one of the ways there: how many, and each as
//                                                                 propagate.as.ts says; the places of the digits are to
//                                                                 be guessed first
//    WALK      count, where (u32), 0, cells                       the machine there accepts them: see propagate.as.ts

export const END_OF_RULES: u32 = 0
export const UNIT: u32 = 1
export const CAGE: u32 = 2
export const SUM: u32 = 3
export const RELATION: u32 = 4
export const CHOICE: u32 = 5
export const WALK: u32 = 6
/** Where in a record its cells begin. */
export const CELLS: u32 = 5

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
  for (let cell: u32 = 0; cell < cells; cell++) clearBit(layout.PEER_MASK + ((<usize>cell) << 4), cell)
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
  const kind = half(at, 0),
    count = half(at, 1)
  return at + ((CELLS + (kind == SUM ? 3 * count : kind == RELATION ? count + 2 * size : count)) << 1)
}

/** Where the ways of a choice lie, how many, and each; or the machine of a walk. */
export function waysAt(at: usize): usize {
  return ways + (load<u32>(at, 4) << 1)
}

function addPruner(at: usize): bool {
  if (pruners == layout.MAX_PRUNERS) return false
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) {
    setBit(layout.PRUNERS_OF + half(at, CELLS + i) * (layout.MAX_PRUNERS / 8), pruners)
  }
  setWord(layout.PRUNER_AT, pruners++, <u32>at)
  return true
}

// Sets of cells are two words here and not a vector, with which easy killers and jigsaws took 4 to 8 % longer.
let low: u64 = 0
let high: u64 = 0

/** Into `low` and `high`, the cells of a record. */
function readMask(at: usize): void {
  low = high = 0
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) {
    const cell = half(at, CELLS + i)
    if (cell < 64) low |= (<u64>1) << cell
    else high |= (<u64>1) << (cell - 64)
  }
}

function addUnit(at: usize): bool {
  readMask(at)
  const count = half(at, 1)
  for (let i: u32 = 0; i < count; i++) {
    const peers = layout.PEER_MASK + (half(at, CELLS + i) << 4)
    store<u64>(peers, load<u64>(peers) | low)
    store<u64>(peers, load<u64>(peers, 8) | high, 8)
  }
  if (count < size) return true
  if (units == layout.MAX_UNITS) return false
  addMasks(low, high, 0, 0)
  fullUnits = units
  return true
}

/** A unit, or two sets of cells that hold the same digits. */
function addMasks(firstLow: u64, firstHigh: u64, secondLow: u64, secondHigh: u64): void {
  const at = (<usize>units) << 4
  store<u64>(at, firstLow, layout.UNIT_MASK)
  store<u64>(at, firstHigh, layout.UNIT_MASK + 8)
  store<u64>(at, secondLow, layout.OTHER_MASK)
  store<u64>(at, secondHigh, layout.OTHER_MASK + 8)
  const itsUnits = layout.UNITS_OF
  for (let rest = firstLow | secondLow; rest; rest &= rest - 1) setBit(itsUnits + ((<usize>ctz(rest)) << 3), units)
  for (let rest = firstHigh | secondHigh; rest; rest &= rest - 1)
    setBit(itsUnits + ((64 + <usize>ctz(rest)) << 3), units)
  units++
}

function add(at: usize): bool {
  const kind = half(at, 0)
  if (kind == CAGE && cages < layout.MAX_CAGES) {
    readMask(at)
    const cage = layout.CAGE_MASK + cages++ * 24
    store<u64>(cage, low)
    store<u64>(cage, high, 8)
    store<u32>(cage, <u32>at, 16)
  } else if (kind == SUM) joinCells(at)
  else if (kind == RELATION) {
    const digits = CELLS + 2,
      first = tableOf(at, digits),
      second = tableOf(at, digits + size)
    if (first == layout.MAX_TABLES || second == layout.MAX_TABLES) return false
    setHalf(at, 2, (first << 8) | second)
  } else if (kind == CHOICE && half(at, 4) && deciding < layout.MAX_DECIDING) {
    setWord(layout.DECIDING, deciding++, <u32>at)
  }
  return addPruner(at)
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
      swap(at, CELLS, next, j)
      swap(at, CELLS + count, next, j)
      setHalf(at, CELLS + 2 * count + next, 0)
    }
    setHalf(at, CELLS + 2 * count + i, next - i)
  }
}

/** Whether a cell of a sum has the weight of some others, and sees all of them. */
function isWith(at: usize, from: u32, to: u32, which: u32): bool {
  const weights = CELLS + half(at, 1),
    cell = half(at, CELLS + which)
  for (let i = from; i < to; i++) {
    const isSeen = hasBit(layout.PEER_MASK + ((<usize>cell) << 4), half(at, CELLS + i))
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
    while (digit < size && half(layout.TABLES + table * layout.TABLE_BYTES, 1 << digit) == half(at, from + digit))
      digit++
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
  deriveAlongLines(true)
  for (let box = 2 * size; box < 3 * size; box++)
    deriveFrom(maskLow(layout.UNIT_MASK, box), maskHigh(layout.UNIT_MASK, box), 1)
}

/** From up to so many lines side by side, their sum, or what regions share with them. */
function deriveAlongLines(areSums: bool): void {
  for (let direction: u32 = 0; direction < 2; direction++) {
    for (let first: u32 = 0; first < size; first++) {
      let low: u64 = 0,
        high: u64 = 0,
        shared = i8x16.splat(0)
      for (let count: u32 = 1; count <= MOST_LINES && first + count <= size; count++) {
        const line = direction * size + first + count - 1
        low |= maskLow(layout.UNIT_MASK, line)
        high |= maskHigh(layout.UNIT_MASK, line)
        shared = i8x16.add(shared, v128.load(layout.SHARED + (line << 4)))
        if (areSums) deriveFrom(low, high, count)
        else deriveSame(low, high, count, shared)
      }
    }
  }
}

function deriveFrom(inLow: u64, inHigh: u64, units: u32): void {
  let target: i32 = units * ((size * (size + 1)) >> 1)
  let plusLow = inLow,
    plusHigh = inHigh,
    minusLow: u64 = 0,
    minusHigh: u64 = 0,
    usedLow: u64 = 0,
    usedHigh: u64 = 0
  for (let i: u32 = 0; i < cages; i++) {
    const cage = layout.CAGE_MASK + i * 24
    const cageLow = load<u64>(cage),
      cageHigh = load<u64>(cage, 8)
    const inside = popcnt(cageLow & inLow) + popcnt(cageHigh & inHigh)
    if (inside == 0 || (cageLow & usedLow) | (cageHigh & usedHigh)) continue
    const outside = popcnt(cageLow & ~inLow) + popcnt(cageHigh & ~inHigh)
    if (outside >= inside) continue
    usedLow |= cageLow
    usedHigh |= cageHigh
    target -= half(load<u32>(cage, 16), 2)
    plusLow &= ~cageLow
    plusHigh &= ~cageHigh
    minusLow |= cageLow & ~inLow
    minusHigh |= cageHigh & ~inHigh
  }
  const plus = <u32>(popcnt(plusLow) + popcnt(plusHigh)),
    minus = <u32>(popcnt(minusLow) + popcnt(minusHigh))
  if (plus + minus == 0 || plus + minus > MOST_DERIVED) return
  if (usedLow == 0 && usedHigh == 0) return
  // A relation of which only outside cells are left is the same with all signs turned.
  if (plus == 0) addDerived(minusLow, minusHigh, 0, 0, -target)
  else addDerived(plusLow, plusHigh, minusLow, minusHigh, target)
}

function addDerived(plusLow: u64, plusHigh: u64, minusLow: u64, minusHigh: u64, target: i32): void {
  const count = <u32>(popcnt(plusLow) + popcnt(plusHigh) + popcnt(minusLow) + popcnt(minusHigh))
  if (pruners == layout.MAX_PRUNERS || free + ((CELLS + 3 * count) << 1) > layout.RULES_END) return
  const isCage = minusLow == 0 && minusHigh == 0 && target >= 0 && areDifferent(plusLow, plusHigh)
  for (let i: u32 = 0; isCage && i < cages; i++) {
    if (load<u64>(layout.CAGE_MASK + i * 24) == plusLow && load<u64>(layout.CAGE_MASK + i * 24, 8) == plusHigh) return
  }
  setHalf(free, 0, isCage ? CAGE : SUM)
  setHalf(free, 1, count)
  setHalf(free, 2, target)
  store<u32>(free, 0, 6)
  // Behind the record of a cage, its weights are written over.
  put(plusLow, plusHigh, 0, 1)
  put(minusLow, minusHigh, <u32>(popcnt(plusLow) + popcnt(plusHigh)), -1)
  if (!isCage) joinCells(free)
  if (isKnown(free)) return
  addPruner(free)
  free = behind(free)
}

function put(ofLow: u64, ofHigh: u64, from: u32, weight: i32): void {
  let i = from
  for (let rest = ofLow; rest; rest &= rest - 1) putOne(<u32>ctz(rest), i++, weight)
  for (let rest = ofHigh; rest; rest &= rest - 1) putOne(64 + <u32>ctz(rest), i++, weight)
}

// @inline
function putOne(cell: u32, i: u32, weight: i32): void {
  setHalf(free, CELLS + i, cell)
  setHalf(free, CELLS + half(free, 1) + i, weight)
}

// ---- the law of leftovers
//
// Lines side by side hold every digit as often as just as many regions do. So the cells of the lines that lie in none of
// those regions hold the same digits as the regions' cells outside the lines.

function deriveLeftovers(): void {
  for (let line: u32 = 0; line < 2 * size; line++) {
    for (let region: u32 = 0; region < size; region++) {
      const low = maskLow(layout.UNIT_MASK, line) & maskLow(layout.UNIT_MASK, 2 * size + region)
      const high = maskHigh(layout.UNIT_MASK, line) & maskHigh(layout.UNIT_MASK, 2 * size + region)
      store<u8>(layout.SHARED + (line << 4) + region, <u8>(popcnt(low) + popcnt(high)))
    }
  }
  deriveAlongLines(false)
}

/** From some lines and as many regions, those that share most cells with them. */
function deriveSame(linesLow: u64, linesHigh: u64, count: u32, shared: v128): void {
  v128.store(layout.OPEN, shared)
  let used: u32 = 0,
    left = count * size
  for (let i: u32 = 0; i < count; i++) {
    // The first of those that share most.
    let most: u32 = 0
    for (let region: u32 = 0; region < size; region++) {
      const its = ((<u32>load<u8>(layout.OPEN + region)) << 4) | (15 - region)
      most = max(most, (used >> region) & 1 ? 0 : its)
    }
    used |= 1 << (15 - (most & 15))
    left -= most >> 4
  }
  if (left == 0 || left > MOST_LEFT_OVER || units == layout.MAX_UNITS) return
  let low: u64 = 0,
    high: u64 = 0
  for (let rest = used; rest; rest &= rest - 1) {
    low |= maskLow(layout.UNIT_MASK, 2 * size + ctz(rest))
    high |= maskHigh(layout.UNIT_MASK, 2 * size + ctz(rest))
  }
  const firstLow = linesLow & ~low,
    firstHigh = linesHigh & ~high
  for (let i = fullUnits; i < units; i++) {
    if (maskLow(layout.UNIT_MASK, i) == firstLow && maskHigh(layout.UNIT_MASK, i) == firstHigh) return
  }
  addMasks(firstLow, firstHigh, low & ~linesLow, high & ~linesHigh)
}

/** Whether a record that is not added yet says the same as one that is. */
function isKnown(at: usize): bool {
  const length = <u32>(behind(at) - at)
  // Kind, count and sum tell nearly all apart.
  const head = load<u64>(at)
  for (let i: u32 = 0; i < pruners; i++) {
    const other = <usize>word(layout.PRUNER_AT, i)
    if (load<u64>(other) == head && memory.compare(at, other, length) == 0) return true
  }
  return false
}

/** Whether no two of some cells may hold the same digit. */
function areDifferent(ofLow: u64, ofHigh: u64): bool {
  for (let restLow = ofLow, restHigh = ofHigh; restLow | restHigh; ) {
    const cell = restLow ? <u32>ctz(restLow) : 64 + <u32>ctz(restHigh)
    if (restLow) restLow &= restLow - 1
    else restHigh &= restHigh - 1
    // All cells that were not taken yet have to be its peers.
    if ((restLow & ~maskLow(layout.PEER_MASK, cell)) | (restHigh & ~maskHigh(layout.PEER_MASK, cell))) return false
  }
  return true
}
