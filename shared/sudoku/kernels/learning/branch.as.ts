import { hasCages } from './cages.as'
import { activity, dropMostActive, heaped } from './heap.as'
import { GROUP, GROUPS_OF, GROUPS_START, HEAP, half, LEFT_SHIFT, NOTHING, PENDING, setWord, word } from './memory.as'
import { value } from './propagate.as'

// The next decision: a candidate that had a part in late conflicts, and of which much follows either way.

/** A candidate so many times less active than another would have to be is not looked at. 4 took a fifth more conflicts. */
const WEAK: f64 = 6
/**
 * So many are looked at: while activities differ little, nearly all would be. With 100, easy 25x25 grids took 4 times as
 * many conflicts; without a limit, 2.5 times as long.
 */
const MOST_LOOKED_AT: u32 = 1_000

/** The open candidate with the most of activity times strength, of activity alone in killers up to 9x9; {@link NOTHING} where none is open. */
export function next(): u32 {
  while (heaped && value(word(HEAP, 0) << 1) != 0) dropMostActive()
  // The candidates left in the groups of cages say little: by strength Mathemagic's killers take an eighth more conflicts.
  if (hasCages) return heaped ? word(HEAP, 0) : NOTHING
  let found = NOTHING
  let most: f64 = 0
  let pending: u32 = 0
  if (heaped) setWord(PENDING, pending++, 0)
  // From the top of the heap down: below an entry nothing is more active.
  for (let looks: u32 = 0; pending && looks < MOST_LOOKED_AT; looks++) {
    const i = word(PENDING, --pending),
      v = word(HEAP, i),
      a = activity(v)
    if (found != NOTHING && a * WEAK <= most) continue
    if (value(v << 1) == 0) {
      const x = a * strength(v)
      if (found == NOTHING || x > most) {
        most = x
        found = v
      }
    }
    const child: u32 = 2 * i + 1
    if (child + 1 < heaped) setWord(PENDING, pending++, child + 1)
    if (child < heaped) setWord(PENDING, pending++, child)
  }
  return found
}

/**
 * How much a decision settles: the fewer literals are left in a candidate's groups, the more follows from its denial, too.
 * The last but one of a group counts 1.5, one of many 0.5. Without the half, hard 25x25 grids take 4 % more conflicts;
 * with activity alone 40 %.
 */
// @inline
function strength(v: u32): f64 {
  let sum: f64 = 0
  for (let i = word(GROUPS_START, v << 1), end = word(GROUPS_START, (v << 1) | 1); i < end; i++) {
    const left = word(GROUP, half(GROUPS_OF, i)) >> LEFT_SHIFT
    // Two to the power of 2 - left: its exponent, as a double has it.
    sum += 0.5 + reinterpret<f64>((<u64>(1025 - min<u32>(left, 64))) << 52)
  }
  return sum
}
