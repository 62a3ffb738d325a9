import { setBit } from '../bytes.as'
import { CONST, cellIn, FIELD, FIELDS, GUARDS, LOWEST, NOT, OTHER_LANES, PEERS, SPLATS, TEXT } from './memory.as'

// Fills the tables as soon as there is a memory for them.
function fill(): void {
  const L = i32x4.splat(LOWEST),
    G = i32x4.splat(GUARDS)
  v128.store(CONST, L)
  v128.store(CONST, G, 16)
  v128.store(CONST, i32x4.splat(0x3ff), 32)
  v128.store(CONST, i32x4.replace_lane(G, 3, 0), 48)
  v128.store(CONST, i32x4(0x1ff, 0x1ff, 0x1ff, 0), 64)
  const full = GUARDS * 9 + 0x1ff * LOWEST
  v128.store(CONST, i32x4(full, full, full, 0), 80)
  if (isDefined(DIAGONALS)) {
    for (let i = 0; i < 3; i++) v128.store(FIELDS + ((<usize>i) << 4), i32x4.splat(0x3ff << (10 * i)))
    v128.store(OTHER_LANES, i32x4(0, -1, -1, -1))
    v128.store(OTHER_LANES, i32x4(-1, 0, -1, -1), 16)
    v128.store(OTHER_LANES, i32x4(-1, -1, 0, -1), 32)
  }
  if (isDefined(LOCKSTEP)) fillSplats()
  for (let i: u32 = 0; i < 256; i++) {
    const d = i - 49,
      other = i - NOT
    let v: u32 = i == 46 || i == 48 ? 0x3ff : d < 9 ? 0x200 | (1 << d) : 0x80000000
    if (other < 9) v = 0x3ff & ~(1 << other)
    const at = TEXT + ((<usize>i) << 2)
    store<u32>(at, v)
    store<u32>(at, v == 0x80000000 ? v : v << 10, 0x400)
    store<u32>(at, v == 0x80000000 ? v : v << 20, 0x800)
  }
  for (let place: u32 = 0; place < 81; place++) {
    const r = place / 9,
      c = place % 9,
      q = (<usize>cellIn(place)) << 4
    for (let other: u32 = 0; other < 81; other++) {
      const r2 = other / 9,
        c2 = other % 9,
        box = c2 / 3 == c / 3 && r2 / 3 == r / 3
      let diagonal = false
      if (isDefined(DIAGONALS)) diagonal = (r == c && r2 == c2) || (r + c == 8 && r2 + c2 == 8)
      if (other != place && (r == r2 || c == c2 || box || diagonal)) setBit(PEERS + q, cellIn(other))
    }
    store<u32>(PEERS + q, (r * 16 + (c / 3) * 4) | ((10 * (c % 3)) << 16), 12)
    store<u32>(FIELD + q + ((c / 3) << 2), 0x1ff << (10 * (c % 3)))
  }
}

function fillSplats(): void {
  v128.store(SPLATS, i8x16.splat(1))
  v128.store(SPLATS, i8x16.splat(2), 16)
  v128.store(SPLATS, i8x16.splat(4), 32)
  v128.store(SPLATS, i8x16.splat(8), 48)
  v128.store(SPLATS, i8x16.splat(9), 64)
  v128.store(SPLATS, i8x16.splat(46), 80)
  v128.store(SPLATS, i8x16.splat(48), 96)
  v128.store(SPLATS, i8x16.splat(49), 112)
  v128.store(SPLATS, i8x16(1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, -128, -128), 128)
  v128.store(SPLATS, i32x4.splat(0x55555555), 144)
  v128.store(SPLATS, i32x4.splat(0x33333333), 160)
  v128.store(SPLATS, i32x4.splat(0x0f0f0f0f), 176)
  v128.store(SPLATS, i32x4.splat(0x00ff00ff), 192)
  v128.store(SPLATS, i32x4.splat(0xffff), 208)
}

fill()
