// The kernel for grids up to 9x9 under any rules: depth-first search on candidates, with cells weighed by the conflicts
// that they took part in. Rules come as a stream of numbers (see rules.as.ts); what prunes is a pruner, by its number.
//
//    candidates = u16 for each cell, bit d - 1 for digit d
//    a set of cells = 81 bits: u64 for cells 0 to 63, u64 for cells 64 to 80
//    a plane = the set of cells that may hold a digit

export const MAX_CELLS: u32 = 81
export const MAX_PRUNERS: u32 = 1_024
export const MAX_UNITS: u32 = 64
export const MAX_TABLES: u32 = 64

// How a run ends.
export const PAUSED: u32 = 0 // as many placements are undone as were asked for: at first, none
export const FOUND: u32 = 1 // a solution
export const EXHAUSTED: u32 = 2
export const LIMIT: u32 = 3

// ---- where things lie, in bytes

// Made once.
export const REVERSED: usize = 0x400 // u16 for each set of digits: digit d as 10 - d
export const SETS_START: usize = 0x800 // u16 by count x 46 + sum and the end: where the sets of so many digits begin that sum to it
export const SETS: usize = 0xc00 // u16
// Written from outside for a puzzle, and read again when it is solved.
export const CANDIDATES: usize = 0x1000 // u16 for each cell
export const SOLUTION: usize = 0x1100 // u8 for each cell
// The search. Of each decision that stands: what was known before, its cell, its digit as a set, what stood then.
export const NOW: usize = 0x1200 // what is known, both ways: u16 for each cell, filled up to 11 vectors;
export const PLANES: usize = NOW + 176 // the plane of each digit;
export const PLACED: usize = PLANES + 9 * 16 // cells whose peers have lost their digit;
export const ALL: usize = PLACED + 16 // and all cells
export const GRID_BYTES: usize = 352
/** A search that pauses leaves behind all from here up to its last level in BEFORE: first f64 `increment` and u32 `level`. */
export const SAVED: usize = 0x1370
export const TRAIL: usize = 0x1380 // u8: cells that are placed, in that order
export const DECISION_CELL: usize = 0x1400 // u8 for each level
export const TRAIL_LENGTH: usize = 0x1480 // u8 for each level
export const DECISION_DIGIT: usize = 0x1500 // u16 for each level
export const WEIGHT: usize = 0x1600 // f64 for each cell
export const BEFORE: usize = 0x1890 // NOW, for each level
// Rules.
export const PEER_MASK: usize = BEFORE + MAX_CELLS * GRID_BYTES // the set of cells that cannot hold the same digit, for each cell
export const UNIT_MASK: usize = PEER_MASK + MAX_CELLS * 16 // the set of cells of each full unit; then the first of two that hold the same digits,
export const OTHER_MASK: usize = UNIT_MASK + MAX_UNITS * 16 // and by the same number the second
export const UNITS_OF: usize = OTHER_MASK + MAX_UNITS * 16 // bits, for each cell: the units that it is in, u64
export const UNITS_DUE: usize = UNITS_OF + MAX_CELLS * 8 // bits, for each digit: the units that are due for a look, u64
export const DUE: usize = UNITS_DUE + 9 * 8 // bits: the pruners that are due for a look
export const PRUNERS_OF: usize = DUE + MAX_PRUNERS / 8 // bits, for each cell: those that look at it
export const PRUNER_AT: usize = PRUNERS_OF + (MAX_CELLS * MAX_PRUNERS) / 8 // u32 for each pruner: where it lies
export const CAGE_MASK: usize = PRUNER_AT + MAX_PRUNERS * 4 // the set of cells of each cage that has a sum, and its pruner: 24 bytes
export const MAX_CAGES: u32 = 256
export const FORWARD: usize = CAGE_MASK + MAX_CAGES * 24 // u64 for each place of a sum: what the cells before it can add to the least that they hold
export const SUMS: usize = FORWARD + MAX_CELLS * 8 // u32 for each of those places: what its cells can add
export const OPEN: usize = (SUMS + MAX_CELLS * 4 + 15) & ~15 // u16 for each open cell of a cage, or each of a choice: what it may hold; eight are compared at once
export const SHARED: usize = OPEN + 32 // u8 for each line, for each region: how many cells they share; 16 bytes a line
export const DECIDING: usize = SHARED + 18 * 16 // u32 for each choice that is to be decided first: where it lies
export const MAX_DECIDING: u32 = 64
export const LAYERS: usize = (DECIDING + MAX_DECIDING * 4 + 7) & ~7 // bits, before each place of a walk and behind the last: the states that it may be in
export const MAX_STATES: u32 = 512
export const LAYER_BYTES: usize = MAX_STATES / 8
export const TABLES: usize = LAYERS + (MAX_CELLS + 1) * LAYER_BYTES // u16 for each set of digits: the digits that may stand beside them
export const TABLE_BYTES: usize = 1_024
export const LOG: usize = TABLES + MAX_TABLES * TABLE_BYTES // the steps that an observer has not heard of yet, a word each
export const LOG_FUEL: u32 = 24 // a backtrack has 82 steps at most
export const RULES: usize = LOG + 0x2000 // u16: the stream, and behind it what is derived from it
export const RULES_END: usize = RULES + (2 << 20)
export const END: usize = RULES_END

// A way that the cells of a choice can go: see propagate.as.ts.
export const WAY_LANES: u32 = 16
export const WAY_BYTES: usize = 32

// @inline
export function now(cell: u32): u32 {
  return load<u16>(NOW + ((<usize>cell) << 1))
}
/** Copies what is known of all cells. */
// @inline
export function copyGrid(to: usize, from: usize): void {
  for (let i: usize = 0; i < GRID_BYTES; i += 16) v128.store(to + i, v128.load(from + i))
}
// @inline
export function maskLow(base: usize, i: u32): u64 {
  return load<u64>(base + ((<usize>i) << 4))
}
// @inline
export function maskHigh(base: usize, i: u32): u64 {
  return load<u64>(base + ((<usize>i) << 4), 8)
}

export { clearBit, countOf, half, hasBit, highOf, lowOf, setBit, setHalf, setWord, takeBit, word } from '../bytes.as'
