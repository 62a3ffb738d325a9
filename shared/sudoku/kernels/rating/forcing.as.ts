// Forcing chains and cycles: what is searched for, and in which order, is told in `shared/sudoku/rating/forcing-chains.ts`.

import { byte, half, hasBit, setBit, setByte, setHalf, setWord, word } from '../bytes.as'
import {
  addRow,
  along,
  beginOff,
  beginOn,
  closes,
  count,
  firstStrong,
  goesOn,
  goOn,
  isSource,
  meets,
  rowOf,
  stride,
  strongEnd,
  turnsOff,
  turnsOn,
  weakFrom,
  weakRows,
  X_PASS,
  XY_PASS,
  Y_PASS,
} from './links.as'
import * as layout from './memory.as'

/**
 * Tells of a hint whose nodes are at PATH: one of the end's on or off, so many of them, and of a cycle how many candidates
 * it takes away, which are at GONE.
 */
// @external('rating', 'found')
declare function found(pass: u32, isCycle: u32, isOn: u32, complexity: u32, length: u32, gone: u32): void

// The pass, and how its hints are rated, cycles and chains. One along cells only has no chains, as they would have an odd
// length and an even one.
let pass: u32 = 0
let cycleBase: f64 = 0
let chainBase: f64 = 0
let hasChains = false

// The best hint so far, of this pass or an earlier one. A new hint replaces it if its rating is lower, or if the rating is
// the same and its complexity lower; otherwise the first that was found stays. The rating is infinite until
// there is a hint, and always when all hints are wanted.
let bestRating: f64 = 0
let bestComplexity: f64 = 0

let wantsAll = false
let chainLayers: u32 = 0
let cycleLayers: u32 = 0
/** No cycle that takes something away has fewer layers. */
let leastCycleLayers: u32 = 1
/** Cycles of fewer layers than this, and of use, go through candidates at CYCLE_SOURCES only. */
let sourcedLayers: u32 = 0
let stamp: u32 = 0

/**
 * Finds hints, each of which is taken before those that were found earlier, or all in the order in which they are met.
 *
 * @returns the work that it took
 */
export function findForcing(all: bool): u32 {
  wantsAll = all
  bestRating = Infinity
  let spent: u32 = 0
  for (pass = X_PASS; pass <= XY_PASS; pass++) {
    cycleBase = pass === XY_PASS ? 7.0 : 6.5
    chainBase = pass === XY_PASS ? 7.0 : 6.6
    hasChains = pass !== Y_PASS
    if (!canBeat(cycleBase, 4)) continue
    along(pass)
    leastCycleLayers = 1
    sourcedLayers = 0
    bound()
    findShortest()
    for (let i: u32 = 0; i < count; i++) {
      if (!isSource(i, pass)) continue
      spent++
      // A node at a depth has so many before it, and itself, and every other layer is of on nodes.
      const off = half(layout.OFF_AFTER, i)
      const mayBeInCycle = cycleLayers >= sourcedLayers || hasBit(layout.CYCLE_SOURCES, i)
      if ((off > 0 && off <= chainLayers) || (mayBeInCycle && closes(i, leastCycleLayers, cycleLayers))) fromOn(i)
      const on = half(layout.ON_AFTER, i)
      if (on > 0 && on <= chainLayers + 1) fromOff(i)
    }
  }
  return spent
}

/** A chain adds this to the rating of its technique. Sudoku Explainer adds tenths one by one, and compares the sums. */
function lengthRating(complexity: u32): f64 {
  let sum: f64 = 0
  let isOdd = false
  for (let most: u32 = 4; <i32>complexity - 2 > <i32>most; isOdd = !isOdd) {
    sum += 0.1
    most = isOdd ? (most * 4) / 3 : (most * 3) / 2
  }
  return sum
}

function canBeat(base: f64, complexity: u32): bool {
  const rating = base + lengthRating(complexity)
  return rating < bestRating || (rating === bestRating && <f64>complexity < bestComplexity)
}

/** Works out how many layers may lie between the ends of a chain, or of a cycle, that is taken before the best. */
function bound(): void {
  cycleLayers = layersWithin(cycleBase)
  if (cycleLayers < leastCycleLayers) cycleLayers = 0
  chainLayers = hasChains ? layersWithin(chainBase) : 0
}

function layersWithin(base: f64): u32 {
  if (bestRating === Infinity) return layout.CANDIDATES
  let layers: u32 = 0
  while (canBeat(base, layers * 2 + 4)) layers++
  return layers
}

/** What comes next has to come before a hint of the pass. */
function limit(base: f64, complexity: u32): void {
  bestRating = base + lengthRating(complexity)
  bestComplexity = complexity
}

function keep(isCycle: u32, isOn: u32, base: f64, complexity: u32, length: u32, gone: u32): void {
  limit(base, complexity)
  found(pass, isCycle, isOn, complexity, length, gone)
  if (wantsAll) bestRating = Infinity
  bound()
}

/**
 * Finds the shortest chains of a pass, so that nothing longer is searched for. All searches go on a layer at a time, so
 * that none goes on beyond where another one ends.
 *
 * They tell how long cycles are, too. What a cycle takes away sees a node a of it that is on, and b that is off. If it
 * were on, a and b would be off, and from b the cycle leads to a, which is on then: so it turns itself off, by a chain of
 * the nodes from b to a, which are no more than the cycle has, and itself twice. So if no chain has fewer than l layers,
 * no cycle of use has fewer than l - 1; and if one has l - 1, all its nodes that are on are on that chain.
 */
function findShortest(): void {
  memory.fill(layout.OFF_AFTER, 0, count * 2)
  memory.fill(layout.ON_AFTER, 0, count * 2)
  if (wantsAll) {
    for (let i: u32 = 0; i < count; i++) {
      if (!hasChains || !isSource(i, pass)) continue
      setHalf(layout.OFF_AFTER, i, turnsOff(i, layout.CANDIDATES))
      setHalf(layout.ON_AFTER, i, turnsOn(i, layout.CANDIDATES + 1))
    }
    return
  }
  const most = hasChains ? chainLayers : cycleLayers + 1
  let isWhole = true
  // Those that are under way, as on and as off ones.
  let onCount: u32 = 0
  let offCount: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    if (hasChains && !isSource(i, pass)) {
      isWhole = false
      continue
    }
    if (beginOn(i, rowOf(layout.SEEN_BY_ON, i), rowOf(layout.LAYER_OF_ON, i))) setHalf(layout.ON_LIST, onCount++, i)
    if (hasChains && beginOff(i, rowOf(layout.SEEN_BY_OFF, i), rowOf(layout.LAYER_OF_OFF, i)))
      setHalf(layout.OFF_LIST, offCount++, i)
  }
  let isFound = false
  let layers: u32 = 1
  for (; layers <= most && (onCount | offCount) > 0; layers++) {
    for (let k: u32 = 0; k < onCount; k++) {
      const i = half(layout.ON_LIST, k)
      if (!meets(rowOf(layout.LAYER_OF_ON, i), rowOf(weakRows, i))) continue
      setHalf(layout.OFF_AFTER, i, layers)
      isFound = true
    }
    let left: u32 = 0
    for (let k: u32 = 0; k < offCount; k++) {
      const i = half(layout.OFF_LIST, k)
      const layer = rowOf(layout.LAYER_OF_OFF, i)
      if (!goOn(rowOf(layout.SEEN_BY_OFF, i), layer)) continue
      setHalf(layout.OFF_LIST, left++, i)
      if (!hasBit(layer, i)) continue
      setHalf(layout.ON_AFTER, i, layers + 1)
      isFound = true
    }
    offCount = left
    if (isFound) break
    left = 0
    for (let k: u32 = 0; k < onCount; k++) {
      const i = half(layout.ON_LIST, k)
      if (goOn(rowOf(layout.SEEN_BY_ON, i), rowOf(layout.LAYER_OF_ON, i))) setHalf(layout.ON_LIST, left++, i)
    }
    onCount = left
  }
  if (isWhole) leastCycleLayers = onCount === 0 ? layout.CANDIDATES + 1 : layers > 1 ? layers - 1 : 1
  if (isWhole && isFound) keepCycleSources(layers)
  if (isFound && hasChains) {
    limit(chainBase, layers * 2 + 2)
    // Just above those, as the first of them is taken.
    bestComplexity += 0.5
  }
  bound()
}

/** Keeps what is met by those that have turned themselves off, all after so many layers. */
function keepCycleSources(layers: u32): void {
  sourcedLayers = layers
  memory.fill(layout.CYCLE_SOURCES, 0, stride)
  for (let i: u32 = 0; i < count; i++)
    if (half(layout.OFF_AFTER, i) > 0) addRow(layout.CYCLE_SOURCES, rowOf(layout.SEEN_BY_ON, i))
}

/** Chains by which a candidate that is on turns itself off, and cycles that come back to it. */
function fromOn(source: u32): void {
  stamp++
  for (let i = firstStrong(pass); i < strongEnd(pass); i++) {
    const closing = half(layout.STRONG, source * layout.GROUPS_OF_ONE + i)
    if (closing !== layout.NONE) setWord(layout.CLOSES, closing, stamp)
  }
  for (let at = half(weakFrom(pass), source); at < half(layout.WEAK_FROM, source + 1); at++)
    setWord(layout.TURNS_OFF, half(layout.WEAK, at), stamp)
  setWord(layout.ON_SEEN, source, stamp)
  setHalf(layout.ON_LIST, 0, source)
  let onCount: u32 = 1
  forcedDepth = 0
  for (let depth: u32 = 1; onCount > 0; depth += 2) {
    const canChain = hasChains && forcedDepth === 0 && canBeat(chainBase, depth + 1)
    if (!canChain && !canBeat(cycleBase, depth + 1)) break
    onCount = nextOn(nextOff(onCount, source, depth))
  }
  if (hasChains && forcedDepth > 0 && canBeat(chainBase, forcedDepth + 1))
    keepChain(source, forcedParent, 0, forcedDepth + 1)
}

/** Chains by which a candidate that is off turns itself on. */
function fromOff(source: u32): void {
  stamp++
  setWord(layout.OFF_SEEN, source, stamp)
  setHalf(layout.OFF_LIST, 0, source)
  let offCount: u32 = 1
  for (let depth: u32 = 1; offCount > 0 && canBeat(chainBase, depth + 1); depth += 2) {
    const onCount = nextOn(offCount)
    if (word(layout.ON_SEEN, source) === stamp) {
      keepChain(source, half(layout.ON_PARENT, source), 1, depth + 1)
      return
    }
    offCount = nextOff(onCount, source, depth)
  }
}

/** After how many nodes the source is turned off first, and by which; 0 if it is not. */
let forcedDepth: u32 = 0
let forcedParent: u32 = 0

/** The layer of off nodes after one of on nodes, which are at a depth from the source. */
function nextOff(onCount: u32, source: u32, depth: u32): u32 {
  const from = weakFrom(pass)
  let offCount: u32 = 0
  for (let k: u32 = 0; k < onCount; k++) {
    const on = half(layout.ON_LIST, k)
    if (forcedDepth === 0 && word(layout.TURNS_OFF, on) === stamp) {
      forcedDepth = depth
      forcedParent = on
    }
    const end = half(layout.WEAK_FROM, on + 1)
    for (let at = half(from, on); at < end; at++) {
      const to = half(layout.WEAK, at)
      if (byte(goesOn, to) === 0) continue
      if (depth > leastCycleLayers * 2 && word(layout.CLOSES, to) === stamp && !comesFrom(on, to, source)) {
        considerCycle(source, to, on, depth + 1)
      }
      if (word(layout.OFF_SEEN, to) === stamp) continue
      setWord(layout.OFF_SEEN, to, stamp)
      setHalf(layout.OFF_PARENT, to, on)
      setHalf(layout.OFF_LIST, offCount++, to)
    }
  }
  return offCount
}

/** The layer of on nodes after one of off nodes. */
function nextOn(offCount: u32): u32 {
  let onCount: u32 = 0
  for (let k: u32 = 0; k < offCount; k++) {
    const off = half(layout.OFF_LIST, k)
    const end = off * layout.GROUPS_OF_ONE + strongEnd(pass)
    for (let s = off * layout.GROUPS_OF_ONE + firstStrong(pass); s < end; s++) {
      const to = half(layout.STRONG, s)
      if (to === layout.NONE || word(layout.ON_SEEN, to) === stamp) continue
      setWord(layout.ON_SEEN, to, stamp)
      setHalf(layout.ON_PARENT, to, off)
      setByte(layout.ON_CAUSE, to, byte(layout.STRONG_CAUSE, s))
      setHalf(layout.ON_LIST, onCount++, to)
    }
  }
  return onCount
}

/** Whether an off node is among the ancestors of an on node. */
function comesFrom(on: u32, off: u32, source: u32): bool {
  for (let node = on; node !== source; ) {
    const parent = half(layout.ON_PARENT, node)
    if (parent === off) return true
    node = half(layout.OFF_PARENT, parent)
  }
  return false
}

function considerCycle(source: u32, closing: u32, last: u32, complexity: u32): void {
  if (!canBeat(cycleBase, complexity)) return
  const gone = cycleGone(source, closing, last)
  if (gone === 0) return
  let s = closing * layout.GROUPS_OF_ONE
  while (half(layout.STRONG, s) !== source) s++
  setHalf(layout.PATH, 0, source)
  setByte(layout.PATH_CAUSE, 0, byte(layout.STRONG_CAUSE, s))
  setHalf(layout.PATH, 1, closing)
  keep(1, 1, cycleBase, complexity, writePath(2, last, source, true), gone)
}

/** What sees an on node and an off node of its digit in the cycle, and is not in one of the cycle's cells. */
function cycleGone(source: u32, closing: u32, last: u32): u32 {
  memory.fill(layout.SEEN, 0, stride)
  memory.fill(layout.LAYER, 0, stride)
  memory.fill(layout.IN_CYCLE, 0, stride)
  addToCycle(source, layout.SEEN)
  addToCycle(closing, layout.LAYER)
  for (let on = last; on !== source; ) {
    addToCycle(on, layout.SEEN)
    const off = half(layout.ON_PARENT, on)
    addToCycle(off, layout.LAYER)
    on = half(layout.OFF_PARENT, off)
  }
  let gone: u32 = 0
  for (let at: usize = 0; at < stride; at += 8) {
    const seen = load<u64>(layout.SEEN + at) & load<u64>(layout.LAYER + at)
    for (let rest = seen & ~load<u64>(layout.IN_CYCLE + at); rest; rest &= rest - 1) {
      setHalf(layout.GONE, gone++, half(layout.CANDIDATE, <u32>at * 8 + <u32>ctz(rest)))
    }
  }
  return gone
}

function addToCycle(i: u32, seen: usize): void {
  const inUnits = rowOf(layout.WEAK_ROWS, i)
  addRow(seen, inUnits)
  // Whatever is linked in units is not in the cell.
  for (let at: usize = 0; at < stride; at += 16) {
    const inCell = v128.andnot(v128.load(inUnits + layout.TABLE_BYTES + at), v128.load(inUnits + at))
    v128.store(layout.IN_CYCLE + at, v128.or(v128.load(layout.IN_CYCLE + at), inCell))
  }
  setBit(layout.IN_CYCLE, i)
}

function keepChain(end: u32, parent: u32, isOn: u32, complexity: u32): void {
  setHalf(layout.PATH, 0, end)
  setByte(layout.PATH_CAUSE, 0, byte(layout.ON_CAUSE, end))
  keep(0, isOn, chainBase, complexity, writePath(1, parent, end, isOn === 0), 0)
}

/** Writes the nodes from one back to the source, which is on, or off, as that one is. @returns how many are at PATH then */
function writePath(from: u32, first: u32, source: u32, sourceIsOn: bool): u32 {
  let length = from
  let isOn = sourceIsOn
  let node = first
  while (true) {
    setHalf(layout.PATH, length, node)
    setByte(layout.PATH_CAUSE, length++, byte(layout.ON_CAUSE, node))
    if (node === source && isOn === sourceIsOn) return length
    node = half(isOn ? layout.ON_PARENT : layout.OFF_PARENT, node)
    isOn = !isOn
  }
}
