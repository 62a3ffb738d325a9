// The places of one digit while a candidate is assumed, or is not: a quick look at whether that contradicts itself.

import { cellAt, placesOf, unitOf } from './board.as'
import { ALONG, CELLS, DIGITS_AT, half, LAST, OPEN, PATH, PLACE_BIT, PLACES_OF, setHalf, UNITS } from './memory.as'

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
