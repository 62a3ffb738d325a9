// Aligned exclusion: two or three cells, and cells with few candidates that all of them see, as
// `shared/sudoku/rating/aligned.ts` tells it.
//
//    base       a cell with several candidates that has excluders, by its number among those
//    excluder   a peer with so few candidates that it can be left without any

import {
  ALIGNED, ALLOWED, BASE, BASE_AT, byte, CELLS, DIGITS_AT, EXCLUDERS, EXHAUSTED, GRID_BYTES, half, MASKS, PEER_BITS,
  PEERS, PEERS_OF_ONE, setByte, setHalf,
} from './memory.as'
import { hasCell, highBit, highOf, lowBit, lowOf, setCells } from './units.as'

const NO_BASE: u32 = 0xff

let bases: u32 = 0
let basesLow: u64 = 0
let basesHigh: u64 = 0
// The cells that are not as they were when nothing was found, and those with which two bases are to be tried.
let changedLow: u64 = 0
let changedHigh: u64 = 0
let wantedLow: u64 = 0
let wantedHigh: u64 = 0

// @inline
function cellOf(i: u32): u32 { return byte(BASE, i) }
// @inline
function digitsOf(i: u32): u32 { return half(DIGITS_AT, cellOf(i)) }

function hasBaseChanged(i: u32): bool {
  return ((changedLow & lowBit(cellOf(i))) | (changedHigh & highBit(cellOf(i)))) !== 0
}

/**
 * Finds what two cells exclude, or three, that was not looked at in vain before.
 *
 * @returns whether there is something: then its cells are at ALIGNED, and what each of them may still be at ALLOWED
 */
export function findAligned(size: u32): bool {
  const exhausted = EXHAUSTED + <usize>(size - 2) * GRID_BYTES
  begin(size, exhausted)
  for (let j: u32 = 1; j < bases; j++) {
    for (let i: u32 = 0; i < j; i++) {
      // Three cells share no more than two of them do.
      const sharedLow = lowOf(EXCLUDERS, i) & lowOf(EXCLUDERS, j)
      const sharedHigh = highOf(EXCLUDERS, i) & highOf(EXCLUDERS, j)
      if (popcnt(sharedLow) + popcnt(sharedHigh) < 2) continue
      if (size === 2) {
        if (!hasChanged(i, j) || !excludesSome(i, j, NO_BASE, sharedLow, sharedHigh)) continue
        tell(i, j, NO_BASE)
        return true
      }
      wantThirds(i, j)
      let third = thirdOf(i, j, i)
      if (third === NO_BASE) third = thirdOf(i, j, j)
      if (third === NO_BASE) continue
      tell(i, j, third)
      return true
    }
  }
  memory.copy(exhausted, DIGITS_AT, GRID_BYTES)
  return false
}

function tell(i: u32, j: u32, k: u32): void {
  setByte(ALIGNED, 0, cellOf(i))
  setByte(ALIGNED, 1, cellOf(j))
  if (k !== NO_BASE) setByte(ALIGNED, 2, cellOf(k))
}

function begin(size: u32, exhausted: usize): void {
  let ableLow: u64 = 0
  let ableHigh: u64 = 0
  changedLow = changedHigh = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const digits = half(DIGITS_AT, cell)
    const count = popcnt(digits)
    if (count > 1 && count <= size) {
      ableLow |= lowBit(cell)
      ableHigh |= highBit(cell)
    }
    if (digits === half(exhausted, cell)) continue
    changedLow |= lowBit(cell)
    changedHigh |= highBit(cell)
  }
  bases = 0
  basesLow = basesHigh = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const excludersLow = lowOf(PEER_BITS, cell) & ableLow
    const excludersHigh = highOf(PEER_BITS, cell) & ableHigh
    if (popcnt(half(DIGITS_AT, cell)) < 2 || (excludersLow | excludersHigh) === 0) continue
    setCells(EXCLUDERS, bases, excludersLow, excludersHigh)
    basesLow |= lowBit(cell)
    basesHigh |= highBit(cell)
    setByte(BASE_AT, cell, bases)
    setByte(BASE, bases++, cell)
  }
}

/** Whether one of two bases has changed, or a cell that is seen by both of them. */
function hasChanged(i: u32, j: u32): bool {
  const a = cellOf(i)
  const b = cellOf(j)
  const seenLow = changedLow & lowOf(PEER_BITS, a) & lowOf(PEER_BITS, b)
  const seenHigh = changedHigh & highOf(PEER_BITS, a) & highOf(PEER_BITS, b)
  return (seenLow | seenHigh) !== 0 || hasBaseChanged(i) || hasBaseChanged(j)
}

/** All are wanted if one of two bases has changed, or else what has, or sees what has and is seen by both. */
function wantThirds(i: u32, j: u32): void {
  wantedLow = wantedHigh = -1
  if (hasBaseChanged(i) || hasBaseChanged(j)) return
  wantedLow = changedLow
  wantedHigh = changedHigh
  for (let rest = changedLow & lowOf(PEER_BITS, cellOf(i)) & lowOf(PEER_BITS, cellOf(j)); rest; rest &= rest - 1) {
    want(<u32>ctz(rest))
  }
  for (let rest = changedHigh & highOf(PEER_BITS, cellOf(i)) & highOf(PEER_BITS, cellOf(j)); rest; rest &= rest - 1) {
    want(64 + <u32>ctz(rest))
  }
}

function want(cell: u32): void {
  wantedLow |= lowOf(PEER_BITS, cell)
  wantedHigh |= highOf(PEER_BITS, cell)
}

/** The first excluder of one of two bases that excludes something together with them. */
function thirdOf(i: u32, j: u32, whose: u32): u32 {
  let restLow = wantedLow & basesLow & lowOf(EXCLUDERS, whose) & ~lowBit(cellOf(i)) & ~lowBit(cellOf(j))
  let restHigh = wantedHigh & basesHigh & highOf(EXCLUDERS, whose) & ~highBit(cellOf(i)) & ~highBit(cellOf(j))
  // Those of the first were tried before.
  if (whose === j) {
    restLow &= ~lowOf(EXCLUDERS, i)
    restHigh &= ~highOf(EXCLUDERS, i)
  }
  let isFound = false
  for (; restLow && !isFound; restLow &= restLow - 1) isFound = isThird(i, j, byte(BASE_AT, <u32>ctz(restLow)))
  for (; restHigh && !isFound; restHigh &= restHigh - 1) isFound = isThird(i, j, byte(BASE_AT, 64 + <u32>ctz(restHigh)))
  // The first in the order of peers: few searches come here.
  const from = cellOf(whose) * PEERS_OF_ONE
  for (let peer = from; isFound && peer < from + PEERS_OF_ONE; peer++) {
    const cell = byte(PEERS, peer)
    const isWanted = ((wantedLow & lowBit(cell)) | (wantedHigh & highBit(cell))) !== 0
    if (!isWanted || ((basesLow & lowBit(cell)) | (basesHigh & highBit(cell))) === 0) continue
    const k = byte(BASE_AT, cell)
    if (k === i || k === j || !excludes(k, whose) || (whose === j && excludes(k, i))) continue
    if (isThird(i, j, k)) return k
  }
  return NO_BASE
}

function isThird(i: u32, j: u32, k: u32): bool {
  const sharedLow = lowOf(EXCLUDERS, i) & lowOf(EXCLUDERS, j) & lowOf(EXCLUDERS, k)
  const sharedHigh = highOf(EXCLUDERS, i) & highOf(EXCLUDERS, j) & highOf(EXCLUDERS, k)
  if (popcnt(sharedLow) + popcnt(sharedHigh) < 2) return false
  return !wasTried(i, j, k) && excludesSome(i, j, k, sharedLow, sharedHigh)
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
  return hasCell(EXCLUDERS, other, cellOf(one))
}

/** Tries all ways of filling two or three bases, and keeps at ALLOWED what stands in one that fits. */
function excludesSome(i: u32, j: u32, k: u32, sharedLow: u64, sharedHigh: u64): bool {
  const end = k === NO_BASE ? j : k
  const atFirst = digitsOf(i)
  const atSecond = digitsOf(j)
  const atEnd = digitsOf(end)
  const all = atFirst | atSecond | atEnd
  let count: u32 = 0
  for (let rest = sharedLow; rest; rest &= rest - 1) count = keepMask(<u32>ctz(rest), all, count)
  for (let rest = sharedHigh; rest; rest &= rest - 1) count = keepMask(64 + <u32>ctz(rest), all, count)
  // If the cells excluded digits by themselves, they would be a naked pair or triplet, which comes first.
  if (count === 0) return false
  const firstSeesSecond: u32 = hasCell(PEER_BITS, cellOf(i), cellOf(j)) ? -1 : 0
  const firstSeesEnd: u32 = hasCell(PEER_BITS, cellOf(i), cellOf(end)) ? -1 : 0
  const secondSeesEnd: u32 = hasCell(PEER_BITS, cellOf(j), cellOf(end)) ? -1 : 0
  let first: u32 = 0
  let second: u32 = 0
  let last: u32 = 0
  for (let a = atFirst; a; a &= a - 1) {
    const one = a & -a
    if (k === NO_BASE) {
      const left = lastDigits(atEnd & ~(firstSeesEnd & one), one, count)
      second |= left
      if (left) first |= one
      continue
    }
    for (let b = atSecond & ~(firstSeesSecond & one); b; b &= b - 1) {
      const two = b & -b
      const left = lastDigits(atEnd & ~(firstSeesEnd & one) & ~(secondSeesEnd & two), one | two, count)
      last |= left
      if (left === 0) continue
      first |= one
      second |= two
    }
  }
  setHalf(ALLOWED, 0, first)
  setHalf(ALLOWED, 1, second)
  setHalf(ALLOWED, 2, last)
  return first !== atFirst || second !== atSecond || (k !== NO_BASE && last !== atEnd)
}

/** Keeps what an excluder may be: one with other candidates is never left without any. */
function keepMask(cell: u32, all: u32, count: u32): u32 {
  const mask = half(DIGITS_AT, cell)
  if (mask & ~all) return count
  setHalf(MASKS, count, mask)
  return count + 1
}

/** The digits that the last cell may have beside those of the others: it may not leave an excluder nothing. */
function lastDigits(free: u32, chosen: u32, count: u32): u32 {
  let left = free
  for (let i: u32 = 0; i < count && left; i++) {
    const rest = half(MASKS, i) & ~chosen
    if (rest === 0) return 0
    if ((rest & (rest - 1)) === 0) left &= ~rest
  }
  return left
}
