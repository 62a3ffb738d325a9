import { learntCount } from './analyse.as'
import { activity, heapAll, increment, scale, setActivity } from './branch.as'
import { hasCages } from './constraints.as'
import { candidates, variables } from './encode.as'
import * as layout from './memory.as'
import { setWord, value, word } from './memory.as'
import { assign, resetWatches, trail, watch, watchesTop } from './propagate.as'

// Learnt clauses: kept, thinned out, and written down for a search that pauses.

let count: u32 = 0
let top: usize = layout.CLAUSES

/** So much of what is learned outlives a rest: with all activities 590 KB, as text 790 of the megabyte that a message may have. */
const KEPT_LITERALS: u32 = 240_000
/** The same where {@link isWide}, and an empty 36x36 grid has 190 KB of activities: 560 KB. */
const KEPT_WIDE_LITERALS: u32 = 90_000
/**
 * The same of cages, of which a 9x9 grid's activities take 3 KB: 600 KB. Clauses have 36 literals there, and what is dropped
 * is learned again: five of the hardest killers took 510,000 conflicts with it, and over 727,000 with 180,000.
 */
const KEPT_CAGE_LITERALS: u32 = 300_000
/** A clause of this distance, and less, is kept as long as there is room. */
const GLUE: u32 = 3
/** Where a clause forbids a solution that was found, it is kept for good. */
export const FORBIDS: u32 = 0

export function forget(): void {
  count = 0
  top = layout.CLAUSES
}

/** Whether there is room for no more than a few further clauses. */
export function isCrowded(): bool {
  return count + 64 > layout.MAX_CLAUSES || top + (2 << 20) > layout.CLAUSES_END || watchesTop + (6 << 20) > layout.END
}

/** Keeps the clause in LEARNT, unless it is a fact, and draws its conclusion. */
export function learn(lbd: u32): void {
  const reason = learntCount > 1 ? <u32>keep(lbd) | layout.FROM_CLAUSE : 0
  assign(word(layout.LEARNT, 0), reason)
}

/** Keeps the clause in LEARNT, of two literals or more, of which nothing follows yet. */
export function keep(lbd: u32): usize {
  const clause = top
  memory.copy(clause + layout.CLAUSE_HEAD, layout.LEARNT, (<usize>learntCount) << 2)
  list(learntCount, lbd, 0)
  watchBoth(clause)
  return clause
}

/** Puts the clause at `top`, behind whose head its literals lie, on the list. */
function list(size: u32, lbd: u32, uses: u32): void {
  store<u32>(top, size)
  store<u32>(top, lbd, 4)
  store<u32>(top, uses, 8)
  setWord(layout.CLAUSE_LIST, count++, <u32>top)
  top += layout.CLAUSE_HEAD + ((<usize>size) << 2)
}

function watchBoth(clause: usize): void {
  const first = load<u32>(clause + layout.CLAUSE_HEAD),
    second = load<u32>(clause + layout.CLAUSE_HEAD + 4)
  watch(first, <u32>clause, second)
  watch(second, <u32>clause, first)
}

/**
 * Keeps the best of what was learned: that of the least distance, then that used most since; no more than fits a message,
 * which is so many literals unless there are very many candidates.
 * Drops what is true without any decision. No decision may stand. After it, the search depends on nothing but what {@link writeState} writes.
 */
export function reduce(mostWeak: u32): void {
  let keys: u32 = 0
  let glue: u32 = 0
  let literals: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const clause = <usize>word(layout.CLAUSE_LIST, i),
      lbd = load<u32>(clause, 4)
    literals += load<u32>(clause) + 3
    if (lbd == FORBIDS) continue
    if (lbd <= GLUE) glue++
    const unused = 0xffff - min<u32>(load<u32>(clause, 8), 0xffff)
    const key = ((<u64>min<u32>(lbd, 0xffff)) << 48) | ((<u64>unused) << 32) | clause
    store<u64>(layout.SORT_KEYS + ((<usize>keys) << 3), key)
    keys++
  }
  sortKeys(keys)
  const mostLiterals = isWide() ? KEPT_WIDE_LITERALS : hasCages ? KEPT_CAGE_LITERALS : KEPT_LITERALS
  while (keys > glue + mostWeak || (literals > mostLiterals && keys > 0)) {
    keys--
    const dropped = <usize>(load<u64>(layout.SORT_KEYS + ((<usize>keys) << 3)) & 0xffffffff)
    literals -= load<u32>(dropped) + 3
    store<u32>(dropped, 0)
  }
  const all = count
  forget()
  for (let i: u32 = 0; i < all; i++) {
    const clause = <usize>word(layout.CLAUSE_LIST, i),
      size = load<u32>(clause)
    if (!size) continue
    const lbd = load<u32>(clause, 4),
      uses = load<u32>(clause, 8)
    let open: u32 = 0
    let isTrue = false
    for (let k: u32 = 0; k < size && !isTrue; k++) {
      const literal = load<u32>(clause + layout.CLAUSE_HEAD + ((<usize>k) << 2))
      isTrue = value(literal) > 0
      if (value(literal) == 0) setWord(top + layout.CLAUSE_HEAD, open++, literal)
    }
    if (!isTrue) list(open, lbd, min<u32>(uses >> 1, 0xffff))
  }
  watchAll()
  // As they are written: in 32 bits each, beside an increment of one.
  scale(1 / increment)
  increment = 1
  for (let v: u32 = 0; v < candidates; v++) setActivity(v, <f64>(<f32>activity(v)))
  for (let v: u32 = candidates; v < variables; v++) setActivity(v, 0)
  heapAll()
}

function watchAll(): void {
  resetWatches(2 * variables)
  for (let i: u32 = 0; i < count; i++) watchBoth(word(layout.CLAUSE_LIST, i))
}

/** Shell's sort, by Knuth's gaps: a few thousand keys, once in a thousand conflicts. */
function sortKeys(n: u32): void {
  let gap: u32 = 1
  while (gap < n / 3) gap = gap * 3 + 1
  for (; gap; gap /= 3) {
    for (let i = gap; i < n; i++) {
      const key = load<u64>(layout.SORT_KEYS + ((<usize>i) << 3))
      let k = i
      for (; k >= gap; k -= gap) {
        const other = load<u64>(layout.SORT_KEYS + ((<usize>(k - gap)) << 3))
        if (other <= key) break
        store<u64>(layout.SORT_KEYS + ((<usize>k) << 3), other)
      }
      store<u64>(layout.SORT_KEYS + ((<usize>k) << 3), key)
    }
  }
}

// ---- the state of a search at rest: u16 and u32, little end first
//
//   head (search.as.ts) | u32 known literals | u32 clauses | f32 activity of each candidate | u16 known literals …
//   | for each clause: u16 literals, u16 LBD, u16 uses, u16 its literals …
//
// Literals of a grid with so many variables that they do not fit 16 bits are u32.

// @inline
function isWide(): bool {
  return variables > 0x8000
}

/** Writes a literal; answers where the next one may lie. */
export function putLiteral(at: usize, literal: u32): usize {
  if (!isWide()) {
    store<u16>(at, <u16>literal)
    return at + 2
  }
  store<u32>(at, literal)
  return at + 4
}

/** Where {@link takeLiteral} reads next. */
export let readAt: usize = 0
export function takeLiteral(): u32 {
  const at = readAt
  readAt += isWide() ? 4 : 2
  return isWide() ? load<u32>(at) : load<u16>(at)
}

export function writeState(at: usize): usize {
  store<u32>(at, trail)
  store<u32>(at, count, 4)
  at += 8
  for (let v: u32 = 0; v < candidates; v++, at += 4) store<f32>(at, <f32>activity(v))
  for (let i: u32 = 0; i < trail; i++) at = putLiteral(at, word(layout.TRAIL, i))
  for (let i: u32 = 0; i < count; i++) {
    const clause = <usize>word(layout.CLAUSE_LIST, i),
      size = load<u32>(clause)
    store<u16>(at, <u16>size)
    store<u16>(at, <u16>load<u32>(clause, 4), 2)
    store<u16>(at, <u16>load<u32>(clause, 8), 4)
    at += 6
    for (let k: u32 = 0; k < size; k++) at = putLiteral(at, load<u32>(clause + layout.CLAUSE_HEAD + ((<usize>k) << 2)))
  }
  return at
}

export function takeHalf(): u32 {
  readAt += 2
  return load<u16>(readAt - 2)
}

/** Reads on from where {@link takeLiteral} has come to. */
export function readState(): void {
  const known = load<u32>(readAt),
    listed = load<u32>(readAt, 4)
  readAt += 8
  for (let v: u32 = 0; v < candidates; v++, readAt += 4) setActivity(v, <f64>load<f32>(readAt))
  for (let i: u32 = 0; i < known; i++) {
    const literal = takeLiteral()
    if (value(literal) == 0) assign(literal, 0)
  }
  forget()
  for (let i: u32 = 0; i < listed; i++) {
    const size = takeHalf(),
      lbd = takeHalf(),
      uses = takeHalf()
    for (let k: u32 = 0; k < size; k++) setWord(top + layout.CLAUSE_HEAD, k, takeLiteral())
    list(size, lbd, uses)
  }
  watchAll()
  increment = 1
  heapAll()
}
