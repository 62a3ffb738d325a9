import { cellAt, placesOf, unitOf } from './board.as'
import {
  byte,
  CANDIDATE,
  CELLS,
  DIGITS_AT,
  GRID_BYTES,
  GROUP,
  GROUPS,
  GROUPS_OF_ONE,
  half,
  IN_CELL,
  IN_UNIT,
  LINKED,
  MEMBER,
  MEMBER_FROM,
  NUMBER,
  PARITY,
  PLACE_BIT,
  SIZE,
  STRONG,
  STRONG_CAUSE,
  setByte,
  setHalf,
  WEAK,
  WEAK_FROM,
  WEAK_IN_UNITS,
} from './memory.as'

export const PAIR: usize = 32 // bytes

export let count: u32 = 0 // numbers
export let stride: usize = 0 // bytes of a row
let isGrouped = false
export let linked: u32 = 0 // how many grids were linked so far

/** Links what is on the grid, unless that was done last. @returns how many candidates there are */
export function link(): u32 {
  let differs = v128.splat<i64>(0)
  for (let at: usize = 0; at < GRID_BYTES; at += 16) {
    differs = v128.or(differs, v128.xor(v128.load(DIGITS_AT + at), v128.load(LINKED + at)))
  }
  if (count > 0 && !v128.any_true(differs)) return count
  memory.copy(LINKED, DIGITS_AT, GRID_BYTES)
  isGrouped = false
  linked++
  number()
  stride = <usize>((count + 255) >> 8) * PAIR
  linkAll()
  return count
}

function number(): void {
  count = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    for (let rest = half(LINKED, cell); rest; rest &= rest - 1) {
      const candidate = cell * 9 + <u32>ctz(rest)
      setHalf(CANDIDATE, count, candidate)
      setHalf(NUMBER, candidate, count++)
    }
  }
}

/** Finds what is in each group, unless that was done: only chains that go on from several inferences together ask for it. */
export function group(): void {
  if (isGrouped) return
  isGrouped = true
  memory.fill(SIZE, 0, GROUPS)
  memory.fill(PARITY, 0, GROUPS * 2)
  for (let i: u32 = 0; i < count; i++) {
    const cell = <u32>half(CANDIDATE, i) / 9
    const digit = <u32>half(CANDIDATE, i) % 9
    for (let place: u32 = 0; place < GROUPS_OF_ONE; place++) {
      const g = place === 0 ? cell : CELLS + unitOf(cell, place - 1) * 9 + digit
      setHalf(GROUP, i * GROUPS_OF_ONE + place, g)
      setByte(SIZE, g, byte(SIZE, g) + 1)
      setHalf(PARITY, g, half(PARITY, g) ^ i)
    }
  }
  // Counted up to where each group ends, and then down to where it begins.
  let end: u32 = 0
  for (let g: u32 = 0; g < GROUPS; g++) {
    end += byte(SIZE, g)
    setHalf(MEMBER_FROM, g, end)
  }
  setHalf(MEMBER_FROM, GROUPS, end)
  for (let i = <i32>count - 1; i >= 0; i--) {
    for (let at: u32 = <u32>i * GROUPS_OF_ONE; at < (<u32>i + 1) * GROUPS_OF_ONE; at++) {
      const g = half(GROUP, at)
      const from = half(MEMBER_FROM, g) - 1
      setHalf(MEMBER_FROM, g, from)
      setHalf(MEMBER, from, i)
    }
  }
}

function linkAll(): void {
  let at: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const cell = <u32>half(CANDIDATE, i) / 9
    const digit = <u32>half(CANDIDATE, i) % 9
    const strong = i * GROUPS_OF_ONE
    store<u64>(STRONG + ((<usize>strong) << 1), -1)
    setHalf(WEAK_FROM, i, at)
    const others = half(LINKED, cell) & ~(1 << digit)
    if (popcnt(others) === 1) {
      setHalf(STRONG, strong, half(NUMBER, cell * 9 + <u32>ctz(others)))
      setByte(STRONG_CAUSE, strong, IN_CELL)
    }
    for (let rest = others; rest; rest &= rest - 1) setHalf(WEAK, at++, half(NUMBER, cell * 9 + <u32>ctz(rest)))
    setHalf(WEAK_IN_UNITS, i, at)
    let next = strong + 1
    for (let kind: u32 = 0; kind < 3; kind++) {
      const unit = unitOf(cell, kind)
      const places = placesOf(unit, digit) & ~half(PLACE_BIT, cell * 3 + kind)
      if (popcnt(places) === 1) {
        const other = half(NUMBER, cellAt(unit, ctz(places)) * 9 + digit)
        // If it is left in the box, too, the box tells it.
        if (other !== half(STRONG, strong + 1) && other !== half(STRONG, strong + 2)) {
          setHalf(STRONG, next, other)
          setByte(STRONG_CAUSE, next++, IN_UNIT + kind)
        }
      }
      // What is in the box, too, is linked there.
      const inBox = kind === 0 ? 0 : 0b111 << (((kind === 1 ? cell % 9 : cell / 9) / 3) * 3)
      for (let rest = places & ~inBox; rest; rest &= rest - 1) {
        setHalf(WEAK, at++, half(NUMBER, cellAt(unit, ctz(rest)) * 9 + digit))
      }
    }
  }
  setHalf(WEAK_FROM, count, at)
}
