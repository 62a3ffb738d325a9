import { half, now, WALKED } from './memory.as'
import { restrict } from './trail.as'
import { DEAD_END, layerAt, size } from './rules.as'

// By state, one layer behind the other: whether a walk through candidates leads there, and on to the end.

/** A digit stays where some walk through candidates goes by it to the end. */
export function pruneWalk(at: usize): bool {
  const count = half(at, 1)
  // Forward: a layer is in the stream behind the one before.
  let layer = at + ((2 + count) << 1), flags = WALKED
  store<u8>(flags, 1)
  for (let i: u32 = 0; i < count; i++) {
    const states = half(layer, 0), set = now(half(at, 2 + i)), behind = flags + states
    const following = layer + ((1 + states * size) << 1)
    const nextStates = i + 1 < count ? half(following, 0) : 1
    memory.fill(behind, 0, nextStates)
    for (let state: u32 = 0; state < states; state++) {
      if (!load<u8>(flags + state)) continue
      const row = layer + ((1 + state * size) << 1)
      for (let rest = set; rest; rest &= rest - 1) {
        const next = half(row, <u32>ctz(rest))
        if (next != DEAD_END) store<u8>(behind + next, 1)
      }
    }
    layer = following
    flags = behind
  }
  if (!load<u8>(flags)) return false
  // Back: what leads nowhere is no longer walked.
  for (let i = count; i-- > 0; ) {
    layer = layerAt(at, i)
    const states = half(layer, 0), cell = half(at, 2 + i), set = now(cell), behind = flags
    flags -= states
    let held: u32 = 0
    for (let state: u32 = 0; state < states; state++) {
      if (!load<u8>(flags + state)) continue
      const row = layer + ((1 + state * size) << 1)
      let leads: u32 = 0
      for (let rest = set; rest; rest &= rest - 1) {
        const next = half(row, <u32>ctz(rest))
        if (next != DEAD_END && load<u8>(behind + next)) leads |= rest & -rest
      }
      held |= leads
      store<u8>(flags + state, u8(leads != 0))
    }
    if (held != set && !restrict(cell, held)) return false
  }
  return true
}
