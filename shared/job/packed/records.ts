import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { packSolution, SOLUTION_BYTES, unpackSolution } from '../../sudoku/grid/packed-solution.ts'
import { EMPTY, PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { ByteWriter } from './byte-format.ts'

/**
 * Records of plain grids, one for each, of a mark that their reader understands:
 *
 *      4 bytes   bytes of heads, little-endian
 *     heads      deflated: the first byte of every record's head, then the second of every one, and so on. A head is 11
 *                bytes: which of cells 0–80 are givens, a bit each, the lowest of a byte first; and behind them the mark.
 *                A record without a solution has no givens there
 *     solutions  of the records that have one, as `packed-solution.ts` draws them
 *
 * 19.4 bytes for a puzzle of 25 givens; docs/decisions/006 has what else was tried.
 */
const HEAD_BYTES = 11
/** In the last byte of a head, behind the bit of cell 80. */
const MARK_SHIFT = 1
/** Marks are below this. */
const MARKS = 32
/** The mark of a record without a solution. */
const NO_SOLUTION = MARKS - 1

export const MAX_RECORD_BYTES = HEAD_BYTES + SOLUTION_BYTES
/** To look for repetitions would take three times as long, and find none: only how often a byte comes tells anything. */
const BY_FREQUENCY = { strategy: constants.Z_HUFFMAN_ONLY }

export class RecordsWriter {
  readonly #heads: ByteWriter
  readonly #solutions: ByteWriter

  constructor(expected: number) {
    this.#heads = new ByteWriter(expected * HEAD_BYTES)
    this.#solutions = new ByteWriter(expected * SOLUTION_BYTES)
  }

  /** Their size, which deflating can only make smaller, but for some bytes. */
  get maxBytes(): number {
    return this.#heads.length + this.#solutions.length
  }

  /** A puzzle and its solution. Only where the puzzle has givens matters. */
  add(mark: number, puzzle: Uint8Array, p: number, solution: Uint8Array, s: number): void {
    const heads = this.#heads
    heads.reserve(HEAD_BYTES)
    const { bytes, length } = heads
    for (let i = 0; i < HEAD_BYTES - 1; i++) bytes[length + i] = givensFrom(puzzle, p + 8 * i)
    bytes[length + HEAD_BYTES - 1] = ((puzzle[p + PLAIN_CELLS - 1] & 16) >> 4) | (mark << MARK_SHIFT)
    heads.length += HEAD_BYTES
    putSolution(solution, s, this.#solutions)
  }

  addWithoutSolution(): void {
    const heads = this.#heads
    heads.reserve(HEAD_BYTES)
    heads.length += HEAD_BYTES
    heads.bytes[heads.length - 1] = NO_SOLUTION << MARK_SHIFT
  }

  pack(): Uint8Array {
    const rows = this.#heads.written()
    const count = rows.length / HEAD_BYTES
    const columns = new Uint8Array(rows.length)
    for (let i = 0; i < HEAD_BYTES; i++) {
      for (let record = 0; record < count; record++) columns[i * count + record] = rows[record * HEAD_BYTES + i]
    }
    const heads = deflateRawSync(columns, BY_FREQUENCY)
    return Buffer.concat([new Uint8Array(Uint32Array.of(heads.length).buffer), heads, this.#solutions.written()])
  }
}

export function putSolution(solution: Uint8Array, s: number, to: ByteWriter): void {
  to.reserve(SOLUTION_BYTES)
  packSolution(solution, s, to.bytes, to.length)
  to.length += SOLUTION_BYTES
}

/** Eight cells, a bit for each given: of the characters of a plain grid only digits have the bit 16. */
function givensFrom(puzzle: Uint8Array, p: number): number {
  return (
    ((puzzle[p] & 16) >> 4) |
    ((puzzle[p + 1] & 16) >> 3) |
    ((puzzle[p + 2] & 16) >> 2) |
    ((puzzle[p + 3] & 16) >> 1) |
    (puzzle[p + 4] & 16) |
    ((puzzle[p + 5] & 16) << 1) |
    ((puzzle[p + 6] & 16) << 2) |
    ((puzzle[p + 7] & 16) << 3)
  )
}

/** Reads what a {@link RecordsWriter} wrote, one after the other. */
export class RecordsReader {
  /** The mark of the record that is looked at. */
  mark = NO_SOLUTION
  readonly #count: number
  readonly #heads: Uint8Array
  readonly #solutions: Uint8Array
  #record = -1
  #solution = -SOLUTION_BYTES

  constructor(bytes: Uint8Array) {
    const solutionsAt = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
    this.#heads = inflateRawSync(bytes.subarray(4, solutionsAt))
    this.#count = this.#heads.length / HEAD_BYTES
    this.#solutions = bytes.subarray(solutionsAt)
  }

  next(): void {
    this.mark = this.#heads[(HEAD_BYTES - 1) * this.#count + ++this.#record] >> MARK_SHIFT
    if (this.mark !== NO_SOLUTION) this.#solution += SOLUTION_BYTES
  }

  copySolution(to: Uint8Array, at: number): void {
    unpackSolution(this.#solutions, this.#solution, to, at)
  }

  /** @param solution where {@link copySolution} has put the solution */
  copyPuzzle(solutions: Uint8Array, solution: number, to: Uint8Array, at: number): void {
    for (let cell = 0; cell < PLAIN_CELLS; cell++) {
      const isGiven = (this.#heads[(cell >> 3) * this.#count + this.#record] >> (cell & 7)) & 1
      // Without a branch that nobody can foretell.
      to[at + cell] = EMPTY + isGiven * (solutions[solution + cell] - EMPTY)
    }
  }
}
