// What follows from an assumption, link by link: what is on is followed first, and something both on and off ends it.

import { byte, half, setBit, setByte, setHalf, setWord } from '../bytes.as'
import { cellAt, placesOf, unitOf } from './board.as'
import { count, group, rowOf, stride } from './links.as'
import {
  ALONG,
  ALTERNATIVES,
  ANCESTORS,
  BITS,
  BY_ASSUMPTION,
  BY_LINK,
  CELLS,
  CLASH,
  CLASH_OFF,
  CLASH_ON,
  COMMON,
  DIGITS_AT,
  ENTRY,
  GROUP,
  GROUPS,
  GROUPS_OF_ONE,
  LAST,
  LEFT,
  LEFT_PARITY,
  NONE,
  OFF,
  OFF_COUNT,
  ON,
  ON_COUNT,
  OPEN,
  PARITY,
  PATH,
  PLACE_BIT,
  PLACES_OF,
  REACH,
  SIZE,
  STRONG,
  STRONG_CAUSE,
  UNITS,
  WEAK,
  WEAK_FROM,
  WEAK_IN_UNITS,
} from './memory.as'

let isDynamic = false
let isNishio = false
// Those that are on and off were followed up to here.
let nextOn: u32 = 0
let nextOff: u32 = 0

/** Begins with an assumption, and goes on until nothing follows. */
export function follow(assumed: u32, dynamic: bool, nishio: bool): void {
  isDynamic = dynamic
  isNishio = nishio
  nextOn = 0
  nextOff = 0
  memory.fill(ENTRY + <usize>(assumed * count * 8), 0, <usize>count * 8)
  memory.fill(ANCESTORS + <usize>(assumed * count * 4), 0, <usize>count * 4)
  memory.fill(rowOf(BITS, assumed * 2), 0, stride * 2)
  if (isDynamic) {
    group()
    memory.copy(LEFT, SIZE, GROUPS)
    memory.copy(LEFT_PARITY, PARITY, GROUPS * 2)
  }
  const isOn = assumed & 1
  store<i32>(ENTRY + <usize>((assumed * count * 2 + assumed) << 2), BY_ASSUMPTION)
  setHalf((isOn ? ON : OFF) + <usize>(assumed * count * 2), 0, assumed >> 1)
  setBit(rowOf(BITS, assumed * 2 + 1 - isOn), assumed >> 1)
  setHalf(ON_COUNT, assumed, isOn)
  setHalf(OFF_COUNT, assumed, 1 - isOn)
  setHalf(CLASH, assumed, NONE)
  followOn(assumed)
}

/** Goes on with an assumption, after more candidates were entered as off. */
export function followOn(assumed: u32): void {
  const entry = ENTRY + <usize>(assumed * count * 8)
  const on = ON + <usize>(assumed * count * 2)
  const off = OFF + <usize>(assumed * count * 2)
  const onBits = rowOf(BITS, assumed * 2)
  const offBits = onBits + stride
  const weakBegin = isNishio ? WEAK_IN_UNITS : WEAK_FROM
  const firstGroup: u32 = isNishio ? 1 : 0
  let onCount = half(ON_COUNT, assumed)
  let offCount = half(OFF_COUNT, assumed)
  let isClash = false
  while (!isClash) {
    if (nextOn < onCount) {
      const from = half(on, nextOn++)
      const end = half(WEAK_FROM, from + 1)
      for (let at = half(weakBegin, from); at < end; at++) {
        const to = half(WEAK, at)
        const node = entry + ((<usize>to) << 3)
        if (load<i32>(node, 4) !== 0) {
          keepClash(assumed, to, load<i32>(node, 4), BY_LINK + from)
          isClash = true
          break
        }
        if (load<i32>(node) !== 0) continue
        store<i32>(node, BY_LINK + from)
        setHalf(off, offCount++, to)
        setBit(offBits, to)
      }
    } else if (nextOff < offCount) {
      const from = half(off, nextOff++)
      for (let i = firstGroup; i < GROUPS_OF_ONE; i++) {
        let to: u32
        let place = i
        if (isDynamic) {
          const g = half(GROUP, from * GROUPS_OF_ONE + i)
          to = half(LEFT_PARITY, g) ^ from
          setHalf(LEFT_PARITY, g, to)
          const left = byte(LEFT, g) - 1
          setByte(LEFT, g, left)
          if (left !== 1) continue
        } else {
          to = half(STRONG, from * GROUPS_OF_ONE + i)
          if (to === NONE) continue
          place = byte(STRONG_CAUSE, from * GROUPS_OF_ONE + i) - 1
        }
        const node = entry + ((<usize>to) << 3)
        const by = BY_LINK + from * GROUPS_OF_ONE + place
        if (load<i32>(node) !== 0) {
          keepClash(assumed, to, by, load<i32>(node))
          isClash = true
          break
        }
        if (load<i32>(node, 4) !== 0) continue
        store<i32>(node, by, 4)
        setHalf(on, onCount++, to)
        setBit(onBits, to)
      }
    } else break
  }
  setHalf(ON_COUNT, assumed, onCount)
  setHalf(OFF_COUNT, assumed, offCount)
}

/** Enters a candidate as off by a rule. */
export function enterOff(assumed: u32, i: u32, rule: i32): void {
  const offCount = half(OFF_COUNT, assumed)
  store<i32>(ENTRY + <usize>((assumed * count * 2 + i * 2) << 2), rule)
  setHalf(OFF + <usize>(assumed * count * 2), offCount, i)
  setBit(rowOf(BITS, assumed * 2 + 1), i)
  setHalf(OFF_COUNT, assumed, offCount + 1)
}

function keepClash(assumed: u32, i: u32, ifOn: i32, ifOff: i32): void {
  setHalf(CLASH, assumed, i)
  setWord(CLASH_ON, assumed, ifOn)
  setWord(CLASH_OFF, assumed, ifOff)
}

/** Finds what is common to some alternatives, or may be, by what they reach: those are all on. @returns whether there is any */
export function meet(alternatives: u32, byReach: bool): bool {
  let any = v128.splat<i64>(0)
  for (let at: usize = 0; at < stride * 2; at += 16) {
    let common = v128.splat<i64>(-1)
    for (let i: u32 = 0; i < alternatives; i++) {
      const assumed = half(ALTERNATIVES, i)
      common = v128.and(common, v128.load((byReach ? rowOf(REACH, assumed & ~1) : rowOf(BITS, assumed * 2)) + at))
    }
    v128.store(COMMON + at, common)
    any = v128.or(any, common)
  }
  return v128.any_true(any)
}

// ---- the places of one digit while a candidate is assumed, or is not: a quick look at whether that contradicts itself

const DIGITS: u32 = 9
const FIRST_ROW: u32 = 9

// How many cells at LAST are assumed, or have become the last place of a unit.
let lasts: u32 = 0

/**
 * Finds the assumptions after which a unit would be left without a place for their digit, and keeps them at PATH:
 * candidate * 2, and 1 more if it is on. A digit is left out while it has just the places that it had when nothing was
 * found.
 *
 * @returns how many there are
 */
export function findAlongDigits(): u32 {
  let digits: u32 = 0
  for (let at: u32 = 0; at < DIGITS * 9; at++) {
    if (half(PLACES_OF, FIRST_ROW * 9 + at) !== half(ALONG, at)) digits |= 1 << (at % 9)
  }
  let found: u32 = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const all = half(DIGITS_AT, cell)
    if (popcnt(all) < 2) continue
    for (let rest = all & digits; rest; rest &= rest - 1) {
      const digit = ctz(rest)
      for (let isOn: i32 = 1; isOn >= 0; isOn--) {
        if (contradicts(cell, digit, isOn)) setHalf(PATH, found++, (cell * 9 + digit) * 2 + isOn)
      }
    }
  }
  if (found === 0) memory.copy(ALONG, PLACES_OF + FIRST_ROW * 18, DIGITS * 18)
  return found
}

function contradicts(cell: u32, digit: u32, isOn: i32): bool {
  for (let unit: u32 = 0; unit < UNITS; unit++) setHalf(OPEN, unit, placesOf(unit, digit))
  lasts = 0
  if (isOn) setHalf(LAST, lasts++, cell)
  else if (takePlace(cell)) return true
  while (lasts > 0) if (takeOthers(half(LAST, --lasts))) return true
  return false
}

/** Takes all other places from the units of a cell. @returns whether a unit is left without a place */
function takeOthers(cell: u32): bool {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    for (let rest = half(OPEN, unit) & ~half(PLACE_BIT, cell * 3 + kind); rest; rest &= rest - 1) {
      if (takePlace(cellAt(unit, ctz(rest)))) return true
    }
  }
  return false
}

/** @returns whether a unit is left without a place */
function takePlace(cell: u32): bool {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    const places = half(OPEN, unit) & ~half(PLACE_BIT, cell * 3 + kind)
    setHalf(OPEN, unit, places)
    if (places === 0) return true
    if ((places & (places - 1)) === 0) setHalf(LAST, lasts++, cellAt(unit, ctz(places)))
  }
  return false
}
