import { half, LAYER_BYTES, LAYERS, now } from './memory.as'
import { waysAt } from './rules.as'
import { restrict } from './trail.as'

// A machine goes from cell to cell, and each digit leads from a state to the next. As numbers side by side:
//
//    how many states | of each: 1 where a walk begins, 2 where one may end | by digit, from 1, the state after it, or NO_STATE
//
// A layer is the set of states that it may be in before a cell, or behind the last.

const NO_STATE: u32 = 0xffff
const BEGINS: u32 = 1
const ENDS: u32 = 2
/** Numbers of a state. */
const ROW: u32 = 10

/** A digit stays where some walk through candidates goes by it from the beginning to an end. */
export function pruneWalk(at: usize): bool {
  const count = half(at, 1), machine = waysAt(at), rows = machine + 2
  const states = half(machine, 0), layerBytes = <usize>((states + 63) >> 6) << 3
  memory.fill(LAYERS, 0, (<usize>count + 1) * LAYER_BYTES)
  for (let state: u32 = 0; state < states; state++) if (half(rows, state * ROW) & BEGINS) addTo(LAYERS, state)
  for (let place: u32 = 0; place < count; place++) {
    const set = now(half(at, 4 + place)), layer = LAYERS + place * LAYER_BYTES, next = layer + LAYER_BYTES
    for (let word: usize = 0; word < layerBytes; word += 8) {
      for (let left = load<u64>(layer + word); left; left &= left - 1) {
        const row = ((<u32>word << 3) + <u32>ctz(left)) * ROW + 1
        for (let rest = set; rest; rest &= rest - 1) {
          const to = half(rows, row + <u32>ctz(rest))
          if (to != NO_STATE) addTo(next, to)
        }
      }
    }
  }
  const last = LAYERS + count * LAYER_BYTES
  for (let state: u32 = 0; state < states; state++) {
    if (!(half(rows, state * ROW) & ENDS)) removeFrom(last, state)
  }
  for (let place = count; place-- > 0; ) {
    const cell = half(at, 4 + place), set = now(cell), layer = LAYERS + place * LAYER_BYTES, next = layer + LAYER_BYTES
    let held: u32 = 0
    for (let word: usize = 0; word < layerBytes; word += 8) {
      let alive = load<u64>(layer + word)
      for (let left = alive; left; left &= left - 1) {
        const row = ((<u32>word << 3) + <u32>ctz(left)) * ROW + 1
        let leads: u32 = 0
        for (let rest = set; rest; rest &= rest - 1) {
          const to = half(rows, row + <u32>ctz(rest))
          if (to != NO_STATE && isIn(next, to)) leads |= rest & -rest
        }
        if (leads) held |= leads
        else alive &= ~(left & -left)
      }
      store<u64>(layer + word, alive)
    }
    if (held != set && !restrict(cell, held)) return false
  }
  return true
}

// @inline
function addTo(layer: usize, state: u32): void {
  const word = layer + ((<usize>state >> 6) << 3)
  store<u64>(word, load<u64>(word) | (<u64>1 << (state & 63)))
}

// @inline
function removeFrom(layer: usize, state: u32): void {
  const word = layer + ((<usize>state >> 6) << 3)
  store<u64>(word, load<u64>(word) & ~(<u64>1 << (state & 63)))
}

// @inline
function isIn(layer: usize, state: u32): bool {
  return ((load<u64>(layer + ((<usize>state >> 6) << 3)) >> (state & 63)) & 1) != 0
}
