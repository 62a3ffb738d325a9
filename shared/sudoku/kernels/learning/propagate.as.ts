import { insert } from './branch.as'
import { known, outside } from './constraints.as'
import * as layout from './memory.as'
import { half, setWord, value, word } from './memory.as'

// The trail of what is true, what follows from it, and taking it back.

export let trail: u32 = 0 // how many literals are true
export let level: u32 = 0 // how many decisions stand
let grouped: u32 = 0 // how much of the trail the groups know
let watched: u32 = 0 // how much of the trail the clauses know
/** Where the next list of watches may lie. */
export let watchesTop: usize = layout.WATCHES

const ONE_LEFT: u32 = 1 << layout.LEFT_SHIFT

/** The last contradiction; and where it is FROM_PAIR the second literal. */
export let conflict: u32 = 0
export let conflictOther: u32 = 0

// @inline
export function levelOf(v: u32): u32 {
  return load<u32>(layout.LEVEL_REASON + ((<usize>v) << 3))
}
// @inline
export function reasonOf(v: u32): u32 {
  return load<u32>(layout.LEVEL_REASON + ((<usize>v) << 3), 4)
}
// @inline
export function positionOf(v: u32): u32 {
  return word(layout.POSITION, v)
}
// @inline
export function groupFirst(group: u32): u32 {
  return word(layout.GROUP_START, group)
}
// @inline
export function groupEnd(group: u32): u32 {
  return word(layout.GROUP_START, group + 1)
}

export function resetTrail(): void {
  trail = level = grouped = watched = 0
}

export function resetWatches(literals: u32): void {
  watchesTop = layout.WATCHES
  memory.fill(layout.WATCH_LIST, 0, (<usize>literals) << 4)
}

// @inline
export function assign(literal: u32, reason: u32): void {
  const v = literal >> 1
  store<i8>(layout.VALUE + literal, 1)
  store<i8>(layout.VALUE + (literal ^ 1), -1)
  store<u32>(layout.LEVEL_REASON + ((<usize>v) << 3), level)
  store<u32>(layout.LEVEL_REASON + ((<usize>v) << 3), reason, 4)
  if (outside) setWord(layout.POSITION, v, trail)
  setWord(layout.TRAIL, trail++, literal)
}

/** Opens a level; its literal may be true already, where a search goes back to where it was. */
export function decide(literal: u32): void {
  setWord(layout.LEVEL_START, level, trail)
  setWord(layout.DECISION, level, literal)
  level++
  if (value(literal) == 0) assign(literal, 0)
}

/** Works out what follows from the trail; false where that is a contradiction. Groups, which are cheap, come first. */
export function propagate(): bool {
  while (true) {
    while (grouped < trail) {
      const literal = word(layout.TRAIL, grouped++),
        denied = literal ^ 1
      let holds = true
      for (let i = word(layout.GROUPS_START, denied), end = word(layout.GROUPS_START, denied + 1); i < end; i++) {
        const group = half(layout.GROUPS_OF, i)
        const left = (word(layout.GROUP, group) - ONE_LEFT) ^ denied
        setWord(layout.GROUP, group, left)
        if (left >= 2 * ONE_LEFT || !holds) continue
        if (left < ONE_LEFT) {
          conflict = (group << 2) | layout.FROM_GROUP
          holds = false
        } else if (value(left - ONE_LEFT) == 0) assign(left - ONE_LEFT, (group << 2) | layout.FROM_GROUP)
      }
      // The counts of all its groups have to be right before it is taken back.
      if (!holds) return false
      for (let i = word(layout.GROUPS_START, literal), end = word(layout.GROUPS_START, literal + 1); i < end; i++) {
        const group = half(layout.GROUPS_OF, i)
        // All others are false already.
        if (word(layout.GROUP, group) < 2 * ONE_LEFT) continue
        for (let k = groupFirst(group), last = groupEnd(group); k < last; k++) {
          const other = word(layout.MEMBERS, k)
          const is = value(other)
          if (is == 0) assign(other ^ 1, (literal << 2) | layout.FROM_PAIR)
          else if (is > 0 && other != literal) {
            conflict = (other << 2) | layout.FROM_PAIR
            conflictOther = literal
            return false
          }
        }
      }
    }
    if (watched >= trail) return true
    if (!visitWatches(word(layout.TRAIL, watched++) ^ 1)) return false
  }
}

/** Looks at each clause that watches a literal that has become false; false where one has no other left. */
// @inline
function visitWatches(denied: u32): bool {
  const list = layout.WATCH_LIST + ((<usize>denied) << 4)
  const first = <usize>load<u32>(list)
  const end = first + ((<usize>load<u32>(list, 4)) << 3)
  let i = first,
    kept = first
  while (i < end) {
    const clause = load<u32>(i),
      blocker = load<u32>(i, 4)
    // It stays in the list, unless it is found another literal to watch.
    store<u64>(kept, load<u64>(i))
    i += 8
    kept += 8
    if (value(blocker) > 0) continue
    const literals = <usize>clause + layout.CLAUSE_HEAD
    let other = load<u32>(literals)
    if (other == denied) {
      other = load<u32>(literals, 4)
      store<u32>(literals, other)
      store<u32>(literals, denied, 4)
    }
    store<u32>(kept - 4, other)
    if (other != blocker && value(other) > 0) continue
    const count = load<u32>(clause)
    let k: u32 = 2
    while (k < count && value(word(literals, k)) < 0) k++
    if (k < count) {
      const literal = word(literals, k)
      setWord(literals, k, denied)
      store<u32>(literals, literal, 4)
      watch(literal, clause, other)
      kept -= 8
      continue
    }
    if (value(other) < 0) {
      for (; i < end; i += 8, kept += 8) store<u64>(kept, load<u64>(i))
      store<u32>(list, <u32>((kept - first) >> 3), 4)
      conflict = clause | layout.FROM_CLAUSE
      return false
    }
    assign(other, clause | layout.FROM_CLAUSE)
  }
  store<u32>(list, <u32>((kept - first) >> 3), 4)
  return true
}

/** Has a clause looked at when a literal becomes false. Where the blocker is true, it need not be. */
export function watch(literal: u32, clause: u32, blocker: u32): void {
  const list = layout.WATCH_LIST + ((<usize>literal) << 4)
  const count = load<u32>(list, 4)
  let room = load<u32>(list, 8)
  if (count == room) {
    room = room ? room * 2 : 4
    const at = watchesTop
    watchesTop += (<usize>room) << 3
    memory.copy(at, <usize>load<u32>(list), (<usize>count) << 3)
    store<u32>(list, <u32>at)
    store<u32>(list, room, 8)
  }
  const at = <usize>load<u32>(list) + ((<usize>count) << 3)
  store<u32>(at, clause)
  store<u32>(at, blocker, 4)
  store<u32>(list, count + 1, 4)
}

/** Takes back all levels above one. */
export function cancelTo(floor: u32): void {
  if (level <= floor) return
  const first = word(layout.LEVEL_START, floor)
  while (trail > first) {
    const literal = word(layout.TRAIL, --trail),
      denied = literal ^ 1
    store<i8>(layout.VALUE + literal, 0)
    store<i8>(layout.VALUE + denied, 0)
    if (trail < grouped) {
      for (let i = word(layout.GROUPS_START, denied), end = word(layout.GROUPS_START, denied + 1); i < end; i++) {
        const group = half(layout.GROUPS_OF, i)
        setWord(layout.GROUP, group, (word(layout.GROUP, group) ^ denied) + ONE_LEFT)
      }
    }
    insert(literal >> 1)
  }
  grouped = watched = trail
  known = min(known, trail)
  level = floor
}
