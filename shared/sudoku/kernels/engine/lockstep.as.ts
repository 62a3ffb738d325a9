import { countOf } from '../bytes.as'
import { or3 } from './lanes.as'
import * as layout from './memory.as'
import { firstLanes, read, turnBack, write } from './planes.as'

// The first inference of 128 puzzles at once, before any of them is searched.
//
// A plane is one v128: one candidate, a bit for each puzzle. Where the search holds a puzzle in nine vectors and works on all of
// its candidates at once, here a puzzle is a column through 729 planes, and every operation serves all 128.
//
//    PLANES   digit 1: cell 0, 1, … 80 | digit 2: cell 0, 1, … 80 | … | digit 9          row by row
//    OPEN     for each cell, the puzzles in which it still has two candidates or more
//    OFTEN    for each digit and box, the puzzles in which the digit has two places or more there
//
// A round infers what a round of `propagate` does: naked singles leave their box, a digit takes its rows through a band in
// one of six ways and its columns through a stack, hidden singles. So the search finds here nothing that it would not have found,
// and goes on where this ends.

/** A word of OR over nine, of which at least two are set: three threes. */
// @inline
function twiceIn3(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(c, v128.or(a, b)))
}

const ROW: usize = 9 * 16
const DIGIT: usize = 81 * 16

let good: v128 = i32x4.splat(-1) // puzzles without an empty cell, or a digit that has no place

// Naked singles of one digit leave their box; ROWS gets the rows of the box in which the digit still is.
// @inline
function leaveBox(p: usize, t: usize, rows: usize): void {
  const single = or3(singlesIn(p, t), singlesIn(p + ROW, t + ROW), singlesIn(p + 2 * ROW, t + 2 * ROW))
  v128.store(rows, leaveRow(p, t, single))
  v128.store(rows, leaveRow(p + ROW, t + ROW, single), 16)
  v128.store(rows, leaveRow(p + 2 * ROW, t + 2 * ROW, single), 32)
}
// @inline
function singlesIn(p: usize, t: usize): v128 {
  return or3(
    v128.andnot(v128.load(p), v128.load(t)),
    v128.andnot(v128.load(p, 16), v128.load(t, 16)),
    v128.andnot(v128.load(p, 32), v128.load(t, 32)),
  )
}
// @inline
function leaveRow(p: usize, t: usize, single: v128): v128 {
  const a = v128.andnot(v128.load(p), v128.and(v128.load(t), single)),
    b = v128.andnot(v128.load(p, 16), v128.and(v128.load(t, 16), single)),
    c = v128.andnot(v128.load(p, 32), v128.and(v128.load(t, 32), single))
  v128.store(p, a)
  v128.store(p, b, 16)
  v128.store(p, c, 32)
  return or3(a, b, c)
}

// Nine planes at `from`, three of each box of a band or a stack: the six ways leave what stands in one of them.
// @inline
function sixWays(from: usize): void {
  const e0 = allOf3(from, from + 64, from + 128),
    e1 = allOf3(from + 16, from + 80, from + 96),
    e2 = allOf3(from + 32, from + 48, from + 112)
  const o0 = allOf3(from, from + 80, from + 112),
    o1 = allOf3(from + 16, from + 48, from + 128),
    o2 = allOf3(from + 32, from + 64, from + 96)
  const x0 = v128.or(e0, o0),
    x1 = v128.or(e1, o1),
    x2 = v128.or(e2, o2)
  good = v128.and(good, or3(x0, x1, x2))
  v128.store(from, x0)
  v128.store(from, x1, 16)
  v128.store(from, x2, 32)
  v128.store(from, v128.or(e2, o1), 48)
  v128.store(from, v128.or(e0, o2), 64)
  v128.store(from, v128.or(e1, o0), 80)
  v128.store(from, v128.or(e1, o2), 96)
  v128.store(from, v128.or(e2, o0), 112)
  v128.store(from, v128.or(e0, o1), 128)
}
// @inline
function allOf3(a: usize, b: usize, c: usize): v128 {
  return v128.and(v128.load(a), v128.and(v128.load(b), v128.load(c)))
}

// The rows that a digit keeps in a box; `columns` gets those in which it still is.
// @inline
function keepRows(p: usize, rows: usize, columns: usize): void {
  const r0 = v128.load(rows),
    r1 = v128.load(rows, 16),
    r2 = v128.load(rows, 32)
  for (let c: usize = 0; c < 48; c += 16) {
    const x = v128.and(v128.load(p + c), r0),
      y = v128.and(v128.load(p + c + ROW), r1),
      z = v128.and(v128.load(p + c + 2 * ROW), r2)
    v128.store(p + c, x)
    v128.store(p + c + ROW, y)
    v128.store(p + c + 2 * ROW, z)
    v128.store(columns + c, or3(x, y, z))
  }
}

// The columns that a digit keeps in a box. Returns where it has two places or more there.
// @inline
function keepColumns(p: usize, columns: usize): v128 {
  let once = i32x4.splat(0),
    twice = once
  for (let c: usize = 0; c < 48; c += 16) {
    const k = v128.load(columns + c)
    const x = v128.and(v128.load(p + c), k),
      y = v128.and(v128.load(p + c + ROW), k),
      z = v128.and(v128.load(p + c + 2 * ROW), k)
    v128.store(p + c, x)
    v128.store(p + c + ROW, y)
    v128.store(p + c + 2 * ROW, z)
    const any = or3(x, y, z)
    twice = or3(twice, twiceIn3(x, y, z), v128.and(once, any))
    once = v128.or(once, any)
  }
  return twice
}

// A digit in all boxes.
function lookAtDigit(p: usize, often: usize): void {
  for (let band: usize = 0; band < 3; band++) {
    const at = p + band * 3 * ROW,
      open = layout.OPEN + band * 3 * ROW,
      columns = layout.COLUMNS + band * 48
    leaveBox(at, open, layout.ROWS)
    leaveBox(at + 48, open + 48, layout.ROWS + 48)
    leaveBox(at + 96, open + 96, layout.ROWS + 96)
    sixWays(layout.ROWS)
    keepRows(at, layout.ROWS, columns)
    keepRows(at + 48, layout.ROWS + 48, columns + 144)
    keepRows(at + 96, layout.ROWS + 96, columns + 288)
  }
  for (let stack: usize = 0; stack < 3; stack++) {
    const columns = layout.COLUMNS + stack * 144,
      at = p + stack * 48
    sixWays(columns)
    v128.store(often + stack * 16, keepColumns(at, columns))
    v128.store(often + stack * 16, keepColumns(at + 3 * ROW, columns + 48), 48)
    v128.store(often + stack * 16, keepColumns(at + 6 * ROW, columns + 96), 96)
  }
}

let progressed: v128 = i32x4.splat(0) // puzzles in which a cell has come down to one candidate in this round
let open: v128 = i32x4.splat(0) // puzzles in which a cell has two or more

// A cell, in which a digit that has no other place in its box stands alone. Where two have none, both stay, and the search finds
// out that there is no solution.
// @inline
function lookAtCell(p: usize, often: usize, at: usize): void {
  let any = i32x4.splat(0)
  for (let d: usize = 0; d < 3; d++) {
    const q = p + d * 3 * DIGIT,
      o = often + d * 3 * ROW
    const x = v128.andnot(v128.load(q), v128.load(o))
    const y = v128.andnot(v128.load(q, DIGIT), v128.load(o, ROW))
    const z = v128.andnot(v128.load(q, 2 * DIGIT), v128.load(o, 2 * ROW))
    any = v128.or(any, or3(x, y, z))
  }
  let once = i32x4.splat(0),
    twice = once
  for (let d: usize = 0; d < 3; d++) {
    const q = p + d * 3 * DIGIT,
      o = often + d * 3 * ROW
    const x = v128.andnot(v128.load(q), v128.and(any, v128.load(o)))
    const y = v128.andnot(v128.load(q, DIGIT), v128.and(any, v128.load(o, ROW)))
    const z = v128.andnot(v128.load(q, 2 * DIGIT), v128.and(any, v128.load(o, 2 * ROW)))
    v128.store(q, x)
    v128.store(q, y, DIGIT)
    v128.store(q, z, 2 * DIGIT)
    const three = or3(x, y, z)
    twice = or3(twice, twiceIn3(x, y, z), v128.and(once, three))
    once = v128.or(once, three)
  }
  good = v128.and(good, once)
  progressed = v128.or(progressed, v128.andnot(v128.load(at), twice))
  open = v128.or(open, twice)
  v128.store(at, twice)
}

function round(): void {
  open = i32x4.splat(0)
  progressed = open
  for (let d: usize = 0; d < 9; d++) lookAtDigit(layout.PLANES + d * DIGIT, layout.OFTEN + d * ROW)
  for (let r: usize = 0; r < 9; r++) {
    const often = layout.OFTEN + (r / 3) * 48
    for (let c: usize = 0; c < 9; c++) {
      const at = (r * 9 + c) * 16
      lookAtCell(layout.PLANES + at, often + (c / 3) * 16, layout.OPEN + at)
    }
  }
}

// Puzzles that lack a digit in some unit, where all cells have one candidate at most.
function lacking(): v128 {
  let all = i32x4.splat(-1)
  for (let digit = layout.PLANES; digit < layout.PLANES + 9 * DIGIT; digit += DIGIT) {
    for (let i: usize = 0; i < 9; i++) {
      const row = anyOf9(digit + i * ROW, 16, 48),
        column = anyOf9(digit + i * 16, ROW, 3 * ROW),
        box = anyOf9(digit + (i / 3) * 3 * ROW + (i % 3) * 48, 16, ROW)
      all = v128.and(v128.and(all, row), v128.and(column, box))
    }
  }
  return v128.not(all)
}

// Three threes, whose first planes are a width apart.
// @inline
function anyOf9(p: usize, step: usize, width: usize): v128 {
  return or3(anyOf3(p, step), anyOf3(p + width, step), anyOf3(p + 2 * width, step))
}
// @inline
function anyOf3(p: usize, step: usize): v128 {
  return or3(v128.load(p), v128.load(p + step), v128.load(p + 2 * step))
}

// ---- a batch

/** Fewer puzzles that still get on are left to the search: a round here takes as long as three of its own for each of them. */
const FEW: u32 = 40
/** Fewer puzzles than this are begun anew by the search, as it takes longer to turn all of the planes. */
const FEW_TURNED: u32 = 12

/** Takes the next puzzles, 128 at most, as far as inference leads. Their solutions go into the results. */
export function inferTogether(p: usize, n: i32, results: usize, record: usize): void {
  const present = v128.andnot(firstLanes(n), read(p, n))
  good = present
  let going = present
  do {
    round()
    going = v128.and(open, good)
  } while (countOf(v128.and(going, progressed)) >= FEW)
  const closed = v128.andnot(good, open)
  const solved = v128.any_true(closed) ? v128.andnot(closed, lacking()) : closed
  v128.store(layout.SOLVED_LANES, solved)
  v128.store(layout.BAD_LANES, v128.andnot(present, v128.or(going, solved)))
  const isTurned = countOf(going) >= FEW_TURNED
  v128.store(layout.PRUNED_LANES, isTurned ? going : i32x4.splat(0))
  if (isTurned) turnBack()
  if (v128.any_true(solved)) write(n, results, record)
}
