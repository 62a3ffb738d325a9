// The board, and what comes of a change of it: singles that it leaves, and what each technique has to look at again.

import { byte, half, highOf, lowOf, setBit, setByte, setHalf, setWord, word } from '../bytes.as'
import * as layout from './memory.as'

// ---- units, places and peers of cells, as `candidate-grid.ts` has them; and sets of cells, a bit for each in a vector.

for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
  const row = cell / 9
  const column = cell % 9
  enter(cell, 0, (row / 3) * 3 + column / 3, (row % 3) * 3 + (column % 3))
  enter(cell, 1, 9 + row, column)
  enter(cell, 2, 18 + column, row)
  setBit(layout.CELL_BIT + cell * 16, cell)
  setWord(layout.UNIT_BITS, cell, (1 << unitOf(cell, 0)) | (1 << unitOf(cell, 1)) | (1 << unitOf(cell, 2)))
}
for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
  let at = cell * layout.PEERS_OF_ONE
  for (let kind: u32 = 0; kind < 3; kind++) {
    for (let peer: u32 = 0; peer < layout.CELLS; peer++) {
      let first: u32 = 0 // the first kind of unit that both are in
      while (first < 3 && unitOf(peer, first) !== unitOf(cell, first)) first++
      if (peer === cell || first !== kind) continue
      setByte(layout.PEERS, at++, peer)
      v128.store(layout.PEER_BITS + cell * 16, v128.or(cellsAt(layout.PEER_BITS, cell), cellBit(peer)))
    }
  }
}

function enter(cell: u32, kind: u32, unit: u32, place: u32): void {
  setByte(layout.UNIT_OF, cell * 3 + kind, unit)
  setHalf(layout.PLACE_BIT, cell * 3 + kind, 1 << place)
  setByte(layout.CELL_AT, unit * 9 + place, cell)
}

// @inline
export function unitOf(cell: u32, kind: u32): u32 {
  return byte(layout.UNIT_OF, cell * 3 + kind)
}
// @inline
export function cellAt(unit: u32, place: u32): u32 {
  return byte(layout.CELL_AT, unit * 9 + place)
}

/** A set of a table. */
// @inline
export function cellsAt(table: usize, i: u32): v128 {
  return v128.load(table + <usize>i * 16)
}
// @inline
export function cellBit(cell: u32): v128 {
  return cellsAt(layout.CELL_BIT, cell)
}
// @inline
export function hasCell(cells: v128, cell: u32): bool {
  return v128.any_true(v128.and(cells, cellBit(cell)))
}
/** The first cell of a set that is not empty. */
// @inline
export function firstOf(cells: v128): u32 {
  return lowOf(cells) ? <u32>ctz(lowOf(cells)) : 64 + <u32>ctz(highOf(cells))
}
// @inline
export function without(cells: v128, cell: u32): v128 {
  return v128.andnot(cells, cellBit(cell))
}

// ---- changes

export const ALL: u32 = 0b111_111_111
/** So many techniques look at units, and at digits. */
export const IN_UNITS: u32 = 6
export const ALONG_DIGITS: u32 = 4

// Units and digits that have changed since the techniques were told.
export let changedUnits: u32 = 0
export let changedDigits: u32 = 0

// @inline
export function placesOf(unit: u32, digit: u32): u32 {
  return half(layout.PLACES_OF, unit * 9 + digit)
}

/** Begins with what is placed. */
export function begin(): void {
  for (let i: u32 = 0; i < layout.CELLS; i++) setHalf(layout.DIGITS_AT, i, ALL)
  for (let i: u32 = 0; i < layout.UNITS * 9; i++) setHalf(layout.PLACES_OF, i, ALL)
  memory.fill(layout.EMPTY_IN, 9, layout.UNITS)
  memory.fill(layout.PLACED_OF, 0, 9)
  setByte(layout.EMPTY, 0, layout.CELLS)
  for (let cell: u32 = 0; cell < layout.CELLS; cell++)
    if (byte(layout.PLACED, cell)) place(cell, byte(layout.PLACED, cell) - 1)
  lookAgain()
}

/** Looks at the whole board again, after it was changed by another hand. */
export function lookAgain(): void {
  memory.fill(layout.HIDDEN, 0, 32)
  memory.fill(layout.NAKED, 0, 16)
  for (let i: u32 = 0; i < layout.UNITS * 9; i++) if (popcnt(half(layout.PLACES_OF, i)) === 1) setBit(layout.HIDDEN, i)
  for (let cell: u32 = 0; cell < layout.CELLS; cell++)
    if (popcnt(half(layout.DIGITS_AT, cell)) === 1) setBit(layout.NAKED, cell)
  changedUnits = (1 << layout.UNITS) - 1
  changedDigits = ALL
  spread()
}

/** Tells each technique what has changed. */
export function spread(): void {
  for (let i: u32 = 0; i < IN_UNITS; i++)
    store<u32>(layout.UNITS_LEFT + (i << 2), word(layout.UNITS_LEFT, i) | changedUnits)
  for (let i: u32 = 0; i < ALONG_DIGITS; i++)
    store<u32>(layout.DIGITS_LEFT + (i << 2), word(layout.DIGITS_LEFT, i) | changedDigits)
  changedUnits = changedDigits = 0
}

/** @returns whether the candidate was there */
export function remove(cell: u32, digit: u32): bool {
  const before = half(layout.DIGITS_AT, cell)
  const left = before & ~(1 << digit)
  if (left === before) return false
  setHalf(layout.DIGITS_AT, cell, left)
  if (popcnt(left) === 1) setBit(layout.NAKED, cell)
  removePlace(cell, digit)
  changedUnits |= word(layout.UNIT_BITS, cell)
  changedDigits |= 1 << digit
  return true
}

/** Takes a cell from the places that its units have for a digit. */
function removePlace(cell: u32, digit: u32): void {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const at = unitOf(cell, kind) * 9 + digit
    const places = half(layout.PLACES_OF, at) & ~half(layout.PLACE_BIT, cell * 3 + kind)
    setHalf(layout.PLACES_OF, at, places)
    if (popcnt(places) === 1) setBit(layout.HIDDEN, at)
  }
}

/** Places a digit, and takes it from the candidates of the peers. */
export function place(cell: u32, digit: u32): void {
  setByte(layout.PLACED, cell, digit + 1)
  setByte(layout.PLACED_OF, digit, byte(layout.PLACED_OF, digit) + 1)
  setByte(layout.EMPTY, 0, byte(layout.EMPTY, 0) - 1)
  const others = half(layout.DIGITS_AT, cell) & ~(1 << digit)
  setHalf(layout.DIGITS_AT, cell, 0)
  for (let rest = others; rest; rest &= rest - 1) removePlace(cell, ctz(rest))
  changedUnits |= word(layout.UNIT_BITS, cell)
  changedDigits |= others | (1 << digit)
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    const places = placesOf(unit, digit) & ~half(layout.PLACE_BIT, cell * 3 + kind)
    setHalf(layout.PLACES_OF, unit * 9 + digit, 0)
    setByte(layout.EMPTY_IN, unit, byte(layout.EMPTY_IN, unit) - 1)
    for (let rest = places; rest; rest &= rest - 1) remove(cellAt(unit, ctz(rest)), digit)
  }
}
