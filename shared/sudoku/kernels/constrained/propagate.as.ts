import { pruneChoice } from './choices.as'
import { half, now, PEERS, PEERS_BYTES, PRUNER_AT, TABLE_BYTES, TABLES } from './memory.as'
import { pruneByPlaces } from './places.as'
import { allDigits, CAGE, cells, pruners, RELATION, SAME, size, SUM, UNIT, WALK } from './rules.as'
import { pruneCage, pruneSum } from './sums.as'
import { pruneWalk } from './walks.as'
import { nextDue, nextToPlace, NONE, restrict, takeStale, trail, weigh } from './trail.as'

/** Works out what follows; false where that is a contradiction. */
export function propagate(): bool {
  while (true) {
    for (let cell = nextToPlace(); cell != NONE; cell = nextToPlace()) {
      if (!place(cell)) return false
    }
    const pruner = nextDue()
    if (pruner < pruners) {
      if (!prune(load<u32>(PRUNER_AT + (<usize>pruner << 2)))) return false
    } else if (trail < cells && takeStale()) {
      if (!pruneByPlaces()) return false
    } else return true
  }
}

function place(cell: u32): bool {
  const digit = now(cell), peers = PEERS + cell * PEERS_BYTES
  for (let i: u32 = 1, last = <u32>load<u8>(peers); i <= last; i++) {
    const peer = <u32>load<u8>(peers + i)
    if (now(peer) & digit) {
      if (!restrict(peer, ~digit)) {
        weigh(cell)
        return false
      }
    }
  }
  return true
}

function prune(at: usize): bool {
  const kind = half(at, 0)
  if (kind == UNIT) return pruneUnit(at) || weighAll(at, 2)
  if (kind == CAGE) return pruneCage(at) || weighAll(at, 3)
  if (kind == SUM) return pruneSum(at) || weighAll(at, 3)
  if (kind == RELATION) return pruneRelation(at) || weighAll(at, 3)
  if (kind == SAME) return pruneSame(at) || weighAll(at, 3)
  if (kind == WALK) return pruneWalk(at) || weighAll(at, 4)
  return pruneChoice(at) || weighAll(at, 5)
}

function weighAll(at: usize, from: u32): bool {
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) weigh(half(at, from + i))
  return false
}

/** Digits of which only one place is left. */
function pruneUnit(at: usize): bool {
  let once: u32 = 0, twice: u32 = 0, alone: u32 = 0
  const first = at + 4, end = first + (size << 1)
  for (let i = first; i < end; i += 2) {
    const set = now(load<u16>(i))
    twice |= once & set
    once |= set
    if (!(set & (set - 1))) alone |= set
  }
  if (once != allDigits) return false
  let hidden = once & ~twice & ~alone
  for (let i = first; hidden; i += 2) {
    const cell = <u32>load<u16>(i), found = now(cell) & hidden
    if (!found) continue
    if (found & (found - 1)) return false
    if (!restrict(cell, found)) return false
    hidden &= ~found
  }
  return true
}

/** Digits that none of some cells may hold go from those that hold the same digits. */
function pruneSame(at: usize): bool {
  const count = half(at, 1), before = half(at, 2)
  let first: u32 = 0, second: u32 = 0
  for (let i: u32 = 0; i < before; i++) first |= now(half(at, 3 + i))
  for (let i = before; i < count; i++) second |= now(half(at, 3 + i))
  if (first == second) return true
  const both = first & second
  for (let i: u32 = 0; i < count; i++) if (!restrict(half(at, 3 + i), both)) return false
  return true
}

function pruneRelation(at: usize): bool {
  const tables = half(at, 2), first = half(at, 3), second = half(at, 4)
  return (
    restrict(second, half(TABLES + (tables >> 8) * TABLE_BYTES, now(first))) &&
    restrict(first, half(TABLES + (tables & 255) * TABLE_BYTES, now(second)))
  )
}
