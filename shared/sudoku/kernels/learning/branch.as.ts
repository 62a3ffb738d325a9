import { hasCages } from './constraints.as'
import { candidates, variables } from './encode.as'
import * as layout from './memory.as'
import { half, NOTHING, setWord, value, word } from './memory.as'

// The open candidates by activity: how often, and how lately, they had a part in a conflict (Moskewicz et al., Chaff;
// as in MiniSat, what is added grows instead of all others shrinking).

/** How many are in the heap. */
let heaped: u32 = 0
export let increment: f64 = 1

// @inline
export function activity(v: u32): f64 {
  return load<f64>(layout.ACTIVITY + ((<usize>v) << 3))
}
// @inline
export function setActivity(v: u32, a: f64): void {
  store<f64>(layout.ACTIVITY + ((<usize>v) << 3), a)
}

// @inline
function put(v: u32, i: u32): void {
  setWord(layout.HEAP, i, v)
  setWord(layout.HEAP_AT, v, i)
}

/** Puts a candidate at a place of the heap, or above it, under those that are no less active. */
function rise(v: u32, i: u32): void {
  const a = activity(v)
  while (i) {
    const parent = (i - 1) >> 1,
      u = word(layout.HEAP, parent)
    if (activity(u) >= a) break
    put(u, i)
    i = parent
  }
  put(v, i)
}

/** Puts a candidate at the top of the heap, or below it, above those that are no more active. */
function sink(v: u32): void {
  const a = activity(v)
  let i: u32 = 0
  for (let child: u32 = 1; child < heaped; child = 2 * i + 1) {
    if (child + 1 < heaped && activity(word(layout.HEAP, child + 1)) > activity(word(layout.HEAP, child))) child++
    const u = word(layout.HEAP, child)
    if (activity(u) <= a) break
    put(u, i)
    i = child
  }
  put(v, i)
}

/** Auxiliaries are never decided: a decision is a placement. */
// @inline
export function insert(v: u32): void {
  if (v < candidates && word(layout.HEAP_AT, v) == NOTHING) rise(v, heaped++)
}

function dropMostActive(): void {
  setWord(layout.HEAP_AT, word(layout.HEAP, 0), NOTHING)
  if (--heaped) sink(word(layout.HEAP, heaped))
}

/** All candidates anew, in the order of their names: what it is like after that depends on nothing but the activities. */
export function heapAll(): void {
  heaped = 0
  for (let v: u32 = 0; v < variables; v++) setWord(layout.HEAP_AT, v, NOTHING)
  for (let v: u32 = 0; v < candidates; v++) insert(v)
}

export function bump(v: u32): void {
  const a = activity(v) + increment
  setActivity(v, a)
  if (a > 1e100) scale(1e-100)
  if (word(layout.HEAP_AT, v) != NOTHING) rise(v, word(layout.HEAP_AT, v))
}

export function scale(by: f64): void {
  for (let v: u32 = 0; v < variables; v++) setActivity(v, activity(v) * by)
  increment *= by
}

// ---- the next decision
//
// A candidate that had a part in late conflicts, and of which much follows either way.

/** A candidate so many times less active than another would have to be is not looked at. 4 took a fifth more conflicts. */
const WEAK: f64 = 6
/**
 * So many are looked at: while activities differ little, nearly all would be. With 100, easy 25x25 grids took 4 times as
 * many conflicts; without a limit, 2.5 times as long.
 */
const MOST_LOOKED_AT: u32 = 1_000

/** The open candidate with the most of activity times strength, of activity alone in killers up to 9x9; {@link NOTHING} where none is open. */
export function next(): u32 {
  while (heaped && value(word(layout.HEAP, 0) << 1) != 0) dropMostActive()
  // The candidates left in the groups of cages say little: by strength Mathemagic's killers take an eighth more conflicts.
  if (hasCages) return heaped ? word(layout.HEAP, 0) : NOTHING
  let found = NOTHING
  let most: f64 = 0
  let pending: u32 = 0
  if (heaped) setWord(layout.PENDING, pending++, 0)
  // From the top of the heap down: below an entry nothing is more active.
  for (let looks: u32 = 0; pending && looks < MOST_LOOKED_AT; looks++) {
    const i = word(layout.PENDING, --pending),
      v = word(layout.HEAP, i),
      a = activity(v)
    if (found != NOTHING && a * WEAK <= most) continue
    if (value(v << 1) == 0) {
      const x = a * strength(v)
      if (found == NOTHING || x > most) {
        most = x
        found = v
      }
    }
    const child: u32 = 2 * i + 1
    if (child + 1 < heaped) setWord(layout.PENDING, pending++, child + 1)
    if (child < heaped) setWord(layout.PENDING, pending++, child)
  }
  return found
}

/**
 * How much a decision settles: the fewer literals are left in a candidate's groups, the more follows from its denial, too.
 * The last but one of a group counts 1.5, one of many 0.5. Without the half, hard 25x25 grids take 4 % more conflicts;
 * with activity alone 40 %.
 */
// @inline
function strength(v: u32): f64 {
  let sum: f64 = 0
  for (let i = word(layout.GROUPS_START, v << 1), end = word(layout.GROUPS_START, (v << 1) | 1); i < end; i++) {
    const left = word(layout.GROUP, half(layout.GROUPS_OF, i)) >> layout.LEFT_SHIFT
    // Two to the power of 2 - left: its exponent, as a double has it.
    sum += 0.5 + reinterpret<f64>((<u64>(1025 - min<u32>(left, 64))) << 52)
  }
  return sum
}
