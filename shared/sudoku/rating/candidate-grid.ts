import { openKernel } from '../kernels/open-kernel.ts'
import * as at from '../kernels/rating/kernel-bytes.ts'

/**
 * A classic grid with its candidates, as a person pencils them in. Everything is small integers, because finding a step
 * looks at thousands of them:
 *
 *     digit      0–8 within this room; 1–9 in what is shown
 *     candidate  cell × 9 + digit, 0–728
 *     unit       box 0–8, row 9–17, column 18–26; its places are 0–8, from its top left
 *     mask       nine bits, one for each digit of a cell or for each place of a unit
 *
 * The same candidates are kept twice: `digitsAt[cell]` is a mask of digits, and `placesOf[unit × 9 + digit]` is a mask
 * of places. So every pattern within units is one look at a few masks.
 */

export const CELLS = 81
const UNITS = 27
export const ALL = 0b111_111_111

/** The kinds of units, in Sudoku Explainer's order; a unit's number is its kind × 9 and its place among them. */
export const KINDS = ['box', 'row', 'column'] as const
export const BOX = 0
export const ROW = 1
export const COLUMN = 2

/** Cells of a unit: `CELL_AT[unit × 9 + place]`. */
export const CELL_AT = new Uint8Array(UNITS * 9)
/** Units of a cell, and its places in them: `UNIT_OF[cell × 3 + kind]`. */
export const UNIT_OF = new Uint8Array(CELLS * 3)
const PLACE_IN = new Uint8Array(CELLS * 3)

for (let cell = 0; cell < CELLS; cell++) {
  const row = Math.floor(cell / 9)
  const column = cell % 9
  const box = Math.floor(row / 3) * 3 + Math.floor(column / 3)
  const places = [(row % 3) * 3 + (column % 3), column, row]
  for (const [kind, number] of [box, row, column].entries()) {
    const unit = kind * 9 + number
    UNIT_OF[cell * 3 + kind] = unit
    PLACE_IN[cell * 3 + kind] = places[kind]
    CELL_AT[unit * 9 + places[kind]] = cell
  }
}

export const PEER_COUNT = 20
/** The peers of a cell: those of its box, then what its row and its column add. `PEERS[cell × 20 + i]`. */
export const PEERS = new Uint8Array(CELLS * PEER_COUNT)
/** Whether two cells are peers: `SEES[a × 81 + b]`. */
export const SEES = new Uint8Array(CELLS * CELLS)
/** A cell's peers as three masks of 27 cells: `PEER_MASKS[cell × 3 + third]`. */
export const PEER_MASKS = new Int32Array(CELLS * 3)

for (let cell = 0; cell < CELLS; cell++) {
  const units = [...UNIT_OF.subarray(cell * 3, cell * 3 + 3)]
  const peers = new Set(units.flatMap((unit) => [...CELL_AT.subarray(unit * 9, unit * 9 + 9)]))
  peers.delete(cell)
  PEERS.set([...peers], cell * PEER_COUNT)
  for (const peer of peers) {
    SEES[cell * CELLS + peer] = 1
    PEER_MASKS[cell * 3 + Math.floor(peer / 27)] |= 1 << (peer % 27)
  }
}

export function peersOf(cell: number): number[] {
  return [...PEERS.subarray(cell * PEER_COUNT, (cell + 1) * PEER_COUNT)]
}

/** The cells that see all of some others, in the order of the first one's peers. */
export function peersOfAll([first, ...others]: readonly number[]): number[] {
  return peersOf(first).filter((peer) => others.every((other) => SEES[other * CELLS + peer]))
}

/** How many bits a mask has. */
export const COUNT = new Uint8Array(512)
/** The lowest bit of a mask, counted from 0. */
export const LOWEST = new Uint8Array(512)
for (let mask = 1; mask < 512; mask++) {
  COUNT[mask] = COUNT[mask >> 1] + (mask & 1)
  LOWEST[mask] = mask & 1 ? 0 : LOWEST[mask >> 1] + 1
}

/** All masks of so many bits, upwards: the order in which sets of digits and of places are tried. */
export const SUBSETS: readonly Uint16Array[] = Array.from({ length: 10 }, (_, size) =>
  Uint16Array.from(Array.from({ length: 512 }, (_, mask) => mask).filter((mask) => COUNT[mask] === size)),
)

/** The digits, or places, of a mask, upwards. */
export function bitsOf(mask: number): number[] {
  const bits: number[] = []
  for (let rest = mask; rest; rest &= rest - 1) bits.push(LOWEST[rest])
  return bits
}

/** The candidates that a cell has with the digits of a mask. */
export function candidatesOf(cell: number, digits: number): number[] {
  return bitsOf(digits).map((digit) => cell * 9 + digit)
}

/** The place of a cell in a unit, as a mask. */
export function placeIn(unit: number, cell: number): number {
  return 1 << PLACE_IN[cell * 3 + Math.floor(unit / 9)]
}

/** The units that have all of some cells. */
export function unitsOf([first, ...others]: readonly number[]): number[] {
  return [BOX, ROW, COLUMN].flatMap((kind) => {
    const unit = UNIT_OF[first * 3 + kind]
    return others.every((cell) => UNIT_OF[cell * 3 + kind] === unit) ? [unit] : []
  })
}

/** The cells at the places of a mask. */
export function cellsIn(unit: number, places: number): number[] {
  return bitsOf(places).map((place) => CELL_AT[unit * 9 + place])
}

/** What is left of the candidates, both ways. */
export interface Candidates {
  readonly digitsAt: Uint16Array
  readonly placesOf: Uint16Array
}

/** A grid in the memory of a kernel of its own, which searches it. */
export class CandidateGrid implements Candidates {
  /** Hear of each hint that the kernel finds by chains, of each level of easy steps that it takes, and of each loop. */
  found: (...hint: FoundChain) => void = () => {}
  counted: (level: number, isPlacement: number) => void = () => {}
  looped: (pair: number, length: number) => void = () => {}
  readonly kernel = openKernel<at.RatingKernel>(at.KERNEL_BYTES.rating, {
    rating: {
      found: (...hint: FoundChain) => this.found(...hint),
      counted: (level: number, isPlacement: number) => this.counted(level, isPlacement),
      looped: (pair: number, length: number) => this.looped(pair, length),
    },
  })
  /** Digits that are placed, 1–9; 0 is empty. */
  readonly placed = this.bytes(at.PLACED, CELLS)
  readonly digitsAt = this.halves(at.DIGITS_AT, CELLS)
  readonly placesOf = this.halves(at.PLACES_OF, UNITS * 9)
  /** Empty cells of each unit. */
  readonly emptyIn = this.bytes(at.EMPTY_IN, UNITS)
  /** How often each digit, 0–8, is placed. */
  readonly placedOf = this.bytes(at.PLACED_OF, 9)
  readonly #empty = this.bytes(at.EMPTY, 1)
  readonly #all = this.bytes(at.DIGITS_AT, at.BOARD_BYTES)

  get empty(): number {
    return this.#empty[0]
  }

  /** Begins with what is placed, and what is left of the candidates of each cell: by default, all that peers leave. */
  begin(placed: ArrayLike<number>, digitsAt?: readonly number[]): void {
    this.placed.set(placed)
    this.kernel.begin()
    for (const [cell, left] of digitsAt?.entries() ?? [])
      for (const digit of bitsOf(this.digitsAt[cell] & ~left)) this.remove(cell, digit)
  }

  has(candidate: number): boolean {
    return (this.digitsAt[(candidate / 9) | 0] & (1 << (candidate % 9))) !== 0
  }

  /** @returns whether the candidate was there */
  remove(cell: number, digit: number): boolean {
    return this.kernel.remove(cell, digit) !== 0
  }

  /** Places a digit, and takes it from the candidates of the peers. */
  place(cell: number, digit: number): void {
    this.kernel.place(cell, digit)
  }

  /** Becomes as another grid is. */
  copy(from: CandidateGrid): void {
    this.#all.set(from.#all)
    this.kernel.lookAgain()
  }

  /** Takes over the candidates of another grid; what is placed stays as it is. */
  copyCandidates(from: Candidates): void {
    this.digitsAt.set(from.digitsAt)
    this.placesOf.set(from.placesOf)
  }

  /** Parts of the kernel's memory. */
  bytes(from: number, count: number): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, from, count)
  }

  halves(from: number, count: number): Uint16Array {
    return new Uint16Array(this.kernel.memory.buffer, from, count)
  }

  words(from: number, count: number): Int32Array {
    return new Int32Array(this.kernel.memory.buffer, from, count)
  }
}

/** How the kernel tells of a forcing chain or a cycle; `forcing.as.ts` says what the numbers are. */
type FoundChain = [pass: number, isCycle: number, isOn: number, complexity: number, length: number, goneCount: number]
