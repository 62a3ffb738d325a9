import {
  ALL,
  CANDIDATES,
  type CandidateGrid,
  CELL_AT,
  CELLS,
  COLUMN,
  COUNT,
  KINDS,
  LOWEST,
  PLACE_IN,
  ROW,
  UNIT_BITS,
  UNIT_OF,
} from './candidate-grid.ts'
import type { Hint } from './hint.ts'
import { CLAIMINGS, type Crossing, directLocking, POINTINGS } from './locking.ts'
import type { Score } from './score.ts'
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

/** Three of nine. */
const MOST_SETS = 84

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
  /** Nine masks of which two or three are to be found that have as many bits among them. */
  readonly #masks = new Uint16Array(9)
  readonly #able = new Uint8Array(9)
  /** Those that were found: which of the nine, and all their bits. */
  readonly #members = new Uint16Array(MOST_SETS)
  readonly #unions = new Uint16Array(MOST_SETS)

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

  #locking(crossings: readonly Crossing[], at: number, score: Score): boolean {
    const { placesOf } = this.grid
    let isTaken = false
    for (let rest = this.#digits[at]; rest; rest &= rest - 1) {
      const digit = LOWEST[rest]
      for (const { from, to, inside, shared } of crossings) {
        const places = placesOf[from * 9 + digit]
        if (places === 0 || places & ~inside) continue
        const outside = placesOf[to * 9 + digit] & ~shared
        if (outside) isTaken = this.#removeFrom(to, outside, digit, ALONG_DIGITS[at], score)
      }
    }
    this.#digits[at] = 0
    return isTaken
  }

  #removeFrom(unit: number, places: number, digit: number, technique: ExplainerTechnique, score: Score): boolean {
    score.add(technique, TECHNIQUES[technique], false)
    for (let rest = places; rest; rest &= rest - 1) this.#remove(CELL_AT[unit * 9 + LOWEST[rest]], digit)
    return true
  }

  /**
   * Takes digits from the cells at some places of a unit.
   *
   * @returns whether any of them was there
   */
  #removeDigits(unit: number, places: number, digits: number): boolean {
    let isTaken = false
    for (let rest = places; rest; rest &= rest - 1) {
      const cell = CELL_AT[unit * 9 + LOWEST[rest]]
      for (let found = this.grid.digitsAt[cell] & digits; found; found &= found - 1) {
        this.#remove(cell, LOWEST[found])
        isTaken = true
      }
    }
    return isTaken
  }

  /** Naked sets are of cells, by the digits that these may hold; hidden sets are of digits, by their places. */
  #sets(isHidden: boolean, size: 2 | 3, at: number, score: Score): boolean {
    const { digitsAt, placesOf, emptyIn } = this.grid
    let isTaken = false
    for (let rest = this.#units[at]; rest; rest &= rest - 1) {
      const unit = 31 - Math.clz32(rest & -rest)
      // If there are fewer cells, the others are a set of the other kind, and of fewer.
      if (isHidden ? emptyIn[unit] <= size * 2 : emptyIn[unit] < size * 2) continue
      for (let i = 0; i < 9; i++) {
        this.#masks[i] = isHidden ? placesOf[unit * 9 + i] : digitsAt[CELL_AT[unit * 9 + i]]
      }
      for (let found = this.#findSets(size) - 1; found >= 0; found--) {
        const [others, union] = [ALL & ~this.#members[found], this.#unions[found]]
        if (isHidden ? this.#removeDigits(unit, union, others) : this.#removeDigits(unit, others, union)) isTaken = true
      }
    }
    if (isTaken) score.add(IN_UNITS[at], TECHNIQUES[IN_UNITS[at]], false)
    this.#units[at] = 0
    return isTaken
  }

  #fish(size: 2 | 3, at: number, score: Score): boolean {
    const { placesOf, placedOf } = this.grid
    let isTaken = false
    for (let rest = this.#digits[at]; rest; rest &= rest - 1) {
      const digit = LOWEST[rest]
      // If there are fewer lines, the others are a fish of fewer.
      if (9 - placedOf[digit] < size * 2) continue
      for (let kind = ROW; kind <= COLUMN; kind++) {
        const crossing = kind === ROW ? COLUMN : ROW
        for (let line = 0; line < 9; line++) this.#masks[line] = placesOf[(kind * 9 + line) * 9 + digit]
        for (let found = this.#findSets(size) - 1; found >= 0; found--) {
          for (let lines = this.#unions[found]; lines; lines &= lines - 1) {
            const unit = crossing * 9 + LOWEST[lines]
            const outside = placesOf[unit * 9 + digit] & ~this.#members[found]
            if (outside) isTaken = this.#removeFrom(unit, outside, digit, ALONG_DIGITS[at], score)
          }
        }
      }
    }
    this.#digits[at] = 0
    return isTaken
  }

  /** Hidden sets of a unit after which another digit has one place left there. */
  #direct(size: 2 | 3, at: number, score: Score): boolean {
    const { placesOf, emptyIn } = this.grid
    let isTaken = false
    for (let rest = this.#units[at]; rest; rest &= rest - 1) {
      const unit = 31 - Math.clz32(rest & -rest)
      if (emptyIn[unit] <= size) continue
      for (let digit = 0; digit < 9; digit++) this.#masks[digit] = placesOf[unit * 9 + digit]
      for (let found = this.#findSets(size) - 1; found >= 0; found--) {
        for (let digits = ALL & ~this.#members[found]; digits; digits &= digits - 1) {
          const digit = LOWEST[digits]
          const places = placesOf[unit * 9 + digit]
          if (COUNT[places] < 2) continue
          const left = places & ~this.#unions[found]
          if (COUNT[left] !== 1) continue
          score.add(IN_UNITS[at], TECHNIQUES[IN_UNITS[at]], true)
          this.place(CELL_AT[unit * 9 + LOWEST[left]], digit)
          isTaken = true
        }
      }
    }
    this.#units[at] = 0
    return isTaken
  }

  /** Finds those of nine masks that have two bits, or three, among two or three of them. */
  #findSets(size: 2 | 3): number {
    const [masks, able] = [this.#masks, this.#able]
    let count = 0
    for (let i = 0; i < 9; i++) {
      const bits = COUNT[masks[i]]
      if (bits > 1 && bits <= size) able[count++] = i
    }
    let found = 0
    for (let i = 0; i < count; i++) {
      const first = masks[able[i]]
      for (let j = i + 1; j < count; j++) {
        const both = first | masks[able[j]]
        if (COUNT[both] > size) continue
        if (size === 2) {
          this.#members[found] = (1 << able[i]) | (1 << able[j])
          this.#unions[found++] = both
          continue
        }
        for (let k = j + 1; k < count; k++) {
          const all = both | masks[able[k]]
          if (COUNT[all] !== 3) continue
          this.#members[found] = (1 << able[i]) | (1 << able[j]) | (1 << able[k])
          this.#unions[found++] = all
        }
      }
    }
    return found
  }
}
