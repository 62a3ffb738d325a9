import { countPlaces, numberPlaces, PLACES_BOUNDS, placesAt } from '../../sudoku/grid/places.ts'
import { EMPTY, PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { numberSolution, putSolution, SOLUTION_BOUNDS } from '../../sudoku/grid/solved-grid.ts'
import { BitReader, BitWriter, Bounds } from './bits.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { LONGEST_CODE, PrefixCode } from './prefix-code.ts'

/**
 * Records of solved plain grids, one for each, of a mark that their reader understands:
 *
 *     codes     of marks, of counts of givens, and of counts of a band's givens, as `prefix-code.ts` draws them
 *     records   bits, the lowest of a byte first: code of the mark; nothing more where there is no solution
 *               code of the count of givens · of those of the first band · of those of the second
 *               numbers of the places of each band's givens, as `places.ts` draws them
 *               numbers of the solution, as `solved-grid.ts` draws them
 *
 * 18.4 bytes for a puzzle of 25 givens, 69.4 bits of them for their places; docs/decisions/006 has what else was tried.
 */

/** Marks are below this. */
const MARKS = 32
/** The mark of a record without a solution. */
export const NO_SOLUTION = MARKS - 1

const BAND_CELLS = 27
/** The size of a solution at most. */
const SOLUTION_BITS = 29 + 25 + 24
/** The codes of a record, were all of one length. */
const CODE_BITS = 5 + 7 + 5 + 5
/** The bounds of the numbers of places, by how many there are, and behind them those of a solution's numbers. */
const BOUNDS = new Bounds([...PLACES_BOUNDS, ...SOLUTION_BOUNDS])
const SOLUTION = PLACES_BOUNDS.length
/** The largest size of a record, but for the places: its codes, if they were all of one length, and its solution. */
const MOST_BITS = CODE_BITS + SOLUTION_BITS
export const MAX_RECORD_BYTES = Math.ceil((MOST_BITS + 3 * 25) / 8)

/** The size of a solution that is not a record of its own. */
export const SOLUTION_BYTES = Math.ceil(SOLUTION_BITS / 8)

/** The record as far as it is known until all are: its mark above the first band's places, those of the others, and its solution. */
const WORDS = 6
const MARK_SHIFT = BAND_CELLS
const PLACES_MASK = (1 << BAND_CELLS) - 1

/** Collects records. */
export class RecordsWriter {
  #count = 0
  #words: Int32Array
  /** Their size at most. */
  #bits = 0
  readonly #marks = new Uint32Array(MARKS)
  readonly #givens = new Uint32Array(PLAIN_CELLS + 1)
  readonly #inBand = new Uint32Array(BAND_CELLS + 1)

  constructor(expected: number) {
    this.#words = new Int32Array(expected * WORDS)
  }

  /** Their size at most, but for the codes themselves. */
  get maxBytes(): number {
    return Math.ceil(this.#bits / 8)
  }

  /** A puzzle and its solution. Only where the puzzle has givens matters. */
  add(mark: number, puzzle: Uint8Array, p: number, solution: Uint8Array, s: number): void {
    const at = this.#next(mark)
    const words = this.#words
    const first = placesIn(puzzle, p)
    const second = placesIn(puzzle, p + 27)
    const third = placesIn(puzzle, p + 54)
    words[at] |= first
    words[at + 1] = second
    words[at + 2] = third
    numberSolution(solution, s, words, at + 3)
    const a = countPlaces(first)
    const b = countPlaces(second)
    const c = countPlaces(third)
    this.#givens[a + b + c]++
    this.#inBand[a]++
    this.#inBand[b]++
    this.#bits += MOST_BITS + BOUNDS.bits[a] + BOUNDS.bits[b] + BOUNDS.bits[c] + 3
  }

  addWithoutSolution(): void {
    this.#next(NO_SOLUTION)
    this.#bits += CODE_BITS
  }

  #next(mark: number): number {
    const at = this.#count++ * WORDS
    if (at === this.#words.length) {
      const larger = new Int32Array(Math.max(2 * at, WORDS))
      larger.set(this.#words)
      this.#words = larger
    }
    this.#marks[mark]++
    this.#words[at] = mark << MARK_SHIFT
    return at
  }

  pack(): Uint8Array {
    const packed = new ByteWriter(256 + this.maxBytes)
    const [marks, givens, inBand] = [this.#marks, this.#givens, this.#inBand].map((counts) => PrefixCode.of(counts))
    for (const code of [marks, givens, inBand]) code.write(packed)
    const bits = new BitWriter(this.maxBytes)
    for (let at = 0; at < this.#count * WORDS; at += WORDS) {
      this.#writeRecord(at, bits, marks.codes, givens.codes, inBand.codes)
    }
    packed.append(bits.written())
    return packed.written()
  }

  #writeRecord(at: number, to: BitWriter, marks: Int32Array, givens: Int32Array, inBand: Int32Array): void {
    const words = this.#words
    const mark = words[at] >>> MARK_SHIFT
    putCode(to, marks[mark])
    if (mark === NO_SOLUTION) return
    const first = words[at] & PLACES_MASK
    const second = words[at + 1]
    const third = words[at + 2]
    const a = countPlaces(first)
    const b = countPlaces(second)
    const c = countPlaces(third)
    putCode(to, givens[a + b + c])
    putCode(to, inBand[a])
    putCode(to, inBand[b])
    to.putBelow(BOUNDS, a, numberPlaces(first))
    to.putBelow(BOUNDS, b, numberPlaces(second))
    to.putBelow(BOUNDS, c, numberPlaces(third))
    for (let i = 0; i < 3; i++) to.putBelow(BOUNDS, SOLUTION + i, words[at + 3 + i])
  }
}

function putCode(to: BitWriter, code: number): void {
  to.put(code >> 4, code & 15)
}

/** Appends a solution that is no record of its own. */
export function putFurther(solution: Uint8Array, s: number, to: ByteWriter): void {
  const bits = new BitWriter(SOLUTION_BYTES)
  numberSolution(solution, s, further, 0)
  for (let i = 0; i < 3; i++) bits.putBelow(BOUNDS, SOLUTION + i, further[i])
  to.reserve(SOLUTION_BYTES)
  to.bytes.fill(0, to.length, to.length + SOLUTION_BYTES)
  to.bytes.set(bits.written(), to.length)
  to.length += SOLUTION_BYTES
}

const further = new Int32Array(3)

/** A row's givens, a bit each: of the characters of a plain grid only digits have the bit 16. */
function rowPlaces(puzzle: Uint8Array, p: number): number {
  return (
    ((puzzle[p] & 16) >> 4) |
    ((puzzle[p + 1] & 16) >> 3) |
    ((puzzle[p + 2] & 16) >> 2) |
    ((puzzle[p + 3] & 16) >> 1) |
    (puzzle[p + 4] & 16) |
    ((puzzle[p + 5] & 16) << 1) |
    ((puzzle[p + 6] & 16) << 2) |
    ((puzzle[p + 7] & 16) << 3) |
    ((puzzle[p + 8] & 16) << 4)
  )
}

/** A band's givens, a bit each. */
function placesIn(puzzle: Uint8Array, p: number): number {
  return rowPlaces(puzzle, p) | (rowPlaces(puzzle, p + 9) << 9) | (rowPlaces(puzzle, p + 18) << 18)
}

/** Reads what a {@link RecordsWriter} wrote, one after the other. */
export class RecordsReader {
  /** The record that is looked at. */
  mark = NO_SOLUTION
  readonly #bits: BitReader
  readonly #marks: Int32Array
  readonly #givens: Int32Array
  readonly #inBand: Int32Array
  readonly #counts = new Int32Array(3)
  /** The ranks of the places of three bands, and the rank of the solution. */
  readonly #numbers = new Int32Array(6)

  constructor(bytes: Uint8Array) {
    const codes = new ByteReader(bytes)
    this.#marks = PrefixCode.read(codes).table()
    this.#givens = PrefixCode.read(codes).table()
    this.#inBand = PrefixCode.read(codes).table()
    this.#bits = new BitReader(bytes.subarray(codes.at))
  }

  /** Looks at the next record. */
  next(): void {
    this.mark = this.#code(this.#marks)
    if (this.mark === NO_SOLUTION) return
    const counts = this.#counts
    const givens = this.#code(this.#givens)
    counts[0] = this.#code(this.#inBand)
    counts[1] = this.#code(this.#inBand)
    counts[2] = givens - counts[0] - counts[1]
    for (let band = 0; band < 3; band++) this.#numbers[band] = this.#bits.below(BOUNDS, counts[band])
    for (let i = 0; i < 3; i++) this.#numbers[3 + i] = this.#bits.below(BOUNDS, SOLUTION + i)
  }

  copySolution(to: Uint8Array, at: number): void {
    putSolution(this.#numbers, 3, to, at)
  }

  /** @param solution where {@link copySolution} has put the solution */
  copyPuzzle(solutions: Uint8Array, solution: number, to: Uint8Array, at: number): void {
    for (let band = 0; band < 3; band++) {
      const places = placesAt(this.#counts[band], this.#numbers[band])
      const from = solution + band * BAND_CELLS
      const cell = at + band * BAND_CELLS
      for (let i = 0; i < BAND_CELLS; i++) {
        to[cell + i] = EMPTY + ((places >> i) & 1) * (solutions[from + i] - EMPTY)
      }
    }
  }

  /** Copies a solution that is no record of its own, but {@link SOLUTION_BYTES} elsewhere. */
  copyFurther(bytes: Uint8Array, from: number, to: Uint8Array, at: number): void {
    const bits = new BitReader(bytes.subarray(from, from + SOLUTION_BYTES))
    for (let i = 0; i < 3; i++) further[i] = bits.below(BOUNDS, SOLUTION + i)
    putSolution(further, 0, to, at)
  }

  #code(table: Int32Array): number {
    const found = table[this.#bits.peek() & ((1 << LONGEST_CODE) - 1)]
    this.#bits.skip(found & 15)
    return found >> 4
  }
}
