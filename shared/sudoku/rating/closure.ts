import {
  ALL,
  CANDIDATES,
  type CandidateGrid,
  CELL_AT,
  CELLS,
  COUNT,
  KINDS,
  LOWEST,
  PLACE_IN,
  UNIT_BITS,
  UNIT_OF,
} from './candidate-grid.ts'
import { eachFish } from './fish.ts'
import type { Hint } from './hint.ts'
import { CLAIMINGS, type Crossing, directLocking, POINTINGS } from './locking.ts'
import type { Score } from './score.ts'
import { eachHiddenSet, eachNakedSet } from './sets.ts'
import { hiddenSingle } from './singles.ts'
import { type ExplainerTechnique, TECHNIQUES } from './techniques.ts'
import { wing } from './wings.ts'

/**
 * All that the techniques up to XYZ-wings find on a grid, taken many steps at once.
 *
 * Their ratings rise in the order of search, and what one of them takes away stays to be taken, by it or by an easier
 * one, whatever else goes first. So the candidates that are left when nothing more is found do not depend on the order,
 * and the hardest of these steps is rated as the least technique that is needed to get there: one is used only where
 * those before it find nothing.
 */

const UNITS = KINDS.length * 9
const ALL_UNITS = (1 << UNITS) - 1

/** From here on a hidden single is no news, whatever unit it is in; likewise naked singles, and the levels below. */
const ANY_HIDDEN_SINGLE = 1.5
const ANY_SINGLE = TECHNIQUES['naked-single']
/** A level of these finds all that direct locking, a direct pair and a direct triplet do. */
const LOCKING = TECHNIQUES.claiming
const HIDDEN_PAIR = TECHNIQUES['hidden-pair']
const HIDDEN_TRIPLET = TECHNIQUES['hidden-triplet']
export const XYZ_WING = TECHNIQUES['xyz-wing']

/** Where `placesOf` has a candidate in a unit of a kind: `INDEX[candidate × 3 + kind]`. */
const INDEX = new Uint8Array(CANDIDATES * 3)
for (let candidate = 0; candidate < CANDIDATES; candidate++) {
  for (let kind = 0; kind < 3; kind++) {
    INDEX[candidate * 3 + kind] = UNIT_OF[Math.floor(candidate / 9) * 3 + kind] * 9 + (candidate % 9)
  }
}
/** The bit of a cell's place in a unit of a kind. */
const PLACE_BIT = Uint16Array.from(PLACE_IN, (place) => 1 << place)

/** The techniques that look at units, and those that look at digits: each looks at what has changed since it looked last. */
const IN_UNITS = [
  'direct-hidden-pair',
  'direct-hidden-triplet',
  'naked-pair',
  'hidden-pair',
  'naked-triplet',
  'hidden-triplet',
] as const
const ALONG_DIGITS = ['pointing', 'claiming', 'x-wing', 'swordfish'] as const
const [DIRECT_PAIR, DIRECT_TRIPLET, NAKED_PAIR, PAIR, NAKED_TRIPLET, TRIPLET] = IN_UNITS.keys()
const [POINTING, CLAIMING, X_WING, SWORDFISH] = ALONG_DIGITS.keys()

const xyWing = wing(2)
const xyzWing = wing(3)

export class Closure {
  readonly grid: CandidateGrid
  /** Unit × 9 + digit that have one place left, and cells with one candidate left, unless they are placed by now. */
  readonly #hiddenSingles = new Uint8Array(UNITS * 9)
  readonly #nakedSingles = new Uint8Array(CELLS)
  #hiddenCount = 0
  #nakedCount = 0
  /** Units and digits that have changed, as bits, and what of that each technique has not looked at. */
  #changedUnits = 0
  #changedDigits = 0
  readonly #units = new Int32Array(IN_UNITS.length)
  readonly #digits = new Int32Array(ALONG_DIGITS.length)

  #isTaken = false

  constructor(grid: CandidateGrid) {
    this.grid = grid
  }

  /** Looks at the whole grid again, after it was changed by another hand. */
  begin(): void {
    const { digitsAt, placesOf } = this.grid
    this.#hiddenCount = 0
    this.#nakedCount = 0
    for (let i = 0; i < placesOf.length; i++) {
      const places = placesOf[i]
      if (places && (places & (places - 1)) === 0) this.#hiddenSingles[this.#hiddenCount++] = i
    }
    for (let cell = 0; cell < CELLS; cell++) {
      if (COUNT[digitsAt[cell]] === 1) this.#nakedSingles[this.#nakedCount++] = cell
    }
    this.#changedUnits = 0
    this.#changedDigits = 0
    this.#units.fill(ALL_UNITS)
    this.#digits.fill(ALL)
  }

  take({ placement, eliminations }: Hint): void {
    for (const candidate of eliminations) this.removeIfThere((candidate / 9) | 0, candidate % 9)
    if (placement >= 0) this.place((placement / 9) | 0, placement % 9)
  }

  removeIfThere(cell: number, digit: number): boolean {
    if (!(this.grid.digitsAt[cell] & (1 << digit))) return false
    this.#remove(cell, digit)
    return true
  }

  #remove(cell: number, digit: number): void {
    const { digitsAt } = this.grid
    const left = digitsAt[cell] & ~(1 << digit)
    digitsAt[cell] = left
    if (left && (left & (left - 1)) === 0) this.#nakedSingles[this.#nakedCount++] = cell
    this.#removePlace(cell, digit)
    this.#changedUnits |= UNIT_BITS[cell]
    this.#changedDigits |= 1 << digit
  }

  /** Takes a cell from the places that its units have for a digit. */
  #removePlace(cell: number, digit: number): void {
    const { placesOf } = this.grid
    const at = (cell * 9 + digit) * 3
    for (let kind = 0; kind < 3; kind++) {
      const index = INDEX[at + kind]
      const places = placesOf[index] & ~PLACE_BIT[cell * 3 + kind]
      placesOf[index] = places
      if (places && (places & (places - 1)) === 0) this.#hiddenSingles[this.#hiddenCount++] = index
    }
  }

  place(cell: number, digit: number): void {
    const { grid } = this
    const { digitsAt, placesOf, emptyIn } = grid
    grid.placed[cell] = digit + 1
    grid.placedOf[digit]++
    grid.empty--
    const others = digitsAt[cell] & ~(1 << digit)
    digitsAt[cell] = 0
    for (let rest = others; rest; rest &= rest - 1) this.#removePlace(cell, LOWEST[rest])
    this.#changedUnits |= UNIT_BITS[cell]
    this.#changedDigits |= others | (1 << digit)
    const at = (cell * 9 + digit) * 3
    for (let kind = 0; kind < 3; kind++) {
      const unit = UNIT_OF[cell * 3 + kind]
      const places = placesOf[INDEX[at + kind]] & ~PLACE_BIT[cell * 3 + kind]
      placesOf[INDEX[at + kind]] = 0
      emptyIn[unit]--
      for (let rest = places; rest; rest &= rest - 1) {
        const peer = CELL_AT[unit * 9 + LOWEST[rest]]
        if (digitsAt[peer] & (1 << digit)) this.#remove(peer, digit)
      }
    }
  }

  /** Takes all steps up to XYZ-wings, and counts them. */
  run(score: Score): void {
    const { grid } = this
    while (grid.empty > 0) {
      while (score.er < ANY_HIDDEN_SINGLE && this.#takeHint(hiddenSingle(grid), score)) {
        // One by one, as only the first of them tells which rating is needed.
      }
      this.#takeHidden(score)
      if (score.er >= ANY_SINGLE && this.#takeNaked(score)) continue
      if (score.er < LOCKING && this.#takeHint(directLocking(grid), score)) continue
      this.#spread()
      if (score.er < HIDDEN_PAIR && this.#direct(2, DIRECT_PAIR, score)) continue
      if (this.#takeNaked(score)) continue
      if (score.er < HIDDEN_TRIPLET && this.#direct(3, DIRECT_TRIPLET, score)) continue
      if (this.#locking(POINTINGS, POINTING, score) || this.#locking(CLAIMINGS, CLAIMING, score)) continue
      if (this.#sets(false, 2, NAKED_PAIR, score) || this.#fish(2, X_WING, score)) continue
      if (this.#sets(true, 2, PAIR, score) || this.#sets(false, 3, NAKED_TRIPLET, score)) continue
      if (this.#fish(3, SWORDFISH, score) || this.#sets(true, 3, TRIPLET, score)) continue
      if (this.#takeHint(xyWing(grid), score) || this.#takeHint(xyzWing(grid), score)) continue
      return
    }
  }

  #takeHint(hint: Hint | undefined, score: Score): boolean {
    if (!hint) return false
    score.add(hint.technique, hint.rating, hint.placement >= 0)
    this.take(hint)
    return true
  }

  /** Hidden singles, once it does not matter in which unit they are. */
  #takeHidden(score: Score): void {
    const { placesOf } = this.grid
    while (this.#hiddenCount > 0) {
      const index = this.#hiddenSingles[--this.#hiddenCount]
      const places = placesOf[index]
      if (places === 0 || (places & (places - 1)) !== 0) continue
      if (score.ep === 0) score.add('hidden-single', ANY_HIDDEN_SINGLE, true)
      this.place(CELL_AT[((index / 9) | 0) * 9 + LOWEST[places]], index % 9)
    }
  }

  #takeNaked(score: Score): boolean {
    const { digitsAt } = this.grid
    let isTaken = false
    while (this.#nakedCount > 0) {
      const cell = this.#nakedSingles[--this.#nakedCount]
      if (COUNT[digitsAt[cell]] !== 1) continue
      score.add('naked-single', ANY_SINGLE, true)
      this.place(cell, LOWEST[digitsAt[cell]])
      isTaken = true
    }
    return isTaken
  }

  /** Tells each technique what has changed. */
  #spread(): void {
    for (let at = 0; at < IN_UNITS.length; at++) this.#units[at] |= this.#changedUnits
    for (let at = 0; at < ALONG_DIGITS.length; at++) this.#digits[at] |= this.#changedDigits
    this.#changedUnits = 0
    this.#changedDigits = 0
  }

  /** Takes away what a search has found, which then goes on. */
  readonly #takeAway = (_of: unknown, _in: unknown, eliminations: readonly number[]): undefined => {
    for (const candidate of eliminations) {
      if (this.removeIfThere((candidate / 9) | 0, candidate % 9)) this.#isTaken = true
    }
  }

  /** Counts what a search has taken away. */
  #taken(technique: ExplainerTechnique, score: Score): boolean {
    if (!this.#isTaken) return false
    this.#isTaken = false
    score.add(technique, TECHNIQUES[technique], false)
    return true
  }

  #locking(crossings: readonly Crossing[], at: number, score: Score): boolean {
    const { placesOf } = this.grid
    for (let rest = this.#digits[at]; rest; rest &= rest - 1) {
      const digit = LOWEST[rest]
      // Not by the searches of steps, which go from crossing to crossing: easy puzzles took 1.1 times as long by these.
      for (const { from, to, inside, shared } of crossings) {
        const places = placesOf[from * 9 + digit]
        if (places === 0 || places & ~inside) continue
        for (let outside = placesOf[to * 9 + digit] & ~shared; outside; outside &= outside - 1) {
          this.#remove(CELL_AT[to * 9 + LOWEST[outside]], digit)
          this.#isTaken = true
        }
      }
    }
    this.#digits[at] = 0
    return this.#taken(ALONG_DIGITS[at], score)
  }

  #sets(isHidden: boolean, size: 2 | 3, at: number, score: Score): boolean {
    const units = this.#units[at]
    this.#units[at] = 0
    for (let rest = units; rest; rest &= rest - 1) {
      const unit = 31 - Math.clz32(rest & -rest)
      if (!isHidden) eachNakedSet(this.grid, unit, size, this.#takeAway)
      // If there are fewer cells, the others are a naked set, and of fewer.
      else if (this.grid.emptyIn[unit] > size * 2) eachHiddenSet(this.grid, unit, size, this.#takeAway)
    }
    return this.#taken(IN_UNITS[at], score)
  }

  #fish(size: 2 | 3, at: number, score: Score): boolean {
    const digits = this.#digits[at]
    this.#digits[at] = 0
    eachFish(this.grid, size, this.#takeAway, digits)
    return this.#taken(ALONG_DIGITS[at], score)
  }

  /** Hidden sets of a unit after which another digit has one place left there. */
  #direct(size: 2 | 3, at: number, score: Score): boolean {
    const { placesOf, emptyIn } = this.grid
    let isTaken = false
    for (let rest = this.#units[at]; rest; rest &= rest - 1) {
      const unit = 31 - Math.clz32(rest & -rest)
      if (emptyIn[unit] <= size) continue
      eachHiddenSet(this.grid, unit, size, (set, members) => {
        for (let digits = ALL & ~members; digits; digits &= digits - 1) {
          const digit = LOWEST[digits]
          const places = placesOf[unit * 9 + digit]
          if (COUNT[places] < 2) continue
          const left = places & ~set
          if (COUNT[left] !== 1) continue
          score.add(IN_UNITS[at], TECHNIQUES[IN_UNITS[at]], true)
          this.place(CELL_AT[unit * 9 + LOWEST[left]], digit)
          isTaken = true
        }
        return undefined
      })
    }
    this.#units[at] = 0
    return isTaken
  }
}
