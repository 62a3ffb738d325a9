// The learning kernel: a conflict-driven search for grids of every size up to 36x36 under units of any shape.
//
// A variable is a candidate (this cell holds this digit) or an auxiliary: this digit stands in these cells, where two
// units cross (row 3 in box 2, say). With auxiliaries a conflict is told in about a third fewer steps, as "7 is in the
// upper row of the box" is then one literal and not a list of cells.
//
//    literal = variable << 1 | 1 where it is denied         value: 1 true, -1 false, 0 open, by literal
//
// A group is literals of which exactly one is true (or at most one, in a unit of fewer cells than digits). Groups are
// not clauses: each keeps how many of its literals are not false, and the exclusive or of those, which is the last one
// itself once it is alone. Both are one number, left << LEFT_SHIFT | exclusive or: half of the time goes into keeping
// them, and all of a 25x25 grid's are 16 KB. Clauses are what is learned: each true whatever is guessed.
//
// A reason says why a literal is true, as a number:  0 a decision, or known without any
//    literal << 2 | 1   that literal is true and shares a group with it      (the same group does not matter)
//    group << 2 | 2     all other literals of the group are false
//    constraint + 1 << 2                                                      all that its cells had lost before
//    clause | 3         all other literals of the clause are false           (clauses lie at multiples of four)
//
// A contradiction is told as a reason of no literal: all of the group or the clause are false, or two that share a
// group are true.

export const FROM_CONSTRAINT: u32 = 0
export const FROM_PAIR: u32 = 1
export const FROM_GROUP: u32 = 2
export const FROM_CLAUSE: u32 = 3

/** No variable, and no literal. */
export const NOTHING: u32 = 0xffffffff

// How a run, or a preparation, ends.
export const PAUSED: u32 = 0 // as many placements are undone as were asked for: at first, none
export const FOUND: u32 = 1 // a solution
export const EXHAUSTED: u32 = 2
export const LIMIT: u32 = 3
export const STEPPED: u32 = 4
export const TOO_LARGE: u32 = 5 // more groups than there is room for
export const CONTRADICTED: u32 = 6 // only while stepping: what stands is contradictory, and not taken back yet

// ---- what a puzzle may have at most

export const MAX_DIGITS: u32 = 36
export const MAX_CELLS: u32 = 1_296
/** An empty 36x36 grid has 46,656 candidates and 15,552 auxiliaries. Variables fit 16 bits. */
export const MAX_VARIABLES: u32 = 62_464
/**
 * The same of smaller grids: an empty 25x25 grid has 15,625 and 6,250; one with other regions than boxes may have more
 * auxiliaries than that leaves room for, and does without some.
 */
export const MAX_NARROW_VARIABLES: u32 = 24_576
export const NARROW_DIGITS: u32 = 25
const MAX_LITERALS: u32 = 2 * MAX_VARIABLES
/** Each candidate stands in a group of its cell, and of each unit; an auxiliary in one that says what it means, and two. */
export const MAX_GROUPS: u32 = 40_960
export const MAX_MEMBERS: u32 = 8 * MAX_VARIABLES
export const MAX_UNITS: u32 = 2_048
export const MAX_UNIT_CELLS: u32 = 16_384
export const MAX_BLOCKS: u32 = 4_096
export const MAX_CONSTRAINTS: u32 = 2_048

// ---- where things lie, in bytes

// Written from outside, once for rules.
export const UNIT_START: usize = 0x1000 // u16 for each unit and the end: where its cells begin
export const UNIT_CELLS: usize = UNIT_START + MAX_UNITS * 2 + 16 // u16
export const CELL_START: usize = UNIT_CELLS + MAX_UNIT_CELLS * 2 // u16 for each cell and the end
export const CELL_UNITS: usize = CELL_START + MAX_CELLS * 2 + 14 // u16: the units of each cell
export const BLOCK_START: usize = CELL_UNITS + MAX_UNIT_CELLS * 2 // u16: where two units cross in more than one cell
export const BLOCK_CELLS: usize = BLOCK_START + MAX_BLOCKS * 2 + 16 // u16
export const PARTITION_UNIT: usize = BLOCK_CELLS + MAX_UNIT_CELLS * 2 // u16: the unit that each partition divides
export const PARTITION_START: usize = PARTITION_UNIT + MAX_BLOCKS * 2 // u16
export const PARTITION_ITEMS: usize = PARTITION_START + MAX_BLOCKS * 2 + 16 // u16: a cell, or IS_BLOCK and a block
export const IS_BLOCK: u32 = 0x8000
export const CONSTRAINT_START: usize = PARTITION_ITEMS + MAX_UNIT_CELLS * 2 // u16
export const CONSTRAINT_CELLS: usize = CONSTRAINT_START + MAX_CONSTRAINTS * 2 + 16 // u16
export const CELL_CONSTRAINTS_START: usize = CONSTRAINT_CELLS + MAX_UNIT_CELLS * 2 // u16 for each cell and the end
export const CELL_CONSTRAINTS: usize = CELL_CONSTRAINTS_START + MAX_CELLS * 2 + 14 // u16: the constraints of each cell
export const CONSTRAINT_TARGET: usize = CELL_CONSTRAINTS + MAX_UNIT_CELLS * 2 // i16 for each constraint that is a sum, a cage's too; NO_TARGET for others
export const NO_TARGET: u32 = 0x8000
export const CONSTRAINT_WEIGHTS: usize = CONSTRAINT_TARGET + MAX_CONSTRAINTS * 2 // i16: how often a sum takes each of its cells, side by side as those
export const CAGE_PARTITIONS: usize = CONSTRAINT_WEIGHTS + MAX_UNIT_CELLS * 2 // u16 for each constraint and the end: where its partitions begin; cages alone have some
export const DUE: usize = CAGE_PARTITIONS + MAX_CONSTRAINTS * 2 + 16 // u8 for each constraint: whether it is to be looked at
export const IS_OUTSIDE: usize = DUE + MAX_CONSTRAINTS // u8 for each constraint: whether it prunes from outside
// Written from outside for a puzzle, and read again when it is solved.
export const CANDIDATES: usize = (IS_OUTSIDE + MAX_CONSTRAINTS + 15) & ~15 // u64 for each cell: a set, bit d for digit d + 1
export const SOLUTION: usize = CANDIDATES + MAX_CELLS * 8 + 8 // u8 for each cell
// While candidates are worked out: cells that came down to one, and units that lost a candidate.
export const QUEUE: usize = (SOLUTION + MAX_CELLS + 15) & ~15 // u16
export const DIRTY: usize = QUEUE + MAX_CELLS * 2 + 14 // u8 for each unit
export const PLACED: usize = (DIRTY + MAX_UNITS + 15) & ~15 // u64 for each unit: the digits that stand in it at first
// Variables.
export const VARIABLE_AT: usize = PLACED + MAX_UNITS * 8 // u32 by cell x digits + digit: its literal; NO_LITERAL for none
export const BLOCK_LITERAL: usize = VARIABLE_AT + MAX_CELLS * MAX_DIGITS * 4 // u32 by block x digits + digit: its literal; NO_LITERAL for none; or NO_ROOM
export const NO_LITERAL: u32 = 0xffffffff
export const NO_ROOM: u32 = 0xfffffffe // a block's digit that may stand in several of its cells, and has no auxiliary
export const PLACEMENT: usize = (BLOCK_LITERAL + MAX_BLOCKS * MAX_DIGITS * 4 + 15) & ~15 // u16 for each variable: cell x digits + digit
export const VALUE: usize = PLACEMENT + MAX_VARIABLES * 2 // i8 for each literal
export const LEVEL_REASON: usize = VALUE + MAX_LITERALS // u32 level, u32 reason for each variable
export const POSITION: usize = LEVEL_REASON + MAX_VARIABLES * 8 // u32 for each variable: its place on the trail, where there are constraints
export const TRAIL: usize = POSITION + MAX_VARIABLES * 4 // u32: true literals, oldest first
export const LEVEL_START: usize = TRAIL + MAX_VARIABLES * 4 // u32 for each level: where on the trail it begins
export const DECISION: usize = LEVEL_START + MAX_CELLS * 8 // u32 for each level: the literal decided
export const ACTIVITY: usize = (DECISION + MAX_CELLS * 8 + 15) & ~15 // f64 for each variable
export const HEAP: usize = ACTIVITY + MAX_VARIABLES * 8 // u32: candidates that may be open, the most active first
export const HEAP_AT: usize = HEAP + MAX_VARIABLES * 4 // u32 for each variable: its place in the heap
export const SEEN: usize = HEAP_AT + MAX_VARIABLES * 4 // u8 for each variable
export const LEVEL_STAMP: usize = SEEN + MAX_VARIABLES // u32 for each level
// Cages.
export const MAX_CAGE_VARIABLES: u32 = 8_192
export const CAGE_CLAIM: usize = LEVEL_STAMP + MAX_VARIABLES * 4 // u32 constraint, u32 set of digits, for each auxiliary of a cage: that the cage holds all of these
// Groups.
export const GROUP: usize = CAGE_CLAIM + MAX_CAGE_VARIABLES * 8 // u32: how many are open or true, and their exclusive or
export const LEFT_SHIFT: u32 = 20
export const GROUP_START: usize = GROUP + MAX_GROUPS * 4 // u32 for each group and the end: where its members begin
export const MEMBERS: usize = GROUP_START + MAX_GROUPS * 4 + 16 // u32: literals
export const GROUPS_START: usize = MEMBERS + MAX_MEMBERS * 4 // u32 for each literal and the end
export const GROUPS_OF: usize = GROUPS_START + MAX_LITERALS * 4 + 16 // u16: the groups that a literal stands in
// Analysis.
export const LEARNT: usize = GROUPS_OF + MAX_MEMBERS * 2 // u32: the clause being learned
export const PENDING: usize = LEARNT + MAX_LITERALS * 4 // u32
export const TOUCHED: usize = PENDING + MAX_LITERALS * 4 // u32
// Solutions that were found, and what was taken back instead: see search.as.ts.
export const FLIPPED: usize = TOUCHED + MAX_LITERALS * 4 // u32 literal, u32 level
// Clauses.
export const MAX_CLAUSES: u32 = 32_768
export const CLAUSE_LIST: usize = FLIPPED + MAX_VARIABLES * 8 // u32: where each clause lies
export const SORT_KEYS: usize = CLAUSE_LIST + MAX_CLAUSES * 4 // u64
export const WATCH_LIST: usize = SORT_KEYS + MAX_CLAUSES * 8 // u32 where, u32 count, u32 room, for each literal
/** The state that a search leaves behind when it pauses: see clauses.as.ts. */
export const STATE: usize = WATCH_LIST + MAX_LITERALS * 16
export const STATE_BYTES: usize = 1 << 20
export const CLAUSES: usize = (STATE + STATE_BYTES + 65535) & ~65535
export const CLAUSES_END: usize = CLAUSES + (12 << 20)
export const WATCHES: usize = CLAUSES_END
export const END: usize = WATCHES + (16 << 20)

// A clause: u32 literals, u32 LBD, u32 uses; then its literals, u32.
export const CLAUSE_HEAD: usize = 12

/** The candidates of a cell. */
// @inline
export function setAt(cell: u32): u64 {
  return load<u64>(CANDIDATES + ((<usize>cell) << 3))
}
// @inline
export function isSingle(set: u64): bool {
  return !(set & (set - 1))
}

/** Whether a literal is true, 1, false, -1, or open, 0. */
// @inline
export function value(literal: u32): i32 {
  return load<i8>(VALUE + literal)
}

/** The weight at a place of the lists of constraints' cells. */
// @inline
export function weightAt(place: u32): i32 {
  return load<i16>(CONSTRAINT_WEIGHTS + ((<usize>place) << 1))
}
/** What a cell adds to a sum at least, of a set of digits that is not empty. */
// @inline
export function leastOf(set: u32, weight: i32): i32 {
  return weight * (weight > 0 ? <i32>ctz(set) + 1 : 32 - <i32>clz(set))
}
// @inline
export function mostOf(set: u32, weight: i32): i32 {
  return -leastOf(set, -weight)
}

export { half, setHalf, setWord, word } from '../bytes.as'
