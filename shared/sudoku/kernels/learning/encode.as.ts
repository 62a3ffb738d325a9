import { blocks, cells, digits, isFull, partitions, units } from './candidates.as'
import * as layout from './memory.as'
import { half, isSingle, setAt, setHalf, setWord, word } from './memory.as'

// From the candidates that singles left to variables and groups.

export let variables: u32 = 0
/** The variables that are candidates; those behind them are auxiliaries. */
export let candidates: u32 = 0
export let groups: u32 = 0
export let members: u32 = 0

/** At most one of its literals is true: the count of those that are left never comes down to one. */
const AT_MOST: u32 = 1 << 11

// @inline
export function addMember(literal: u32): void {
  setWord(layout.MEMBERS, members++, literal)
}

/** Makes a group of the members since the last one. */
// @inline
export function endGroup(slack: u32 = 0): void {
  const first = word(layout.GROUP_START, groups)
  let left: u32 = 0
  for (let i = first; i < members; i++) left ^= word(layout.MEMBERS, i)
  setWord(layout.GROUP, groups, ((members - first + slack) << layout.LEFT_SHIFT) | left)
  setWord(layout.GROUP_START, ++groups, members)
}

// @inline
export function literalAt(cell: u32, digit: u32): u32 {
  return word(layout.VARIABLE_AT, cell * digits + digit)
}

/** Those that singles left. */
export function nameCandidates(): void {
  variables = 0
  memory.fill(layout.VARIABLE_AT, 0xff, <usize>cells * digits * 4)
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = setAt(cell)
    if (isSingle(set)) continue
    for (let rest = set; rest; rest &= rest - 1) {
      const placement = cell * digits + <u32>ctz(rest)
      setWord(layout.VARIABLE_AT, placement, variables << 1)
      setHalf(layout.PLACEMENT, variables++, placement)
    }
  }
  candidates = variables
}

/** Makes auxiliaries and groups: PAUSED, or EXHAUSTED where some unit has no place for a digit. */
export function makeGroups(): u32 {
  groups = members = 0
  setWord(layout.GROUP_START, 0, 0)
  // Most printed grids are solved by singles.
  if (candidates == 0) return layout.PAUSED
  const mostVariables = digits > layout.NARROW_DIGITS ? layout.MAX_VARIABLES : layout.MAX_NARROW_VARIABLES
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = setAt(cell)
    if (isSingle(set)) continue
    for (let rest = set; rest; rest &= rest - 1) addMember(literalAt(cell, <u32>ctz(rest)))
    endGroup()
  }
  for (let block: u32 = 0; block < blocks; block++) {
    const from = half(layout.BLOCK_START, block),
      to = half(layout.BLOCK_START, block + 1)
    let left: u64 = 0
    for (let i = from; i < to; i++) {
      const set = setAt(half(layout.BLOCK_CELLS, i))
      if (!isSingle(set)) left |= set
    }
    for (let digit: u32 = 0; digit < digits; digit++) {
      if (!((left >> digit) & 1)) {
        setWord(layout.BLOCK_LITERAL, block * digits + digit, layout.NO_LITERAL)
        continue
      }
      const first = members
      // Its own place comes first, so that what is true of the block denies the auxiliary's denial.
      addMember(0)
      addCells(layout.BLOCK_START, layout.BLOCK_CELLS, block, digit)
      let literal = layout.NO_LITERAL
      const count = members - first - 1
      if (count > 1 && variables < mostVariables) {
        if (groups >= layout.MAX_GROUPS) return layout.TOO_LARGE
        literal = variables++ << 1
        setWord(layout.MEMBERS, first, literal ^ 1)
        endGroup()
      } else {
        if (count > 1) literal = layout.NO_ROOM
        else if (count == 1) literal = word(layout.MEMBERS, first + 1)
        members = first
      }
      setWord(layout.BLOCK_LITERAL, block * digits + digit, literal)
    }
  }
  for (let partition: u32 = 0; partition < partitions; partition++) {
    const placed = placedIn(half(layout.PARTITION_UNIT, partition))
    for (let digit: u32 = 0; digit < digits; digit++) {
      if ((placed >> digit) & 1) continue
      if (groups >= layout.MAX_GROUPS || members + digits > layout.MAX_MEMBERS) return layout.TOO_LARGE
      const first = members
      addParts(partition, digit)
      if (members == first) return layout.EXHAUSTED
      endGroup()
    }
  }
  for (let unit: u32 = 0; unit < units; unit++) {
    if (isFull(unit)) continue
    for (let digit: u32 = 0; digit < digits; digit++) {
      if (groups >= layout.MAX_GROUPS || members + digits > layout.MAX_MEMBERS) return layout.TOO_LARGE
      const first = members
      addCells(layout.UNIT_START, layout.UNIT_CELLS, unit, digit)
      if (members > first + 1) endGroup(AT_MOST)
      else members = first
    }
  }
  return layout.PAUSED
}

/** Where a digit may stand, by the parts of a partition. */
export function addParts(partition: u32, digit: u32): void {
  const end = half(layout.PARTITION_START, partition + 1)
  for (let i = half(layout.PARTITION_START, partition); i < end; i++) {
    const item = half(layout.PARTITION_ITEMS, i)
    const literal =
      item & layout.IS_BLOCK
        ? word(layout.BLOCK_LITERAL, (item & ~layout.IS_BLOCK) * digits + digit)
        : literalAt(item, digit)
    if (literal == layout.NO_ROOM) addCells(layout.BLOCK_START, layout.BLOCK_CELLS, item & ~layout.IS_BLOCK, digit)
    else if (literal != layout.NO_LITERAL) addMember(literal)
  }
}

/** Where a digit may stand in a block, or in a unit. */
function addCells(starts: usize, list: usize, which: u32, digit: u32): void {
  for (let i = half(starts, which), end = half(starts, which + 1); i < end; i++) {
    const literal = literalAt(half(list, i), digit)
    if (literal != layout.NO_LITERAL) addMember(literal)
  }
}

function placedIn(unit: u32): u64 {
  let placed: u64 = 0
  for (let i = half(layout.UNIT_START, unit), end = half(layout.UNIT_START, unit + 1); i < end; i++) {
    const set = setAt(half(layout.UNIT_CELLS, i))
    if (isSingle(set)) placed |= set
  }
  return placed
}

/** For each literal, the groups that it stands in. */
export function indexGroups(): void {
  const literals: u32 = 2 * variables
  memory.fill(layout.GROUPS_START, 0, <usize>literals * 4 + 8)
  for (let i: u32 = 0; i < members; i++) {
    const next = word(layout.MEMBERS, i) + 1
    setWord(layout.GROUPS_START, next, word(layout.GROUPS_START, next) + 1)
  }
  for (let i: u32 = 0; i < literals; i++)
    setWord(layout.GROUPS_START, i + 1, word(layout.GROUPS_START, i + 1) + word(layout.GROUPS_START, i))
  memory.copy(layout.PENDING, layout.GROUPS_START, <usize>literals * 4 + 4)
  for (let group: u32 = 0; group < groups; group++) {
    for (let i = word(layout.GROUP_START, group), end = word(layout.GROUP_START, group + 1); i < end; i++) {
      const literal = word(layout.MEMBERS, i),
        place = word(layout.PENDING, literal)
      setHalf(layout.GROUPS_OF, place, group)
      setWord(layout.PENDING, literal, place + 1)
    }
  }
}
