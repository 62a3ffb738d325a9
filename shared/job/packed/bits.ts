/**
 * Bits one after the other, the lowest of a byte first. A number below a bound takes the fewest bits that suffice for it;
 * where they are more than it needs, the first numbers take one fewer.
 */
export class Bounds {
  /** By place: the bits that every number below that bound takes, and how many of the first numbers take no more. */
  readonly bits: Int32Array
  readonly short: Int32Array

  /** @param bounds each from 1 to 2^30 */
  constructor(bounds: readonly number[]) {
    this.bits = Int32Array.from(bounds, (bound) => 31 - Math.clz32(bound))
    this.short = Int32Array.from(bounds, (bound, i) => 2 ** (this.bits[i] + 1) - bound)
  }
}

export class BitWriter {
  readonly #words: Int32Array<ArrayBuffer>
  #at = 0

  /** @param most bytes that will be written */
  constructor(most: number) {
    // A field that ends in the last word is written to the next as well.
    this.#words = new Int32Array((most >> 2) + 2)
  }

  /** @param bits up to 31, which the value fits */
  put(value: number, bits: number): void {
    const word = this.#at >>> 5
    const shift = this.#at & 31
    this.#words[word] |= value << shift
    this.#words[word + 1] |= (value >>> 1) >>> (31 - shift)
    this.#at += bits
  }

  /** @param place of its bound */
  putBelow({ bits, short }: Bounds, place: number, value: number): void {
    const few = bits[place]
    const shorts = short[place]
    // Without a branch that nobody can foretell: 1 of a number that takes one bit more. That bit comes last, and what is
    // before it is no number of few bits.
    const isLong = (shorts - 1 - value) >>> 31
    const moved = value + (shorts & -isLong)
    this.put((moved >>> isLong) | ((moved & isLong) << few), few + isLong)
  }

  written(): Uint8Array {
    return new Uint8Array(this.#words.buffer, 0, (this.#at + 7) >> 3)
  }
}

/** Reads what a {@link BitWriter} wrote. */
export class BitReader {
  readonly #words: Int32Array
  #at = 0

  constructor(bytes: Uint8Array) {
    // Two words are read at once, also behind the end.
    this.#words = new Int32Array((bytes.length >> 2) + 3)
    new Uint8Array(this.#words.buffer).set(bytes)
  }

  /** The next 32 bits, which stay the next. */
  peek(): number {
    const word = this.#at >>> 5
    const shift = this.#at & 31
    return (this.#words[word] >>> shift) | ((this.#words[word + 1] << 1) << (31 - shift))
  }

  skip(bits: number): void {
    this.#at += bits
  }

  below({ bits, short }: Bounds, place: number): number {
    const few = bits[place]
    const shorts = short[place]
    const next = this.peek()
    const value = next & ((1 << few) - 1)
    const isLong = (shorts - 1 - value) >>> 31
    this.#at += few + isLong
    return value + ((value + ((next >>> few) & 1) - shorts) & -isLong)
  }
}
