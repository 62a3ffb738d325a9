import { CANDIDATES, type CandidateGrid, CELLS, LOWEST, PEER_COUNT, PEERS, UNIT_OF } from './candidate-grid.ts'
import { IN_CELL, WEAK_COUNT } from './chain.ts'

/**
 * The links between the candidates of a grid, which are numbered from 0 in their order, so that tables are as small as the
 * grid is:
 *
 *     number  of a candidate that is there
 *     group   the candidates of a cell, or the places of a digit in a unit: one of each is on
 *     weak    on → off: the others of its four groups, each once
 *     strong  off → on: the other one of a group of two
 */
export class Links {
  count = 0
  readonly candidate = new Uint16Array(CANDIDATES)
  readonly number = new Uint16Array(CANDIDATES)
  /** Groups of a number: its cell, its box, its row and its column. `group[number × 4 + i]`; `IN_CELL + i` is the cause. */
  readonly group = new Uint16Array(CANDIDATES * GROUPS_OF_ONE)
  /** How many numbers are in a group, and all of them by exclusive or, so that the last one left is what remains. */
  readonly size = new Uint8Array(GROUPS)
  readonly parity = new Uint16Array(GROUPS)
  /** Those of a group, upwards, which is by digits or places: `member[memberFrom[group]]` to `memberFrom[group + 1]`. */
  readonly member = new Uint16Array(CANDIDATES * GROUPS_OF_ONE)
  readonly memberFrom = new Uint16Array(GROUPS + 1)
  /** In the cell, then in the units: `weak[weakFrom[number]]` to `weakFrom[number + 1]`, and those in units from `weakInUnits`. */
  readonly weak = new Uint16Array(CANDIDATES * WEAK_COUNT)
  readonly weakFrom = new Uint16Array(CANDIDATES + 1)
  readonly weakInUnits = new Uint16Array(CANDIDATES)
  /** In the cell, or `NONE`, then up to three in the units: `strong[number × 4 + i]`, and the cause of each. */
  readonly strong = new Uint16Array(CANDIDATES * GROUPS_OF_ONE)
  readonly strongCause = new Uint8Array(CANDIDATES * GROUPS_OF_ONE)
  readonly #digitsAt = new Uint16Array(CELLS)

  /** Links what is on a grid, unless that was done last. */
  begin({ digitsAt }: CandidateGrid): void {
    if (this.count > 0 && isEqual(digitsAt, this.#digitsAt)) return
    this.#digitsAt.set(digitsAt)
    this.#number()
    this.#group()
    this.#linkWeakly()
    this.#linkStrongly()
  }

  #number(): void {
    const [size, parity, digitsAt] = [this.size, this.parity, this.#digitsAt]
    size.fill(0)
    parity.fill(0)
    let count = 0
    for (let cell = 0; cell < CELLS; cell++) {
      for (let rest = digitsAt[cell]; rest; rest &= rest - 1) {
        const digit = LOWEST[rest]
        this.candidate[count] = cell * 9 + digit
        this.number[cell * 9 + digit] = count
        const at = count * GROUPS_OF_ONE
        for (let i = 0; i < GROUPS_OF_ONE; i++) {
          const group = i === 0 ? cell : CELLS + UNIT_OF[cell * 3 + i - 1] * 9 + digit
          this.group[at + i] = group
          size[group]++
          parity[group] ^= count
        }
        count++
      }
    }
    this.count = count
  }

  #group(): void {
    const [from, group] = [this.memberFrom, this.group]
    // Counted up to where each group ends, and then down to where it begins.
    for (let g = 0, end = 0; g < GROUPS; g++) {
      end += this.size[g]
      from[g] = end
    }
    from[GROUPS] = this.count * GROUPS_OF_ONE
    for (let i = this.count - 1; i >= 0; i--) {
      for (let at = i * GROUPS_OF_ONE; at < (i + 1) * GROUPS_OF_ONE; at++) this.member[--from[group[at]]] = i
    }
  }

  #linkWeakly(): void {
    const [weak, number, digitsAt] = [this.weak, this.number, this.#digitsAt]
    let at = 0
    let i = 0
    for (let cell = 0; cell < CELLS; cell++) {
      for (let rest = digitsAt[cell]; rest; rest &= rest - 1) {
        const digit = LOWEST[rest]
        this.weakFrom[i] = at
        for (let others = digitsAt[cell] & ~(1 << digit); others; others &= others - 1) {
          weak[at++] = number[cell * 9 + LOWEST[others]]
        }
        this.weakInUnits[i] = at
        for (let peer = cell * PEER_COUNT; peer < (cell + 1) * PEER_COUNT; peer++) {
          if (digitsAt[PEERS[peer]] & (1 << digit)) weak[at++] = number[PEERS[peer] * 9 + digit]
        }
        i++
      }
    }
    this.weakFrom[i] = at
  }

  #linkStrongly(): void {
    const [strong, group] = [this.strong, this.group]
    for (let i = 0; i < this.count; i++) {
      const at = i * GROUPS_OF_ONE
      strong.fill(NONE, at, at + GROUPS_OF_ONE)
      if (this.size[group[at]] === 2) {
        strong[at] = this.parity[group[at]] ^ i
        this.strongCause[at] = IN_CELL
      }
      let next = at + 1
      for (let unit = at + 1; unit < at + GROUPS_OF_ONE; unit++) {
        if (this.size[group[unit]] !== 2) continue
        const other = this.parity[group[unit]] ^ i
        // If it is left in the box, too, the box tells it.
        if (other === strong[at + 1] || other === strong[at + 2]) continue
        strong[next] = other
        this.strongCause[next++] = IN_CELL + unit - at
      }
    }
  }
}

/** A candidate is in so many groups: a cell, a box, a row and a column. */
export const GROUPS_OF_ONE = 4
/** 81 cells, and 9 digits in 27 units. */
const GROUPS = CELLS + 27 * 9
export const NONE = 0xffff

function isEqual(a: Uint16Array, b: Uint16Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
