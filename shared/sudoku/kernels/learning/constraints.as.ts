import { constraints, digits } from './candidates.as'
import { addMember, addParts, candidates, endGroup, groups, literalAt, members, variables } from './encode.as'
import * as layout from './memory.as'
import { half, isSingle, setAt, setWord, word } from './memory.as'

// Demands that are not units: that a cage sums to 15, say. Some are told by groups, all others prune from outside.

/** How many of them prune from outside. */
export let outside: u32 = 0
/** How much of the trail they know: literals that are taken back are looked at again when they come back. */
export let known: u32 = 0

/** Those whose cells have changed since are due. */
export function tellConstraints(length: u32): void {
  for (; known < length; known++) {
    const v = word(layout.TRAIL, known) >> 1
    if (v >= candidates) continue
    const cell = half(layout.PLACEMENT, v) / digits
    const end = half(layout.CELL_CONSTRAINTS_START, cell + 1)
    for (let i = half(layout.CELL_CONSTRAINTS_START, cell); i < end; i++) {
      const constraint = half(layout.CELL_CONSTRAINTS, i)
      store<u8>(layout.DUE + constraint, load<u8>(layout.IS_OUTSIDE + constraint))
    }
  }
}

/** The first that is due, which it is no more; as many as there are constraints where none is. */
export function nextDue(): u32 {
  let next: u32 = 0
  while (next < constraints && !load<u8>(layout.DUE + next)) next++
  if (next < constraints) store<u8>(layout.DUE + next, 0)
  return next
}

// ---- cages
//
// Cages as groups. Different digits that sum to 20 in four cells are one of twelve sets. An auxiliary stands for each
// set, another for "the cage holds a 7": exactly one set is the cage's; where a 7 is held, exactly one of the sets that
// have it, and it stands in exactly one cell. So what a sum rules out, and why, is told by groups, in few literals.

/**
 * For one cage: nine digits have 12 sets of the same sum, sixteen have 30 of three and 88 of four. Cages with more, and
 * those that there is no room for, prune by bounds: see outside.as.ts.
 */
const MOST_SETS: u32 = 100

/** The auxiliaries of cages are those from here on. */
export let firstOfCages: u32 = 0

const SMALL_DIGITS: u32 = 9
/**
 * Whether some cage up to 9x9 is told by groups: such killers are searched otherwise. Of fifty 16x16 killers of ninety cages
 * without givens 48 are done in 5 s each as large grids are searched; with the rests of small ones 45, with their choice besides 47.
 */
export let hasCages: bool = false

/** Makes groups of all cages that there is room for, and has all else due for a look; false where a cage cannot be kept. */
export function addConstraints(): bool {
  known = 0
  outside = constraints
  memory.fill(layout.DUE, 1, constraints)
  memory.fill(layout.IS_OUTSIDE, 1, constraints)
  firstOfCages = variables
  hasCages = false
  if (candidates == 0 && constraints == 0) return true
  for (let i: u32 = 0; i < constraints; i++) {
    const isRoom =
      half(layout.CAGE_PARTITIONS, i) < half(layout.CAGE_PARTITIONS, i + 1) &&
      variables + MOST_SETS + digits <= layout.MAX_NARROW_VARIABLES &&
      variables - firstOfCages + MOST_SETS + digits <= layout.MAX_CAGE_VARIABLES &&
      groups + 6 * digits <= layout.MAX_GROUPS &&
      members + (MOST_SETS + 64) * digits <= layout.MAX_MEMBERS
    if (!isRoom) continue
    if (!addCage(i)) return false
    if (sets > MOST_SETS) continue
    outside--
    store<u8>(layout.DUE + i, 0)
    store<u8>(layout.IS_OUTSIDE + i, 0)
    hasCages = digits <= SMALL_DIGITS
  }
  return true
}

/** How many sets the cage has, in PENDING. */
let sets: u32 = 0
/** The digits of some of them, and those of all. */
let some: u32 = 0
let all: u32 = 0

/** Finds the sets of so many digits with a sum, of those up to `top`, lower ones first; one too many where there are more. */
function findSets(cage: u32, top: i32, union: u32, count: i32, left: i32, set: u32): void {
  if (sets > MOST_SETS) return
  if (count == 0) {
    if (left == 0 && fits(cage, set)) {
      if (sets < MOST_SETS) setWord(layout.PENDING, sets, set)
      sets++
      some |= set
      all &= set
    }
    return
  }
  // The lowest digits, and the highest, come to so much.
  if (top < count || left < (count * (count + 1)) >> 1 || left > (count * (2 * top + 1 - count)) >> 1) return
  findSets(cage, top - 1, union, count, left, set)
  if ((union >> (top - 1)) & 1) findSets(cage, top - 1, union, count - 1, left - top, set | (1 << (top - 1)))
}

function fits(cage: u32, set: u32): bool {
  for (let i = half(layout.CONSTRAINT_START, cage), to = half(layout.CONSTRAINT_START, cage + 1); i < to; i++) {
    const at = <u32>setAt(half(layout.CONSTRAINT_CELLS, i))
    if (!isSingle(at) && !(at & set)) return false
  }
  return true
}

function addCage(cage: u32): bool {
  const from = half(layout.CONSTRAINT_START, cage),
    to = half(layout.CONSTRAINT_START, cage + 1)
  let left: i32 = half(layout.CONSTRAINT_TARGET, cage),
    open: u32 = 0,
    union: u32 = 0
  for (let i = from; i < to; i++) {
    const set = <u32>setAt(half(layout.CONSTRAINT_CELLS, i))
    if (isSingle(set)) left -= <i32>ctz(set) + 1
    else {
      open++
      union |= set
    }
  }
  sets = some = 0
  all = (1 << digits) - 1
  if (open == 0) return left == 0
  findSets(cage, digits, union, open, left, 0)
  if (!sets) return false
  if (sets > MOST_SETS) return true
  if (sets > 1) nameSets(cage)
  for (let digit: u32 = 0; digit < digits; digit++) {
    const bit: u32 = 1 << digit
    if (!(union & bit)) continue
    if (!(some & bit)) {
      for (let i = from; i < to; i++) {
        const literal = literalAt(half(layout.CONSTRAINT_CELLS, i), digit)
        if (literal == layout.NO_LITERAL) continue
        addMember(literal ^ 1)
        endGroup()
      }
      continue
    }
    const held = all & bit ? layout.NO_LITERAL : heldLiteral(cage, bit)
    const end = half(layout.CAGE_PARTITIONS, cage + 1)
    for (let partition = half(layout.CAGE_PARTITIONS, cage); partition < end; partition++) {
      if (held != layout.NO_LITERAL) addMember(held ^ 1)
      addParts(partition, digit)
      endGroup()
    }
  }
  return true
}

/** Into TOUCHED a literal for each of the sets, in PENDING; of two the one is the denial of the other. */
function nameSets(cage: u32): void {
  for (let i: u32 = 0; i < sets; i++) {
    const isOther = i == 1 && sets == 2
    setWord(layout.TOUCHED, i, isOther ? word(layout.TOUCHED, 0) ^ 1 : newLiteral(cage, word(layout.PENDING, i)))
  }
  if (sets == 2) return
  for (let i: u32 = 0; i < sets; i++) addMember(word(layout.TOUCHED, i))
  endGroup()
}

function newLiteral(cage: u32, set: u32): u32 {
  const claim = layout.CAGE_CLAIM + ((<usize>(variables - firstOfCages)) << 3)
  store<u32>(claim, cage)
  store<u32>(claim, set, 4)
  return variables++ << 1
}

/** That the cage holds a digit that some of its sets have: a literal that is there already, or a new one. */
function heldLiteral(cage: u32, bit: u32): u32 {
  let having: u32 = 0,
    last: u32 = 0,
    lacking: u32 = 0
  for (let i: u32 = 0; i < sets; i++) {
    if (word(layout.PENDING, i) & bit) {
      having++
      last = i
    } else lacking = i
  }
  if (having == 1) return word(layout.TOUCHED, last)
  if (having == sets - 1) return word(layout.TOUCHED, lacking) ^ 1
  const literal = newLiteral(cage, bit)
  addMember(literal ^ 1)
  for (let i: u32 = 0; i < sets; i++) if (word(layout.PENDING, i) & bit) addMember(word(layout.TOUCHED, i))
  endGroup()
  addMember(literal)
  for (let i: u32 = 0; i < sets; i++) if (!(word(layout.PENDING, i) & bit)) addMember(word(layout.TOUCHED, i))
  endGroup()
  return literal
}
