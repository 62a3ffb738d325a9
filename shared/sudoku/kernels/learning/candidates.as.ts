import * as layout from './memory.as'
import { half, isSingle, setAt, setHalf } from './memory.as'

// Singles alone are followed from the givens. Most printed grids end here, and the rest of the others is smaller.

export let digits: u32 = 0
export let cells: u32 = 0
export let units: u32 = 0
export let blocks: u32 = 0
/** Those of units. */
export let partitions: u32 = 0
export let constraints: u32 = 0
/** The cells that came down to one candidate, in QUEUE in the order in which they did; those given among them. */
export let queued: u32 = 0

/** How many there are of what rules are told in. */
export function setRules(
  digitCount: u32,
  unitCount: u32,
  blockCount: u32,
  partitionCount: u32,
  constraintCount: u32,
): void {
  digits = digitCount
  cells = digitCount * digitCount
  units = unitCount
  blocks = blockCount
  partitions = partitionCount
  constraints = constraintCount
}

// @inline
export function isFull(unit: u32): bool {
  return half(layout.UNIT_START, unit + 1) - half(layout.UNIT_START, unit) == digits
}

/** Takes digits from a cell; false where none are left. */
function remove(cell: u32, gone: u64): bool {
  const before = setAt(cell)
  const after = before & ~gone
  if (after == before) return true
  if (!after) return false
  store<u64>(layout.CANDIDATES + ((<usize>cell) << 3), after)
  for (let i = half(layout.CELL_START, cell), end = half(layout.CELL_START, cell + 1); i < end; i++)
    store<u8>(layout.DIRTY + half(layout.CELL_UNITS, i), 1)
  if (isSingle(after)) setHalf(layout.QUEUE, queued++, cell)
  return true
}

/** Takes what cells of one candidate hold from all others; false where two of a unit hold the same, or none is left. */
function takeAwayGivens(): bool {
  for (let unit: u32 = 0; unit < units; unit++) {
    let placed: u64 = 0
    for (let k = half(layout.UNIT_START, unit), end = half(layout.UNIT_START, unit + 1); k < end; k++) {
      const set = setAt(half(layout.UNIT_CELLS, k))
      if (!isSingle(set)) continue
      if (placed & set) return false
      placed |= set
    }
    store<u64>(layout.PLACED + ((<usize>unit) << 3), placed)
  }
  for (let cell: u32 = 0; cell < cells; cell++) {
    if (isSingle(setAt(cell))) continue
    let gone: u64 = 0
    for (let i = half(layout.CELL_START, cell), end = half(layout.CELL_START, cell + 1); i < end; i++) {
      gone |= load<u64>(layout.PLACED + ((<usize>half(layout.CELL_UNITS, i)) << 3))
    }
    if (!remove(cell, gone)) return false
  }
  return true
}

/** Works out singles; false where the grid has no solution. */
export function propagateSingles(): bool {
  queued = 0
  memory.fill(layout.DIRTY, 1, units)
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = setAt(cell)
    if (!set) return false
    if (isSingle(set)) setHalf(layout.QUEUE, queued++, cell)
  }
  // A given is taken from each other cell at once, and a single from the cell where it came to stand.
  let next = queued
  if (!takeAwayGivens()) return false
  const all = ((<u64>1) << digits) - 1
  while (true) {
    for (; next < queued; next++) {
      const cell = half(layout.QUEUE, next),
        digit = setAt(cell)
      for (let i = half(layout.CELL_START, cell), end = half(layout.CELL_START, cell + 1); i < end; i++) {
        const unit = half(layout.CELL_UNITS, i)
        for (let k = half(layout.UNIT_START, unit), last = half(layout.UNIT_START, unit + 1); k < last; k++) {
          const peer = half(layout.UNIT_CELLS, k)
          if (setAt(peer) & digit && peer != cell && !remove(peer, digit)) return false
        }
      }
    }
    for (let unit: u32 = 0; unit < units; unit++) {
      if (!load<u8>(layout.DIRTY + unit)) continue
      store<u8>(layout.DIRTY + unit, 0)
      if (!isFull(unit)) continue
      let once: u64 = 0,
        more: u64 = 0,
        placed: u64 = 0
      const first = half(layout.UNIT_START, unit),
        last = half(layout.UNIT_START, unit + 1)
      for (let k = first; k < last; k++) {
        const set = setAt(half(layout.UNIT_CELLS, k))
        more |= once & set
        once |= set
        placed |= isSingle(set) ? set : 0
      }
      if (once != all) return false
      const hidden = once & ~more & ~placed
      if (!hidden) continue
      for (let k = first; k < last; k++) {
        const cell = half(layout.UNIT_CELLS, k),
          set = setAt(cell),
          here = set & hidden
        if (!here || here == set) continue
        if (!isSingle(here) || !remove(cell, ~here)) return false
      }
    }
    if (next == queued) return true
  }
}
