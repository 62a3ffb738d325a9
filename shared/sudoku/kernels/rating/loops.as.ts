// Loops of cells that have the same two candidates: `shared/sudoku/rating/unique-loops.ts` says what they tell.

import { half, setByte, setHalf, word } from '../bytes.as'
import { cellAt, cellBit, cellsAt, hasCell, placesOf, unitOf } from './board.as'
import { CELLS, DIGITS_AT, LOOKED, LOOP, OPEN, PLACE_BIT, UNIT_BITS, UNITS } from './memory.as'

/** How many cells of a loop may have any other candidates; more of them may if all have the same other one. */
const FREE_EXTRAS: u32 = 2
/** So many loops are remembered. One that is told again does no harm. */
const MOST_LOOKED: u32 = 4096

/** Tells of a loop whose cells are at LOOP. */
// @external('rating', 'looped')
declare function looped(pair: u32, length: u32): void

let pair: u32 = 0
let start: u32 = 0
let length: u32 = 0
let loop = i64x2.splat(0) // its cells
let looked: u32 = 0

// @inline
function placesOfBoth(unit: u32): u32 {
  return placesOf(unit, ctz(pair)) & placesOf(unit, ctz(pair & (pair - 1)))
}

/** Tells each loop in which each unit has as many of the odd cells as of the even ones, once: it has one at most of each. */
export function findLoops(): void {
  looked = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    pair = half(DIGITS_AT, cell)
    start = cell
    if (popcnt(pair) === 2 && mayBeInLoop()) visit(cell, FREE_EXTRAS, 0, 3, 0, 0)
  }
}

/** Whether the first cell may be in a loop: in each of its units there has to be another one that may. */
function mayBeInLoop(): bool {
  for (let unit: u32 = 0; unit < UNITS; unit++) setHalf(OPEN, unit, placesOfBoth(unit))
  for (let hasClosed = true; hasClosed; ) {
    hasClosed = false
    for (let unit: u32 = 0; unit < UNITS; unit++) {
      const places = half(OPEN, unit)
      if (popcnt(places) !== 1) continue
      const alone = cellAt(unit, ctz(places))
      if (alone === start) return false
      for (let kind: u32 = 0; kind < 3; kind++) {
        const at = unitOf(alone, kind)
        setHalf(OPEN, at, half(OPEN, at) & ~half(PLACE_BIT, alone * 3 + kind))
      }
      hasClosed = true
    }
  }
  return true
}

/**
 * Goes on to a cell, and from there in all ways.
 *
 * @param free how many cells may have any other candidates
 * @param before what was looked at beside the cells
 * @param others units of the cells of the other parity, and `own` of this one: a unit twice in `own` is of no loop
 */
function visit(cell: u32, free: u32, before: u32, lastKind: u32, others: u32, own: u32): void {
  const ownNow = own | word(UNIT_BITS, cell)
  if (!canBeMatched(cell, others)) return
  setByte(LOOP, length++, cell)
  loop = v128.xor(loop, cellBit(cell))
  // All that was looked at beside the cell counts as extra, also what the loop does not go through: Sudoku Explainer
  // has it so, and misses some loops by it.
  let extras = before
  for (let kind: u32 = 0; kind < 3; kind++) {
    if (kind === lastKind) continue
    const unit = unitOf(cell, kind)
    const open = half(OPEN, unit)
    for (let rest = placesOfBoth(unit); rest; rest &= rest - 1) {
      const next = cellAt(unit, ctz(rest))
      if (next === start && length >= 4) {
        if (ownNow === others && isNew()) looped(pair, length)
      } else if (!hasCell(loop, next)) {
        const digits = half(DIGITS_AT, next)
        extras |= digits & ~pair
        if ((open & rest & -rest) === 0 || others & word(UNIT_BITS, next)) continue
        if (digits === pair) visit(next, free, extras, kind, ownNow, others)
        else if (free > 0 || popcnt(extras) === 1) visit(next, free > 0 ? free - 1 : 0, extras, kind, ownNow, others)
      }
    }
  }
  loop = v128.xor(loop, cellBit(cell))
  length--
}

/** Whether each unit of a cell has a cell of the other parity, or can come to one. */
function canBeMatched(cell: u32, others: u32): bool {
  for (let kind: u32 = 0; kind < 3; kind++) {
    const unit = unitOf(cell, kind)
    if ((others >> unit) & 1) continue
    let canBe = false
    for (let rest = half(OPEN, unit) & ~half(PLACE_BIT, cell * 3 + kind); rest; rest &= rest - 1) {
      if ((others & word(UNIT_BITS, cellAt(unit, ctz(rest)))) === 0) canBe = true
    }
    if (!canBe) return false
  }
  return true
}

/** Each loop is met from each of its plain cells, in both directions, and tells the same each time. */
function isNew(): bool {
  for (let i: u32 = 0; i < looked; i++) {
    if (!v128.any_true(v128.xor(cellsAt(LOOKED, i), loop))) return false
  }
  if (looked === MOST_LOOKED) return true
  v128.store(LOOKED + <usize>looked * 16, loop)
  looked++
  return true
}
