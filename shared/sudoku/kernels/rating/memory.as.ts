// The kernel of the rating: the candidates of a classic grid, their links, and what is searched for along them. The words
// are those of `shared/sudoku/rating/`: a candidate is cell * 9 + digit, and a unit is a box, a row or a column (0-26).
//
//    number     of a candidate that is there, from 0 in the candidates' order
//    group      the candidates of a cell (0-80), or the places of a digit in a unit (81 + unit * 9 + digit)
//    row        a bit for each number: one to three pairs of vectors of 128 bits, as many as the grid's numbers need
//
//    word 0            1                     7
//    numbers 0-63      64-127       ...      448-511       two pairs, as there are 257 to 512 numbers

export const CELLS: u32 = 81
export const CANDIDATES: u32 = 729
export const UNITS: u32 = 27
export const PEERS_OF_ONE: u32 = 20
export const GROUPS_OF_ONE: u32 = 4
export const GROUPS: u32 = CELLS + UNITS * 9
export const NONE: u32 = 0xffff
/** How many crossings of a line and a box there are, each counted from both sides. */
export const CROSSINGS: u32 = 108

// Where a link is: in a cell, or IN_UNIT and the unit's kind.
export const IN_CELL: u32 = 1
export const IN_UNIT: u32 = 2

// ---- where things lie, in bytes

// Made once.
export const UNIT_OF: usize = 0x400 // u8: the box, the row and the column of each cell
export const PEERS: usize = 0x500 // u8: twenty of each cell: those of its box, then what its row and its column add
// The board: a grid with its candidates, as `CandidateGrid` has it, which is read and changed from outside, too.
export const DIGITS_AT: usize = 0xc00 // u16: digits of each cell
export const GRID_BYTES: usize = 176
export const PLACES_OF: usize = DIGITS_AT + GRID_BYTES // u16: places of each digit in each unit, by unit * 9 + digit
export const PLACED: usize = PLACES_OF + 496 // u8: what each cell is, 1-9, or 0
export const EMPTY_IN: usize = PLACED + 96 // u8: empty cells of each unit
export const PLACED_OF: usize = EMPTY_IN + 32 // u8: how often each digit is placed
export const EMPTY: usize = PLACED_OF + 15 // u8: how many cells are empty
export const BOARD_BYTES: usize = EMPTY + 1 - DIGITS_AT
export const LINKED: usize = DIGITS_AT + BOARD_BYTES + 16 // as DIGITS_AT, of the grid that is linked
// Links, made anew for another grid.
export const CANDIDATE: usize = 0x1000 // u16 for each number
export const NUMBER: usize = 0x1600 // u16 for each candidate
export const SIZE: usize = 0x1c00 // u8 for each group: how many are in it
export const PARITY: usize = 0x1e00 // u16 for each group: all of them by exclusive or
export const MEMBER_FROM: usize = 0x2100 // u16 for each group and the end: where those of it begin, upwards
export const MEMBER: usize = 0x2400 // u16
export const GROUP: usize = 0x3b00 // u16: the cell, box, row and column of each number
export const STRONG: usize = 0x5200 // u16: the other one of a group of two: in the cell, then up to three in units; or NONE
export const STRONG_CAUSE: usize = 0x6900 // u8
export const WEAK_FROM: usize = 0x7500 // u16 for each number and the end: where its weak links begin, those in its cell first
export const WEAK_IN_UNITS: usize = 0x7b00 // u16: and where those in its units do
export const WEAK: usize = 0x8100 // u16
// A search from one number: a stamp says in which search it was met.
export const ON_SEEN: usize = 0x12100 // u32
export const OFF_SEEN: usize = ON_SEEN + 0xc00
export const CLOSES: usize = OFF_SEEN + 0xc00
export const TURNS_OFF: usize = CLOSES + 0xc00
export const ON_PARENT: usize = TURNS_OFF + 0xc00 // u16
export const OFF_PARENT: usize = ON_PARENT + 0x600
export const ON_LIST: usize = OFF_PARENT + 0x600
export const OFF_LIST: usize = ON_LIST + 0x600
export const OFF_AFTER: usize = OFF_LIST + 0x600 // u16: after how many layers of on nodes a number turns itself off, or 0
export const ON_AFTER: usize = OFF_AFTER + 0x600
export const ON_CAUSE: usize = ON_AFTER + 0x600 // u8
export const GOES_ON: usize = ON_CAUSE + 0x300 // u8, for each pass, 0x300 apart: whether a strong link of it begins there
// The hint that was found: its nodes from the end back, in turn on and off, with the causes of those that are on.
export const PATH: usize = GOES_ON + 0x900 // u16: numbers; or what contradicts itself along its digit
export const PATH_CAUSE: usize = PATH + 0xc00 // u8
export const GONE: usize = PATH_CAUSE + 0x600 // u16: the candidates that a cycle takes away
// Rows, each table with one for each number.
export const ROW_BYTES: usize = 96
export const SEEN: usize = GONE + 0x600 // one row, as the next four
export const LAYER: usize = SEEN + ROW_BYTES
export const NEXT: usize = LAYER + ROW_BYTES
export const IN_CYCLE: usize = NEXT + ROW_BYTES
export const CYCLE_SOURCES: usize = IN_CYCLE + ROW_BYTES
export const TABLE_BYTES: usize = <usize>CANDIDATES * ROW_BYTES
export const GOING_ON: usize = CYCLE_SOURCES + ROW_BYTES // one row for each pass
export const WEAK_ROWS: usize = GOING_ON + 3 * ROW_BYTES // in units only, and both in cells and in units
export const STRONG_ROWS: usize = WEAK_ROWS + 2 * TABLE_BYTES // of each pass
export const LATER_ROWS: usize = STRONG_ROWS + 3 * TABLE_BYTES // of each pass: what is on two links after a number
export const SEEN_BY_ON: usize = LATER_ROWS + 3 * TABLE_BYTES // what a search from the number has met, if that is on
export const LAYER_OF_ON: usize = SEEN_BY_ON + TABLE_BYTES // and its last layer
export const SEEN_BY_OFF: usize = LAYER_OF_ON + TABLE_BYTES // the same, if that is off
export const LAYER_OF_OFF: usize = SEEN_BY_OFF + TABLE_BYTES
export const REACH: usize = LAYER_OF_OFF + TABLE_BYTES // two rows for each number: what is on, and what is off
// What follows from each assumption, which is a node: number * 2, and 1 more if it is on. Those of a grid with fewer
// numbers lie closer together, by count.
export const NODES: u32 = CANDIDATES * 2
export const ALTERNATIVES: usize = REACH + 2 * TABLE_BYTES // u16: the assumptions that are held against each other
export const COMMON: usize = ALTERNATIVES + 32 // two rows: what is on and what is off by all of them
export const LEFT: usize = COMMON + 2 * ROW_BYTES // as SIZE, while an assumption is followed
export const LEFT_PARITY: usize = LEFT + 0x200 // as PARITY
export const CLASH: usize = LEFT_PARITY + 0x400 // u16 for each node: a number that is both on and off then, or NONE
export const CLASH_ON: usize = CLASH + 0xc00 // i32 for each node: how it is on, as in ENTRY
export const CLASH_OFF: usize = CLASH_ON + 0x1800 // and how off
export const ON_COUNT: usize = CLASH_OFF + 0x1800 // u16 for each node: how many are on
export const OFF_COUNT: usize = ON_COUNT + 0xc00 // and how many off
export const BITS: usize = OFF_COUNT + 0xc00 // two rows for each node: what is on, and what is off
export const ON: usize = BITS + 4 * TABLE_BYTES // u16 by node * count: the numbers that are on, in their order
export const OFF: usize = ON + 2 * <usize>NODES * CANDIDATES // likewise, off
export const ENTRY: usize = OFF + 2 * <usize>NODES * CANDIDATES // i32 by node * count * 2 + node: how a node follows first
export const ANCESTORS: usize = ENTRY + 4 * <usize>NODES * NODES // u16 likewise: how many a node has, or 0 if that is not known
// Made once, too.
export const CELL_AT: usize = ANCESTORS + 2 * <usize>NODES * NODES // u8: the cells of each unit
export const PLACE_BIT: usize = CELL_AT + 256 // u16: of each cell in its box, its row and its column
export const UNIT_BITS: usize = PLACE_BIT + 496 // u32: the units of each cell
export const CELL_BIT: usize = UNIT_BITS + 336 // v128 for each cell: the set of it alone
export const PEER_BITS: usize = CELL_BIT + 16 * <usize>CELLS // v128 for each cell: its peers
export const CROSSING: usize = PEER_BITS + 16 * <usize>CELLS // u16, eight for each crossing: `closure.as.ts` says which
// What is to be looked at in a closure.
export const HIDDEN: usize = CROSSING + 16 * <usize>CROSSINGS // a bit for each digit in each unit that has come to one place
export const NAKED: usize = HIDDEN + 32 // a bit for each cell that has come to one candidate
export const UNITS_LEFT: usize = NAKED + 16 // u32 for each technique that looks at units: those that it has to look at
export const DIGITS_LEFT: usize = UNITS_LEFT + 32 // likewise digits
export const DIRECT: usize = DIGITS_LEFT + 16 // u8: the parts of a locking
export const MASKS: usize = DIRECT + 16 // u16: digits of the places of a unit, or places of its digits; or cells
// What aligned cells exclude.
export const BASE: usize = MASKS + 48 // u8: the cells that may be among them
export const BASE_AT: usize = BASE + 96 // u8: which of those a cell is
export const EXCLUDERS: usize = BASE_AT + 96 // v128 for each of those: its peers with few candidates
export const EXHAUSTED: usize = EXCLUDERS + 16 * <usize>CELLS // as DIGITS_AT, when nothing was found of two, and of three
export const ALIGNED: usize = EXHAUSTED + 2 * GRID_BYTES // u8: the two or three cells that were found
export const ALLOWED: usize = ALIGNED + 16 // u16: what each of them may still be
// A search along digits, and one for loops of two digits.
export const OPEN: usize = ALLOWED + 16 // u16 for each unit: the places of cells that may still be of the digit, or in a loop
export const LOOP: usize = OPEN + 64 // u8: the cells of the one that is gone along
export const LOOKED: usize = LOOP + 96 // v128 for each that was found: its cells
export const ALONG: usize = LOOKED + 16 * 4096 // u16 by row * 9 + digit: the places in rows when nothing was found along digits
export const LAST: usize = ALONG + 176 // u16: cells that have become the last place of a unit
export const END: usize = LAST + 512

// How a node follows first: 0 if it does not; off: BY_LINK + the number that is on; on: BY_LINK + the number that is off * 4
// + the place of their group; below 0 by a rule.
export const BY_ASSUMPTION: u32 = 1
export const BY_LINK: u32 = 2
