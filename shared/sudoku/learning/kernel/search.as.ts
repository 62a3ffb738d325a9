import { analyse, learntCount, levelsIn, setLearnt } from './analyse.as'
import { propagateSingles } from './candidates.as'
import { FORBIDS, forget, isCrowded, learn, readState, reduce, writeState } from './clauses.as'
import { candidates, groups, makeGroups, nameCandidates, variables } from './encode.as'
import { decay, heapAll, isEmpty, resetIncrement, setActivity, takeMostActive } from './heap.as'
import {
  ACTIVITY,
  CANDIDATES,
  DECISION,
  FLIPPED,
  GROUP,
  half,
  LEARNT,
  LEVEL_STAMP,
  MAX_VARIABLES,
  PLACEMENT,
  SEEN,
  setWord,
  SOLUTION,
  STATE,
  TRAIL,
  VALUE,
  word,
} from './memory.as'
import {
  assign,
  cancelTo,
  decide,
  FROM_GROUP,
  level,
  propagate,
  resetTrail,
  resetWatches,
  trail,
  value,
} from './propagate.as'
import { cells, digits } from './candidates.as'

export { setGrid } from './candidates.as'
export { setBlocks } from './encode.as'

// How a run, or a preparation, ends.
const RESTED: u32 = 0 // the search is at rest: it can be written down, or goes on
const FOUND: u32 = 1 // a solution
const EXHAUSTED: u32 = 2
const LIMIT: u32 = 3
const STEPPED: u32 = 4
const TOO_LARGE: u32 = 5

/** Conflicts between two rests. A rest costs a restart, and what is learned is looked through. */
const BETWEEN_RESTS: u32 = 1_000
/** So many solutions are forbidden by a clause each; from then on they are counted in order: see goOn. */
const MOST_FORBIDDEN: u32 = 32

let most: u32 = 0 // placements that may be undone
let undone: u32 = 0
let isOut: bool = false
let conflicts: u32 = 0
let nextRest: u32 = 0
let sinceRestart: u32 = 0
/** Moving averages of the distance of what is learned, of late and on the whole: Biere and Froehlich, 2015. */
let fast: f64 = 0
let slow: f64 = 0
let forbidden: u32 = 0
/** Decisions up to this level are undone in order, as backtracking does. */
let floor: u32 = 0
let flips: u32 = 0
let isStepping: bool = false
export let decayOption: f64 = 0.95
export let restartOption: f64 = 1.15
export let weakOption: f64 = 16
export let initOption: u32 = 0
export function options(d: f64, r: f64, w: f64, i: u32): void { decayOption = d; restartOption = r; weakOption = w; initOption = i }

/** Begins with the candidates in memory; every placement undone counts against the limit. */
export function begin(limit: u32, stepping: bool): u32 {
  most = limit
  undone = conflicts = sinceRestart = forbidden = floor = flips = 0
  isOut = false
  isStepping = stepping
  nextRest = BETWEEN_RESTS
  fast = slow = 0
  if (!propagateSingles()) return EXHAUSTED
  resetTrail()
  if (nameCandidates() == 0) {
    readSolution()
    return FOUND
  }
  if (candidates > MAX_VARIABLES) return TOO_LARGE
  if (!makeGroups()) return EXHAUSTED
  memory.fill(VALUE, 0, 2 * variables)
  memory.fill(SEEN, 0, variables)
  memory.fill(LEVEL_STAMP, 0, <usize>variables << 2)
  resetWatches(2 * variables)
  forget()
  resetIncrement()
  for (let v: u32 = 0; v < variables; v++) setActivity(v, 0)
  if (initOption) for (let v: u32 = 0; v < candidates; v++) setActivity(v, 1.0 / <f64>popcnt(word(CANDIDATES, half(PLACEMENT, v) / digits)))
  heapAll()
  for (let group: u32 = 0; group < groups; group++) {
    if (load<u32>(GROUP + (<usize>group << 4)) > 1) continue
    const literal = load<u32>(GROUP + (<usize>group << 4), 4)
    if (value(literal) < 0) return EXHAUSTED
    if (value(literal) == 0) assign(literal, 0)
  }
  return RESTED
}

/** Searches until there is something to say. */
export function run(): u32 {
  while (true) {
    if (!propagate()) {
      conflicts++
      sinceRestart++
      if (level == floor) {
        if (!flip()) return EXHAUSTED
      } else if (!learnFromConflict()) return EXHAUSTED
      if (isOut) return LIMIT
    } else {
      if (sinceRestart >= 5 && fast > restartOption * slow) {
        sinceRestart = 0
        takeBackTo(floor)
        if (isOut) return LIMIT
        continue
      }
      if (conflicts >= nextRest || isCrowded()) return rest()
      const v = next()
      if (v == NOTHING) {
        readSolution()
        return FOUND
      }
      decide(v << 1)
    }
    if (isStepping) return STEPPED
  }
}

const NOTHING: u32 = 0xffffffff

/** The most active open candidate. */
function next(): u32 {
  while (!isEmpty()) {
    const v = takeMostActive()
    if (value(v << 1) == 0) return v
  }
  return NOTHING
}

/** false where a conflict needs no decision. */
function learnFromConflict(): bool {
  const back = analyse()
  const lbd = learntCount > 1 ? levelsIn(LEARNT, learntCount) : 1
  fast += (<f64>lbd - fast) / 32
  slow += (<f64>lbd - slow) * (conflicts < 1000 ? 1.0 / <f64>(conflicts + 1) : 1.0 / 8192)
  decay(decayOption)
  takeBackTo(max(back, floor))
  if (learntCount > 1) {
    learn(lbd)
    return true
  }
  const fact = word(LEARNT, 0)
  if (floor == 0) {
    assign(fact, 0)
    return true
  }
  cancelTo(0)
  assign(fact, 0)
  return replay() || flip()
}

/** Undoes all placements above a level. */
function takeBackTo(to: u32): void {
  if (level <= to) return
  const by = level - to
  if (by > most - undone) {
    undone = most
    isOut = true
  } else undone += by
  cancelTo(to)
}

// ---- solutions
//
// The first few are forbidden by a clause each, as the search is then as free as before: so it learns soonest that there
// is no other. But of a grid with a million solutions the clauses would fill the memory. So after those the decisions
// that stand are undone in order, the last one first: each is turned into its denial (flipped), below which all has been
// looked through. Above them the search learns, and jumps, as before, but never below them (Gebser et al., 2007: "Conflict-driven answer set enumeration").

/** After a solution: looks for another. false where there is none. */
export function goOn(): bool {
  if (level == 0) return false
  if (floor == 0 && forbidden < MOST_FORBIDDEN) {
    forbidden++
    forbid()
    return true
  }
  floor = level
  return flip()
}

/** Whether the search has undone more than it may. */
export function isOverLimit(): bool { return isOut }

/** Learns the denial of all decisions that stand. */
function forbid(): void {
  const count = level
  for (let i: u32 = 0; i < count; i++) setWord(LEARNT, i, word(DECISION, count - 1 - i) ^ 1)
  takeBackTo(count - 1)
  setLearnt(count)
  if (count == 1) assign(word(LEARNT, 0), 0)
  else learn(FORBIDS)
}

/** Takes back the last of the decisions that are undone in order; false where there is none. */
function flip(): bool {
  while (floor > 0) {
    const denied = word(DECISION, floor - 1) ^ 1
    takeBackTo(floor - 1)
    lowerFloor(floor - 1)
    if (value(denied) < 0) continue
    if (value(denied) == 0) {
      if (floor > 0) {
        store<u32>(FLIPPED + (<usize>flips << 3), denied)
        store<u32>(FLIPPED + (<usize>flips << 3), floor, 4)
        flips++
      }
      assign(denied, 0)
    }
    return true
  }
  return false
}

function lowerFloor(to: u32): void {
  floor = to
  while (flips > 0 && load<u32>(FLIPPED + (<usize>(flips - 1) << 3), 4) > to) flips--
}

/** Makes the decisions up to the floor again; false where they turn out to be contradictory. */
function replay(): bool {
  const to = floor
  let flipped: u32 = 0
  while (true) {
    let holds = propagate()
    for (; holds && flipped < flips && load<u32>(FLIPPED + (<usize>flipped << 3), 4) == level; flipped++) {
      const literal = load<u32>(FLIPPED + (<usize>flipped << 3))
      if (value(literal) < 0) holds = false
      else if (value(literal) == 0) assign(literal, 0)
      holds = holds && propagate()
    }
    if (holds && level < to && value(word(DECISION, level)) < 0) holds = false
    if (!holds) {
      lowerFloor(level)
      return false
    }
    if (level == to) return true
    decide(word(DECISION, level))
  }
}

// ---- rests

/** Restarts, and thins out what was learned. */
function rest(): u32 {
  takeBackTo(floor)
  if (isOut) return LIMIT
  cancelTo(0)
  if (!propagate()) return EXHAUSTED
  nextRest = conflicts + BETWEEN_RESTS
  sinceRestart = 0
  reduce(1_000 + <u32>(weakOption * sqrt(<f64>conflicts)))
  return replay() || flip() ? RESTED : EXHAUSTED
}

/** Writes down a search at rest; where its state ends. */
export function suspend(): usize {
  store<u32>(STATE, conflicts)
  store<u32>(STATE, undone, 4)
  store<f64>(STATE, fast, 8)
  store<f64>(STATE, slow, 16)
  store<u32>(STATE, forbidden, 24)
  store<u32>(STATE, floor, 28)
  store<u32>(STATE, flips, 32)
  let at: usize = STATE + 36
  for (let i: u32 = 0; i < floor; i++, at += 2) store<u16>(at, <u16>word(DECISION, i))
  for (let i: u32 = 0; i < flips; i++, at += 4) {
    store<u16>(at, <u16>load<u32>(FLIPPED + (<usize>i << 3)))
    store<u16>(at, <u16>load<u32>(FLIPPED + (<usize>i << 3), 4), 2)
  }
  return writeState(at)
}

/** Takes up, after begin, a search that another wrote down. */
export function resume(): void {
  conflicts = load<u32>(STATE)
  undone = load<u32>(STATE, 4)
  fast = load<f64>(STATE, 8)
  slow = load<f64>(STATE, 16)
  forbidden = load<u32>(STATE, 24)
  floor = load<u32>(STATE, 28)
  flips = load<u32>(STATE, 32)
  nextRest = conflicts + BETWEEN_RESTS
  let at: usize = STATE + 36
  for (let i: u32 = 0; i < floor; i++, at += 2) setWord(DECISION, i, load<u16>(at))
  for (let i: u32 = 0; i < flips; i++, at += 4) {
    store<u32>(FLIPPED + (<usize>i << 3), load<u16>(at))
    store<u32>(FLIPPED + (<usize>i << 3), load<u16>(at, 2), 4)
  }
  propagate()
  readState(at)
  replay()
}

// ---- what is read from outside

export function undoneSoFar(): u32 { return undone }
export function conflictsSoFar(): u32 { return conflicts }
export function levels(): u32 { return level }
export function trailLength(): u32 { return trail }
/** What a level decided, as cell x digits + digit. */
export function decisionAt(at: u32): u32 { return half(PLACEMENT, word(DECISION, at) >> 1) }
/** A placement on the trail, as cell x digits + digit; NOTHING where a candidate is denied or an auxiliary stands there. */
export function placementAt(at: u32): u32 {
  const literal = word(TRAIL, at)
  return literal & 1 || literal >> 1 >= candidates ? NOTHING : half(PLACEMENT, literal >> 1)
}

function readSolution(): void {
  for (let cell: u32 = 0; cell < cells; cell++) store<u8>(SOLUTION + cell, <u8>(1 + ctz(word(CANDIDATES, cell))))
  for (let i: u32 = 0; i < trail; i++) {
    const placement = placementAt(i)
    if (placement != NOTHING) store<u8>(SOLUTION + placement / digits, <u8>(1 + (placement % digits)))
  }
}
