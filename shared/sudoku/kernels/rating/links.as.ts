import { byte, clearBit, half, hasBit, setBit, setByte, setHalf } from '../bytes.as'
import { cellAt, placesOf, unitOf } from './board.as'
import * as layout from './memory.as'

export const PAIR: usize = 32 // bytes

export let count: u32 = 0 // numbers
export let stride: usize = 0 // bytes of a row
let isGrouped = false
export let linked: u32 = 0 // how many grids were linked so far

/** Links what is on the grid, unless that was done last. @returns how many candidates there are */
export function link(): u32 {
  let differs = v128.splat<i64>(0)
  for (let at: usize = 0; at < layout.GRID_BYTES; at += 16) {
    differs = v128.or(differs, v128.xor(v128.load(layout.DIGITS_AT + at), v128.load(layout.LINKED + at)))
  }
  if (count > 0 && !v128.any_true(differs)) return count
  memory.copy(layout.LINKED, layout.DIGITS_AT, layout.GRID_BYTES)
  isGrouped = false
  linked++
  count = 0
  for (let cell: u32 = 0; cell < layout.CELLS; cell++) {
    for (let rest = half(layout.LINKED, cell); rest; rest &= rest - 1) {
      const candidate = cell * 9 + <u32>ctz(rest)
      setHalf(layout.CANDIDATE, count, candidate)
      setHalf(layout.NUMBER, candidate, count++)
    }
  }
  stride = <usize>((count + 255) >> 8) * PAIR
  linkAll()
  return count
}

/** Finds what is in each group, unless that was done: only chains that go on from several inferences together ask for it. */
export function group(): void {
  if (isGrouped) return
  isGrouped = true
  memory.fill(layout.SIZE, 0, layout.GROUPS)
  memory.fill(layout.PARITY, 0, layout.GROUPS * 2)
  for (let i: u32 = 0; i < count; i++) {
    const cell = <u32>half(layout.CANDIDATE, i) / 9
    const digit = <u32>half(layout.CANDIDATE, i) % 9
    for (let place: u32 = 0; place < layout.GROUPS_OF_ONE; place++) {
      const g = place === 0 ? cell : layout.CELLS + unitOf(cell, place - 1) * 9 + digit
      setHalf(layout.GROUP, i * layout.GROUPS_OF_ONE + place, g)
      setByte(layout.SIZE, g, byte(layout.SIZE, g) + 1)
      setHalf(layout.PARITY, g, half(layout.PARITY, g) ^ i)
    }
  }
  // Counted up to where each group ends, and then down to where it begins.
  let end: u32 = 0
  for (let g: u32 = 0; g < layout.GROUPS; g++) {
    end += byte(layout.SIZE, g)
    setHalf(layout.MEMBER_FROM, g, end)
  }
  setHalf(layout.MEMBER_FROM, layout.GROUPS, end)
  for (let i = <i32>count - 1; i >= 0; i--) {
    for (let at: u32 = <u32>i * layout.GROUPS_OF_ONE; at < (<u32>i + 1) * layout.GROUPS_OF_ONE; at++) {
      const g = half(layout.GROUP, at)
      const from = half(layout.MEMBER_FROM, g) - 1
      setHalf(layout.MEMBER_FROM, g, from)
      setHalf(layout.MEMBER, from, i)
    }
  }
}

function linkAll(): void {
  let at: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const cell = <u32>half(layout.CANDIDATE, i) / 9
    const digit = <u32>half(layout.CANDIDATE, i) % 9
    const strong = i * layout.GROUPS_OF_ONE
    store<u64>(layout.STRONG + ((<usize>strong) << 1), -1)
    setHalf(layout.WEAK_FROM, i, at)
    const others = half(layout.LINKED, cell) & ~(1 << digit)
    if (popcnt(others) === 1) {
      setHalf(layout.STRONG, strong, half(layout.NUMBER, cell * 9 + <u32>ctz(others)))
      setByte(layout.STRONG_CAUSE, strong, layout.IN_CELL)
    }
    for (let rest = others; rest; rest &= rest - 1)
      setHalf(layout.WEAK, at++, half(layout.NUMBER, cell * 9 + <u32>ctz(rest)))
    setHalf(layout.WEAK_IN_UNITS, i, at)
    let next = strong + 1
    for (let kind: u32 = 0; kind < 3; kind++) {
      const unit = unitOf(cell, kind)
      const places = placesOf(unit, digit) & ~half(layout.PLACE_BIT, cell * 3 + kind)
      if (popcnt(places) === 1) {
        const other = half(layout.NUMBER, cellAt(unit, ctz(places)) * 9 + digit)
        // If it is left in the box, too, the box tells it.
        if (other !== half(layout.STRONG, strong + 1) && other !== half(layout.STRONG, strong + 2)) {
          setHalf(layout.STRONG, next, other)
          setByte(layout.STRONG_CAUSE, next++, layout.IN_UNIT + kind)
        }
      }
      // What is in the box, too, is linked there.
      const inBox = kind === 0 ? 0 : 0b111 << (((kind === 1 ? cell % 9 : cell / 9) / 3) * 3)
      for (let rest = places & ~inBox; rest; rest &= rest - 1) {
        setHalf(layout.WEAK, at++, half(layout.NUMBER, cellAt(unit, ctz(rest)) * 9 + digit))
      }
    }
  }
  setHalf(layout.WEAK_FROM, count, at)
}

// ---- Searches in breadth over rows of bits, all candidates of a layer at once: they tell whether there is a chain, or a
// cycle, and how long the shortest is, not which.
//
//    on -> off -> on    a number's row of what is on two links later: the union of what is strongly linked to what it is
//                       weakly linked to

// The links that a pass goes along: those of digits only, those of cells only (and weak ones of digits), or both.
export const X_PASS: u32 = 0
export const Y_PASS: u32 = 1
export const XY_PASS: u32 = 2

// The number of the grid whose rows of weak links are made, and the passes, as bits, that have their rows of strong links.
let rowed: u32 = 0
let passesRowed: u32 = 0
// The tables of the pass.
export let weakRows: usize = 0
export let strongRows: usize = 0
export let laterRows: usize = 0
/** A row of the numbers from which the pass goes on: for all others the row of what is later is empty. */
let goingOn: usize = 0
/** Whether a strong link of the pass begins at a number. */
export let goesOn: usize = 0
/** Whether the search that was last went on until it came to nothing new, so that more layers would tell nothing more. */
export let isExhausted = false

// @inline
export function rowOf(table: usize, i: u32): usize {
  return table + <usize>i * stride
}
// @inline
export function weakFrom(pass: u32): usize {
  return pass === X_PASS ? layout.WEAK_IN_UNITS : layout.WEAK_FROM
}
// @inline
export function firstStrong(pass: u32): u32 {
  return pass === X_PASS ? 1 : 0
}
// @inline
export function strongEnd(pass: u32): u32 {
  return pass === Y_PASS ? 1 : layout.GROUPS_OF_ONE
}

/** The last candidate of a cell tells nothing, though it may stand on the grids that nested chains look at. */
// @inline
export function isSource(i: u32, pass: u32): bool {
  const inCell = popcnt(half(layout.LINKED, half(layout.CANDIDATE, i) / 9))
  return pass === Y_PASS ? inCell === 2 : inCell > 1
}

/** Goes along the links of a pass from here on. */
export function along(pass: u32): void {
  if (rowed !== linked) makeWeakRows()
  weakRows = pass === X_PASS ? layout.WEAK_ROWS : layout.WEAK_ROWS + layout.TABLE_BYTES
  strongRows = layout.STRONG_ROWS + <usize>pass * layout.TABLE_BYTES
  laterRows = layout.LATER_ROWS + <usize>pass * layout.TABLE_BYTES
  goingOn = layout.GOING_ON + <usize>pass * layout.ROW_BYTES
  goesOn = layout.GOES_ON + <usize>pass * 0x300
  if (passesRowed & (1 << pass)) return
  passesRowed |= 1 << pass
  memory.fill(strongRows, 0, <usize>count * stride)
  memory.fill(laterRows, 0, <usize>count * stride)
  memory.fill(goingOn, 0, stride)
  const from = weakFrom(pass)
  for (let i: u32 = 0; i < count; i++) {
    const row = rowOf(strongRows, i)
    let any = false
    for (let s = i * layout.GROUPS_OF_ONE + firstStrong(pass); s < i * layout.GROUPS_OF_ONE + strongEnd(pass); s++) {
      const to = half(layout.STRONG, s)
      if (to === layout.NONE) continue
      setBit(row, to)
      any = true
    }
    setByte(goesOn, i, any)
    if (!any) continue
    // Weak links are the same both ways, so strong links go on from all that their beginning is weakly linked to.
    for (let at = half(from, i); at < half(layout.WEAK_FROM, i + 1); at++)
      addRow(rowOf(laterRows, half(layout.WEAK, at)), row)
    addRow(goingOn, rowOf(weakRows, i))
  }
}

function makeWeakRows(): void {
  rowed = linked
  passesRowed = 0
  memory.fill(layout.WEAK_ROWS, 0, <usize>count * stride)
  for (let i: u32 = 0; i < count; i++) {
    const inUnits = rowOf(layout.WEAK_ROWS, i)
    const inBoth = inUnits + layout.TABLE_BYTES
    const end = half(layout.WEAK_FROM, i + 1)
    for (let at = <u32>half(layout.WEAK_IN_UNITS, i); at < end; at++) setBit(inUnits, half(layout.WEAK, at))
    copyRow(inBoth, inUnits)
    for (let at = <u32>half(layout.WEAK_FROM, i); at < half(layout.WEAK_IN_UNITS, i); at++)
      setBit(inBoth, half(layout.WEAK, at))
  }
}

// @inline
export function copyRow(to: usize, from: usize): void {
  for (let at: usize = 0; at < stride; at += 16) v128.store(to + at, v128.load(from + at))
}
// @inline
export function addRow(to: usize, row: usize): void {
  for (let at: usize = 0; at < stride; at += 16) v128.store(to + at, v128.or(v128.load(to + at), v128.load(row + at)))
}
// @inline
export function isEmpty(row: usize): bool {
  let any = v128.load(row)
  for (let at: usize = 16; at < stride; at += 16) any = v128.or(any, v128.load(row + at))
  return !v128.any_true(any)
}
// @inline
export function meets(a: usize, b: usize): bool {
  let any = v128.and(v128.load(a), v128.load(b))
  for (let at: usize = 16; at < stride; at += 16) any = v128.or(any, v128.and(v128.load(a + at), v128.load(b + at)))
  return v128.any_true(any)
}

/** Goes on from a layer to what is on two links later and was not seen before. @returns whether there is any */
export function goOn(seen: usize, layer: usize): bool {
  let any = v128.splat<i64>(0)
  for (let pair: usize = 0; pair < stride; pair += PAIR) {
    let low = v128.splat<i64>(0)
    let high = v128.splat<i64>(0)
    for (let at: usize = 0; at < stride; at += 8) {
      const from = laterRows + at * 8 * stride + pair
      for (let rest = load<u64>(layer + at) & load<u64>(goingOn + at); rest; rest &= rest - 1) {
        const row = from + <usize>ctz(rest) * stride
        low = v128.or(low, v128.load(row))
        high = v128.or(high, v128.load(row, 16))
      }
    }
    const before = seen + pair
    low = v128.andnot(low, v128.load(before))
    high = v128.andnot(high, v128.load(before, 16))
    v128.store(before, v128.or(v128.load(before), low))
    v128.store(before, v128.or(v128.load(before, 16), high), 16)
    v128.store(layout.NEXT + pair, low)
    v128.store(layout.NEXT + pair, high, 16)
    any = v128.or(any, v128.or(low, high))
  }
  copyRow(layer, layout.NEXT)
  return v128.any_true(any)
}

/** Begins with a candidate that is on: the first layer is what is on two links later. @returns false if nothing is */
export function beginOn(source: u32, seen: usize, layer: usize): bool {
  const later = rowOf(laterRows, source)
  copyRow(seen, later)
  setBit(seen, source)
  copyRow(layer, later)
  clearBit(layer, source)
  return !isEmpty(layer)
}

/** Begins with a candidate that is off: the first layer is what it is strongly linked to. */
export function beginOff(source: u32, seen: usize, layer: usize): bool {
  const strong = rowOf(strongRows, source)
  copyRow(seen, strong)
  copyRow(layer, strong)
  return !isEmpty(layer)
}

/** After how many layers of on nodes a candidate that is on turns itself off; 0 if it does not within so many. */
export function turnsOff(source: u32, layers: u32): u32 {
  isExhausted = !beginOn(source, layout.SEEN, layout.LAYER)
  const weak = rowOf(weakRows, source)
  for (let layer: u32 = 1; layer <= layers && !isExhausted; layer++) {
    if (meets(layout.LAYER, weak)) return layer
    isExhausted = !goOn(layout.SEEN, layout.LAYER)
  }
  return 0
}

/** After how many layers of on nodes a candidate that is off turns itself on; 0 if it does not within so many. */
export function turnsOn(source: u32, layers: u32): u32 {
  isExhausted = !beginOff(source, layout.SEEN, layout.LAYER)
  for (let layer: u32 = 2; layer <= layers && !isExhausted; layer++) {
    isExhausted = !goOn(layout.SEEN, layout.LAYER)
    if (hasBit(layout.LAYER, source)) return layer
  }
  return 0
}

/** Whether one that is strongly linked to a candidate is turned off by it after so many layers, and not on the way. */
export function closes(source: u32, least: u32, layers: u32): bool {
  if (layers < 1) return false
  const row = rowOf(strongRows, source)
  for (let at: usize = 0; at < stride; at += 8) {
    for (let rest = load<u64>(row + at); rest; rest &= rest - 1) {
      if (closesBy(source, <u32>at * 8 + <u32>ctz(rest), least, layers)) return true
    }
  }
  return false
}

function closesBy(source: u32, closing: u32, least: u32, layers: u32): bool {
  beginOn(source, layout.SEEN, layout.LAYER)
  // A candidate that is on by the closing link only is no way round.
  const weak = rowOf(weakRows, source)
  const closingStrong = rowOf(strongRows, closing)
  for (let at: usize = 0; at < stride; at += 8) {
    for (let rest = load<u64>(closingStrong + at) & load<u64>(layout.LAYER + at); rest; rest &= rest - 1) {
      const other = <u32>at * 8 + <u32>ctz(rest)
      copyRow(layout.NEXT, rowOf(strongRows, other))
      clearBit(layout.NEXT, closing)
      if (!meets(layout.NEXT, weak)) clearBit(layout.LAYER, other)
    }
  }
  copyRow(layout.SEEN, layout.LAYER)
  setBit(layout.SEEN, source)
  const end = rowOf(weakRows, closing)
  let layer: u32 = 1
  while (layer < least || !meets(layout.LAYER, end))
    if (layer++ === layers || !goOn(layout.SEEN, layout.LAYER)) return false
  return true
}

/** All that follows by links, one by one, from each candidate that is on; a contradiction does not end it. */
export function reach(): void {
  along(XY_PASS)
  for (let i: u32 = 0; i < count; i++) {
    const row = rowOf(layout.REACH, i * 2)
    copyRow(row, rowOf(laterRows, i))
    setBit(row, i)
  }
  // Warshall's closure: whatever gets to a candidate gets to where that gets.
  for (let by: u32 = 0; by < count; by++) {
    if (isEmpty(rowOf(laterRows, by))) continue
    const from = rowOf(layout.REACH, by * 2)
    for (let i: u32 = 0; i < count; i++) {
      const row = rowOf(layout.REACH, i * 2)
      if (hasBit(row, by)) addRow(row, from)
    }
  }
  for (let i: u32 = 0; i < count; i++) {
    const on = rowOf(layout.REACH, i * 2)
    const off = on + stride
    memory.fill(off, 0, stride)
    for (let at: usize = 0; at < stride; at += 8) {
      for (let rest = load<u64>(on + at); rest; rest &= rest - 1) {
        addRow(off, rowOf(weakRows, <u32>at * 8 + <u32>ctz(rest)))
      }
    }
  }
}
