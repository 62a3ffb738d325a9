import { DUE, half, MAX_PRUNERS, NOW, now, PRUNERS_OF, setHalf, TRAIL, WEIGHT, BARREN } from './memory.as'
import { cells, pruners, words } from './rules.as'

// The candidates of cells, the constraints that are to look at changes, and the weights of cells.

/** How many cells are down to one candidate. */
export let trail: u32 = 0
/** How many of those have taken their digit from their peers. */
let placed: u32 = 0
/** Whether a candidate has gone since places were looked at last. */
let isStale = false

/** A conflict adds this to the weight of each of its cells; it grows, so that late ones count for more. */
export let increment: f64 = 1
const GROWTH: f64 = 1.05
const MOST_WEIGHT: f64 = 1e100

export function setIncrement(to: f64): void { increment = to }

/** Goes back to an earlier trail, of which nothing is left to do. */
export function setTrail(length: u32): void {
  trail = placed = length
  for (let i: u32 = 0; i < words; i++) store<u64>(DUE + (<usize>i << 3), 0)
  isStale = false
}

/** Everything is due. */
export function beginTrail(): void {
  trail = placed = 0
  memory.fill(DUE, 0, words << 3)
  for (let i: u32 = 0; i < pruners; i++) {
    const word = DUE + ((i >> 6) << 3)
    store<u64>(word, load<u64>(word) | (<u64>1 << (i & 63)))
  }
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = now(cell)
    if (!(set & (set - 1))) store<u8>(TRAIL + trail++, <u8>cell)
  }
  isStale = true
  // No digit has no place at all.
  memory.fill(BARREN, 0, 9 * 16)
}

/** Leaves a cell some of its candidates; false if no candidate is left. */
export function restrict(cell: u32, to: u32): bool {
  const set = now(cell), left = set & to
  if (left == set) return true
  if (!left) {
    weigh(cell)
    return false
  }
  setHalf(NOW, cell, left)
  if (!(left & (left - 1))) store<u8>(TRAIL + trail++, <u8>cell)
  isStale = true
  const watching = PRUNERS_OF + cell * (MAX_PRUNERS / 8)
  for (let i: u32 = 0; i < words; i++) {
    const word = DUE + (<usize>i << 3)
    store<u64>(word, load<u64>(word) | load<u64>(watching + (<usize>i << 3)))
  }
  return true
}

// @inline
export function weigh(cell: u32): void {
  const at = WEIGHT + (<usize>cell << 3)
  store<f64>(at, load<f64>(at) + increment)
}

/** After a conflict. */
export function decay(): void {
  increment *= GROWTH
  if (increment < MOST_WEIGHT) return
  for (let cell: u32 = 0; cell < cells; cell++) {
    const at = WEIGHT + (<usize>cell << 3)
    store<f64>(at, load<f64>(at) / MOST_WEIGHT)
  }
  increment /= MOST_WEIGHT
}

/** Adds a cell that has taken its digit from its peers already. */
// @inline
export function addToTrail(cell: u32): void { store<u8>(TRAIL + trail++, <u8>cell) }

/** No cell. */
export const NONE: u32 = 0xff

/** The next cell down to one candidate that has not taken it from its peers; NONE where all have. */
// @inline
export function nextToPlace(): u32 { return placed < trail ? load<u8>(TRAIL + placed++) : NONE }

/** Whether a candidate has gone since this was asked last. */
// @inline
export function takeStale(): bool {
  const was = isStale
  isStale = false
  return was
}

/** A pruner that is due for a look, and is so no more; MAX_PRUNERS where none is. */
export function nextDue(): u32 {
  for (let i: u32 = 0; i < words; i++) {
    const word = DUE + (<usize>i << 3), due = load<u64>(word)
    if (!due) continue
    store<u64>(word, due & (due - 1))
    return (i << 6) + <u32>ctz(due)
  }
  return MAX_PRUNERS
}
