// Units, places and peers of cells, as `candidate-grid.ts` has them; and sets of cells, a bit for each in a vector.

import {
  byte, CELL_AT, CELL_BIT, CELLS, PEER_BITS, PEERS, PEERS_OF_ONE, PLACE_BIT, setByte, setHalf, setWord, UNIT_BITS, UNIT_OF,
} from './memory.as'

for (let cell: u32 = 0; cell < CELLS; cell++) {
  const row = cell / 9
  const column = cell % 9
  enter(cell, 0, (row / 3) * 3 + column / 3, (row % 3) * 3 + (column % 3))
  enter(cell, 1, 9 + row, column)
  enter(cell, 2, 18 + column, row)
  store<u64>(CELL_BIT + cell * 16 + (cell >> 6) * 8, <u64>1 << (cell & 63))
  setWord(UNIT_BITS, cell, (1 << unitOf(cell, 0)) | (1 << unitOf(cell, 1)) | (1 << unitOf(cell, 2)))
}
for (let cell: u32 = 0; cell < CELLS; cell++) {
  let at = cell * PEERS_OF_ONE
  for (let kind: u32 = 0; kind < 3; kind++) {
    for (let peer: u32 = 0; peer < CELLS; peer++) {
      let first: u32 = 0 // the first kind of unit that both are in
      while (first < 3 && unitOf(peer, first) !== unitOf(cell, first)) first++
      if (peer === cell || first !== kind) continue
      setByte(PEERS, at++, peer)
      v128.store(PEER_BITS + cell * 16, v128.or(cellsAt(PEER_BITS, cell), cellBit(peer)))
    }
  }
}

function enter(cell: u32, kind: u32, unit: u32, place: u32): void {
  setByte(UNIT_OF, cell * 3 + kind, unit)
  setHalf(PLACE_BIT, cell * 3 + kind, 1 << place)
  setByte(CELL_AT, unit * 9 + place, cell)
}

// @inline
export function unitOf(cell: u32, kind: u32): u32 { return byte(UNIT_OF, cell * 3 + kind) }
// @inline
export function cellAt(unit: u32, place: u32): u32 { return byte(CELL_AT, unit * 9 + place) }

/** A set of a table. */
// @inline
export function cellsAt(table: usize, i: u32): v128 { return v128.load(table + <usize>i * 16) }
// @inline
export function cellBit(cell: u32): v128 { return cellsAt(CELL_BIT, cell) }
// @inline
export function hasCell(cells: v128, cell: u32): bool { return v128.any_true(v128.and(cells, cellBit(cell))) }
// @inline
export function countOf(cells: v128): u32 {
  return <u32>(popcnt(i64x2.extract_lane(cells, 0)) + popcnt(i64x2.extract_lane(cells, 1)))
}
/** The first cell of a set that is not empty. */
// @inline
export function firstOf(cells: v128): u32 {
  const low = i64x2.extract_lane(cells, 0)
  return low ? <u32>ctz(low) : 64 + <u32>ctz(i64x2.extract_lane(cells, 1))
}
// @inline
export function without(cells: v128, cell: u32): v128 { return v128.andnot(cells, cellBit(cell)) }
