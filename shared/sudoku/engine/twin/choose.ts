import { three0, three1, three2, two0, two1, two2 } from './infer.ts'
import { CELLS, grid, lowest, peers } from './tables.ts'

const spots = new Int32Array(3) // bivalue cells
const twos = new Int32Array(27) // of each digit, its bivalue cells
/** Digits that lost cells to a naked pair. */
export let struck = 0

/** What a search remembers beside its levels. */
export interface Memory {
  /** Of each cell, how much its guesses have failed. */
  readonly weight: Int32Array
  /** The cells whose guesses have. */
  readonly hot: Int32Array
  /** Of a loose grid: bivalue cells that see none of those just guessed at. */
  readonly free: Int32Array
  /** How many of them are still to be guessed at before anything is inferred. */
  more: number
}

// the digits a cell may hold, a bit each
export function digitsAt(g: Int32Array, i: number, n: number): number {
  return (
    ((g[i] >> n) & 1) |
    (((g[i + 3] >> n) & 1) << 1) |
    (((g[i + 6] >> n) & 1) << 2) |
    (((g[i + 9] >> n) & 1) << 3) |
    (((g[i + 12] >> n) & 1) << 4) |
    (((g[i + 15] >> n) & 1) << 5) |
    (((g[i + 18] >> n) & 1) << 6) |
    (((g[i + 21] >> n) & 1) << 7) |
    (((g[i + 24] >> n) & 1) << 8)
  )
}
// how many bits: in each half byte of a word, in each byte of three words, in all
const nibbles = (x: number): number => {
  x -= (x >>> 1) & 0x55555555
  return (x & 0x33333333) + ((x >>> 2) & 0x33333333)
}
const bytes = (x: number, y: number, z: number): number => {
  const odd = x ^ y ^ z,
    two = (x & y) | (z & (x | y)) // one word of ones, one of twos
  const n = nibbles(odd) + 2 * nibbles(two)
  return (n & 0x0f0f0f0f) + ((n >>> 4) & 0x0f0f0f0f)
}
const total = (x: number): number => Math.imul(x, 0x01010101) >>> 24

function strike(s: number, d: number, stack: number, cells: number): void {
  if (grid[s + 3 * d + stack] & cells) {
    grid[s + 3 * d + stack] &= ~cells
    struck |= 1 << d
  }
}

// A bivalue cell is worth what its two digits would take from its peers: one for each candidate, three more from a bivalue cell.
function worth(weight: Int32Array, s: number, p: number, stack: number, n: number): number {
  const g = grid
  const t = twos,
    q = 3 * p
  const v = digitsAt(t, stack, n),
    d = lowest(v),
    e = 31 - Math.clz32(v)
  const a = 3 * d,
    b = 3 * e,
    i = s + a,
    j = s + b
  const p0 = peers[q],
    p1 = peers[q + 1],
    p2 = peers[q + 2]
  const a0 = t[a] & p0,
    a1 = t[a + 1] & p1,
    a2 = t[a + 2] & p2,
    b0 = t[b] & p0,
    b1 = t[b + 1] & p1,
    b2 = t[b + 2] & p2
  if ((a0 & b0) | (a1 & b1) | (a2 & b2)) {
    // a naked pair: both digits go from every cell that sees both of it
    const r = 3 * (a0 & b0 ? lowest(a0 & b0) : a1 & b1 ? 27 + lowest(a1 & b1) : 54 + lowest(a2 & b2))
    const m0 = (g[i] | g[j]) & p0 & peers[r],
      m1 = (g[i + 1] | g[j + 1]) & p1 & peers[r + 1],
      m2 = (g[i + 2] | g[j + 2]) & p2 & peers[r + 2]
    if (m0 | m1 | m2) {
      strike(s, d, 0, m0)
      strike(s, d, 1, m1)
      strike(s, d, 2, m2)
      strike(s, e, 0, m0)
      strike(s, e, 1, m1)
      strike(s, e, 2, m2)
    }
  }
  return (
    total(
      3 * (bytes(a0, a1, a2) + bytes(b0, b1, b2)) +
        bytes(g[i] & p0, g[i + 1] & p1, g[i + 2] & p2) +
        bytes(g[j] & p0, g[j + 1] & p1, g[j + 2] & p2),
    ) + weight[p]
  )
}

// the cell to guess at, or -1 where a naked pair took something away
export function choose(memory: Memory, s: number, light: boolean, loose: boolean): number {
  const { weight, hot, free } = memory
  spots[0] = two0 & ~three0
  spots[1] = two1 & ~three1
  spots[2] = two2 & ~three2
  if (light && spots[0] | spots[1] | spots[2] && total(bytes(two0, two1, two2)) <= 48) {
    let best = -1,
      left = 5
    for (let b = 0; b < 3 && left; b++)
      for (let m = spots[b]; m && left; m &= m - 1, left--) {
        const p = 27 * b + lowest(m),
          q = 3 * p
        best = Math.max(
          best,
          (total(bytes(spots[0] & peers[q], spots[1] & peers[q + 1], spots[2] & peers[q + 2])) << 7) | p,
        )
      }
    if (loose) {
      free.set(spots)
      memory.more = 2
      without(free, best & 127)
    }
    return best & 127
  }
  for (let i = 0; i < 27; i += 3) {
    twos[i] = grid[s + i] & spots[0]
    twos[i + 1] = grid[s + i + 1] & spots[1]
    twos[i + 2] = grid[s + i + 2] & spots[2]
  }
  let best = -1,
    left = 7
  struck = 0
  for (
    let hotter = 1;
    hotter >= 0;
    hotter-- // first the cells whose guesses have failed
  )
    for (let b = 0; b < 3 && left; b++)
      for (let m = spots[b] & (hotter ? hot[b] : ~hot[b]); m && left; m &= m - 1, left--) {
        const n = lowest(m),
          p = 27 * b + n
        best = Math.max(best, (worth(weight, s, p, b, n) << 7) | p)
      }
  if (struck) return -1
  return best < 0 ? fewest(s) : best & 127
}

// No bivalue cell: of the cells with fewest candidates the one whose candidates stand most often among its peers.
function fewest(s: number): number {
  const g = grid
  for (let n = 3; ; n++) {
    let best = -1
    for (let stack = 0; stack < 3; stack++) {
      const atLeast = new Int32Array(n + 2) // cells with that many digits or more
      atLeast[0] = CELLS
      for (let i = s + stack; i < s + 27; i += 3) for (let k = n + 1; k > 0; k--) atLeast[k] |= atLeast[k - 1] & g[i]
      for (let m = atLeast[n] & ~atLeast[n + 1]; m; m &= m - 1) {
        const k = lowest(m),
          p = 27 * stack + k,
          q = 3 * p
        let score = 0
        for (let t = digitsAt(g, s + stack, k); t; t &= t - 1) {
          const i = s + 3 * lowest(t)
          score += total(bytes(g[i] & peers[q], g[i + 1] & peers[q + 1], g[i + 2] & peers[q + 2]))
        }
        best = Math.max(best, (score << 7) | (127 - p))
      }
    }
    if (best >= 0) return 127 - (best & 127)
  }
}

// Loose grids: thirty givens or more and yet stuck, so nearly always several solutions: three guesses at a time.
function without(free: Int32Array, p: number): void {
  for (let b = 0; b < 3; b++) free[b] &= ~peers[3 * p + b]
  free[(p / 27) | 0] &= ~(1 << (p % 27))
}
export function nextFree(memory: Memory): number {
  const { free } = memory
  for (let b = 0; b < 3; b++)
    if (free[b]) {
      const p = 27 * b + lowest(free[b])
      without(free, p)
      return p
    }
  memory.more = 0
  return -1
}
