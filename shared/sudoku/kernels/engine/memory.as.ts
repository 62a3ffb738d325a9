// The bulk kernel: solves a chunk of 9x9 grids lying in linear memory, one call for all of them.
//
// A grid is nine v128, one a row. A lane is the three cells the row has in one stack; a cell is a field of ten bits:
// nine for the digits it may still hold and, above them, a guard bit that is always 1 (a field minus one never borrows
// from its neighbour, and clears its guard exactly when the nine bits were 0).
//
//    lane 0                           lane 1            lane 2            lane 3
//   |--|g 987654321|g 987654321|g 987654321|   cells 3 4 5       cells 6 7 8       always 0
//         cell 2      cell 1      cell 0
//
// Everything is worked out for all 81 cells and nine digits at once, in rounds, until a round changes nothing.

// in a lane, each field's lowest bit, and its guard
export const LOWEST: u32 = 0x0010_0401
export const GUARDS: u32 = 0x2008_0200

// memory, in bytes
export const CONST: usize = 0x000 // constants: V8 builds a v128.const anew at each use, three instructions; a load is one
export const ACC: usize = 0x080 // three bands: guards of all cells
export const MID: usize = 0x0c0 // the grid between the two halves of a round
export const ASIDE: usize = 0x180 // a copy of the grid while a cell is chosen
export const TURNED: usize = 0x240 // half-turned maps
export const ALL: usize = 0x300 // for each digit, the map of cells that may hold it
export const BIV: usize = 0x3c0 // for each digit, the map of bivalue cells that may hold it
export const WEIGHT: usize = 0x480 // for each cell, how much its guesses have failed, u32
export const SAVED: usize = 0x600 // a search that is suspended is all from WEIGHT to SAVED_END, and its levels: at first, room for eight counts (engine.ts)
export const HOT: usize = SAVED + 32 // the map of cells whose guess has led straight to a contradiction, two words
export const SAVED_END: usize = SAVED + 48
export const FIELDS: usize = 0x640 // for each of the three fields of a lane, its mask in all lanes; for diagonals only, as the next
export const OTHER_LANES: usize = 0x670 // for each of the three lanes, the mask of all others
export const PEERS: usize = 0x800 // for each cell, the map of its peers, 20 without diagonals; the fourth word: its place in the grid, byte | shift << 16
export const FIELD: usize = 0xe00 // for each cell, the mask of its field within its row
export const TEXT: usize = 0x1400 // for each byte, its field: thrice, for the three places in a lane; bit 31: no such character
export const STACK: usize = 0x2000 // search levels
export const LEVEL: usize = 160 // nine rows; 144 how many guesses stand below it; 148 the cell guessed there last, 149 its digit from 0, a byte each
export const GUESSED_CELL: usize = 148
export const GUESSED_DIGIT: usize = 149
export const MOST_LEVELS: usize = 82 // the grid as given, and one for each guess that stands
export const TOLD: usize = 0x5400 // for each level, the map of the cells whose digits an observer knows
export const LOG: usize = 0x5800 // the steps that an observer has not heard of yet, a word each
export const LOG_FUEL: i32 = 31 // a backtrack, or a puzzle, has 82 steps at most

// 128 puzzles at once (lockstep.as.ts); a plane is 16 bytes
export const PLANES: usize = 0x6000 // for each digit, for each cell, the puzzles in which it may stand there
export const OPEN: usize = 0x8e00 // for each cell, the puzzles in which it has two candidates or more
export const OFTEN: usize = 0x9400 // for each digit, for each box, the puzzles in which it has two places or more there
export const SPLATS: usize = 0x9910 // constants, as at CONST: see tables.as.ts
export const ROWS: usize = 0x9a00 // of one digit in one band: for each box, the three rows
export const COLUMNS: usize = 0x9ac0 // of one digit: for each stack, for each band, the three columns
export const SOLVED_LANES: usize = 0x9c80 // the puzzles that are solved,
export const BAD_LANES: usize = 0x9c90 // that have no solution,
export const PRUNED_LANES: usize = 0x9ca0 // that the search takes from PRUNED,
export const UNFIT_LANES: usize = 0x9cb0 // and that have another character than a digit, a zero or a dot
export const SQUARE: usize = 0x9d00 // 32 planes to be turned
export const TEXTS: usize = 0xa000 // twelve of them
export const PRUNED: usize = 0xb800 // 128 grids of nine rows
export const GRID: usize = 144
export const WORTH_TOGETHER: i32 = 48 // fewer puzzles are searched one by one
export const BUFFERS: usize = 0x10000 // where puzzles may begin
export const END: usize = BUFFERS

// The byte of a cell that may hold any digit but 1; after it come those of the others.
export const NOT: u32 = 0x81

// A map is a set of cells: lane = stack, field = column in the stack, bit = row. Cell number: 32 stack + 10 column + row.
export function cellIn(place: u32): u32 {
  const column = place % 9
  return 32 * (column / 3) + 10 * (column % 3) + place / 9
}

// A result: solution, 81 bytes; status; how many solutions, backtracks up to the first, all backtracks, u32 each; further solutions.
export const RESULT_STATUS: usize = 81
export const RESULT_SOLUTIONS: usize = 84
export const RESULT_FIRST: usize = 88
export const RESULT_BACKTRACKS: usize = 92
export const RESULT_HEAD: usize = 96
export const NONE = 0
export const SOLVED = 1
export const MULTIPLE = 2
export const ABORTED = 3
export const CLASH = 4
export const CHARACTER = 5

export const BAD = 0
export const STUCK = 1
export const DONE = 2
