// Aligned exclusion: two or three cells, and cells with few candidates that all of them see, as
// `shared/sudoku/rating/aligned.ts` tells it.
//
//    base       a cell with several candidates that has excluders, by its number among those
//    excluder   a peer with so few candidates that it can be left without any

import { byte, countOf, half, setByte, setHalf } from '../bytes.as'
import { cellBit, cellsAt, firstOf, hasCell, without } from './board.as'
import * as layout from './memory.as'

const NO_BASE: u32 = 0xff
/** In place of the middle base's digits when there are only two bases: no cell has this bit. */
const NO_DIGIT: u32 = 1 << 9

let bases: u32 = 0
let baseCells = i64x2.splat(0)
// The cells that are not as they were when nothing was found, and those with which two bases are to be tried.
let changed = i64x2.splat(0)
let wanted = i64x2.splat(0)

// @inline
function cellOf(i: u32): u32 {
  return byte(layout.BASE, i)
}
// @inline
function digitsOf(i: u32): u32 {
  return half(layout.DIGITS_AT, cellOf(i))
}

function hasBaseChanged(i: u32): bool {
  return hasCell(changed, cellOf(i))
}

/**
 * Finds what two cells exclude, or three, that was not looked at in vain before.
 *
 * @returns whether there is something: then its cells are at ALIGNED, and what each of them may still be at ALLOWED
 */
export function findAligned(size: u32): bool {
  const exhausted = layout.EXHAUSTED + <usize>(size - 2) * layout.GRID_BYTES
  begin(size, exhausted)
  for (let j: u32 = 1; j < bases; j++) {
    for (let i: u32 = 0; i < j; i++) {
      // Three cells share no more than two of them do.
      const shared = v128.and(cellsAt(layout.EXCLUDERS, i), cellsAt(layout.EXCLUDERS, j))
      if (countOf(shared) < 2) continue
      if (size === 2) {
        const hasChanged = v128.any_true(changedBeside(i, j)) || hasBaseChanged(i) || hasBaseChanged(j)
        if (!hasChanged || !excludesSome(i, j, NO_BASE, shared)) continue
      } else {
        wantThirds(i, j)
        let third = thirdOf(i, j, i)
        if (third === NO_BASE) third = thirdOf(i, j, j)
        if (third === NO_BASE) continue
        setByte(layout.ALIGNED, 2, cellOf(third))
      }
      setByte(layout.ALIGNED, 0, cellOf(i))
      setByte(layout.ALIGNED, 1, cellOf(j))
      return true
    }
  }
  memory.copy(exhausted, layout.DIGITS_AT, layout.GRID_BYTES)
  return false
}

function begin(size: u32, exhausted: usize): void {
  let able = i64x2.splat(0)
  changed = i64x2.splat(0)
  for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
    const digits = half(layout.DIGITS_AT, cell)
    const count = popcnt(digits)
    if (count > 1 && count <= size) able = v128.or(able, cellBit(cell))
    if (digits !== half(exhausted, cell)) changed = v128.or(changed, cellBit(cell))
  }
  bases = 0
  baseCells = i64x2.splat(0)
  for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
    const excluders = v128.and(cellsAt(layout.PEER_BITS, cell), able)
    if (popcnt(half(layout.DIGITS_AT, cell)) < 2 || !v128.any_true(excluders)) continue
    v128.store(layout.EXCLUDERS + <usize>bases * 16, excluders)
    baseCells = v128.or(baseCells, cellBit(cell))
    setByte(layout.BASE_AT, cell, bases)
    setByte(layout.BASE, bases++, cell)
  }
}

/** The changed cells that are seen by both of two bases. */
// @inline
function changedBeside(i: u32, j: u32): v128 {
  return v128.and(changed, v128.and(cellsAt(layout.PEER_BITS, cellOf(i)), cellsAt(layout.PEER_BITS, cellOf(j))))
}

/** All are wanted if one of two bases has changed, or else what has, or sees what has and is seen by both. */
function wantThirds(i: u32, j: u32): void {
  wanted = i64x2.splat(-1)
  if (hasBaseChanged(i) || hasBaseChanged(j)) return
  wanted = changed
  for (let rest = changedBeside(i, j); v128.any_true(rest); rest = without(rest, firstOf(rest))) {
    wanted = v128.or(wanted, cellsAt(layout.PEER_BITS, firstOf(rest)))
  }
}

/** The first excluder of one of two bases that excludes something together with them. */
function thirdOf(i: u32, j: u32, whose: u32): u32 {
  const able = without(without(v128.and(wanted, baseCells), cellOf(i)), cellOf(j))
  let left = v128.and(able, cellsAt(layout.EXCLUDERS, whose))
  // Those of the first were tried before.
  if (whose === j) left = v128.andnot(left, cellsAt(layout.EXCLUDERS, i))
  let isFound = false
  for (let rest = left; v128.any_true(rest) && !isFound; rest = without(rest, firstOf(rest))) {
    isFound = isThird(i, j, byte(layout.BASE_AT, firstOf(rest)))
  }
  // The first in the order of peers: few searches come here.
  const from = cellOf(whose) * layout.PEERS_OF_ONE
  for (let peer = from; isFound && peer < from + layout.PEERS_OF_ONE; peer++) {
    const cell = byte(layout.PEERS, peer)
    if (hasCell(left, cell) && isThird(i, j, byte(layout.BASE_AT, cell))) return byte(layout.BASE_AT, cell)
  }
  return NO_BASE
}

function isThird(i: u32, j: u32, k: u32): bool {
  const shared = v128.and(
    v128.and(cellsAt(layout.EXCLUDERS, i), cellsAt(layout.EXCLUDERS, j)),
    cellsAt(layout.EXCLUDERS, k),
  )
  return countOf(shared) >= 2 && !wasTried(i, j, k) && excludesSome(i, j, k, shared)
}

/** Whether three cells were tried as a pair that came before, with the last one as the third. */
function wasTried(i: u32, j: u32, k: u32): bool {
  // Pairs go by their second cell, then by their first.
  if (k < i) return wasTriedAs(k, i, j) || wasTriedAs(k, j, i)
  return k < j && wasTriedAs(i, k, j)
}

/** Three cells that share two excluders are pairs that do. */
function wasTriedAs(i: u32, j: u32, third: u32): bool {
  return excludes(third, i) || excludes(third, j)
}

/** Whether a base is among the excluders of another one. */
function excludes(one: u32, other: u32): bool {
  return hasCell(cellsAt(layout.EXCLUDERS, other), cellOf(one))
}

/** Tries all ways of filling two or three bases, and keeps at ALLOWED what stands in one that fits. */
function excludesSome(i: u32, j: u32, k: u32, shared: v128): bool {
  const end = k === NO_BASE ? j : k
  const atFirst = digitsOf(i)
  const atSecond = k === NO_BASE ? NO_DIGIT : digitsOf(j)
  const atEnd = digitsOf(end)
  const all = atFirst | atSecond | atEnd
  let count: u32 = 0
  for (let rest = shared; v128.any_true(rest); rest = without(rest, firstOf(rest))) {
    // One with other candidates is never left without any.
    const mask = half(layout.DIGITS_AT, firstOf(rest))
    if ((mask & ~all) === 0) setHalf(layout.MASKS, count++, mask)
  }
  // If the cells excluded digits by themselves, they would be a naked pair or triplet, which comes first.
  if (count === 0) return false
  const firstSeesSecond = seenMask(i, j)
  const firstSeesEnd = seenMask(i, end)
  const secondSeesEnd = seenMask(j, end)
  let first: u32 = 0
  let second: u32 = 0
  let last: u32 = 0
  for (let a = atFirst; a; a &= a - 1) {
    const one = a & -a
    for (let b = atSecond & ~(firstSeesSecond & one); b; b &= b - 1) {
      const two = b & -b
      const left = lastDigits(atEnd & ~(firstSeesEnd & one) & ~(secondSeesEnd & two), one | two, count)
      last |= left
      if (left === 0) continue
      first |= one
      second |= two
    }
  }
  setHalf(layout.ALLOWED, 0, first)
  setHalf(layout.ALLOWED, 1, k === NO_BASE ? last : second)
  setHalf(layout.ALLOWED, 2, last)
  return first !== atFirst || second !== atSecond || last !== atEnd
}

/** All bits if two bases see each other. */
function seenMask(i: u32, j: u32): u32 {
  return hasCell(cellsAt(layout.PEER_BITS, cellOf(i)), cellOf(j)) ? -1 : 0
}

/** The digits that the last cell may have beside those of the others: it may not leave an excluder nothing. */
function lastDigits(free: u32, chosen: u32, count: u32): u32 {
  let left = free
  for (let i: u32 = 0; i < count && left; i++) {
    const rest = half(layout.MASKS, i) & ~chosen
    if (rest === 0) return 0
    if ((rest & (rest - 1)) === 0) left &= ~rest
  }
  return left
}
