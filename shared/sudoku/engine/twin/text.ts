import { boxOf, CELLS, columnStack, LEVEL, OPEN, placeBit, placeOf, rowOf } from './tables.ts'

const NOWHERE = LEVEL * 84 // words for what is not a given
const slotOf = new Int32Array(256).fill(-1) // of each character: words of its digit
for (let d = 0; d < 9; d++) slotOf[49 + d] = 3 * d
slotOf[46] = slotOf[48] = NOWHERE

export function parse(g: Int32Array, text: Uint8Array, from: number): boolean {
  let bad = 0
  for (let i = 0; i < 27; i++) g[i] = 0
  for (let i = 0; i < 81; i++) {
    const slot = slotOf[text[from + i]]
    bad |= slot
    g[slot + columnStack[i]] |= placeBit[i]
  }
  for (let b = 0; b < 3; b++) {
    const empty =
      CELLS & ~(g[b] | g[b + 3] | g[b + 6] | g[b + 9] | g[b + 12] | g[b + 15] | g[b + 18] | g[b + 21] | g[b + 24])
    for (let j = b; j < 27; j += 3) g[j] |= empty
    g[OPEN + b] = CELLS
  }
  return bad >= 0
}
export function print(g: Int32Array, s: number, to: Uint8Array, o: number): void {
  for (let b = 0, i = s; b < 3; b++, i++) {
    // the digits in binary, 27 cells a word
    const ones = g[i] | g[i + 6] | g[i + 12] | g[i + 18] | g[i + 24],
      twos = g[i + 3] | g[i + 6] | g[i + 15] | g[i + 18]
    const fours = g[i + 9] | g[i + 12] | g[i + 15] | g[i + 18],
      eights = g[i + 21] | g[i + 24]
    for (let k = 0; k < 27; k++)
      to[o + placeOf[27 * b + k]] =
        48 + (((ones >> k) & 1) | (((twos >> k) & 1) << 1) | (((fours >> k) & 1) << 2) | (((eights >> k) & 1) << 3))
  }
}
const seen = new Int32Array(27) // digits seen in each unit
export function clash(text: Uint8Array, from: number): boolean {
  seen.fill(0)
  for (let i = 0; i < 81; i++) {
    const d = text[from + i] - 48,
      row = rowOf[i],
      column = 9 + i - 9 * row,
      box = boxOf[i]
    if (d < 1 || d > 9) continue
    if (((seen[row] | seen[column] | seen[box]) >> d) & 1) return true
    seen[row] |= 1 << d
    seen[column] |= 1 << d
    seen[box] |= 1 << d
  }
  return false
}
export function clues(text: Uint8Array, from: number): number {
  let n = 0
  for (let i = from; i < from + 81; i++) n += (slotOf[text[i]] - NOWHERE) >>> 31
  return n
}
