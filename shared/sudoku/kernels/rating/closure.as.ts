// All that the techniques up to XYZ-wings find on a board, taken many steps at once: `shared/sudoku/rating/rating.ts`
// says why their order does not matter.

import { byte, half, setByte, setHalf, setWord, takeBit, word } from '../bytes.as'
import {
  ALL,
  cellAt,
  cellBit,
  cellsAt,
  changedDigits,
  firstOf,
  place,
  placesOf,
  remove,
  spread,
  unitOf,
  without,
} from './board.as'
import { along, count, isExhausted, link, turnsOff, turnsOn, X_PASS, XY_PASS } from './links.as'
import * as layout from './memory.as'

// The levels of ratings, upwards: a hidden single is of one of three.
const LAST_CELL: u32 = 0
const IN_BOX: u32 = 1
const IN_LINE: u32 = 2
const DIRECT_POINTING: u32 = 3
const DIRECT_CLAIMING: u32 = 4
const DIRECT_PAIR: u32 = 5
const NAKED_SINGLE: u32 = 6
const DIRECT_TRIPLET: u32 = 7
const POINTING: u32 = 8
const CLAIMING: u32 = 9
const NAKED_PAIR: u32 = 10
const X_WING: u32 = 11
const HIDDEN_PAIR: u32 = 12
const NAKED_TRIPLET: u32 = 13
const SWORDFISH: u32 = 14
const HIDDEN_TRIPLET: u32 = 15
const XY_WING: u32 = 16
const XYZ_WING: u32 = 17

/** Tells that steps of a level were taken, placements or others; once of each. */
// @external('rating', 'counted')
declare function counted(level: u32, isPlacement: u32): void

/** How many levels are rated no higher than what was met: a step of them is no news. */
let met: u32 = 0
let isPlaced = false
/** What was counted: two bits for each level. */
let told: u64 = 0

function countStep(level: u32, isPlacement: u32): void {
  if (level >= met) met = level + 1
  if (isPlacement) isPlaced = true
  const bit = (<u64>1) << (level * 2 + isPlacement)
  if ((told & bit) === 0) counted(level, isPlacement)
  told |= bit
}

/**
 * Takes all steps up to XYZ-wings.
 *
 * @param levels that are rated no higher than a step before
 * @param hasPlaced whether a digit was placed by a step before
 */
export function close(levels: u32, hasPlaced: bool): void {
  met = levels
  isPlaced = hasPlaced
  told = 0
  run()
}

/** The same where a step was taken that is rated above all of them, so that there is nothing to count. */
function takeEasySteps(): void {
  met = XYZ_WING + 1
  told = -1
  run()
}

function run(): void {
  while (byte(layout.EMPTY, 0) > 0) {
    while (met <= IN_LINE && takeEasiest()) {
      // One by one, as only the first of them tells which level is needed.
    }
    takeHidden()
    if (met > NAKED_SINGLE && takeNaked()) continue
    if (met <= CLAIMING && takeDirectLocking()) continue
    spread()
    if (met <= HIDDEN_PAIR && takeDirectSets(2, 0, DIRECT_PAIR)) continue
    if (takeNaked()) continue
    if (met <= HIDDEN_TRIPLET && takeDirectSets(3, 1, DIRECT_TRIPLET)) continue
    if (takeLockings(0, POINTING) || takeLockings(1, CLAIMING)) continue
    if (takeSets(false, 2, 2, NAKED_PAIR) || takeFish(2, 2, X_WING)) continue
    if (takeSets(true, 2, 3, HIDDEN_PAIR) || takeSets(false, 3, 4, NAKED_TRIPLET)) continue
    if (takeFish(3, 3, SWORDFISH) || takeSets(true, 3, 5, HIDDEN_TRIPLET)) continue
    if (takeWings(2, XY_WING) || takeWings(3, XYZ_WING)) continue
    return
  }
}

/** Counts a step where something was taken away since techniques were told what has changed; false where nothing was. */
function countTaken(level: u32): bool {
  if (changedDigits === 0) return false
  countStep(level, 0)
  return true
}

/** Takes a hidden single of the least level that there is. */
function takeEasiest(): bool {
  let least: u32 = IN_LINE + 1
  let easiest: u32 = 0
  for (let at: u32 = 0; at < 4; at++) {
    for (let rest = load<u64>(layout.HIDDEN + (at << 3)); rest; rest &= rest - 1) {
      const index = at * 64 + <u32>ctz(rest)
      if (popcnt(half(layout.PLACES_OF, index)) !== 1) continue
      const unit = index / 9
      const level = byte(layout.EMPTY_IN, unit) === 1 ? LAST_CELL : unit < 9 ? IN_BOX : IN_LINE
      if (level >= least) continue
      least = level
      easiest = index
    }
  }
  if (least > IN_LINE) return false
  countStep(least, 1)
  place(cellAt(easiest / 9, ctz(half(layout.PLACES_OF, easiest))), easiest % 9)
  return true
}

/** Hidden singles, once it does not matter in which unit they are. */
function takeHidden(): void {
  for (let index = takeBit(layout.HIDDEN, layout.NAKED); index >= 0; index = takeBit(layout.HIDDEN, layout.NAKED)) {
    const places = half(layout.PLACES_OF, index)
    if (popcnt(places) !== 1) continue
    if (!isPlaced) countStep(IN_LINE, 1)
    place(cellAt(index / 9, ctz(places)), index % 9)
  }
}

function takeNaked(): bool {
  let isTaken = false
  while (true) {
    const cell = takeBit(layout.NAKED, layout.UNITS_LEFT)
    if (cell < 0) return isTaken
    const digits = half(layout.DIGITS_AT, cell)
    if (popcnt(digits) !== 1) continue
    countStep(NAKED_SINGLE, 1)
    place(cell, ctz(digits))
    isTaken = true
  }
}

// ---- locked candidates: a unit, and a line or box that crosses it
//
//    half of a crossing  0     1   2                        3                        4 to 7
//                        from  to  the places of `from`     the places of `to`       `from`, and its places in `to`, of
//                                  that are in `to`         that are in `from`       the others of its kind

const POINTINGS: u32 = 54

let crossings: u32 = 0
enterCrossings(0, 18)
enterCrossings(0, 9)
enterCrossings(18, 0)
enterCrossings(9, 0)

/** In Sudoku Explainer's order. */
function enterCrossings(fromKind: u32, toKind: u32): void {
  const first = crossings
  for (let from = fromKind; from < fromKind + 9; from++) {
    for (let to = toKind; to < toKind + 9; to++) {
      const inside = placesIn(from, to)
      if (inside === 0) continue
      const at = crossings++ * 8
      setHalf(layout.CROSSING, at, from)
      setHalf(layout.CROSSING, at + 1, to)
      setHalf(layout.CROSSING, at + 2, inside)
      setHalf(layout.CROSSING, at + 3, placesIn(to, from))
    }
  }
  for (let i = first; i < crossings; i++) {
    let at = i * 8 + 4
    for (let other = first; other < crossings; other++) {
      if (other === i || half(layout.CROSSING, other * 8 + 1) !== half(layout.CROSSING, i * 8 + 1)) continue
      setHalf(layout.CROSSING, at++, half(layout.CROSSING, other * 8))
      setHalf(layout.CROSSING, at++, half(layout.CROSSING, other * 8 + 2))
    }
  }
}

/** The places of a unit that lie in another one. */
function placesIn(unit: u32, other: u32): u32 {
  let places: u32 = 0
  for (let place: u32 = 0; place < 9; place++) {
    if (unitOf(cellAt(unit, place), other / 9) === other) places |= 1 << place
  }
  return places
}

/**
 * Finds a locking after which a digit has one place left in a unit beside.
 *
 * @returns whether there is one: its crossing, the digit, the unit beside and the cell are at DIRECT then
 */
export function findDirectLocking(): bool {
  for (let i: u32 = 0; i < layout.CROSSINGS; i++) {
    const crossing = i * 8
    const from = half(layout.CROSSING, crossing)
    const outside = ~half(layout.CROSSING, crossing + 2)
    for (let digit: u32 = 0; digit < 9; digit++) {
      const locked = placesOf(from, digit)
      if (locked & outside || (locked & (locked - 1)) === 0) continue
      for (let beside = crossing + 4; beside < crossing + 8; beside += 2) {
        const unit = half(layout.CROSSING, beside)
        const places = placesOf(unit, digit)
        const left = places & ~half(layout.CROSSING, beside + 1)
        if (left === places || popcnt(left) !== 1) continue
        setByte(layout.DIRECT, 0, i)
        setByte(layout.DIRECT, 1, digit)
        setByte(layout.DIRECT, 2, unit)
        setByte(layout.DIRECT, 3, cellAt(unit, ctz(left)))
        return true
      }
    }
  }
  return false
}

/** What it takes away stays. */
function takeDirectLocking(): bool {
  if (!findDirectLocking()) return false
  countStep(byte(layout.DIRECT, 0) < POINTINGS ? DIRECT_POINTING : DIRECT_CLAIMING, 1)
  place(byte(layout.DIRECT, 3), byte(layout.DIRECT, 1))
  return true
}

function takeLockings(at: u32, level: u32): bool {
  const first = level === POINTING ? 0 : POINTINGS
  for (let rest = word(layout.DIGITS_LEFT, at); rest; rest &= rest - 1) {
    const digit = ctz(rest)
    for (let crossing = first * 8; crossing < (first + POINTINGS) * 8; crossing += 8) {
      const places = placesOf(half(layout.CROSSING, crossing), digit)
      if (places === 0 || places & ~half(layout.CROSSING, crossing + 2)) continue
      const to = half(layout.CROSSING, crossing + 1)
      for (let outside = placesOf(to, digit) & ~half(layout.CROSSING, crossing + 3); outside; outside &= outside - 1)
        remove(cellAt(to, ctz(outside)), digit)
    }
  }
  setWord(layout.DIGITS_LEFT, at, 0)
  return countTaken(level)
}

// ---- sets of masks that have as many bits among them as they are: of the digits of a unit's places, or the places of its
// digits, or, for fish, the places of lines

let able: u32 = 0
let sizeOfSets: u32 = 0
let members: u32 = 0
let union: u32 = 0

/** Begins with the sets of a unit, as it is now. */
export function beginSets(unit: u32, isHidden: bool, size: u32): void {
  for (let i: u32 = 0; i < 9; i++)
    setHalf(layout.MASKS, i, isHidden ? placesOf(unit, i) : half(layout.DIGITS_AT, cellAt(unit, i)))
  beginMasks(size)
}

function beginMasks(size: u32): void {
  sizeOfSets = size
  members = able = 0
  for (let i: u32 = 0; i < 9; i++) {
    const bits = popcnt(half(layout.MASKS, i))
    if (bits > 1 && bits <= size) able |= 1 << i
  }
  if (popcnt(able) < size) able = 0
}

/** The members of the next set, upwards, with what they have among them nine bits higher; 0 if there is none. */
export function nextSet(): u32 {
  do {
    // Where they are as many as they may be, those up to the one that has its least member moved up are too many.
    const least = popcnt(members) < sizeOfSets ? able & -able : members & -members
    members = ((members | ~able) + least) & able
    if (popcnt(members) !== sizeOfSets) continue
    union = 0
    for (let rest = members; rest; rest &= rest - 1) union |= half(layout.MASKS, ctz(rest))
    if (popcnt(union) === sizeOfSets) return members | (union << 9)
  } while (members)
  return 0
}

function takeSets(isHidden: bool, size: u32, at: u32, level: u32): bool {
  for (let units = word(layout.UNITS_LEFT, at); units; units &= units - 1) {
    const unit = ctz(units)
    const empty = byte(layout.EMPTY_IN, unit)
    // If there are fewer cells, the others are a naked set, and of fewer.
    if (isHidden ? empty <= size * 2 : empty < size * 2) continue
    beginSets(unit, isHidden, size)
    while (nextSet()) {
      const gone = isHidden ? ~members : union
      for (let places = isHidden ? union : ALL & ~members; places; places &= places - 1) {
        const cell = cellAt(unit, ctz(places))
        for (let rest = half(layout.DIGITS_AT, cell) & gone; rest; rest &= rest - 1) remove(cell, ctz(rest))
      }
    }
  }
  setWord(layout.UNITS_LEFT, at, 0)
  return countTaken(level)
}

/** Hidden sets of a unit after which another digit has one place left there. What they take away stays. */
function takeDirectSets(size: u32, at: u32, level: u32): bool {
  for (let units = word(layout.UNITS_LEFT, at); units; units &= units - 1) {
    const unit = ctz(units)
    if (byte(layout.EMPTY_IN, unit) <= size) continue
    beginSets(unit, true, size)
    while (nextSet()) {
      for (let digits = ALL & ~members; digits; digits &= digits - 1) {
        const digit = ctz(digits)
        const places = placesOf(unit, digit)
        const left = places & ~union
        if (popcnt(places) < 2 || popcnt(left) !== 1) continue
        countStep(level, 1)
        place(cellAt(unit, ctz(left)), digit)
      }
    }
  }
  setWord(layout.UNITS_LEFT, at, 0)
  return changedDigits !== 0
}

function takeFish(size: u32, at: u32, level: u32): bool {
  for (let rest = word(layout.DIGITS_LEFT, at); rest; rest &= rest - 1) {
    const digit = ctz(rest)
    if (byte(layout.PLACED_OF, digit) + size * 2 > 9) continue
    takeFishIn(18, 9, digit, size)
    takeFishIn(9, 18, digit, size)
  }
  setWord(layout.DIGITS_LEFT, at, 0)
  return countTaken(level)
}

/** Lines in which a digit has places in as many crossing lines only as they are. */
function takeFishIn(kind: u32, crossingKind: u32, digit: u32, size: u32): void {
  for (let line: u32 = 0; line < 9; line++) setHalf(layout.MASKS, line, placesOf(kind + line, digit))
  beginMasks(size)
  while (nextSet()) {
    for (let rest = union; rest; rest &= rest - 1) {
      const unit = crossingKind + ctz(rest)
      for (let left = placesOf(unit, digit) & ~members; left; left &= left - 1) remove(cellAt(unit, ctz(left)), digit)
    }
  }
}

// ---- wings

/** A cell with two candidates (or three), and two peers of it with two, that have another digit in common. */
function takeWings(size: u32, level: u32): bool {
  let pairs = i64x2.splat(0)
  for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
    if (popcnt(half(layout.DIGITS_AT, cell)) === 2) pairs = v128.or(pairs, cellBit(cell))
  }
  for (let pivot: u32 = 0; pivot < layout.CELLS; pivot++) {
    if (popcnt(half(layout.DIGITS_AT, pivot)) === size) takeWingsOf(pivot, size, pairs)
  }
  return countTaken(level)
}

function takeWingsOf(pivot: u32, size: u32, pairs: v128): void {
  const xyz = half(layout.DIGITS_AT, pivot)
  // Peers that may be the ends of a wing, in MASKS.
  let ends: u32 = 0
  for (let rest = v128.and(cellsAt(layout.PEER_BITS, pivot), pairs); v128.any_true(rest); ) {
    const cell = firstOf(rest)
    rest = without(rest, cell)
    if (popcnt(xyz & ~half(layout.DIGITS_AT, cell)) === 1) setHalf(layout.MASKS, ends++, cell)
  }
  for (let i: u32 = 1; i < ends; i++) {
    const first = half(layout.MASKS, i)
    const xz = half(layout.DIGITS_AT, first)
    for (let j: u32 = 0; j < i; j++) {
      const second = half(layout.MASKS, j)
      const yz = half(layout.DIGITS_AT, second)
      const z = xz & yz
      if (popcnt(xyz | xz | yz) !== 3 || popcnt(z) !== 1 || popcnt(xyz & z) !== size - 2) continue
      let seen = v128.and(cellsAt(layout.PEER_BITS, first), cellsAt(layout.PEER_BITS, second))
      if (size === 3) seen = v128.and(seen, cellsAt(layout.PEER_BITS, pivot))
      for (; v128.any_true(seen); seen = without(seen, firstOf(seen))) remove(firstOf(seen), ctz(z))
    }
  }
}

/**
 * Takes all easy steps, and all that candidates turn off, or on, by a chain of no more than so many layers along both
 * cells and digits, or along digits only, until there are no more, or the board is full.
 */
export function closeByChains(off: u32, on: u32, offInDigits: u32, onInDigits: u32): void {
  takeEasySteps()
  let isTaken = true
  while (isTaken && byte(layout.EMPTY, 0) > 0) {
    isTaken = false
    link()
    for (let i: u32 = 0; i < count && byte(layout.EMPTY, 0) > 0; i++) {
      const cell = <u32>half(layout.CANDIDATE, i) / 9
      const digit = <u32>half(layout.CANDIDATE, i) % 9
      // The board has less than what is linked, once something was taken.
      if (((half(layout.DIGITS_AT, cell) >> digit) & 1) === 0) continue
      if (isForced(i, off, offInDigits, false)) remove(cell, digit)
      else if (isForced(i, on, onInDigits, true)) place(cell, digit)
      else continue
      isTaken = true
      takeEasySteps()
    }
  }
}

function isForced(i: u32, layers: u32, layersInDigits: u32, isOn: bool): bool {
  along(XY_PASS)
  if ((isOn ? turnsOn(i, layers) : turnsOff(i, layers)) > 0) return true
  // Links of digits are among those of both.
  if (isExhausted) return false
  along(X_PASS)
  return (isOn ? turnsOn(i, layersInDigits) : turnsOff(i, layersInDigits)) > 0
}
