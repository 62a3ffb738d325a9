// The board, and what comes of a change of it: singles that it leaves, and what each technique has to look at again.

import {
  byte, CELLS, DIGITS_AT, DIGITS_LEFT, EMPTY, EMPTY_IN, half, HIDDEN, NAKED, PLACE_BIT, PLACED, PLACED_OF, PLACES_OF,
  setByte, setHalf, UNIT_BITS, UNITS, UNITS_LEFT, word,
} from './memory.as'
import { cellAt, unitOf } from './units.as'

export const ALL: u32 = 0b111_111_111
/** So many techniques look at units, and at digits. */
export const IN_UNITS: u32 = 6
export const ALONG_DIGITS: u32 = 4

// Units and digits that have changed since the techniques were told.
export let changedUnits: u32 = 0
export let changedDigits: u32 = 0

// @inline
export function placesOf(unit: u32, digit: u32): u32 { return half(PLACES_OF, unit * 9 + digit) }
// @inline
function isOne(mask: u32): bool { return mask !== 0 && (mask & (mask - 1)) === 0 }
// @inline
function setBit(bits: usize, i: u32): void {
  const at = bits + <usize>(i >> 6) * 8
  store<u64>(at, load<u64>(at) | (<u64>1 << (i & 63)))
}

/** Begins with what is placed. */
export function begin(): void {
  for (let i: u32 = 0; i < CELLS; i++) setHalf(DIGITS_AT, i, ALL)
  for (let i: u32 = 0; i < UNITS * 9; i++) setHalf(PLACES_OF, i, ALL)
  memory.fill(EMPTY_IN, 9, UNITS)
  memory.fill(PLACED_OF, 0, 9)
  setByte(EMPTY, 0, CELLS)
  for (let cell: u32 = 0; cell < CELLS; cell++) if (byte(PLACED, cell)) place(cell, byte(PLACED, cell) - 1)
  lookAgain()
}

/** Looks at the whole board again, after it was changed by another hand. */
export function lookAgain(): void {
  memory.fill(HIDDEN, 0, 32)
  memory.fill(NAKED, 0, 16)
  for (let i: u32 = 0; i < UNITS * 9; i++) if (isOne(half(PLACES_OF, i))) setBit(HIDDEN, i)
  for (let cell: u32 = 0; cell < CELLS; cell++) if (isOne(half(DIGITS_AT, cell))) setBit(NAKED, cell)
  changedUnits = (1 << UNITS) - 1
  changedDigits = ALL
  spread()
}

/** Tells each technique what has changed. */
export function spread(): void {
  for (let i: u32 = 0; i < IN_UNITS; i++) store<u32>(UNITS_LEFT + (i << 2), word(UNITS_LEFT, i) | changedUnits)
  for (let i: u32 = 0; i < ALONG_DIGITS; i++) store<u32>(DIGITS_LEFT + (i << 2), word(DIGITS_LEFT, i) | changedDigits)
  changedUnits = 0
  changedDigits = 0
}

/** @returns whether the candidate was there */
export function remove(cell: u32, digit: u32): bool {
  const before = half(DIGITS_AT, cell)
  const left = before & ~(1 << digit)
  if (left === before) return false
  setHalf(DIGITS_AT, cell, left)
  if (isOne(left)) setBit(NAKED, cell)
  removePlace(cell, digit)
  changedUnits |= word(UNIT_BITS, cell)
  changedDigits |= 1 << digit
  return true
}

/** Takes a cell from the places that its units have for a digit. */
function removePlace(cell: u32, digit: u32): void {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const at = unitOf(cell, kind) * 9 + digit
    const places = half(PLACES_OF, at) & ~half(PLACE_BIT, cell * 3 + kind)
    setHalf(PLACES_OF, at, places)
    if (isOne(places)) setBit(HIDDEN, at)
  }
}

/** Places a digit, and takes it from the candidates of the peers. */
export function place(cell: u32, digit: u32): void {
  setByte(PLACED, cell, digit + 1)
  setByte(PLACED_OF, digit, byte(PLACED_OF, digit) + 1)
  setByte(EMPTY, 0, byte(EMPTY, 0) - 1)
  const others = half(DIGITS_AT, cell) & ~(1 << digit)
  setHalf(DIGITS_AT, cell, 0)
  for (let rest = others; rest; rest &= rest - 1) removePlace(cell, ctz(rest))
  changedUnits |= word(UNIT_BITS, cell)
  changedDigits |= others | (1 << digit)
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    const places = placesOf(unit, digit) & ~half(PLACE_BIT, cell * 3 + kind)
    setHalf(PLACES_OF, unit * 9 + digit, 0)
    setByte(EMPTY_IN, unit, byte(EMPTY_IN, unit) - 1)
    for (let rest = places; rest; rest &= rest - 1) remove(cellAt(unit, ctz(rest)), digit)
  }
}
