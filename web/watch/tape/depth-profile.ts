/** The deepest and the least deep that a search was in a stretch of its steps. */
export interface DepthStretch {
  readonly least: number
  readonly most: number
}

/** Twice as many as a line has pixels to tell apart on a phone. */
const MOST_STRETCHES = 600

/**
 * How deep a search was, over all its steps, in a bounded number of stretches of equal length: when there are too many,
 * every two become one.
 */
export class DepthProfile {
  /** Steps to a stretch. */
  #length = 1
  #steps = 0
  #least: number[] = []
  #most: number[] = []

  add(depth: number): void {
    if (this.#steps++ % this.#length > 0) {
      const last = this.#least.length - 1
      if (depth < this.#least[last]) this.#least[last] = depth
      if (depth > this.#most[last]) this.#most[last] = depth
      return
    }
    if (this.#least.length === MOST_STRETCHES) {
      this.#least = pairsOf(this.#least, Math.min)
      this.#most = pairsOf(this.#most, Math.max)
      this.#length *= 2
    }
    this.#least.push(depth)
    this.#most.push(depth)
  }

  /** Steps to a stretch; the last may be shorter. */
  get stretchLength(): number {
    return this.#length
  }

  get stretches(): DepthStretch[] {
    return this.#least.map((least, i) => ({ least, most: this.#most[i] }))
  }
}

function pairsOf(values: readonly number[], join: (a: number, b: number) => number): number[] {
  return Array.from({ length: values.length / 2 }, (_, i) => join(values[2 * i], values[2 * i + 1]))
}
