import {
  byte, CANDIDATE, CELLS, DIGITS_AT, GRID_BYTES, GROUP, GROUPS, GROUPS_OF_ONE, half, IN_CELL, LINKED, MEMBER,
  MEMBER_FROM, NUMBER, PARITY, PLACE_BIT, setByte, setHalf, SIZE, STRONG, STRONG_CAUSE, WEAK, WEAK_FROM,
  WEAK_IN_UNITS,
} from './memory.as'
import { placesOf } from './board.as'
import { cellAt, unitOf } from './units.as'

export const PAIR: usize = 32 // bytes

export let count: u32 = 0 // numbers
export let stride: usize = 0 // bytes of a row
export let isRowed = false // whether the rows of weak links are made
export let passesRowed: u32 = 0 // for which passes, as bits, the rows of strong links are

/** Links what is on the grid, unless that was done last. @returns how many candidates there are */
export function link(): u32 {
  let differs = v128.splat<i64>(0)
  for (let at: usize = 0; at < GRID_BYTES; at += 16) {
    differs = v128.or(differs, v128.xor(v128.load(DIGITS_AT + at), v128.load(LINKED + at)))
  }
  if (count > 0 && !v128.any_true(differs)) return count
  memory.copy(LINKED, DIGITS_AT, GRID_BYTES)
  isRowed = false
  passesRowed = 0
  number()
  stride = <usize>((count + 255) >> 8) * PAIR
  group()
  linkWeakly()
  linkStrongly()
  return count
}

export function rowed(): void {
  isRowed = true
}

export function passRowed(pass: u32): void {
  passesRowed |= 1 << pass
}

function number(): void {
  memory.fill(SIZE, 0, GROUPS)
  memory.fill(PARITY, 0, GROUPS * 2)
  count = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    for (let rest = half(LINKED, cell); rest; rest &= rest - 1) {
      const digit = <u32>ctz(rest)
      setHalf(CANDIDATE, count, cell * 9 + digit)
      setHalf(NUMBER, cell * 9 + digit, count)
      for (let i: u32 = 0; i < GROUPS_OF_ONE; i++) {
        const g = i === 0 ? cell : CELLS + unitOf(cell, i - 1) * 9 + digit
        setHalf(GROUP, count * GROUPS_OF_ONE + i, g)
        setByte(SIZE, g, byte(SIZE, g) + 1)
        setHalf(PARITY, g, half(PARITY, g) ^ count)
      }
      count++
    }
  }
}

function group(): void {
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

function linkWeakly(): void {
  let at: u32 = 0
  let i: u32 = 0
  for (let cell: u32 = 0; cell < CELLS; cell++) {
    const digits = half(LINKED, cell)
    const row = cell / 9
    const column = cell % 9
    for (let rest = digits; rest; rest &= rest - 1) {
      const digit = <u32>ctz(rest)
      setHalf(WEAK_FROM, i, at)
      for (let others = digits & ~(1 << digit); others; others &= others - 1) {
        setHalf(WEAK, at++, half(NUMBER, cell * 9 + <u32>ctz(others)))
      }
      setHalf(WEAK_IN_UNITS, i, at)
      for (let kind: u32 = 0; kind < 3; kind++) {
        const unit = unitOf(cell, kind)
        // What is in the box, too, is linked there.
        const before = kind === 0 ? half(PLACE_BIT, cell * 3) : 0b111 << ((kind === 1 ? column : row) / 3 * 3)
        for (let places = placesOf(unit, digit) & ~before; places; places &= places - 1) {
          setHalf(WEAK, at++, half(NUMBER, cellAt(unit, ctz(places)) * 9 + digit))
        }
      }
      i++
    }
  }
  setHalf(WEAK_FROM, i, at)
}

function linkStrongly(): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = i * GROUPS_OF_ONE
    store<u64>(STRONG + (<usize>at << 1), -1)
    let g = half(GROUP, at)
    if (byte(SIZE, g) === 2) {
      setHalf(STRONG, at, half(PARITY, g) ^ i)
      setByte(STRONG_CAUSE, at, IN_CELL)
    }
    let next = at + 1
    for (let unit: u32 = 1; unit < GROUPS_OF_ONE; unit++) {
      g = half(GROUP, at + unit)
      if (byte(SIZE, g) !== 2) continue
      const other = half(PARITY, g) ^ i
      // If it is left in the box, too, the box tells it.
      if (other === half(STRONG, at + 1) || other === half(STRONG, at + 2)) continue
      setHalf(STRONG, next, other)
      setByte(STRONG_CAUSE, next++, IN_CELL + unit)
    }
  }
}
