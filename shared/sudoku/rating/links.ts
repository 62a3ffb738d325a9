import { openKernel } from '../kernels/open-kernel.ts'
import * as at from '../kernels/rating/kernel-bytes.ts'
import type { CandidateGrid } from './candidate-grid.ts'

export { NONE } from '../kernels/rating/kernel-bytes.ts'

/** How the kernel tells of a forcing chain or a cycle that it has found; `forcing.as.ts` says what the numbers are. */
type Found = (
  pass: number,
  isCycle: number,
  isOn: number,
  complexity: number,
  length: number,
  goneCount: number,
) => void

/**
 * The links between the candidates of a grid, in the memory of a kernel that searches along them. The candidates are
 * numbered from 0 in their order, so that tables are as small as the grid is:
 *
 *     number  of a candidate that is there
 *     group   the candidates of a cell, or the places of a digit in a unit: one of each is on
 *     weak    on → off: the others of its four groups, each once
 *     strong  off → on: the other one of a group of two
 */
export class Links {
  found: Found = () => {}
  readonly kernel = openKernel<at.RatingKernel>(at.KERNEL_BYTES.rating, {
    rating: { found: (...hint: Parameters<Found>) => this.found(...hint) },
  })
  count = 0
  /** Words of a row of bits, one for each number. */
  width = 0
  readonly candidate = this.#halves(at.CANDIDATE, at.CANDIDATES)
  readonly number = this.#halves(at.NUMBER, at.CANDIDATES)
  /** Groups of a number: its cell, its box, its row and its column. `group[number × 4 + i]`; `IN_CELL + i` is the cause. */
  readonly group = this.#halves(at.GROUP, at.CANDIDATES * at.GROUPS_OF_ONE)
  /** Those of a group, upwards, which is by digits or places: `member[memberFrom[group]]` to `memberFrom[group + 1]`. */
  readonly member = this.#halves(at.MEMBER, at.CANDIDATES * at.GROUPS_OF_ONE)
  readonly memberFrom = this.#halves(at.MEMBER_FROM, at.GROUPS + 1)
  /** The hint that is told: its nodes from the end back, in turn on and off, and the causes of those that are on. */
  readonly path = this.#halves(at.PATH, at.CANDIDATES * 2)
  readonly pathCause = this.#bytes(at.PATH_CAUSE, at.CANDIDATES * 2)
  /** The candidates that a cycle takes away. */
  readonly gone = this.#halves(at.GONE, at.CANDIDATES)
  /** What follows from each assumption, as `Consequences` has it: numbers that are on, and off, in their order. `on[assumed × count + i]` */
  readonly on = this.#halves(at.ON, at.NODES * at.CANDIDATES)
  readonly off = this.#halves(at.OFF, at.NODES * at.CANDIDATES)
  readonly onCount = this.#halves(at.ON_COUNT, at.NODES)
  readonly offCount = this.#halves(at.OFF_COUNT, at.NODES)
  /** `entry[assumed × count × 2 + node]`, and how many ancestors a node has with itself; 0 if that is not known yet. */
  readonly entry = this.#words(at.ENTRY, at.NODES * at.NODES)
  readonly ancestors = this.#halves(at.ANCESTORS, at.NODES * at.NODES)
  /** A number that is both on and off, or `NONE`, and how both follow. */
  readonly clash = this.#halves(at.CLASH, at.NODES)
  readonly clashOn = this.#words(at.CLASH_ON, at.NODES)
  readonly clashOff = this.#words(at.CLASH_OFF, at.NODES)
  /** The assumptions that `meet` holds against each other, and what it finds in common: a row of what is on, and of what is off. */
  readonly alternatives = this.#halves(at.ALTERNATIVES, 9)
  readonly common = this.#words(at.COMMON, (at.ROW_BYTES * 2) / 4)
  readonly #digitsAt = this.#halves(at.DIGITS_AT, at.CELLS)
  readonly #now = this.#halves(at.NOW, at.CELLS)

  /** Links what is on a grid, unless that was done last. */
  begin({ digitsAt }: CandidateGrid): void {
    this.#digitsAt.set(digitsAt)
    this.count = this.kernel.link()
    this.width = Math.ceil(this.count / 256) * 8
  }

  /** Tells the kernel what is left of the grid, which stays linked as it was. */
  setLeft({ digitsAt }: CandidateGrid): void {
    this.#now.set(digitsAt)
  }

  #halves(from: number, count: number): Uint16Array {
    return new Uint16Array(this.kernel.memory.buffer, from, count)
  }

  #words(from: number, count: number): Int32Array {
    return new Int32Array(this.kernel.memory.buffer, from, count)
  }

  #bytes(from: number, count: number): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, from, count)
  }
}
