// What follows from an assumption, link by link: what is on is followed first, and something both on and off ends it.

import { byte, half, setBit, setByte, setHalf, setWord } from '../bytes.as'
import { cellAt, placesOf, unitOf } from './board.as'
import { count, group, rowOf, stride } from './links.as'
import * as layout from './memory.as'

let isDynamic = false
let isNishio = false
// Those that are on and off were followed up to here.
let nextOn: u32 = 0
let nextOff: u32 = 0

/** Begins with an assumption, and goes on until nothing follows. */
export function follow(assumed: u32, dynamic: bool, nishio: bool): void {
  isDynamic = dynamic
  isNishio = nishio
  nextOn = nextOff = 0
  memory.fill(layout.ENTRY + <usize>(assumed * count * 8), 0, <usize>count * 8)
  memory.fill(layout.ANCESTORS + <usize>(assumed * count * 4), 0, <usize>count * 4)
  memory.fill(rowOf(layout.BITS, assumed * 2), 0, stride * 2)
  if (isDynamic) {
    group()
    memory.copy(layout.LEFT, layout.SIZE, layout.GROUPS)
    memory.copy(layout.LEFT_PARITY, layout.PARITY, layout.GROUPS * 2)
  }
  const isOn = assumed & 1
  store<i32>(layout.ENTRY + <usize>((assumed * count * 2 + assumed) << 2), layout.BY_ASSUMPTION)
  setHalf((isOn ? layout.ON : layout.OFF) + <usize>(assumed * count * 2), 0, assumed >> 1)
  setBit(rowOf(layout.BITS, assumed * 2 + 1 - isOn), assumed >> 1)
  setHalf(layout.ON_COUNT, assumed, isOn)
  setHalf(layout.OFF_COUNT, assumed, 1 - isOn)
  setHalf(layout.CLASH, assumed, layout.NONE)
  followOn(assumed)
}

/** Goes on with an assumption, after more candidates were entered as off. */
export function followOn(assumed: u32): void {
  const entry = layout.ENTRY + <usize>(assumed * count * 8)
  const on = layout.ON + <usize>(assumed * count * 2)
  const off = layout.OFF + <usize>(assumed * count * 2)
  const onBits = rowOf(layout.BITS, assumed * 2)
  const offBits = onBits + stride
  const weakBegin = isNishio ? layout.WEAK_IN_UNITS : layout.WEAK_FROM
  const firstGroup: u32 = isNishio ? 1 : 0
  let onCount = half(layout.ON_COUNT, assumed)
  let offCount = half(layout.OFF_COUNT, assumed)
  let isClash = false
  while (!isClash) {
    if (nextOn < onCount) {
      const from = half(on, nextOn++)
      const end = half(layout.WEAK_FROM, from + 1)
      for (let at = half(weakBegin, from); at < end; at++) {
        const to = half(layout.WEAK, at)
        const node = entry + ((<usize>to) << 3)
        if (load<i32>(node, 4) !== 0) {
          keepClash(assumed, to, load<i32>(node, 4), layout.BY_LINK + from)
          isClash = true
          break
        }
        if (load<i32>(node) !== 0) continue
        store<i32>(node, layout.BY_LINK + from)
        setHalf(off, offCount++, to)
        setBit(offBits, to)
      }
    } else if (nextOff < offCount) {
      const from = half(off, nextOff++)
      for (let i = firstGroup; i < layout.GROUPS_OF_ONE; i++) {
        let to: u32
        let place = i
        if (isDynamic) {
          const g = half(layout.GROUP, from * layout.GROUPS_OF_ONE + i)
          to = half(layout.LEFT_PARITY, g) ^ from
          setHalf(layout.LEFT_PARITY, g, to)
          const left = byte(layout.LEFT, g) - 1
          setByte(layout.LEFT, g, left)
          if (left !== 1) continue
        } else {
          to = half(layout.STRONG, from * layout.GROUPS_OF_ONE + i)
          if (to === layout.NONE) continue
          place = byte(layout.STRONG_CAUSE, from * layout.GROUPS_OF_ONE + i) - 1
        }
        const node = entry + ((<usize>to) << 3)
        const by = layout.BY_LINK + from * layout.GROUPS_OF_ONE + place
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
  setHalf(layout.ON_COUNT, assumed, onCount)
  setHalf(layout.OFF_COUNT, assumed, offCount)
}

/** Enters a candidate as off by a rule. */
export function enterOff(assumed: u32, i: u32, rule: i32): void {
  const offCount = half(layout.OFF_COUNT, assumed)
  store<i32>(layout.ENTRY + <usize>((assumed * count * 2 + i * 2) << 2), rule)
  setHalf(layout.OFF + <usize>(assumed * count * 2), offCount, i)
  setBit(rowOf(layout.BITS, assumed * 2 + 1), i)
  setHalf(layout.OFF_COUNT, assumed, offCount + 1)
}

function keepClash(assumed: u32, i: u32, ifOn: i32, ifOff: i32): void {
  setHalf(layout.CLASH, assumed, i)
  setWord(layout.CLASH_ON, assumed, ifOn)
  setWord(layout.CLASH_OFF, assumed, ifOff)
}

/** Finds what is common to some alternatives, or may be, by what they reach: those are all on. @returns whether there is any */
export function meet(alternatives: u32, byReach: bool): bool {
  let any = v128.splat<i64>(0)
  for (let at: usize = 0; at < stride * 2; at += 16) {
    let common = v128.splat<i64>(-1)
    for (let i: u32 = 0; i < alternatives; i++) {
      const assumed = half(layout.ALTERNATIVES, i)
      common = v128.and(
        common,
        v128.load((byReach ? rowOf(layout.REACH, assumed & ~1) : rowOf(layout.BITS, assumed * 2)) + at),
      )
    }
    v128.store(layout.COMMON + at, common)
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
    if (half(layout.PLACES_OF, FIRST_ROW * 9 + at) !== half(layout.ALONG, at)) digits |= 1 << (at % 9)
  }
  let found: u32 = 0
  for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
    const all = half(layout.DIGITS_AT, cell)
    if (popcnt(all) < 2) continue
    for (let rest = all & digits; rest; rest &= rest - 1) {
      const digit = ctz(rest)
      for (let isOn: i32 = 1; isOn >= 0; isOn--) {
        if (contradicts(cell, digit, isOn)) setHalf(layout.PATH, found++, (cell * 9 + digit) * 2 + isOn)
      }
    }
  }
  if (found === 0) memory.copy(layout.ALONG, layout.PLACES_OF + FIRST_ROW * 18, DIGITS * 18)
  return found
}

function contradicts(cell: u32, digit: u32, isOn: i32): bool {
  for (let unit: u32 = 0; unit < layout.UNITS; unit++) setHalf(layout.OPEN, unit, placesOf(unit, digit))
  lasts = 0
  if (isOn) setHalf(layout.LAST, lasts++, cell)
  else if (takePlace(cell)) return true
  while (lasts > 0) if (takeOthers(half(layout.LAST, --lasts))) return true
  return false
}

/** Takes all other places from the units of a cell. @returns whether a unit is left without a place */
function takeOthers(cell: u32): bool {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    for (let rest = half(layout.OPEN, unit) & ~half(layout.PLACE_BIT, cell * 3 + kind); rest; rest &= rest - 1) {
      if (takePlace(cellAt(unit, ctz(rest)))) return true
    }
  }
  return false
}

/** @returns whether a unit is left without a place */
function takePlace(cell: u32): bool {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    const places = half(layout.OPEN, unit) & ~half(layout.PLACE_BIT, cell * 3 + kind)
    setHalf(layout.OPEN, unit, places)
    if (places === 0) return true
    if ((places & (places - 1)) === 0) setHalf(layout.LAST, lasts++, cellAt(unit, ctz(places)))
  }
  return false
}
