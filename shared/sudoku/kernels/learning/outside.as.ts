import { digits } from './candidates.as'
import { candidates } from './encode.as'
import {
  CELL_CONSTRAINTS, CELL_CONSTRAINTS_START, CONSTRAINT_CELLS, CONSTRAINT_START, CONSTRAINT_TARGET, DUE, half,
  IS_OUTSIDE, isSingle, leastOf, mostOf, NO_TARGET, PENDING, PLACEMENT, setAt, setWord, TRAIL, VARIABLE_AT,
  weightAt, word,
} from './memory.as'
import { assign, contradict, propagate, trail, value } from './propagate.as'

// Demands that are not units: that a cage sums to 15, say. Some are told by groups, all others prune from outside.

export let constraints: u32 = 0
/** How many of them prune from outside. */
export let outside: u32 = 0
/** How much of the trail they know. */
let known: u32 = 0

export function setConstraints(count: u32): void { constraints = count }

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
export function forgetAbove(length: u32): void { if (known > length) known = length }

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

// Constraints that are neither a group nor a clause prune from outside, once nothing else follows any more. Why a
// candidate was taken is told when it is asked for: because of all candidates that its constraint's cells had lost by
// then. That is long, and always right.

/** Prunes by one constraint, through {@link deny}; false where it cannot be kept. */
// @external('constraints', 'prune')
declare function prune(constraint: u32): bool

let pruning: u32 = 0

/** Works out all that follows; false where that is a contradiction. */
export function propagateAll(): bool {
  while (true) {
    if (!propagate()) return false
    if (outside == 0) return true
    tellConstraints(trail)
    pruning = nextDue()
    if (pruning == constraints) return true
    if (half(CONSTRAINT_TARGET, pruning) != NO_TARGET ? !pruneByBounds(pruning) : !prune(pruning)) {
      contradict(pruning)
      return false
    }
  }
}

/** Digits, each times a weight, that sum to a number: those of which the others leave too little, or too much, go. */
function pruneByBounds(sum: u32): bool {
  const from = half(CONSTRAINT_START, sum), to = half(CONSTRAINT_START, sum + 1)
  let least: i32 = 0, most: i32 = 0
  for (let i = from; i < to; i++) {
    const set = candidatesAt(half(CONSTRAINT_CELLS, i)), weight = weightAt(i)
    setWord(PENDING, i - from, set)
    least += leastOf(set, weight)
    most += mostOf(set, weight)
  }
  const target = <i32>load<i16>(CONSTRAINT_TARGET + (<usize>sum << 1))
  if (target < least || target > most) return false
  for (let i = from; i < to; i++) {
    const set = word(PENDING, i - from), weight = weightAt(i)
    const lowest = target - (most - mostOf(set, weight)), highest = target - (least - leastOf(set, weight))
    if (leastOf(set, weight) >= lowest && mostOf(set, weight) <= highest) continue
    let gone: u32 = 0
    for (let rest = set; rest; rest &= rest - 1) {
      const adds = weight * (<i32>ctz(rest) + 1)
      if (adds < lowest || adds > highest) gone |= rest & -rest
    }
    if (gone && !deny(half(CONSTRAINT_CELLS, i), gone)) return false
  }
  return true
}

/** The digits that a cell may still hold. */
export function candidatesAt(cell: u32): u32 {
  // Constraints are for grids of up to 31 digits.
  const set = <u32>setAt(cell)
  if (isSingle(set)) return set
  let left: u32 = 0
  for (let rest = set; rest; rest &= rest - 1) {
    const digit = ctz(rest)
    if (value(word(VARIABLE_AT, cell * digits + digit)) >= 0) left |= 1 << digit
  }
  return left
}

/** Takes digits from a cell, for the constraint that is pruning; false where none are left. */
export function deny(cell: u32, gone: u32): bool {
  const left = candidatesAt(cell) & ~gone
  // The cell itself is left as it is: what is wrong is the constraint's to say.
  if (!left) return false
  const set = <u32>setAt(cell)
  if (isSingle(set)) return true
  for (let rest = set & gone; rest; rest &= rest - 1) {
    const literal = word(VARIABLE_AT, cell * digits + <u32>ctz(rest))
    if (value(literal) == 0) assign(literal ^ 1, (pruning + 1) << 2)
  }
  return true
}
