import { Board, CANDIDATES, CELL_AT, CELLS, COUNT, LOWEST, UNIT_OF } from './board.ts'
import { FORCING_CHAIN, FORCING_X_CHAIN, lengthRating } from './chain.ts'
import { Closure } from './closure.ts'
import type { Hint } from './hint.ts'
import { Score } from './score.ts'

/**
 * What forcing chains of no more than a rating come to, together with all that is easier.
 *
 * A forcing chain stays one, or what it tells has happened, whatever else goes: where one of its nodes goes or is placed,
 * singles go through the rest of it. And whatever is looked for before forcing chains is rated below them. So where such
 * chains alone lead to the solution, Sudoku Explainer will find no step that is rated higher, whichever it takes.
 *
 * The candidates that are there are numbered, and a row of bits for each tells which are on two links later:
 *
 *     on → off → on   the union of what is strongly linked to what it is weakly linked to
 */
export class ForcingClosure {
  readonly #board = new Board()
  readonly #closure = new Closure(this.#board)
  readonly #score = new Score()
  #isBegun = false
  /** It was looked at with chains up to this rating, and has not changed since. */
  #exhausted = 0

  readonly #number = new Int16Array(CANDIDATES)
  readonly #candidate = new Uint16Array(CANDIDATES)
  #count = 0
  /** Words of a row. */
  #width = 0
  /** Rows of each numbered candidate: its weak and strong links, and what is on two links later; then along digits only. */
  readonly #along: readonly Rows[] = [new Rows(), new Rows()]
  readonly #seen = new Int32Array(MOST_WORDS)
  readonly #layer = new Int32Array(MOST_WORDS)
  readonly #nextLayer = new Int32Array(MOST_WORDS)

  /** Begins with another puzzle. */
  begin(): void {
    this.#isBegun = false
    this.#exhausted = 0
  }

  /** Follows a step that was taken on the board. */
  take({ placement, eliminations }: Hint): void {
    if (!this.#isBegun) return
    for (const candidate of eliminations) {
      if (this.#closure.removeIfThere((candidate / 9) | 0, candidate % 9)) this.#exhausted = 0
    }
    if (placement < 0) return
    const cell = (placement / 9) | 0
    if (this.#board.placed[cell]) return
    this.#closure.place(cell, placement % 9)
    this.#exhausted = 0
  }

  /** Whether forcing chains that are rated no higher lead to the solution, with what is easier. */
  isSolvedWithin(rating: number, board: Board): boolean {
    const most = [mostWithin(FORCING_CHAIN, rating), mostWithin(FORCING_X_CHAIN, rating)]
    if (most[1] < SHORTEST) return false
    if (!this.#isBegun) {
      this.#board.copy(board)
      this.#closure.begin()
      this.#isBegun = true
    } else if (this.#exhausted >= rating) return false
    this.#score.er = rating
    this.#closure.run(this.#score)
    while (this.#board.empty > 0) {
      this.#prepare()
      if (!this.#takeChains(most)) {
        this.#exhausted = rating
        return false
      }
    }
    return true
  }

  /** Takes away what a chain turns off, and places what one turns on. */
  #takeChains(most: readonly number[]): boolean {
    let isTaken = false
    for (let i = 0; i < this.#count; i++) {
      const candidate = this.#candidate[i]
      const [cell, digit] = [(candidate / 9) | 0, candidate % 9]
      if (!(this.#board.digitsAt[cell] & (1 << digit))) continue
      // An on candidate that is off after n links has n / 2 layers of on nodes between, and complexity n + 1.
      if (
        this.#turnsOff(i, this.#along[0], (most[0] - 2) >> 1) ||
        this.#turnsOff(i, this.#along[1], (most[1] - 2) >> 1)
      ) {
        this.#closure.removeIfThere(cell, digit)
      } else if (this.#turnsOn(i, this.#along[0], most[0] >> 1) || this.#turnsOn(i, this.#along[1], most[1] >> 1)) {
        this.#closure.place(cell, digit)
      } else continue
      isTaken = true
      this.#closure.run(this.#score)
      if (this.#board.empty === 0) return true
    }
    return isTaken
  }

  #turnsOff(source: number, { weak, later }: Rows, layers: number): boolean {
    if (layers < 1) return false
    const width = this.#width
    this.#seen.fill(0, 0, width)
    this.#seen[source >> 5] = 1 << (source & 31)
    this.#layer.set(this.#seen.subarray(0, width))
    for (let left = layers; left > 0; left--) {
      if (!this.#goOn(later)) return false
      for (let word = 0; word < width; word++) if (this.#layer[word] & weak[source * width + word]) return true
    }
    return false
  }

  #turnsOn(source: number, { strong, later }: Rows, layers: number): boolean {
    if (layers < 2) return false
    const width = this.#width
    let any = 0
    for (let word = 0; word < width; word++) {
      const row = strong[source * width + word]
      any |= row
      this.#seen[word] = row
      this.#layer[word] = row
    }
    if (any === 0) return false
    const bit = 1 << (source & 31)
    for (let left = layers - 1; left > 0; left--) {
      if (!this.#goOn(later)) return false
      if (this.#layer[source >> 5] & bit) return true
    }
    return false
  }

  /** Goes on to what is on two links later and was not met before. */
  #goOn(later: Int32Array): boolean {
    const [width, seen, layer, next] = [this.#width, this.#seen, this.#layer, this.#nextLayer]
    next.fill(0, 0, width)
    for (let word = 0; word < width; word++) {
      for (let rest = layer[word]; rest; rest &= rest - 1) {
        const row = (word * 32 + 31 - Math.clz32(rest & -rest)) * width
        for (let i = 0; i < width; i++) next[i] |= later[row + i]
      }
    }
    let any = 0
    for (let word = 0; word < width; word++) {
      const fresh = next[word] & ~seen[word]
      layer[word] = fresh
      seen[word] |= fresh
      any |= fresh
    }
    return any !== 0
  }

  #prepare(): void {
    const { digitsAt } = this.#board
    let count = 0
    for (let cell = 0; cell < CELLS; cell++) {
      for (let rest = digitsAt[cell]; rest; rest &= rest - 1) {
        const candidate = cell * 9 + LOWEST[rest]
        this.#candidate[count] = candidate
        this.#number[candidate] = count++
      }
    }
    this.#count = count
    this.#width = (count + 31) >> 5
    const [all, alongDigits] = this.#along
    for (const rows of this.#along) rows.begin(count * this.#width)
    for (let i = 0; i < count; i++) {
      this.#linkInUnits(i, alongDigits)
      this.#linkInUnits(i, all)
      this.#linkInCell(i, all)
    }
    for (const rows of this.#along) this.#join(rows)
  }

  #linkInUnits(i: number, { weak, strong }: Rows): void {
    const { placesOf } = this.#board
    const row = i * this.#width
    const cell = (this.#candidate[i] / 9) | 0
    const digit = this.#candidate[i] % 9
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = placesOf[unit * 9 + digit]
      const isStrong = COUNT[places] === 2
      for (let rest = places; rest; rest &= rest - 1) {
        const other = this.#number[CELL_AT[unit * 9 + LOWEST[rest]] * 9 + digit]
        if (other === i) continue
        weak[row + (other >> 5)] |= 1 << (other & 31)
        if (isStrong) strong[row + (other >> 5)] |= 1 << (other & 31)
      }
    }
  }

  #linkInCell(i: number, { weak, strong }: Rows): void {
    const row = i * this.#width
    const cell = (this.#candidate[i] / 9) | 0
    const digits = this.#board.digitsAt[cell]
    for (let rest = digits & ~(1 << (this.#candidate[i] % 9)); rest; rest &= rest - 1) {
      const other = this.#number[cell * 9 + LOWEST[rest]]
      weak[row + (other >> 5)] |= 1 << (other & 31)
      if (COUNT[digits] === 2) strong[row + (other >> 5)] |= 1 << (other & 31)
    }
  }

  /** What is on two links later: weak links are the same both ways, so each strong row goes to all that are weakly linked. */
  #join({ weak, strong, later }: Rows): void {
    const width = this.#width
    for (let i = 0; i < this.#count; i++) {
      const from = i * width
      let any = 0
      for (let word = 0; word < width; word++) any |= strong[from + word]
      if (any === 0) continue
      for (let word = 0; word < width; word++) {
        for (let rest = weak[from + word]; rest; rest &= rest - 1) {
          const to = (word * 32 + 31 - Math.clz32(rest & -rest)) * width
          for (let w = 0; w < width; w++) later[to + w] |= strong[from + w]
        }
      }
    }
  }
}

/** Words of a row of all candidates. */
const MOST_WORDS = (CANDIDATES + 31) >> 5
/** No forcing chain has fewer nodes. */
const SHORTEST = 4

class Rows {
  readonly weak = new Int32Array(CANDIDATES * MOST_WORDS)
  readonly strong = new Int32Array(CANDIDATES * MOST_WORDS)
  readonly later = new Int32Array(CANDIDATES * MOST_WORDS)

  begin(words: number): void {
    this.weak.fill(0, 0, words)
    this.strong.fill(0, 0, words)
    this.later.fill(0, 0, words)
  }
}

/** How many nodes a chain may have that is rated no higher. */
function mostWithin(base: number, rating: number): number {
  let most = SHORTEST - 1
  while (most < CANDIDATES * 2 && base + lengthRating(most + 1) <= rating) most++
  return most
}
