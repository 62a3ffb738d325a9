import { candidates, variables } from './encode.as'
import { ACTIVITY, HEAP, HEAP_AT, NOTHING, setWord, word } from './memory.as'

// The open candidates by activity: how often, and how lately, they had a part in a conflict (Moskewicz et al., Chaff;
// as in MiniSat, what is added grows instead of all others shrinking).

/** How many are in the heap. */
export let heaped: u32 = 0
export let increment: f64 = 1

// @inline
export function activity(v: u32): f64 {
  return load<f64>(ACTIVITY + ((<usize>v) << 3))
}
// @inline
export function setActivity(v: u32, a: f64): void {
  store<f64>(ACTIVITY + ((<usize>v) << 3), a)
}

function rise(i: u32): void {
  const v = word(HEAP, i),
    a = activity(v)
  while (i) {
    const parent = (i - 1) >> 1,
      u = word(HEAP, parent)
    if (activity(u) >= a) break
    setWord(HEAP, i, u)
    setWord(HEAP_AT, u, i)
    i = parent
  }
  setWord(HEAP, i, v)
  setWord(HEAP_AT, v, i)
}

function sink(i: u32): void {
  const v = word(HEAP, i),
    a = activity(v)
  while (true) {
    let child: u32 = 2 * i + 1
    if (child >= heaped) break
    if (child + 1 < heaped && activity(word(HEAP, child + 1)) > activity(word(HEAP, child))) child++
    const u = word(HEAP, child)
    if (activity(u) <= a) break
    setWord(HEAP, i, u)
    setWord(HEAP_AT, u, i)
    i = child
  }
  setWord(HEAP, i, v)
  setWord(HEAP_AT, v, i)
}

/** Auxiliaries are never decided: a decision is a placement. */
// @inline
export function insert(v: u32): void {
  if (v >= candidates || word(HEAP_AT, v) != NOTHING) return
  setWord(HEAP, heaped, v)
  setWord(HEAP_AT, v, heaped)
  heaped++
  rise(heaped - 1)
}

export function dropMostActive(): void {
  const v = word(HEAP, 0)
  heaped--
  setWord(HEAP_AT, v, NOTHING)
  if (heaped) {
    const u = word(HEAP, heaped)
    setWord(HEAP, 0, u)
    setWord(HEAP_AT, u, 0)
    sink(0)
  }
}

/** All candidates anew, in the order of their names: what it is like after that depends on nothing but the activities. */
export function heapAll(): void {
  heaped = 0
  for (let v: u32 = 0; v < variables; v++) setWord(HEAP_AT, v, NOTHING)
  for (let v: u32 = 0; v < candidates; v++) insert(v)
}

export function bump(v: u32): void {
  const a = activity(v) + increment
  setActivity(v, a)
  if (a > 1e100) scale(1e-100)
  if (word(HEAP_AT, v) != NOTHING) rise(word(HEAP_AT, v))
}

export function scale(by: f64): void {
  for (let v: u32 = 0; v < variables; v++) setActivity(v, activity(v) * by)
  increment *= by
}

export function decay(by: f64): void {
  increment /= by
}
export function resetIncrement(): void {
  increment = 1
}
