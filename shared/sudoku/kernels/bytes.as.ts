// Numbers in a kernel's memory, by the place where a list of them lies and their index.

// @inline
export function byte(base: usize, i: u32): u32 {
  return load<u8>(base + <usize>i)
}
// @inline
export function setByte(base: usize, i: u32, x: u32): void {
  store<u8>(base + <usize>i, <u8>x)
}
// @inline
export function half(base: usize, i: u32): u32 {
  return load<u16>(base + ((<usize>i) << 1))
}
// @inline
export function setHalf(base: usize, i: u32, x: u32): void {
  store<u16>(base + ((<usize>i) << 1), <u16>x)
}
// @inline
export function word(base: usize, i: u32): u32 {
  return load<u32>(base + ((<usize>i) << 2))
}
// @inline
export function setWord(base: usize, i: u32, x: u32): void {
  store<u32>(base + ((<usize>i) << 2), x)
}

// Sets, a bit for each member, in words of 64.

// @inline
function wordOf(i: u32): usize {
  return (<usize>(i >> 6)) << 3
}
// @inline
export function hasBit(set: usize, i: u32): bool {
  return <bool>((load<u64>(set + wordOf(i)) >> (i & 63)) & 1)
}
// @inline
export function setBit(set: usize, i: u32): void {
  const at = set + wordOf(i)
  store<u64>(at, load<u64>(at) | ((<u64>1) << (i & 63)))
}
// @inline
export function clearBit(set: usize, i: u32): void {
  const at = set + wordOf(i)
  store<u64>(at, load<u64>(at) & ~((<u64>1) << (i & 63)))
}
/** Takes the lowest member out of the set from `set` to `end`, and returns it; -1 if the set is empty. */
export function takeBit(set: usize, end: usize): i32 {
  for (let at = set; at < end; at += 8) {
    const rest = load<u64>(at)
    if (rest == 0) continue
    store<u64>(at, rest & (rest - 1))
    return ((<i32>(at - set)) << 3) + <i32>ctz(rest)
  }
  return -1
}

// Sets of 128, as a vector: its two words, and how many are in it.

// @inline
export function lowOf(set: v128): i64 {
  return i64x2.extract_lane(set, 0)
}
// @inline
export function highOf(set: v128): i64 {
  return i64x2.extract_lane(set, 1)
}
// @inline
export function countOf(set: v128): u32 {
  return <u32>(popcnt(lowOf(set)) + popcnt(highOf(set)))
}
