import { clearBit, setBit } from '../bytes.as'
import { INFER, log, PLACE, UNDO } from '../log.as'
import { digitsAt } from './choose.as'
import * as layout from './memory.as'

// The steps of a search, written to LOG for an observer: guesses, the cells that are inferred between them, and what is undone.
// Cells that are inferred at once are told down the columns, the leftmost first; where inference meets a contradiction, none is.

// The cell's place in the text is told.
function tell(kind: u32, cell: u32, digit: u32, alternatives: u32): void {
  const row = (cell & 31) % 10,
    column = 3 * (cell >> 5) + (cell & 31) / 10
  log(layout.LOG, kind, 9 * row + column, digit, alternatives)
}

// Where the cells of a level lie that are given or told: a map of three words.
// @inline
function toldAt(s: usize): usize {
  return layout.TOLD + ((s - layout.STACK) / layout.LEVEL) * 12
}

/** Before the first inference: nothing is told but the givens. */
export function tellNothing(puzzle: usize): void {
  memory.fill(layout.TOLD, 0, 12)
  for (let place: u32 = 0; place < 81; place++) {
    const byte = load<u8>(puzzle + place)
    if (byte >= 0x31 && byte <= 0x39) setBit(layout.TOLD, layout.cellIn(place))
  }
}

/** Tells the cells of a grid that came down to one digit since they were last told on a level. */
export function tellInferred(s: usize, grid: usize): void {
  for (let stack: u32 = 0; stack < 3; stack++) {
    const map = toldAt(s) + ((<usize>stack) << 2)
    const filled = filledIn(grid, stack)
    for (let rest = filled & ~load<u32>(map); rest; rest &= rest - 1) {
      const cell = 32 * stack + <u32>ctz(rest)
      tell(INFER, cell, 1 + <u32>ctz(digitsAt(grid, cell)), 0)
    }
    store<u32>(map, filled)
  }
}

/** Tells what was inferred on a level before its guess, which led to the next one, and the guess. */
export function tellGuess(s: usize, t: usize): void {
  const cell = <u32>load<u8>(s, layout.GUESSED_CELL)
  memory.copy(toldAt(t), toldAt(s), 12)
  setBit(toldAt(t), cell)
  tellInferred(t, t)
  memory.copy(toldAt(s), toldAt(t), 12)
  clearBit(toldAt(s), cell)
  // The guess has gone from its cell on the level where the search goes on, should it fail.
  tell(PLACE, cell, 1 + <u32>load<u8>(s, layout.GUESSED_DIGIT), 1 + popcnt(digitsAt(s, cell)))
}

/** Tells that the guess of a level is undone. */
export function tellUndo(s: usize): void {
  tell(UNDO, load<u8>(s, layout.GUESSED_CELL), 1 + <u32>load<u8>(s, layout.GUESSED_DIGIT), 0)
}

/** For a search that is taken up: the cells that are filled on its levels were told before it was suspended. */
export function takeAsTold(last: usize): void {
  for (let s = layout.STACK; s <= last; s += layout.LEVEL) {
    const told = toldAt(s)
    for (let stack: u32 = 0; stack < 3; stack++) store<u32>(told + ((<usize>stack) << 2), filledIn(s, stack))
    // The digit that was guessed has gone from its cell: if one other is left there, that was not told yet.
    clearBit(told, load<u8>(s, layout.GUESSED_CELL))
  }
}

// The cells of a stack that hold one digit, as a word of a map: taking the lowest digit away leaves none of a single one, and one
// less than that has no guard.
function filledIn(grid: usize, stack: u32): u32 {
  let filled: u32 = 0
  for (let row: u32 = 0; row < 9; row++) {
    const x = load<u32>(grid + ((<usize>row) << 4) + ((<usize>stack) << 2))
    const rest = x & (x - layout.LOWEST)
    filled |= (rest & ~(rest - layout.LOWEST) & layout.GUARDS) >> (9 - row)
  }
  return filled
}
