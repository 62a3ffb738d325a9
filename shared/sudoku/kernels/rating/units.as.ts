// Units, places and peers of cells, as `candidate-grid.ts` has them; and sets of cells, a bit for each in two words: cells
// 0-63, and the others.

import {
  byte, CELL_AT, CELLS, PEER_BITS, PEERS, PEERS_OF_ONE, PLACE_BIT, setByte, setHalf, setWord, UNIT_BITS, UNIT_OF,
} from './memory.as'

for (let cell: u32 = 0; cell < CELLS; cell++) {
  const row = cell / 9
  const column = cell % 9
  enter(cell, 0, (row / 3) * 3 + column / 3, (row % 3) * 3 + (column % 3))
  enter(cell, 1, 9 + row, column)
  enter(cell, 2, 18 + column, row)
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
      setCells(PEER_BITS, cell, lowOf(PEER_BITS, cell) | lowBit(peer), highOf(PEER_BITS, cell) | highBit(peer))
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

// @inline
export function lowBit(cell: u32): u64 { return cell < 64 ? <u64>1 << cell : 0 }
// @inline
export function highBit(cell: u32): u64 { return cell < 64 ? 0 : <u64>1 << (cell - 64) }
/** The words of a set of a table. */
// @inline
export function lowOf(table: usize, i: u32): u64 { return load<u64>(table + <usize>i * 16) }
// @inline
export function highOf(table: usize, i: u32): u64 { return load<u64>(table + <usize>i * 16, 8) }
// @inline
export function setCells(table: usize, i: u32, low: u64, high: u64): void {
  store<u64>(table + <usize>i * 16, low)
  store<u64>(table + <usize>i * 16, high, 8)
}
// @inline
export function hasCell(table: usize, i: u32, cell: u32): bool {
  return ((lowOf(table, i) & lowBit(cell)) | (highOf(table, i) & highBit(cell))) !== 0
}
