import type { ByteReader, ByteWriter } from './bytes.ts'

/** The bits of the longest code. */
export const LONGEST_CODE = 10

/**
 * A prefix code for small whole numbers: a frequent one takes few bits, and one that is the only one takes none. There is
 * none of so many bits at most in which all of them take fewer, and so none takes more than writing each in as many bits
 * as the highest needs, up to ten.
 *
 *     1 byte    the lowest number
 *     1 byte    how many numbers there are between it and the highest one
 *     lengths   the bits of each one's code from the lowest to the highest, four bits each; 0 where it has none
 *
 * Codes of one length rise with the numbers. Their first bit is the lowest.
 */
export class PrefixCode {
  readonly #first: number
  readonly #lengths: Uint8Array
  /** By number: its code above its length, which takes the lowest four bits. */
  readonly codes: Int32Array

  private constructor(first: number, lengths: Uint8Array) {
    this.#first = first
    this.#lengths = lengths
    this.codes = new Int32Array(first + lengths.length)
    let next = 0
    for (let length = 1; length <= LONGEST_CODE; length++) {
      for (const [i, bits] of lengths.entries()) {
        if (bits === length) this.codes[first + i] = (reversed(next++, length) << 4) | length
      }
      next *= 2
    }
  }

  /** The best code for numbers that come so often. */
  static of(counts: Uint32Array): PrefixCode {
    const first = Math.max(0, counts.findIndex(Boolean))
    const last = Math.max(0, counts.findLastIndex(Boolean))
    return new PrefixCode(first, lengthsOf(counts.subarray(first, last + 1)))
  }

  static read(from: ByteReader): PrefixCode {
    const first = from.byte()
    const lengths = new Uint8Array(from.byte() + 1)
    for (let i = 0; i < lengths.length; i += 2) {
      const pair = from.byte()
      lengths[i] = pair & 15
      // Behind the last one there is no place for the other half.
      lengths[i + 1] = pair >> 4
    }
    return new PrefixCode(first, lengths)
  }

  write(to: ByteWriter): void {
    const lengths = this.#lengths
    to.byte(this.#first)
    to.byte(lengths.length - 1)
    for (let i = 0; i < lengths.length; i += 2) to.byte(lengths[i] | ((lengths[i + 1] ?? 0) << 4))
  }

  /** By the next {@link LONGEST_CODE} bits: the number above the length of its code, which takes the lowest four bits. */
  table(): Int32Array {
    // A number that is the only one has no code: any bits stand for it.
    const table = new Int32Array(1 << LONGEST_CODE).fill(this.#first << 4)
    for (const [number, code] of this.codes.entries()) {
      const length = code & 15
      if (length === 0) continue
      for (let bits = code >> 4; bits < table.length; bits += 1 << length) table[bits] = (number << 4) | length
    }
    return table
  }
}

/** Numbers that are coded together, so that each of their codes is a bit longer. */
interface Bundle {
  readonly count: number
  readonly numbers: readonly number[]
}

/** The lengths of the best code of at most {@link LONGEST_CODE} bits: Larmore and Hirschberg's package-merge. */
function lengthsOf(counts: Uint32Array): Uint8Array {
  const lengths = new Uint8Array(counts.length)
  const single = [...counts].flatMap((count, number): Bundle[] => (count > 0 ? [{ count, numbers: [number] }] : []))
  let bundles: Bundle[] = []
  for (let bit = 0; bit < LONGEST_CODE; bit++) {
    const all = [...single, ...bundles].sort((a, b) => a.count - b.count)
    bundles = []
    for (let i = 0; i + 1 < all.length; i += 2) {
      const [a, b] = [all[i], all[i + 1]]
      bundles.push({ count: a.count + b.count, numbers: [...a.numbers, ...b.numbers] })
    }
  }
  for (const { numbers } of bundles.slice(0, Math.max(0, single.length - 1))) {
    for (const number of numbers) lengths[number]++
  }
  return lengths
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let i = 0; i < length; i++) bits |= ((code >> i) & 1) << (length - 1 - i)
  return bits
}
