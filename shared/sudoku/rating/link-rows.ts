import { CANDIDATES } from './candidate-grid.ts'
import { GROUPS_OF_ONE, type Links, NONE } from './links.ts'

/** Words of a row of all candidates. */
const MOST_WORDS = (CANDIDATES + 31) >> 5

/** The links that inferences go along: cells, and digits in their units. Weak links of a digit are gone along in any case. */
export interface Along {
  readonly inCells: boolean
  readonly inUnits: boolean
}

export const ALONG_BOTH: Along = { inCells: true, inUnits: true }
export const ALONG_DIGITS: Along = { inCells: false, inUnits: true }

/** From which of its four strong links to which a candidate goes on. */
export function strongAlong({ inCells, inUnits }: Along): readonly [number, number] {
  return [inCells ? 0 : 1, inUnits ? GROUPS_OF_ONE : 1]
}

/**
 * Links as rows of bits, a row for each numbered candidate: what it is linked to weakly and strongly, and what is on two
 * links later.
 *
 *     on → off → on   the union of what is strongly linked to what it is weakly linked to
 */
class LinkRows {
  /** Words of a row. */
  width = 0
  weak = new Int32Array(0)
  strong = new Int32Array(0)
  later = new Int32Array(0)

  begin({ count, weak, weakFrom, weakInUnits, strong }: Links, { inCells, inUnits }: Along): void {
    const width = (count + 31) >> 5
    const words = count * width
    this.width = width
    if (this.weak.length < words) {
      this.weak = new Int32Array(words)
      this.strong = new Int32Array(words)
      this.later = new Int32Array(words)
    }
    this.weak.fill(0, 0, words)
    this.strong.fill(0, 0, words)
    this.later.fill(0, 0, words)
    const from = inCells ? weakFrom : weakInUnits
    const [firstStrong, strongEnd] = strongAlong({ inCells, inUnits })
    for (let i = 0; i < count; i++) {
      const row = i * width
      for (let at = from[i]; at < weakFrom[i + 1]; at++) this.weak[row + (weak[at] >> 5)] |= 1 << (weak[at] & 31)
      // Weak links are the same both ways, so each strong link goes to all that its beginning is weakly linked to.
      for (let end = i * GROUPS_OF_ONE + firstStrong; end < i * GROUPS_OF_ONE + strongEnd; end++) {
        const to = strong[end]
        if (to === NONE) continue
        const [word, bit] = [to >> 5, 1 << (to & 31)]
        this.strong[row + word] |= bit
        for (let at = from[i]; at < weakFrom[i + 1]; at++) this.later[weak[at] * width + word] |= bit
      }
    }
  }
}

/** Looks from one candidate in breadth, all candidates of a layer at once: whether there is a chain, or a cycle, not which. */
export class LayerSearch {
  readonly rows = new LinkRows()
  readonly #seen = new Int32Array(MOST_WORDS)
  readonly #layer = new Int32Array(MOST_WORDS)
  /** Where the rows of a layer begin. */
  readonly #layerRows = new Uint16Array(CANDIDATES)

  /** After how many layers of on nodes a candidate that is on turns itself off; 0 if it does not within so many. */
  turnsOff(source: number, layers: number): number {
    const { width, weak, later } = this.rows
    if (layers < 1) return 0
    const row = source * width
    let any = 0
    for (let word = 0; word < width; word++) {
      this.#seen[word] = this.#layer[word] = later[row + word]
      any |= later[row + word]
    }
    if (any === 0) return 0
    this.#seen[source >> 5] |= 1 << (source & 31)
    this.#layer[source >> 5] &= ~(1 << (source & 31))
    for (let layer = 1; ; layer++) {
      if (this.#meets(weak, row)) return layer
      if (layer === layers || !this.#goOn()) return 0
    }
  }

  /** After how many layers of on nodes a candidate that is off turns itself on; 0 if it does not within so many. */
  turnsOn(source: number, layers: number): number {
    const { width, strong } = this.rows
    if (layers < 2) return 0
    let any = 0
    for (let word = 0; word < width; word++) {
      const row = strong[source * width + word]
      any |= row
      this.#seen[word] = this.#layer[word] = row
    }
    if (any === 0) return 0
    const bit = 1 << (source & 31)
    for (let layer = 2; layer <= layers && this.#goOn(); layer++) if (this.#layer[source >> 5] & bit) return layer
    return 0
  }

  /** Whether one that is strongly linked to a candidate is turned off by it within so many layers, and not on the way. */
  closes(source: number, layers: number): boolean {
    const { width, strong } = this.rows
    if (layers < 1) return false
    for (let word = 0; word < width; word++) {
      for (let rest = strong[source * width + word]; rest; rest &= rest - 1) {
        if (this.#closesBy(source, word * 32 + 31 - Math.clz32(rest & -rest), layers)) return true
      }
    }
    return false
  }

  #closesBy(source: number, closing: number, layers: number): boolean {
    const { width, weak, strong, later } = this.rows
    const row = source * width
    for (let word = 0; word < width; word++) this.#layer[word] = later[row + word]
    this.#layer[source >> 5] &= ~(1 << (source & 31))
    // A candidate that is on by the closing link only is no way round.
    for (let word = 0; word < width; word++) {
      for (let rest = strong[closing * width + word] & this.#layer[word]; rest; rest &= rest - 1) {
        const bit = rest & -rest
        const other = (word * 32 + 31 - Math.clz32(bit)) * width
        let by = 0
        for (let w = 0; w < width; w++) {
          by |= strong[other + w] & weak[row + w] & (w === closing >> 5 ? ~(1 << (closing & 31)) : -1)
        }
        if (by === 0) this.#layer[word] &= ~bit
      }
    }
    for (let word = 0; word < width; word++) this.#seen[word] = this.#layer[word]
    this.#seen[source >> 5] |= 1 << (source & 31)
    for (let left = layers; ; ) {
      if (this.#meets(weak, closing * width)) return true
      if (--left === 0 || !this.#goOn()) return false
    }
  }

  #meets(rows: Int32Array, row: number): boolean {
    for (let word = 0; word < this.rows.width; word++) if (this.#layer[word] & rows[row + word]) return true
    return false
  }

  /** Goes on to what is on two links later and was not met before. */
  #goOn(): boolean {
    const { width, later } = this.rows
    const [seen, layer, rows] = [this.#seen, this.#layer, this.#layerRows]
    let count = 0
    for (let word = 0; word < width; word++) {
      for (let rest = layer[word]; rest; rest &= rest - 1) {
        rows[count++] = (word * 32 + 31 - Math.clz32(rest & -rest)) * width
      }
    }
    let any = 0
    for (let word = 0; word < width; word++) {
      let next = 0
      for (let i = 0; i < count; i++) next |= later[rows[i] + word]
      const fresh = next & ~seen[word]
      layer[word] = fresh
      seen[word] |= fresh
      any |= fresh
    }
    return any !== 0
  }
}

/** All that follows by links, one by one, from each candidate that is on; a contradiction does not end it. */
export class Reach {
  readonly #rows = new LinkRows()
  /** `width` words of what is on, and as many of what is off. `bits[number × width × 2]` */
  bits = new Int32Array(0)
  width = 0

  begin(links: Links): void {
    const { count } = links
    const rows = this.#rows
    rows.begin(links, ALONG_BOTH)
    const { width, weak, later } = rows
    this.width = width
    if (this.bits.length < count * width * 2) this.bits = new Int32Array(count * width * 2)
    const bits = this.bits
    for (let i = 0; i < count; i++) {
      const row = i * width * 2
      for (let word = 0; word < width; word++) bits[row + word] = later[i * width + word]
      bits[row + (i >> 5)] |= 1 << (i & 31)
    }
    // Warshall's closure: whatever gets to a candidate gets to where that gets.
    for (let by = 0; by < count; by++) {
      const from = by * width * 2
      const [at, bit] = [by >> 5, 1 << (by & 31)]
      let any = 0
      for (let word = 0; word < width; word++) any |= later[by * width + word]
      if (any === 0) continue
      for (let i = 0; i < count; i++) {
        const row = i * width * 2
        if ((bits[row + at] & bit) === 0 || i === by) continue
        for (let word = 0; word < width; word++) bits[row + word] |= bits[from + word]
      }
    }
    for (let i = 0; i < count; i++) {
      const row = i * width * 2
      bits.fill(0, row + width, row + width * 2)
      for (let word = 0; word < width; word++) {
        for (let rest = bits[row + word]; rest; rest &= rest - 1) {
          const on = (word * 32 + 31 - Math.clz32(rest & -rest)) * width
          for (let w = 0; w < width; w++) bits[row + width + w] |= weak[on + w]
        }
      }
    }
  }
}
