import { EMPTY, PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { putDealt } from '../../sudoku/grid/solved-grid.ts'
import type { Records } from './records.ts'

/**
 * Records of solved plain grids as versions 0 and 1 of packed results have them, in 24 bytes each:
 *
 *     bytes  0–9    which of cells 0–79 are givens, a bit each
 *     bytes 10–18   for each band, 24 bits: the order of the digits in its nine triples, base 6; of the last one those
 *                   of its columns
 *     bytes 19–23   17 bits: how the digits of the first band are dealt to its triples, 17 of the second, 5 for the
 *                   mark, and whether cell 80 is a given
 *
 * A further solution is the last 14 bytes of such a record.
 */
export const FIXED_RECORD_BYTES = 24
const SOLUTION_AT = 10

/** Reads records of {@link FIXED_RECORD_BYTES}, one after the other. */
export class FixedRecordsReader implements Records {
  readonly solutionBytes = FIXED_RECORD_BYTES - SOLUTION_AT
  readonly #bytes: Uint8Array
  #at = -FIXED_RECORD_BYTES

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get mark(): number {
    return (this.#bytes[this.#at + 23] >> 2) & 31
  }

  next(): void {
    this.#at += FIXED_RECORD_BYTES
  }

  copySolution(to: Uint8Array, at: number): void {
    this.copyFurther(this.#bytes, this.#at + SOLUTION_AT, to, at)
  }

  copyPuzzle(solutions: Uint8Array, solution: number, to: Uint8Array, at: number): void {
    for (let cell = 0; cell < PLAIN_CELLS; cell++) {
      const isGiven = cell < 80 ? this.#bytes[this.#at + (cell >> 3)] >> (cell & 7) : this.#bytes[this.#at + 23] >> 7
      to[at + cell] = (isGiven & 1) === 1 ? solutions[solution + cell] : EMPTY
    }
  }

  copyFurther(bytes: Uint8Array, from: number, to: Uint8Array, at: number): void {
    const three = (place: number) => bytes[place] | (bytes[place + 1] << 8) | (bytes[place + 2] << 16)
    const deals = three(from + 9) | (bytes[from + 12] << 24)
    const second = (deals >>> 17) | ((bytes[from + 13] & 3) << 15)
    putDealt([deals & 0x1ffff, second], [three(from), three(from + 3), three(from + 6)], to, at)
  }
}
