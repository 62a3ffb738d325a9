import { hasBit, setBit } from '../bytes.as'
import { choose, digitsAt, looseF, looseG, more, without } from './choose.as'
import { firstOf } from './lanes.as'
import { inferTogether } from './lockstep.as'
import * as layout from './memory.as'
import { propagate } from './propagate.as'
import { takeAsTold, tellGuess, tellInferred, tellNothing, tellUndo } from './steps.as'
import { clash, clues, parse, print } from './text.as'

import './tables.as'

// ---- the question

let puzzles: usize = 0
let total: i32 = 0
let results: usize = 0
let record: usize = 0 // bytes of a result
let limit: u32 = 0 // solutions to look for
let kept: u32 = 0 // solutions to keep
let most: u32 = 0 // backtracks that a puzzle may take

// ---- the search under way

let done: i32 = 0
let level: usize = 0 // where a search that ran out of fuel goes on; 0 where none did
let depth: u32 = 0 // guesses that stand
let back: u32 = 0 // backtracks so far
let first: u32 = 0 // and when the first solution was found
let count: u32 = 0 // solutions found
let last: usize = 0 // the cell guessed last
let guessed: bool = false
let batch: i32 = 0 // the first of the puzzles that were looked at together,
let batchEnd: i32 = 0 // and the first after them
let loose: bool = false // thirty givens or more and yet stuck: nearly always several solutions

const PUZZLE: usize = 81

export function begin(from: usize, n: i32, to: usize, bytes: usize, solutions: u32, keep: u32, backtracks: u32): void {
  puzzles = from
  total = n
  results = to
  record = bytes
  limit = solutions
  kept = keep
  most = backtracks
  done = batch = batchEnd = 0
  level = 0
}

// Goes on until all puzzles are solved or `fuel` is used up: one for a puzzle, one for a backtrack. Returns how many are done.
// If the search is observed, its steps are told, and LOG has room for those of so much fuel: LOG_FUEL.
export function run(fuel: i32, observed: bool): i32 {
  let p = puzzles + <usize>done * PUZZLE
  let o = results + <usize>done * record
  for (; done < total; done++, p += PUZZLE, o += record) {
    let status = -1
    let s = level
    if (!s) {
      if (fuel <= 0) return done
      s = layout.STACK
      depth = back = first = count = 0
      guessed = false
      more = 0
      if (isDefined(LOCKSTEP) && !observed && done >= batchEnd && total - done >= layout.WORTH_TOGETHER) {
        batch = done
        batchEnd = min(done + 128, total)
        inferTogether(p, batchEnd - batch, o, record)
      }
      const lane = isDefined(LOCKSTEP) && done < batchEnd ? done - batch : -1
      if (lane >= 0 && hasBit(layout.SOLVED_LANES, lane)) {
        count = 1
        status = layout.SOLVED
      } else if (lane >= 0 && hasBit(layout.BAD_LANES, lane)) status = clash(p) ? layout.CLASH : layout.NONE
      else if (lane >= 0 && hasBit(layout.PRUNED_LANES, lane))
        memory.copy(s, layout.PRUNED + <usize>lane * layout.GRID, layout.GRID)
      else if (parse(p, s)) status = layout.CHARACTER
      else if (observed) tellNothing(p)
    }
    level = 0
    while (status < 0) {
      if (fuel <= 0) {
        level = s
        return done
      }
      let put = -1
      if (more) {
        more--
        if (looseF | looseG) {
          put = firstOf(looseF, looseG)
          without(put)
        } else more = 0
      }
      const found = put >= 0 ? layout.STUCK : propagate(s)
      if (found == layout.STUCK) {
        if (!guessed) {
          guessed = true
          loose = clues(p) >= 30
          memory.fill(layout.WEIGHT, 0, layout.SAVED_END - layout.WEIGHT)
        }
        const chosen = put >= 0 ? put : choose(s, (loose ? 12 : 3) > <i32>back, loose)
        // A naked pair took something away: there is more to infer.
        if (chosen < 0) {
          if (observed) tellInferred(s, layout.ASIDE)
          continue
        }
        const t = guess(s, <usize>chosen)
        if (observed) tellGuess(s, t)
        s = t
        continue
      }
      if (found == layout.DONE) {
        if (observed) tellInferred(s, s)
        if (count == 0) {
          first = back
          print(s, o)
        } else if (count < kept) print(s, o + layout.RESULT_HEAD + <usize>(count - 1) * PUZZLE)
        if (++count >= limit) {
          status = count > 1 ? layout.MULTIPLE : layout.SOLVED
          break
        }
      } else if (depth) {
        // The guess led straight to a contradiction: its cell is weighed first from now on, and weighs more.
        store<i32>(layout.WEIGHT + (last << 2), load<i32>(layout.WEIGHT + (last << 2)) + 2)
        setBit(layout.HOT, <u32>last)
      }
      if (s == layout.STACK) {
        status = count > 1 ? layout.MULTIPLE : count ? layout.SOLVED : !guessed && clash(p) ? layout.CLASH : layout.NONE
        break
      }
      // Only the backtrack beyond the limit ends a search: one that needs just as many as it may make is not cut off.
      if (back >= most) {
        status = layout.ABORTED
        break
      }
      s -= layout.LEVEL
      depth = load<u32>(s, 144)
      back++
      fuel--
      if (observed) tellUndo(s)
    }
    fuel--
    store<u8>(o, <u8>status, layout.RESULT_STATUS)
    store<u32>(o, count, layout.RESULT_SOLUTIONS)
    store<u32>(o, count ? first : back, layout.RESULT_FIRST)
    store<u32>(o, back, layout.RESULT_BACKTRACKS)
  }
  return done
}

// Guesses the lowest digit of a cell on a new level, and takes it from the cell on the old one, where the search goes on
// should the guess fail. Returns the new level.
// @inline
function guess(s: usize, cell: usize): usize {
  const q = cell << 4
  const digits = digitsAt(s, cell)
  const digit = i32x4.splat((digits & -digits) * layout.LOWEST)
  const t = s + layout.LEVEL
  for (let row: usize = 0; row < 144; row += 16) v128.store(t + row, v128.load(s + row))
  const at = <usize>(load<u32>(layout.PEERS + 12 + q) & 0xf0)
  const field = v128.load(layout.FIELD + q)
  const row = v128.load(s + at)
  const here = v128.and(field, digit)
  v128.store(t + at, v128.or(v128.andnot(row, field), here))
  v128.store(s + at, v128.andnot(row, here))
  store<u32>(s, depth, 144)
  // For the steps; the search itself needs neither.
  store<u8>(s, cell, layout.GUESSED_CELL)
  store<u8>(s, ctz(digits), layout.GUESSED_DIGIT)
  depth++
  last = cell
  return t
}

// Takes up the search that has been put back, with the first of the puzzles.
export function resume(): void {
  more = 0
  takeAsTold(level)
}

export { logged } from '../log.as'
export { back, count, depth, first, guessed, last, level, loose }
