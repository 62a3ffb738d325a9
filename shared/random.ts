/**
 * Random numbers that are the same on every machine: 32-bit integer arithmetic and nothing else.
 * The generator is sfc32 (Chris Doty-Humphrey's "small fast
 * counter", from PractRand), 128 bits of state:
 *
 *     a, b      64 bits hashed from the seed's text
 *     c         index, its low 32 bits
 *     counter   1 + index, its high bits
 *
 * Each index has its own stream, so that the millionth puzzle is made without those before it.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number

  /** @param seed a number and its text are the same seed */
  constructor(seed: number | string, index: number) {
    const text = String(seed)
    this.#a = hashOf(text, 0x811c9dc5)
    this.#b = hashOf(text, 0x9e3779b9)
    this.#c = index | 0
    this.#counter = (1 + Math.floor(index / 2 ** 32)) | 0
    // PractRand mixes this long before the first number, so that neighbouring indices have nothing in common.
    for (let round = 0; round < 12; round++) this.next()
  }

  /** An integer from 0 to 2³² - 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** An integer from 0 to `end` - 1, each as likely as the other: what lies beyond is drawn again. */
  below(end: number): number {
    const spareBits = Math.clz32(end)
    for (;;) {
      const drawn = this.next() >>> spareBits
      if (drawn < end) return drawn
    }
  }

  /** The integers from 0 to `count` - 1 in random order, or the first few of them (Fisher and Yates). */
  order(count: number, first = count): number[] {
    const order: number[] = []
    for (let i = 0; i < count; i++) order.push(i)
    for (let i = 0; i < first; i++) {
      const other = i + this.below(count - i)
      const moved = order[i]
      order[i] = order[other]
      order[other] = moved
    }
    order.length = first
    return order
  }
}

/** FNV-1a over the text's UTF-16 units, then the finishing mix of MurmurHash3. */
function hashOf(text: string, basis: number): number {
  let hash = basis
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
