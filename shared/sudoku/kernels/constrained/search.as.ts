import { INFER, log, PLACE, UNDO } from '../log.as'
import * as layout from './memory.as'
import { copyGrid, half, now, setHalf } from './memory.as'
import { propagate } from './propagate.as'
import { heaviestOpen } from './propagate-units.as'
import { CELLS, cells, deciding } from './rules.as'
import { beginTrail, beginWeights, decay, increment, restrict, setTrail, trail, weigh } from './trail.as'

// The beginning of a run.
const PROPAGATE: u32 = 0
const DECIDE: u32 = 1
const TURN_BACK: u32 = 2 // what stands is contradictory, or a solution that is known
const DENY: u32 = 3 // the placement that was undone last

export let undone: u32 = 0
/** How many decisions stand. */
export let level: u32 = 0
/** Placements that may be undone. */
let most: u32 = 0
let next: u32 = PROPAGATE
let isObserved = false

/** Begins with the candidates in memory; every placement undone counts against the limit. */
export function begin(limit: u32, observed: bool): void {
  most = limit
  undone = level = 0
  isObserved = observed
  told = 0
  next = PROPAGATE
  memory.fill(layout.NOW, 0, layout.GRID_BYTES)
  memory.copy(layout.NOW, layout.CANDIDATES, cells << 1)
  beginWeights()
  for (let cell: u32 = 0; cell < cells; cell++) if (!now(cell)) next = TURN_BACK
  if (next == PROPAGATE) beginTrail()
}

/** Searches until there is something to say, or as many placements are undone in all: no more than LOG_FUEL if it is observed. */
export function run(pauseAt: u32): u32 {
  while (true) {
    if (next == PROPAGATE) {
      if (propagate()) {
        next = DECIDE
        if (isObserved) tellInferred()
      } else {
        next = TURN_BACK
        if (level > 0) weigh(load<u8>(layout.DECISION_CELL + level - 1))
        decay()
      }
    }
    if (next == DECIDE) {
      if (trail == cells) {
        for (let cell: u32 = 0; cell < cells; cell++) store<u8>(layout.SOLUTION + cell, <u8>digitOf(now(cell)))
        next = TURN_BACK
        return layout.FOUND
      }
      if (!decideChoice()) {
        const cell = heaviestOpen(),
          set = now(cell)
        guess(cell, set & -set)
      }
      next = PROPAGATE
      continue
    }
    if (next == TURN_BACK) {
      if (level == 0) return layout.EXHAUSTED
      if (undone == most) return layout.LIMIT
      undone++
      takeBack(1)
      next = DENY
      if (undone >= pauseAt) return layout.PAUSED
    }
    deny()
  }
}

/** Infers what follows from the candidates alone, before anything is decided; false if that is contradictory. */
export function infer(): bool {
  return next != PROPAGATE || propagate()
}

/** Takes the last decisions back, for another search to go on. */
export function takeBack(count: u32): void {
  for (; count; count--) {
    level--
    if (isObserved) tellUndone()
  }
}

/**
 * Guesses a place of a digit that a choice depends on, such as the 1 of a sandwich: where most weight is by the places that
 * the digit has in its line. A puzzle of thirteen sandwiches takes 860 backtracks instead of 25,611.
 */
function decideChoice(): bool {
  let best: u32 = 0,
    its: u32 = 0
  let score: f64 = -1
  for (let i: u32 = 0; i < deciding; i++) {
    const at = <usize>load<u32>(layout.DECIDING + ((<usize>i) << 2)),
      count = half(at, 1)
    for (let digits = half(at, 4); digits; digits &= digits - 1) {
      const digit = digits & -digits
      let places: f64 = 0,
        most: f64 = -1
      let heaviest: u32 = 0
      for (let k: u32 = 0; k < count; k++) {
        const cell = half(at, CELLS + k)
        if (!(now(cell) & digit)) continue
        places++
        if (weightOf(cell) <= most) continue
        most = weightOf(cell)
        heaviest = cell
      }
      if (places < 2 || most / places <= score) continue
      score = most / places
      best = heaviest
      its = digit
    }
  }
  if (its) guess(best, its)
  return its != 0
}

// @inline
function weightOf(cell: u32): f64 {
  return load<f64>(layout.WEIGHT + ((<usize>cell) << 3)) + increment
}

function guess(cell: u32, digit: u32): void {
  copyGrid(layout.BEFORE + level * layout.GRID_BYTES, layout.NOW)
  store<u8>(layout.DECISION_CELL + level, <u8>cell)
  setHalf(layout.DECISION_DIGIT, level, digit)
  store<u8>(layout.TRAIL_LENGTH + level, <u8>trail)
  if (isObserved) tellPlaced()
  level++
  setTrail(trail)
  restrict(cell, digit)
}

/** Goes back to before the decision that was undone, and takes its digit from its cell. */
function deny(): void {
  copyGrid(layout.NOW, layout.BEFORE + level * layout.GRID_BYTES)
  setTrail(load<u8>(layout.TRAIL_LENGTH + level))
  // It has another candidate, or there was no decision.
  restrict(load<u8>(layout.DECISION_CELL + level), ~half(layout.DECISION_DIGIT, level))
  next = PROPAGATE
}

export { logged } from '../log.as'
export { setRules } from './rules.as'
export { trail } from './trail.as'

// ---- pauses
//
// A search pauses when it has undone a placement. What it has to know then: that placement and those that stand, what was
// known before each of them, and the weights.

/** Completes what a paused search leaves behind in SAVED, and says where that ends; 0 where it has not begun to turn back. */
export function suspend(): usize {
  if (next != DENY) return 0
  store<f64>(layout.SAVED, increment)
  store<u32>(layout.SAVED, level, 8)
  return layout.BEFORE + (level + 1) * layout.GRID_BYTES
}

/** Takes up, after begin, what another search left in SAVED when it had undone so many placements. */
export function resume(before: u32): void {
  undone = before
  increment = load<f64>(layout.SAVED)
  level = load<u32>(layout.SAVED, 8)
  told = load<u8>(layout.TRAIL_LENGTH + level)
  next = DENY
}

// ---- steps, for an observer
//
// A decision, what follows from it where that is no contradiction, and what is undone.

/** How much of the trail is told. */
let told: u32 = 0

/** Tells the decision that is about to stand. */
function tellPlaced(): void {
  const cell = <u32>load<u8>(layout.DECISION_CELL + level)
  log(layout.LOG, PLACE, cell, digitOf(half(layout.DECISION_DIGIT, level)), popcnt(now(cell)))
  told = trail + 1
}

/** Tells the cells that are down to one candidate; those that were given are for the reader to leave out. */
function tellInferred(): void {
  for (; told < trail; told++) {
    const cell = <u32>load<u8>(layout.TRAIL + told)
    log(layout.LOG, INFER, cell, digitOf(now(cell)), 0)
  }
}

/** Tells that the decision is undone that stood last. */
function tellUndone(): void {
  told = load<u8>(layout.TRAIL_LENGTH + level)
  log(layout.LOG, UNDO, load<u8>(layout.DECISION_CELL + level), digitOf(half(layout.DECISION_DIGIT, level)), 0)
}

// @inline
function digitOf(set: u32): u32 {
  return 1 + ctz(set)
}
