import { digits } from './candidates.as'
import { candidates } from './encode.as'
import { CELL_CONSTRAINTS, CELL_CONSTRAINTS_START, DUE, half, IS_OUTSIDE, PLACEMENT, TRAIL, word } from './memory.as'

// Demands that are not units: that a cage sums to 15, say. Some are told by groups, all others prune from outside.

export let constraints: u32 = 0
/** How many of them prune from outside. */
export let outside: u32 = 0
/** How much of the trail they know. */
let known: u32 = 0

export function setConstraints(count: u32): void {
  constraints = count
}

/** All of them are due for a look. */
export function resetConstraints(): void {
  known = 0
  outside = constraints
  memory.fill(DUE, 1, constraints)
  memory.fill(IS_OUTSIDE, 1, constraints)
}

/** That a constraint prunes by groups, and not from outside. */
export function takeInside(constraint: u32): void {
  outside--
  store<u8>(DUE + constraint, 0)
  store<u8>(IS_OUTSIDE + constraint, 0)
}

/** Literals that are taken back are looked at again when they come back. */
export function forgetAbove(length: u32): void {
  if (known > length) known = length
}

/** Those whose cells have changed since are due. */
export function tellConstraints(length: u32): void {
  for (; known < length; known++) {
    const v = word(TRAIL, known) >> 1
    if (v >= candidates) continue
    const cell = half(PLACEMENT, v) / digits
    for (let i = half(CELL_CONSTRAINTS_START, cell), end = half(CELL_CONSTRAINTS_START, cell + 1); i < end; i++) {
      const constraint = half(CELL_CONSTRAINTS, i)
      store<u8>(DUE + constraint, load<u8>(IS_OUTSIDE + constraint))
    }
  }
}

/** The first that is due, which it is no more; as many as there are constraints where none is. */
export function nextDue(): u32 {
  let next: u32 = 0
  while (next < constraints && !load<u8>(DUE + next)) next++
  if (next < constraints) store<u8>(DUE + next, 0)
  return next
}
