import { CANDIDATES, CELL_START, CELL_UNITS, DIRTY, half, QUEUE, setHalf, UNIT_CELLS, UNIT_START, word, setWord } from './memory.as'

// What follows from the givens by singles alone. Most printed grids end here, and what is left is smaller.

export let digits: u32 = 0
export let cells: u32 = 0
export let units: u32 = 0
let all: u32 = 0
/** The cells that came down to one candidate, in QUEUE in the order in which they did; those given among them. */
export let queued: u32 = 0

/** The grid that rules are for. */
export function setGrid(digitCount: u32, cellCount: u32, unitCount: u32): void {
  digits = digitCount
  cells = cellCount
  units = unitCount
  all = (1 << digitCount) - 1
}

// @ts-ignore
@inline export function isFull(unit: u32): bool { return half(UNIT_START, unit + 1) - half(UNIT_START, unit) == digits }

/** Takes digits from a cell; false where none are left. */
function remove(cell: u32, gone: u32): bool {
  const before = word(CANDIDATES, cell)
  const after = before & ~gone
  if (after == before) return true
  if (!after) return false
  setWord(CANDIDATES, cell, after)
  for (let i = half(CELL_START, cell), end = half(CELL_START, cell + 1); i < end; i++) store<u8>(DIRTY + half(CELL_UNITS, i), 1)
  if (!(after & (after - 1))) setHalf(QUEUE, queued++, cell)
  return true
}

/** Works out singles; false where the grid has no solution. */
export function propagateSingles(): bool {
  queued = 0
  memory.fill(DIRTY, 1, units)
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = word(CANDIDATES, cell)
    if (!set) return false
    if (!(set & (set - 1))) setHalf(QUEUE, queued++, cell)
  }
  let next: u32 = 0
  while (true) {
    for (; next < queued; next++) {
      const cell = half(QUEUE, next), digit = word(CANDIDATES, cell)
      for (let i = half(CELL_START, cell), end = half(CELL_START, cell + 1); i < end; i++) {
        const unit = half(CELL_UNITS, i)
        for (let k = half(UNIT_START, unit), last = half(UNIT_START, unit + 1); k < last; k++) {
          const peer = half(UNIT_CELLS, k)
          if (peer != cell && !remove(peer, digit)) return false
        }
      }
    }
    for (let unit: u32 = 0; unit < units; unit++) {
      if (!load<u8>(DIRTY + unit)) continue
      store<u8>(DIRTY + unit, 0)
      if (!isFull(unit)) continue
      let once: u32 = 0, more: u32 = 0
      const first = half(UNIT_START, unit), last = half(UNIT_START, unit + 1)
      for (let k = first; k < last; k++) {
        const set = word(CANDIDATES, half(UNIT_CELLS, k))
        more |= once & set
        once |= set
      }
      if (once != all) return false
      const hidden = once & ~more
      if (!hidden) continue
      for (let k = first; k < last; k++) {
        const cell = half(UNIT_CELLS, k), set = word(CANDIDATES, cell), here = set & hidden
        if (!here || here == set) continue
        if (here & (here - 1)) return false
        if (!remove(cell, ~here)) return false
      }
    }
    if (next == queued) return true
  }
}
