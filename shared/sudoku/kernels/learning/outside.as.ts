import { constraints, digits } from './candidates.as'
import { nextDue, outside, tellConstraints } from './constraints.as'
import * as layout from './memory.as'
import { half, isSingle, leastOf, mostOf, setAt, setWord, value, weightAt, word } from './memory.as'
import { assign, conflict, propagate, trail } from './propagate.as'

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
    if (half(layout.CONSTRAINT_TARGET, pruning) != layout.NO_TARGET ? !pruneByBounds(pruning) : !prune(pruning)) {
      conflict = (pruning + 1) << 2
      return false
    }
  }
}

/** Digits, each times a weight, that sum to a number: those of which the others leave too little, or too much, go. */
function pruneByBounds(sum: u32): bool {
  const from = half(layout.CONSTRAINT_START, sum),
    to = half(layout.CONSTRAINT_START, sum + 1)
  let least: i32 = 0,
    most: i32 = 0
  for (let i = from; i < to; i++) {
    const set = candidatesAt(half(layout.CONSTRAINT_CELLS, i)),
      weight = weightAt(i)
    setWord(layout.PENDING, i - from, set)
    least += leastOf(set, weight)
    most += mostOf(set, weight)
  }
  const target = <i32>load<i16>(layout.CONSTRAINT_TARGET + ((<usize>sum) << 1))
  if (target < least || target > most) return false
  for (let i = from; i < to; i++) {
    const set = word(layout.PENDING, i - from),
      weight = weightAt(i)
    const lowest = target - (most - mostOf(set, weight)),
      highest = target - (least - leastOf(set, weight))
    if (leastOf(set, weight) >= lowest && mostOf(set, weight) <= highest) continue
    let gone: u32 = 0
    for (let rest = set; rest; rest &= rest - 1) {
      const adds = weight * (<i32>ctz(rest) + 1)
      if (adds < lowest || adds > highest) gone |= rest & -rest
    }
    if (gone && !deny(half(layout.CONSTRAINT_CELLS, i), gone)) return false
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
    if (value(word(layout.VARIABLE_AT, cell * digits + digit)) >= 0) left |= 1 << digit
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
    const literal = word(layout.VARIABLE_AT, cell * digits + <u32>ctz(rest))
    if (value(literal) == 0) assign(literal ^ 1, (pruning + 1) << 2)
  }
  return true
}
