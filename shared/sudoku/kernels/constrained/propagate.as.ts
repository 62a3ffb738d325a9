import { pruneChoice } from './choices.as'
import { half, MAX_PRUNERS, now, PRUNER_AT, TABLE_BYTES, TABLES } from './memory.as'
import { propagateUnits } from './places.as'
import { CAGE, RELATION, SUM, WALK } from './rules.as'
import { pruneCage, pruneSum } from './sums.as'
import { pruneWalk } from './walks.as'
import { nextDue, restrict, weigh } from './trail.as'

/** Works out what follows; false where that is a contradiction. */
export function propagate(): bool {
  while (propagateUnits()) {
    const pruner = nextDue()
    if (pruner == MAX_PRUNERS) return true
    if (!prune(load<u32>(PRUNER_AT + (<usize>pruner << 2)))) return false
  }
  return false
}

function prune(at: usize): bool {
  const kind = half(at, 0)
  if (kind == CAGE) return pruneCage(at) || weighAll(at, 3)
  if (kind == SUM) return pruneSum(at) || weighAll(at, 3)
  if (kind == RELATION) return pruneRelation(at) || weighAll(at, 3)
  if (kind == WALK) return pruneWalk(at) || weighAll(at, 4)
  return pruneChoice(at) || weighAll(at, 5)
}

function weighAll(at: usize, from: u32): bool {
  for (let i: u32 = 0, count = half(at, 1); i < count; i++) weigh(half(at, from + i))
  return false
}

function pruneRelation(at: usize): bool {
  const tables = half(at, 2), first = half(at, 3), second = half(at, 4)
  return (
    restrict(second, half(TABLES + (tables >> 8) * TABLE_BYTES, now(first))) &&
    restrict(first, half(TABLES + (tables & 255) * TABLE_BYTES, now(second)))
  )
}
