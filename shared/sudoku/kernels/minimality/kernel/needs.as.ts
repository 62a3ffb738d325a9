// Which givens of a classic 9x9 puzzle with one solution are needed: those without which there are several.
//
// A given is needed where some solution of what is left has another digit in its cell. Such a solution mostly differs from the
// known one in few cells, so it is looked for near that, from the cheapest to the dearest:
//
//   1. Two digits, or two lines of a band or stack, that can change places in some of their cells and leave a grid: those cells
//      are an unavoidable set, and its only given is needed. These sets are found for all givens at once, without any search.
//   2. The grid without the given, and without its digit in that cell, is propagated: a contradiction means that it is redundant.
//   3. Then the known solution is put back a block at a time, all cells of a digit or of a row: where a block leads to a
//      contradiction, it is left open, and the next is tried. Mostly what is left open fills up to another solution, or does so
//      with a few guesses at cells that have two digits. With guesses from the first contradiction on, it took up to a tenth longer.
//
// What is not found out so is for a search.

import { BAD, CONST, DONE, STACK } from '../../engine/kernel/memory.as'
import { bivalue, fold } from '../../engine/kernel/lanes.as'
import { propagate } from '../../engine/kernel/propagate.as'
import { parse } from '../../engine/kernel/text.as'

export { init } from '../../engine/kernel/tables.as'

// memory, in bytes; below STACK as the engine has it
const OPEN: usize = 0x2100 // the grid with the blocks that were put back so far
const TRIED: usize = 0x2200 // the same with one block more
const KNOWN: usize = 0x2300 // the solution, as a grid
const BLOCKS: usize = 0x2400 // 18 grids, in which the cells of a block hold what the solution has there, and all others anything: digits, rows
const BLOCK: usize = 144
const GIVEN: usize = 0x3200 // the puzzle, as a grid
const PAIRS: usize = 0x3300 // guards of the cells of a row that have two digits
const COLUMN_OF: usize = 0x3400 // for each digit, in each row, the column where the solution has it, a byte each
const ROW_OF: usize = 0x3460 // for each digit, in each column, the row
const ROW_IN_BOX: usize = 0x34c0 // for each digit, in each box, the row
const DIGIT_AT: usize = 0x3520 // for each cell, the digit, from 0
const GIVEN_ROWS: usize = 0x3580 // for each digit, the rows where it is given, a bit each, u32
const GIVEN_IN_ROW: usize = 0x35c0 // for each row, the columns where something is given, u32
const GIVEN_IN_COLUMN: usize = 0x3600 // for each column, the rows, u32
// what comes in and goes out
const PUZZLE: usize = 0x3700 // 81 characters, '.' for empty
const SOLUTION: usize = 0x3780 // its only solution, 81 characters
const VERDICTS: usize = 0x3800 // for each cell, a byte
const REDUNDANT: u8 = 0
const NEEDED: u8 = 1
const NOT_FOUND_OUT: u8 = 2
const EMPTY: u8 = 3
const LEVELS: usize = 0x3900 // a grid for each guess that stands, and one below them

const POINT = 46
const FIRST_DIGIT = 49
const ALL_LINES: u32 = 0x1ff
const ALL_DIGITS: u32 = 0x1ff
// Of 5,000 random minimal puzzles 528 givens are left to the engine; with 3 guesses 861, with 20 of them 509.
const MOST_GUESSES = 6

export function look(): void {
  readBoth()
  digitSwaps()
  lineSwaps()
  for (let cell: usize = 0; cell < 81; cell++) {
    if (load<u8>(VERDICTS + cell) == NOT_FOUND_OUT) store<u8>(VERDICTS + cell, verdictOn(cell))
  }
}

function readBoth(): void {
  parse(PUZZLE, GIVEN)
  parse(SOLUTION, KNOWN)
  const L = v128.load(CONST),
    G = v128.load(CONST, 16)
  memory.fill(BLOCKS, 0xff, 18 * BLOCK)
  for (let i: u32 = 0; i < 9; i++) {
    const digit = i32x4.mul(L, i32x4.splat(1 << i))
    const digits = BLOCKS + <usize>i * BLOCK
    for (let r: usize = 0; r < 144; r += 16) {
      const has = v128.and(v128.load(KNOWN + r), digit)
      // Its bit, moved to the guard, less itself in the lowest place: all nine bits of the cells that hold it.
      const lowest = i32x4.shr_u(has, i)
      const cells = i32x4.sub(i32x4.shl(lowest, 9), lowest)
      v128.store(digits + r, v128.or(v128.not(cells), has))
    }
    const row = (<usize>i) << 4
    v128.store(BLOCKS + <usize>(9 + i) * BLOCK + row, v128.or(v128.load(KNOWN + row), G))
  }
  memory.fill(GIVEN_ROWS, 0, 0xc0)
  for (let r: usize = 0; r < 9; r++)
    for (let c: usize = 0; c < 9; c++) {
      const cell = 9 * r + c,
        digit = <usize>load<u8>(SOLUTION + cell) - FIRST_DIGIT
      store<u8>(DIGIT_AT + cell, <u8>digit)
      store<u8>(COLUMN_OF + 9 * digit + r, <u8>c)
      store<u8>(ROW_OF + 9 * digit + c, <u8>r)
      store<u8>(ROW_IN_BOX + 9 * digit + (r / 3) * 3 + c / 3, <u8>r)
      const isGiven = load<u8>(PUZZLE + cell) != POINT
      store<u8>(VERDICTS + cell, isGiven ? NOT_FOUND_OUT : EMPTY)
      if (!isGiven) continue
      mark(GIVEN_ROWS, digit, r)
      mark(GIVEN_IN_ROW, r, c)
      mark(GIVEN_IN_COLUMN, c, r)
    }
}

// @ts-ignore: decorator
@inline
function mark(at: usize, i: usize, bit: usize): void {
  store<u32>(at + (i << 2), load<u32>(at + (i << 2)) | ((<u32>1) << (<u32>bit)))
}

// @ts-ignore: decorator
@inline
function bit(i: u32): u32 {
  return (<u32>1) << i
}

// Two digits, row by row: where they change places in one row, they have to in every other that has one of them in a column or
// box which has now twice the same. The rows that follow from one are an unavoidable set.
function digitSwaps(): void {
  for (let a: usize = 0; a < 8; a++)
    for (let b: usize = a + 1; b < 9; b++) {
      const givenA = load<u32>(GIVEN_ROWS + (a << 2)),
        givenB = load<u32>(GIVEN_ROWS + (b << 2))
      for (let left = ALL_LINES; left; ) {
        let rows = left & -left
        for (let fresh = rows; fresh; ) {
          const r = <usize>ctz(fresh),
            c = <usize>load<u8>(COLUMN_OF + 9 * b + r)
          fresh &= fresh - 1
          const box = (r / 3) * 3 + c / 3
          const more = (bit(load<u8>(ROW_OF + 9 * a + c)) | bit(load<u8>(ROW_IN_BOX + 9 * a + box))) & ~rows
          rows |= more
          fresh |= more
        }
        left &= ~rows
        const inA = givenA & rows,
          inB = givenB & rows
        if (popcnt(inA) + popcnt(inB) != 1) continue
        const digit = inA ? a : b,
          r = <usize>ctz(inA | inB)
        store<u8>(VERDICTS + 9 * r + <usize>load<u8>(COLUMN_OF + 9 * digit + r), NEEDED)
      }
    }
}

// Two rows of a band, or columns of a stack: where they change digits in one column, they have to in the one that has now twice
// the same, and so on around a circle.
function lineSwaps(): void {
  for (let first: usize = 0; first < 9; first += 3)
    for (let i: usize = 0; i < 3; i++) {
      const a = first + i,
        b = first + ((i + 1) % 3)
      for (let left = ALL_LINES; left; ) {
        let columns: u32 = 0
        for (let c = <usize>ctz(left); !(columns & bit(<u32>c)); ) {
          columns |= bit(<u32>c)
          c = <usize>load<u8>(COLUMN_OF + 9 * <usize>load<u8>(DIGIT_AT + 9 * b + c) + a)
        }
        left &= ~columns
        const inA = load<u32>(GIVEN_IN_ROW + (a << 2)) & columns,
          inB = load<u32>(GIVEN_IN_ROW + (b << 2)) & columns
        if (popcnt(inA) + popcnt(inB) == 1)
          store<u8>(VERDICTS + 9 * (inA ? a : b) + <usize>ctz(inA | inB), NEEDED)
      }
      for (let left = ALL_LINES; left; ) {
        let rows: u32 = 0
        for (let r = <usize>ctz(left); !(rows & bit(<u32>r)); ) {
          rows |= bit(<u32>r)
          r = <usize>load<u8>(ROW_OF + 9 * <usize>load<u8>(DIGIT_AT + 9 * r + b) + a)
        }
        left &= ~rows
        const inA = load<u32>(GIVEN_IN_COLUMN + (a << 2)) & rows,
          inB = load<u32>(GIVEN_IN_COLUMN + (b << 2)) & rows
        if (popcnt(inA) + popcnt(inB) == 1)
          store<u8>(VERDICTS + 9 * <usize>ctz(inA | inB) + (inA ? a : b), NEEDED)
      }
    }
}

function verdictOn(cell: usize): u8 {
  copy(GIVEN, STACK)
  const place = STACK + ((cell / 9) << 4) + ((cell % 9) / 3 << 2)
  store<u32>(place, load<u32>(place) ^ (ALL_DIGITS << (10 * <u32>(cell % 3))))
  const found = propagate(STACK)
  if (found == BAD) return REDUNDANT
  if (found == DONE) return NEEDED
  for (let kind: u32 = 0; kind < 18; kind += 9) if (isReachedBy(kind)) return NEEDED
  return NOT_FOUND_OUT
}

// Whether another solution is reached by putting blocks of one kind back.
function isReachedBy(kind: u32): bool {
  copy(STACK, OPEN)
  for (let left = ALL_LINES << kind; ; ) {
    left &= possible(OPEN)
    if (!left) return hasAnother()
    const block = BLOCKS + <usize>ctz(left) * BLOCK
    left &= left - 1
    let gone = i32x4.splat(0)
    for (let r: usize = 0; r < 144; r += 16) {
      const open = v128.load(OPEN + r),
        kept = v128.and(open, v128.load(block + r))
      gone = v128.or(gone, v128.xor(open, kept))
      v128.store(TRIED + r, kept)
    }
    // It was back already.
    if (!v128.any_true(gone)) continue
    const found = propagate(TRIED)
    if (found == DONE) return true
    if (found != BAD) copy(TRIED, OPEN)
  }
  return false
}

// Whether what is left open fills up, by a few guesses at cells with two digits.
function hasAnother(): bool {
  const L = v128.load(CONST),
    G = v128.load(CONST, 16)
  let s: usize = LEVELS
  copy(OPEN, s)
  for (let tries = 0; tries < MOST_GUESSES; tries++) {
    let at: usize = 0
    for (; at < 144; at += 16) {
      const two = bivalue(v128.load(s + at), L, G)
      if (!v128.any_true(two)) continue
      v128.store(PAIRS, two)
      break
    }
    if (at == 144) return false
    let lane: usize = 0
    while (!load<u32>(PAIRS + lane)) lane += 4
    const place = s + at + lane
    const shift = <u32>ctz(load<u32>(PAIRS + lane)) - 9
    const field = load<u32>(place)
    const digits = (field >> shift) & ALL_DIGITS
    const low = digits & -digits
    const rest = field & ~(ALL_DIGITS << shift)
    const next = s + 144
    copy(s, next)
    store<u32>(next + at + lane, rest | (low << shift))
    store<u32>(place, rest | ((digits ^ low) << shift))
    s = next
    let found = propagate(s)
    while (found == BAD) {
      if (s == LEVELS) return false
      s -= 144
      found = propagate(s)
    }
    if (found == DONE) return true
  }
  return false
}

// @ts-ignore: decorator
@inline
function copy(from: usize, to: usize): void {
  for (let r: usize = 0; r < 144; r += 16) v128.store(to + r, v128.load(from + r))
}

// The blocks of which every cell may still hold what the solution has there.
function possible(s: usize): u32 {
  let missing = i32x4.splat(0),
    rows: u32 = 0
  for (let r: usize = 0; r < 9; r++) {
    const inRow = v128.andnot(v128.load(KNOWN + (r << 4)), v128.load(s + (r << 4)))
    rows |= (<u32>v128.any_true(inRow)) << (<u32>r)
    missing = v128.or(missing, inRow)
  }
  const lanes = fold(missing)
  const digits = i32x4.extract_lane(lanes, 0) | i32x4.extract_lane(lanes, 1) | i32x4.extract_lane(lanes, 2)
  return ~((digits & ALL_DIGITS) | (rows << 9))
}
