import { cells, digits, isFull, units } from './candidates.as'
import {
  BLOCK_CELLS,
  BLOCK_LITERAL,
  BLOCK_START,
  GROUP,
  GROUP_START,
  GROUPS_OF,
  GROUPS_START,
  half,
  IS_BLOCK,
  isSingle,
  LEFT_SHIFT,
  MAX_GROUPS,
  MAX_MEMBERS,
  MAX_NARROW_VARIABLES,
  MAX_VARIABLES,
  MEMBERS,
  NARROW_DIGITS,
  NO_LITERAL,
  NO_ROOM,
  PARTITION_ITEMS,
  PARTITION_START,
  PARTITION_UNIT,
  PENDING,
  PLACEMENT,
  setAt,
  setHalf,
  setWord,
  UNIT_CELLS,
  UNIT_START,
  VARIABLE_AT,
  word,
} from './memory.as'

// From the candidates that singles left to variables and groups.

export let variables: u32 = 0
/** The variables that are candidates; those behind them are auxiliaries. */
export let candidates: u32 = 0
export let groups: u32 = 0
export let members: u32 = 0
let blocks: u32 = 0
let partitions: u32 = 0

/** At most one of its literals is true: the count of those that are left never comes down to one. */
const AT_MOST: u32 = 1 << 11

export function setBlocks(blockCount: u32, partitionCount: u32): void {
  blocks = blockCount
  partitions = partitionCount
}

// @inline
export function addMember(literal: u32): void { setWord(MEMBERS, members++, literal) }

// @inline
export function endGroup(first: u32, slack: u32): void {
  let left: u32 = 0
  for (let i = first; i < members; i++) left ^= word(MEMBERS, i)
  setWord(GROUP, groups, ((members - first + slack) << LEFT_SHIFT) | left)
  groups++
  setWord(GROUP_START, groups, members)
}

// @inline
export function literalAt(cell: u32, digit: u32): u32 { return word(VARIABLE_AT, cell * digits + digit) }

/** How many candidates are left to search among. */
export function nameCandidates(): u32 {
  variables = 0
  memory.fill(VARIABLE_AT, 0xff, <usize>cells * digits * 4)
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = setAt(cell)
    if (isSingle(set)) continue
    for (let rest = set; rest; rest &= rest - 1) {
      const placement = cell * digits + <u32>ctz(rest)
      setWord(VARIABLE_AT, placement, variables << 1)
      setHalf(PLACEMENT, variables++, placement)
    }
  }
  candidates = variables
  return variables
}

// How the making of groups ends.
export const MADE: u32 = 0
export const IMPOSSIBLE: u32 = 1 // some unit has no place for a digit
export const CROWDED: u32 = 2 // there is no room for so many

/** Makes auxiliaries and groups. */
export function makeGroups(): u32 {
  groups = members = 0
  setWord(GROUP_START, 0, 0)
  // Most printed grids are solved by singles.
  if (candidates == 0) return MADE
  const mostVariables = digits > NARROW_DIGITS ? MAX_VARIABLES : MAX_NARROW_VARIABLES
  for (let cell: u32 = 0; cell < cells; cell++) {
    const set = setAt(cell)
    if (isSingle(set)) continue
    const first = members
    for (let rest = set; rest; rest &= rest - 1) addMember(literalAt(cell, <u32>ctz(rest)))
    endGroup(first, 0)
  }
  for (let block: u32 = 0; block < blocks; block++) {
    const from = half(BLOCK_START, block), to = half(BLOCK_START, block + 1)
    let left: u64 = 0
    for (let i = from; i < to; i++) {
      const set = setAt(half(BLOCK_CELLS, i))
      if (!isSingle(set)) left |= set
    }
    for (let digit: u32 = 0; digit < digits; digit++) {
      if (!((left >> digit) & 1)) {
        setWord(BLOCK_LITERAL, block * digits + digit, NO_LITERAL)
        continue
      }
      const first = members
      // Its own place comes first, so that what is true of the block denies the auxiliary's denial.
      addMember(0)
      for (let i = from; i < to; i++) {
        const literal = literalAt(half(BLOCK_CELLS, i), digit)
        if (literal != NO_LITERAL) addMember(literal)
      }
      let literal = NO_LITERAL
      const count = members - first - 1
      if (count > 1 && variables < mostVariables) {
        if (groups >= MAX_GROUPS) return CROWDED
        literal = variables++ << 1
        setWord(MEMBERS, first, literal ^ 1)
        endGroup(first, 0)
      } else if (count > 1) {
        literal = NO_ROOM
        members = first
      } else {
        if (count == 1) literal = word(MEMBERS, first + 1)
        members = first
      }
      setWord(BLOCK_LITERAL, block * digits + digit, literal)
    }
  }
  for (let partition: u32 = 0; partition < partitions; partition++) {
    const placed = placedIn(half(PARTITION_UNIT, partition))
    for (let digit: u32 = 0; digit < digits; digit++) {
      if ((placed >> digit) & 1) continue
      if (groups >= MAX_GROUPS || members + digits > MAX_MEMBERS) return CROWDED
      const first = members
      addParts(partition, digit)
      if (members == first) return IMPOSSIBLE
      endGroup(first, 0)
    }
  }
  for (let unit: u32 = 0; unit < units; unit++) {
    if (isFull(unit)) continue
    for (let digit: u32 = 0; digit < digits; digit++) {
      if (groups >= MAX_GROUPS || members + digits > MAX_MEMBERS) return CROWDED
      const first = members
      for (let i = half(UNIT_START, unit), end = half(UNIT_START, unit + 1); i < end; i++) {
        const literal = literalAt(half(UNIT_CELLS, i), digit)
        if (literal != NO_LITERAL) addMember(literal)
      }
      if (members > first + 1) endGroup(first, AT_MOST)
      else members = first
    }
  }
  return MADE
}

/** A new auxiliary. */
export function addVariable(): u32 { return variables++ }

/** Where a digit may stand, by the parts of a partition. */
export function addParts(partition: u32, digit: u32): void {
  for (let i = half(PARTITION_START, partition), end = half(PARTITION_START, partition + 1); i < end; i++) {
    const item = half(PARTITION_ITEMS, i)
    const literal = item & IS_BLOCK ? word(BLOCK_LITERAL, (item & ~IS_BLOCK) * digits + digit) : literalAt(item, digit)
    if (literal == NO_ROOM) addCells(item & ~IS_BLOCK, digit)
    else if (literal != NO_LITERAL) addMember(literal)
  }
}

/** Where a digit may stand in a block. */
function addCells(block: u32, digit: u32): void {
  for (let i = half(BLOCK_START, block), end = half(BLOCK_START, block + 1); i < end; i++) {
    const literal = literalAt(half(BLOCK_CELLS, i), digit)
    if (literal != NO_LITERAL) addMember(literal)
  }
}

function placedIn(unit: u32): u64 {
  let placed: u64 = 0
  for (let i = half(UNIT_START, unit), end = half(UNIT_START, unit + 1); i < end; i++) {
    const set = setAt(half(UNIT_CELLS, i))
    if (isSingle(set)) placed |= set
  }
  return placed
}

/** For each literal, the groups that it stands in. */
export function indexGroups(): void {
  const literals: u32 = 2 * variables
  memory.fill(GROUPS_START, 0, <usize>literals * 4 + 8)
  for (let i: u32 = 0; i < members; i++) {
    const next = word(MEMBERS, i) + 1
    setWord(GROUPS_START, next, word(GROUPS_START, next) + 1)
  }
  for (let i: u32 = 0; i < literals; i++) setWord(GROUPS_START, i + 1, word(GROUPS_START, i + 1) + word(GROUPS_START, i))
  memory.copy(PENDING, GROUPS_START, <usize>literals * 4 + 4)
  for (let group: u32 = 0; group < groups; group++) {
    for (let i = word(GROUP_START, group), end = word(GROUP_START, group + 1); i < end; i++) {
      const literal = word(MEMBERS, i), place = word(PENDING, literal)
      setHalf(GROUPS_OF, place, group)
      setWord(PENDING, literal, place + 1)
    }
  }
}
