import {
  BAD,
  besides,
  boxes,
  CELLS,
  COLUMNS,
  DONE,
  grid,
  kept,
  lone,
  loneRow,
  lowest,
  OPEN,
  STUCK,
  ways,
} from './tables.ts'

export let two0 = 0,
  two1 = 0,
  two2 = 0,
  three0 = 0,
  three1 = 0,
  three2 = 0 // cells of each stack with two digits or more, with three or more

// 1 << e where x is not 0
const mark = (x: number, e: number): number => ((x | -x) >>> 31) << e

// Cells of a stack hold digit d and nothing else. Returns the digits that lost some.
export function solve(s: number, d: number, stack: number, cells: number): number {
  const g = grid
  const i = s + stack,
    own = g[i + 3 * d]
  g[s + OPEN + stack] &= ~cells
  let x = g[i] & cells,
    lost = mark(x, 0)
  g[i] ^= x
  x = g[i + 3] & cells
  g[i + 3] ^= x
  lost |= mark(x, 1)
  x = g[i + 6] & cells
  g[i + 6] ^= x
  lost |= mark(x, 2)
  x = g[i + 9] & cells
  g[i + 9] ^= x
  lost |= mark(x, 3)
  x = g[i + 12] & cells
  g[i + 12] ^= x
  lost |= mark(x, 4)
  x = g[i + 15] & cells
  g[i + 15] ^= x
  lost |= mark(x, 5)
  x = g[i + 18] & cells
  g[i + 18] ^= x
  lost |= mark(x, 6)
  x = g[i + 21] & cells
  g[i + 21] ^= x
  lost |= mark(x, 7)
  x = g[i + 24] & cells
  g[i + 24] ^= x
  lost |= mark(x, 8)
  g[i + 3 * d] = own
  return lost & ~(1 << d)
}

// Where can digit d stand? Returns the digits that lost cells to it, or -1: it has no place in some unit.
function settle(s: number, d: number): number {
  const g = grid
  const i = s + 3 * d
  let a = g[i],
    b = g[i + 1],
    c = g[i + 2]
  for (;;) {
    const ma = boxes[a & 511] | (boxes[(a >> 9) & 511] << 3) | (boxes[(a >> 18) & 511] << 6)
    const mb = boxes[b & 511] | (boxes[(b >> 9) & 511] << 3) | (boxes[(b >> 18) & 511] << 6)
    const mc = boxes[c & 511] | (boxes[(c >> 9) & 511] << 3) | (boxes[(c >> 18) & 511] << 6)
    a &= kept[ma]
    b &= kept[mb]
    c &= kept[mc]
    const ra = (a | (a >> 9) | (a >> 18)) & 511,
      rb = (b | (b >> 9) | (b >> 18)) & 511,
      rc = (c | (c >> 9) | (c >> 18)) & 511
    const w0 = ways[(ra & 7) | ((rb & 7) << 3) | ((rc & 7) << 6)]
    const w1 = ways[((ra >> 3) & 7) | (rb & 56) | ((rc & 56) << 3)]
    const w2 = ways[(ra >> 6) | ((rb >> 3) & 56) | (rc & 448)]
    if (w0 === 0 || w1 === 0 || w2 === 0) return -1
    const na = (w0 & 7) | ((w1 & 7) << 3) | ((w2 & 7) << 6)
    const nb = ((w0 >> 3) & 7) | (w1 & 56) | ((w2 & 56) << 3)
    const nc = (w0 >> 6) | ((w1 >> 3) & 56) | (w2 & 448)
    if (((ra ^ na) | (rb ^ nb) | (rc ^ nc)) === 0) {
      g[i] = a
      g[i + 1] = b
      g[i + 2] = c
      const sa = a & lone[ma] & loneRow[ra] & g[s + OPEN],
        sb = b & lone[mb] & loneRow[rb] & g[s + OPEN + 1],
        sc = c & lone[mc] & loneRow[rc] & g[s + OPEN + 2]
      let lost = 0
      if (sa) lost = solve(s, d, 0, sa)
      if (sb) lost |= solve(s, d, 1, sb)
      if (sc) lost |= solve(s, d, 2, sc)
      return lost
    }
    a &= Math.imul(na, COLUMNS)
    b &= Math.imul(nb, COLUMNS)
    c &= Math.imul(nc, COLUMNS)
  }
}

// Naked singles of a stack clear their boxes. Returns the digits that lost cells, or -1: a cell has no digit left.
function naked(s: number, stack: number): number {
  const g = grid
  const i = s + stack
  let one = g[i],
    two = 0,
    three = 0
  let w = g[i + 3]
  two = one & w
  one |= w
  w = g[i + 6]
  three = two & w
  two |= one & w
  one |= w
  w = g[i + 9]
  three |= two & w
  two |= one & w
  one |= w
  w = g[i + 12]
  three |= two & w
  two |= one & w
  one |= w
  w = g[i + 15]
  three |= two & w
  two |= one & w
  one |= w
  w = g[i + 18]
  three |= two & w
  two |= one & w
  one |= w
  w = g[i + 21]
  three |= two & w
  two |= one & w
  one |= w
  w = g[i + 24]
  three |= two & w
  two |= one & w
  one |= w
  if (one !== CELLS) return -1
  if (stack === 0) {
    two0 = two
    three0 = three
  } else if (stack === 1) {
    two1 = two
    three1 = three
  } else {
    two2 = two
    three2 = three
  }
  let single = g[s + OPEN + stack] & ~two
  let lost = 0
  if (single === 0) return 0
  g[s + OPEN + stack] &= two
  for (let d = 0, j = i; single; d++, j += 3) {
    let hit = g[j] & single
    if (hit === 0) continue
    single ^= hit
    lost |= 1 << d
    let left = g[j]
    for (; hit; hit &= hit - 1) left &= besides[31 - Math.clz32(hit & -hit)]
    g[j] = left
  }
  return lost
}

// changed: the digits to look at, a bit each
export function propagate(s: number, changed: number): number {
  do {
    for (let d = 0; changed; ) {
      d = lowest(changed & (-2 << d) || changed)
      const lost = settle(s, d)
      if (lost < 0) return BAD
      changed = (changed ^ (1 << d)) | lost
    }
    const a = naked(s, 0),
      b = naked(s, 1),
      c = naked(s, 2)
    changed = a | b | c
    if (changed < 0) return BAD
  } while (changed)
  return two0 | two1 | two2 ? STUCK : DONE
}
