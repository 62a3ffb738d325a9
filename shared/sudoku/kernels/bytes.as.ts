// Numbers in a kernel's memory, by the place where a list of them lies and their index.

// @inline
export function byte(base: usize, i: u32): u32 { return load<u8>(base + <usize>i) }
// @inline
export function setByte(base: usize, i: u32, x: u32): void { store<u8>(base + <usize>i, <u8>x) }
// @inline
export function half(base: usize, i: u32): u32 { return load<u16>(base + (<usize>i << 1)) }
// @inline
export function setHalf(base: usize, i: u32, x: u32): void { store<u16>(base + (<usize>i << 1), <u16>x) }
// @inline
export function word(base: usize, i: u32): u32 { return load<u32>(base + (<usize>i << 2)) }
// @inline
export function setWord(base: usize, i: u32, x: u32): void { store<u32>(base + (<usize>i << 2), x) }
