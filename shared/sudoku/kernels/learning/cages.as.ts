import { addMember, addParts, addVariable, candidates, endGroup, groups, literalAt, members, variables } from './encode.as'
import { constraints, takeInside } from './constraints.as'
import * as layout from './memory.as'
import { half, isSingle, setAt, setWord, word } from './memory.as'

// Cages as groups. Different digits that sum to 20 in four cells are one of twelve sets. An auxiliary stands for each
// set, another for "the cage holds a 7": exactly one set is the cage's; where a 7 is held, exactly one of the sets that
// have it, and it stands in exactly one cell. So what a sum rules out, and why, is told by groups, in few literals.

/** For one cage: sets of nine digits that have the same sum. */
const MOST_SETS: u32 = 12

/** The auxiliaries of cages are those from here on. */
export let firstOfCages: u32 = 0

/** Makes groups of all cages that there is room for; false where one cannot be kept. */
export function addCages(): bool {
  firstOfCages = variables
  if (candidates == 0 && constraints == 0) return true
  for (let i: u32 = 0; i < constraints; i++) {
    if (!half(layout.CONSTRAINT_SUM, i)) continue
    const isRoom =
      variables + MOST_SETS + 9 <= layout.MAX_NARROW_VARIABLES &&
      variables - firstOfCages + MOST_SETS + 9 <= layout.MAX_CAGE_VARIABLES &&
      groups + 128 <= layout.MAX_GROUPS &&
      members + 2_048 <= layout.MAX_MEMBERS
    if (!isRoom) continue
    if (!addCage(i)) return false
    takeInside(i)
  }
  return true
}

function addCage(cage: u32): bool {
  const from = half(layout.CONSTRAINT_START, cage), to = half(layout.CONSTRAINT_START, cage + 1)
  let left: i32 = half(layout.CONSTRAINT_SUM, cage), open: u32 = 0, union: u32 = 0
  for (let i = from; i < to; i++) {
    const set = <u32>setAt(half(layout.CONSTRAINT_CELLS, i))
    if (isSingle(set)) left -= <i32>ctz(set) + 1
    else {
      open++
      union |= set
    }
  }
  if (open == 0) return left == 0
  let sets: u32 = 0, some: u32 = 0, all: u32 = 511
  for (let set: u32 = 1; set < 512; set++) {
    if (set & ~union || <u32>popcnt(set) != open || sumOf(set) != left) continue
    let fits = true
    for (let i = from; i < to && fits; i++) fits = isSingle(setAt(half(layout.CONSTRAINT_CELLS, i))) || (<u32>setAt(half(layout.CONSTRAINT_CELLS, i)) & set) != 0
    if (!fits) continue
    setWord(layout.PENDING, sets++, set)
    some |= set
    all &= set
  }
  if (!sets) return false
  if (sets > 1) nameSets(cage, sets)
  for (let digit: u32 = 0; digit < 9; digit++) {
    const bit: u32 = 1 << digit
    if (!(union & bit)) continue
    if (!(some & bit)) {
      for (let i = from; i < to; i++) {
        const literal = literalAt(half(layout.CONSTRAINT_CELLS, i), digit)
        if (literal == layout.NO_LITERAL) continue
        const alone = members
        addMember(literal ^ 1)
        endGroup(alone, 0)
      }
      continue
    }
    const held = all & bit ? layout.NO_LITERAL : heldLiteral(cage, bit, sets)
    for (let partition = half(layout.CAGE_PARTITIONS, cage), end = half(layout.CAGE_PARTITIONS, cage + 1); partition < end; partition++) {
      const group = members
      if (held != layout.NO_LITERAL) addMember(held ^ 1)
      addParts(partition, digit)
      endGroup(group, 0)
    }
  }
  return true
}

function sumOf(set: u32): i32 {
  let sum: i32 = 0
  for (let rest = set; rest; rest &= rest - 1) sum += <i32>ctz(rest) + 1
  return sum
}

/** Into TOUCHED a literal for each of the sets, in PENDING; of two the one is the denial of the other. */
function nameSets(cage: u32, sets: u32): void {
  const first = members
  for (let i: u32 = 0; i < sets; i++) setWord(layout.TOUCHED, i, i == 1 && sets == 2 ? word(layout.TOUCHED, 0) ^ 1 : newLiteral(cage, word(layout.PENDING, i)))
  if (sets == 2) return
  for (let i: u32 = 0; i < sets; i++) addMember(word(layout.TOUCHED, i))
  endGroup(first, 0)
}

function newLiteral(cage: u32, set: u32): u32 {
  store<u32>(layout.CAGE_CLAIM + (<usize>(variables - firstOfCages) << 2), cage | (set << 16))
  return addVariable() << 1
}

/** That the cage holds a digit that some of its sets have: a literal that is there already, or a new one. */
function heldLiteral(cage: u32, bit: u32, sets: u32): u32 {
  let having: u32 = 0, last: u32 = 0, lacking: u32 = 0
  for (let i: u32 = 0; i < sets; i++) {
    if (word(layout.PENDING, i) & bit) {
      having++
      last = i
    } else lacking = i
  }
  if (having == 1) return word(layout.TOUCHED, last)
  if (having == sets - 1) return word(layout.TOUCHED, lacking) ^ 1
  const literal = newLiteral(cage, bit)
  let first = members
  addMember(literal ^ 1)
  for (let i: u32 = 0; i < sets; i++) if (word(layout.PENDING, i) & bit) addMember(word(layout.TOUCHED, i))
  endGroup(first, 0)
  first = members
  addMember(literal)
  for (let i: u32 = 0; i < sets; i++) if (!(word(layout.PENDING, i) & bit)) addMember(word(layout.TOUCHED, i))
  endGroup(first, 0)
  return literal
}
