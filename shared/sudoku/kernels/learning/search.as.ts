import { analyse, learntCount, levelsIn, writeViolated } from './analyse.as'
import { heapAll, increment, next, setActivity } from './branch.as'
import { cells, constraints, digits, propagateSingles } from './candidates.as'
import * as clauses from './clauses.as'
import { addConstraints, hasCages } from './constraints.as'
import { candidates, groups, indexGroups, makeGroups, nameCandidates, variables } from './encode.as'
import * as layout from './memory.as'
import { half, NOTHING, setAt, setWord, value, word } from './memory.as'
import { propagateAll } from './outside.as'
import { assign, cancelTo, decide, level, resetTrail, resetWatches, trail } from './propagate.as'

export { setRules } from './candidates.as'
export { candidatesAt, deny } from './outside.as'

/**
 * Conflicts between two rests. A rest costs a restart, and what is learned is thinned out: with 2,000, three of the
 * hardest 25x25 grids take an eighth more conflicts. But as many may have to be done again after a pause: a third of a
 * second's work.
 */
const BETWEEN_RESTS: u32 = 6_000
/** The same where a conflict takes long, and what was done since the last rest is done once more in each slice. */
const BETWEEN_SLOW_RESTS: u32 = 1_000
/**
 * The clauses of cages are long, and few of them of little use: more have to stand at a time, and only a rest restarts:
 * nine of the hardest killers took 399,551 conflicts as on other grids, 304,732 so, and over 510,000 with more restarts.
 */
const BETWEEN_RESTS_OF_CAGES: u32 = 3_000
/** Many solutions are counted without conflicts: so many placements undone, a fifth of a second's work, are enough, too. */
const MOST_UNDONE_BETWEEN_RESTS: u32 = 20_000
/** So many solutions are forbidden by a clause each; from then on they are counted in order: see goOn. */
const MOST_FORBIDDEN: u32 = 32

/** The share of themselves that activities keep from one conflict to the next. */
const DECAY: f64 = 0.997
/**
 * The same where there are constraints, but for killers up to 9x9: there some searches are long by bad luck alone, and who
 * forgets sooner, and starts again, is out of it. Fifty 16x16 killers of ninety cages of three took over 55 s, and 14 so.
 */
const DECAY_OF_CONSTRAINED: f64 = 0.9
/**
 * Such a search starts again where what it learned of late is so much worse than what it learns on the whole. Others go
 * through all there is; without restarts but those of rests they take a twentieth fewer conflicts.
 */
const RESTART: f64 = 1.1
const LEAST_BETWEEN_RESTARTS: u32 = 5
/**
 * Unless so much more is true at a conflict than usually: then a solution may be near (Audemard and Simon, 2012). From a
 * few conflicts it cannot be told what is usual.
 */
const NEARLY_FULL: f64 = 1.4
const FEW_CONFLICTS: u32 = 10

let most: u32 = 0 // placements that may be undone
let undone: u32 = 0
let isOut: bool = false
let conflicts: u32 = 0
let nextRest: u32 = 0
let sinceRestart: u32 = 0
/** Moving averages of the distance of what is learned, of late and on the whole: Biere and Froehlich, 2015. */
let fast: f64 = 0
let slow: f64 = 0
/** The moving average of how many literals are true at a conflict. */
let fullness: f64 = 0
let forbidden: u32 = 0
/** Decisions up to this level are undone in order, as backtracking does. */
let floor: u32 = 0
let flips: u32 = 0
let isStepping: bool = false
let isContradicted: bool = false
/** How often the search has started again. */
let restarts: u32 = 0
/** Whether there are constraints, but no cages told as {@link hasCages} says. */
let isConstrained: bool = false

/** Begins with the candidates in memory; every placement undone counts against the limit. */
export function begin(limit: u32, stepping: bool): u32 {
  most = limit
  undone = undoneAtRest = conflicts = restarts = sinceRestart = forbidden = floor = flips = 0
  isOut = isContradicted = false
  stateEnd = 0
  isStepping = stepping
  fast = slow = fullness = 0
  if (!propagateSingles()) return layout.EXHAUSTED
  resetTrail()
  nameCandidates()
  const made = makeGroups()
  if (made != layout.PAUSED) return made
  if (!addConstraints()) return layout.EXHAUSTED
  indexGroups()
  isConstrained = constraints > 0 && !hasCages
  nextRest = betweenRests()
  memory.fill(layout.VALUE, 0, 2 * variables)
  memory.fill(layout.SEEN, 0, variables)
  memory.fill(layout.LEVEL_STAMP, 0, (<usize>variables) << 2)
  resetWatches(2 * variables)
  clauses.forget()
  increment = 1
  for (let v = candidates; v < variables; v++) setActivity(v, 0)
  // Cells of few candidates first: without, holes25 took 2.3 times as long. Where there are cages, one row after the other:
  // of Mathemagic's fourteen killers 13 took 43 s so, and 57 s otherwise; with each one was not done in 10 s.
  for (let v: u32 = 0; v < candidates; v++)
    setActivity(v, hasCages ? 0 : <f64>(<f32>(1.0 / <f32>(<u32>popcnt(setAt(half(layout.PLACEMENT, v) / digits))))))
  heapAll()
  for (let group: u32 = 0; group < groups; group++) {
    const left = word(layout.GROUP, group) >> layout.LEFT_SHIFT
    if (left > 1) continue
    if (left == 0) return layout.EXHAUSTED
    const literal = word(layout.GROUP, group) - (1 << layout.LEFT_SHIFT)
    if (value(literal) < 0) return layout.EXHAUSTED
    if (value(literal) == 0) assign(literal, 0)
  }
  return layout.PAUSED
}

/** Searches until there is something to say, or as many placements are undone in all. */
export function run(pauseAt: u32): u32 {
  while (true) {
    if (isContradicted || !propagateAll()) {
      if (isStepping && !isContradicted) {
        isContradicted = true
        writeViolated()
        return layout.CONTRADICTED
      }
      isContradicted = false
      conflicts++
      sinceRestart++
      if (level == floor) {
        learntCount = 0
        if (!flip()) return layout.EXHAUSTED
      } else if (!learnFromConflict()) return layout.EXHAUSTED
      if (isOut) return layout.LIMIT
      if (undone >= pauseAt) return layout.PAUSED
    } else {
      if (isConstrained && sinceRestart >= LEAST_BETWEEN_RESTARTS && fast > RESTART * slow) {
        sinceRestart = 0
        restarts++
        takeBackTo(floor)
        if (isOut) return layout.LIMIT
        if (undone >= pauseAt) return layout.PAUSED
        if (isStepping) return layout.STEPPED
        continue
      }
      if (conflicts >= nextRest || undone - undoneAtRest >= MOST_UNDONE_BETWEEN_RESTS || clauses.isCrowded()) {
        if (!rest()) return isOut ? layout.LIMIT : layout.EXHAUSTED
        if (isStepping) return layout.STEPPED
        continue
      }
      const v = next()
      if (v == NOTHING) {
        readSolution()
        return layout.FOUND
      }
      decide(v << 1)
    }
    if (isStepping) return layout.STEPPED
  }
}

/** false where a conflict needs no decision. */
function learnFromConflict(): bool {
  const back = analyse()
  const lbd = learntCount > 1 ? levelsIn(layout.LEARNT, learntCount) : 1
  fast += (<f64>lbd - fast) / 32
  const weight = conflicts < 1000 ? 1.0 / <f64>(conflicts + 1) : 1.0 / 8192
  slow += (<f64>lbd - slow) * weight
  if (conflicts > FEW_CONFLICTS && <f64>trail > NEARLY_FULL * fullness) {
    sinceRestart = 0
    fast = slow
  }
  fullness += (<f64>trail - fullness) * weight
  increment /= isConstrained ? DECAY_OF_CONSTRAINED : DECAY
  takeBackTo(max(back, floor))
  const isBelowFloor = learntCount == 1 && floor > 0
  if (isBelowFloor) cancelTo(0)
  clauses.learn(lbd)
  return !isBelowFloor || replay() || flip()
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

/** After a solution: prepares to look for another. */
export function goOn(): u32 {
  if (level == 0) return layout.EXHAUSTED
  let isLeft = true
  if (floor == 0 && forbidden < MOST_FORBIDDEN) {
    forbidden++
    forbid()
  } else {
    floor = level
    isLeft = flip()
  }
  return isOut ? layout.LIMIT : isLeft ? layout.PAUSED : layout.EXHAUSTED
}

/** Before the first run: has a solution that is known, in SOLUTION, not found again. */
export function forbidSolution(): void {
  let count: u32 = 0
  for (let v: u32 = 0; v < candidates; v++) {
    const placement = half(layout.PLACEMENT, v)
    if (load<u8>(layout.SOLUTION + placement / digits) == 1 + (placement % digits))
      setWord(layout.LEARNT, count++, (v << 1) | 1)
  }
  learntCount = count
  if (count == 1) assign(word(layout.LEARNT, 0), 0)
  else clauses.keep(clauses.FORBIDS)
}

/** Learns the denial of all decisions that stand. */
function forbid(): void {
  const count = level
  for (let i: u32 = 0; i < count; i++) setWord(layout.LEARNT, i, word(layout.DECISION, count - 1 - i) ^ 1)
  takeBackTo(count - 1)
  learntCount = count
  clauses.learn(clauses.FORBIDS)
}

/** Takes back the last of the decisions that are undone in order; false if no decision is left. */
function flip(): bool {
  while (floor > 0) {
    const denied = word(layout.DECISION, floor - 1) ^ 1
    takeBackTo(floor - 1)
    lowerFloor(floor - 1)
    if (value(denied) < 0) continue
    if (value(denied) == 0) {
      if (floor > 0) {
        store<u32>(layout.FLIPPED + ((<usize>flips) << 3), denied)
        store<u32>(layout.FLIPPED + ((<usize>flips) << 3), floor, 4)
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
  while (flips > 0 && load<u32>(layout.FLIPPED + ((<usize>(flips - 1)) << 3), 4) > to) flips--
}

/** Makes the decisions up to the floor again; false where they turn out to be contradictory. */
function replay(): bool {
  const to = floor
  let flipped: u32 = 0
  while (true) {
    let holds = propagateAll()
    for (; holds && flipped < flips && load<u32>(layout.FLIPPED + ((<usize>flipped) << 3), 4) == level; flipped++) {
      const literal = load<u32>(layout.FLIPPED + ((<usize>flipped) << 3))
      if (value(literal) < 0) holds = false
      else if (value(literal) == 0) assign(literal, 0)
      holds = holds && propagateAll()
    }
    if (holds && level < to && value(word(layout.DECISION, level)) < 0) holds = false
    if (!holds) {
      undone += to - level
      lowerFloor(level)
      return false
    }
    if (level == to) return true
    decide(word(layout.DECISION, level))
  }
}

// ---- rests

// A search can be taken up elsewhere from what it wrote down at its last rest: at rest it depends on nothing else. What
// it did since is done once more. So it may pause anywhere, and what has to travel is small.

/** Where what was written down at the last rest ends; 0 before the first. */
export let stateEnd: usize = 0

/** How many placements had been undone by then. */
export let undoneAtRest: u32 = 0

/** Counts on from what was undone before, elsewhere. */
export function countFrom(before: u32): void {
  undone = undoneAtRest = before
}

function betweenRests(): u32 {
  if (hasCages) return BETWEEN_RESTS_OF_CAGES
  return constraints || digits > layout.NARROW_DIGITS ? BETWEEN_SLOW_RESTS : BETWEEN_RESTS
}

/** Restarts, thins out what was learned, and writes it down; false where the search is over. */
function rest(): bool {
  restarts++
  takeBackTo(floor)
  if (isOut) return false
  cancelTo(0)
  if (!propagateAll()) return false
  nextRest = conflicts + betweenRests()
  sinceRestart = 0
  clauses.reduce(betweenRests() + <u32>(16 * sqrt(<f64>conflicts)))
  writeDown()
  return replay() || flip()
}

function writeDown(): void {
  undoneAtRest = undone
  store<u32>(layout.STATE, conflicts)
  store<u32>(layout.STATE, forbidden, 4)
  store<f64>(layout.STATE, fast, 8)
  store<f64>(layout.STATE, slow, 16)
  store<f64>(layout.STATE, fullness, 24)
  store<u32>(layout.STATE, floor, 32)
  store<u32>(layout.STATE, flips, 36)
  let at: usize = layout.STATE + 40
  for (let i: u32 = 0; i < floor; i++) at = clauses.putLiteral(at, word(layout.DECISION, i))
  for (let i: u32 = 0; i < flips; i++, at += 2) {
    at = clauses.putLiteral(at, load<u32>(layout.FLIPPED + ((<usize>i) << 3)))
    store<u16>(at, <u16>load<u32>(layout.FLIPPED + ((<usize>i) << 3), 4))
  }
  stateEnd = clauses.writeState(at)
}

/** Takes up, after begin, what another search wrote down. */
export function resume(end: usize): u32 {
  stateEnd = end
  conflicts = load<u32>(layout.STATE)
  forbidden = load<u32>(layout.STATE, 4)
  fast = load<f64>(layout.STATE, 8)
  slow = load<f64>(layout.STATE, 16)
  fullness = load<f64>(layout.STATE, 24)
  floor = load<u32>(layout.STATE, 32)
  flips = load<u32>(layout.STATE, 36)
  nextRest = conflicts + betweenRests()
  clauses.readAt = layout.STATE + 40
  for (let i: u32 = 0; i < floor; i++) setWord(layout.DECISION, i, clauses.takeLiteral())
  for (let i: u32 = 0; i < flips; i++) {
    store<u32>(layout.FLIPPED + ((<usize>i) << 3), clauses.takeLiteral())
    store<u32>(layout.FLIPPED + ((<usize>i) << 3), clauses.takeHalf(), 4)
  }
  propagateAll()
  clauses.readState()
  return replay() || flip() ? layout.PAUSED : layout.EXHAUSTED
}

// ---- what is read from outside

export { learntCount } from './analyse.as'
export { queued } from './candidates.as'
export { firstOfCages } from './constraints.as'
export { candidates } from './encode.as'
export { conflict, level, trail } from './propagate.as'

export { conflicts, restarts, undone }

/** What singles filled, and what is placed on the trail: denials and auxiliaries stand there, too. */
function readSolution(): void {
  for (let cell: u32 = 0; cell < cells; cell++) store<u8>(layout.SOLUTION + cell, <u8>(1 + ctz(setAt(cell))))
  for (let i: u32 = 0; i < trail; i++) {
    const literal = word(layout.TRAIL, i)
    if (literal & 1 || literal >> 1 >= candidates) continue
    const placement = half(layout.PLACEMENT, literal >> 1)
    store<u8>(layout.SOLUTION + placement / digits, <u8>(1 + (placement % digits)))
  }
}
