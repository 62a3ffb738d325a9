import { Random } from '../../shared/random.ts'

/** Everything that is left to chance, the same for a seed. */
export class Chance {
  readonly #random: Random

  constructor(seed: number | string, index = 0) {
    this.#random = new Random(seed, index)
  }

  /** True so often, of 1. */
  is(often: number): boolean {
    return this.#random.next() < often * 2 ** 32
  }

  /** From 0 to `end` - 1. */
  below(end: number): number {
    return this.#random.below(end)
  }

  between(from: number, to: number): number {
    return from + this.#random.below(to - from + 1)
  }

  of<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)]
  }

  shuffled<T>(list: readonly T[]): T[] {
    return this.#random.order(list.length).map((place) => list[place])
  }

  /** From 0 up to 1. */
  fraction(): number {
    return this.#random.next() / 2 ** 32
  }
}
