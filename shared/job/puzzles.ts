import { copyPlain, PLAIN_CELLS, plainText, writePlain } from '../sudoku/grid/plain-grid.ts'
import type { PuzzleRules } from '../sudoku/rules/puzzle-rules.ts'
import { MAX_PUZZLE_LENGTH } from './limits.ts'
import { type LineNumbers, LineNumbersBuilder } from './line-numbers.ts'

/** One puzzle as submitted. */
export interface Entry {
  readonly text: string
  /** The caller's name for it. */
  readonly id?: string
  /** A solution that came with it, which is to be checked. */
  readonly given?: string
  /** Why it was refused as a puzzle, in which case its text is cut short. */
  readonly refused?: string
  /** The rules that it brings with it. */
  readonly rules?: PuzzleRules
}

/**
 * Everything about a puzzle but the 81 cells of a plain grid. A puzzle that is not a plain grid, or has rules of its own,
 * has its text here.
 */
export type PuzzleNote = Omit<Entry, 'text'> & { readonly text?: string }

/**
 * Puzzles in the order of submission, as columns, so that a million of them are not a million objects:
 *
 *     place   0     1     2     3     4     5          plain: 81 bytes for each plain grid
 *     plain  [·····|·····]     [·····|·····|·····]     notes: everything else about a
 *     notes         {id}  {text}                       puzzle, by its place
 */
export class Puzzles {
  readonly count: number
  /** The plain grids, one after the other. */
  readonly plain: Uint8Array
  /** By place, in rising order. */
  readonly notes: ReadonlyMap<number, PuzzleNote>

  constructor(count: number, plain: Uint8Array, notes: ReadonlyMap<number, PuzzleNote>) {
    this.count = count
    this.plain = plain
    this.notes = notes
  }

  static of(entries: Iterable<Entry>): Puzzles {
    const builder = new PuzzlesBuilder()
    for (const entry of entries) builder.add(entry)
    return builder.build()
  }

  slice(from: number, to = this.count): Puzzles {
    const [, own] = this.#runs([from, to])
    return own
  }

  /** Runs of `size` puzzles, the last one shorter. A `slice` for each run would go through all notes before it. */
  cut(size: number): Generator<Puzzles, void> {
    const ends = Array.from({ length: Math.ceil(this.count / size) }, (_, i) => Math.min((i + 1) * size, this.count))
    return this.#runs(ends)
  }

  /** The puzzles up to each of these ends, from the one before it on. */
  *#runs(ends: Iterable<number>): Generator<Puzzles, void> {
    const notes = this.notes.entries()
    let next = notes.next()
    let from = 0
    let used = 0
    for (const to of ends) {
      const own = new Map<number, PuzzleNote>()
      let plain = to - from
      for (; !next.done && next.value[0] < to; next = notes.next()) {
        const [at, note] = next.value
        own.set(at - from, note)
        if (note.text !== undefined) plain--
      }
      const end = used + plain * PLAIN_CELLS
      yield new Puzzles(to - from, this.plain.subarray(used, end), own)
      from = to
      used = end
    }
  }

  *[Symbol.iterator](): Generator<Entry, void> {
    let plain = 0
    for (let place = 0; place < this.count; place++) {
      const note = this.notes.get(place)
      yield note?.text === undefined ? { ...note, text: plainText(this.plain, plain++ * PLAIN_CELLS) } : (note as Entry)
    }
  }
}

/** Collects {@link Puzzles} one by one. */
export class PuzzlesBuilder {
  count = 0
  readonly #notes = new Map<number, PuzzleNote>()
  readonly #lines = new LineNumbersBuilder()
  readonly #most: number
  #plain: Uint8Array
  #used = 0

  /**
   * @param expected how many plain grids to make room for at first
   * @param most how many puzzles are kept; a caller can stop after one more
   */
  constructor(expected = 16, most = Number.POSITIVE_INFINITY) {
    this.#most = most
    this.#plain = new Uint8Array(Math.max(1, Math.min(expected, most)) * PLAIN_CELLS)
  }

  /** Whether more puzzles were added than are kept. */
  get isOver(): boolean {
    return this.count > this.#most
  }

  /**
   * Adds the 81 characters at `at`; if they are not a plain grid, adds nothing and returns false.
   *
   * @param line where the puzzle begins, as of {@link add}
   */
  addPlain(bytes: Uint8Array, at: number, line?: number): boolean {
    if (this.count >= this.#most) return false
    this.#makeRoom()
    if (!copyPlain(bytes, at, this.#plain, this.#used)) return false
    this.#used += PLAIN_CELLS
    this.count++
    if (line !== undefined) this.#lines.add(line)
    return true
  }

  /** @param line the line of the text on which it begins, from 1; where there are lines, of each puzzle or of none */
  add(entry: Entry, line?: number): void {
    if (this.count >= this.#most) {
      this.count++
      return
    }
    this.#makeRoom()
    const { text, ...note } = bounded(entry)
    const isOrdinary = note.refused === undefined && note.rules === undefined
    const isPlain = isOrdinary && writePlain(text, this.#plain, this.#used)
    if (isPlain) this.#used += PLAIN_CELLS
    if (!isPlain) this.#notes.set(this.count, { text, ...note })
    else if (Object.keys(note).length > 0) this.#notes.set(this.count, note)
    this.count++
    if (line !== undefined) this.#lines.add(line)
  }

  /** Where they begin in their text, once all are there; undefined where none of them was said to be on a line. */
  lines(): LineNumbers | undefined {
    return this.#lines.count > 0 ? this.#lines.build() : undefined
  }

  build(): Puzzles {
    return new Puzzles(this.count, this.#plain.subarray(0, this.#used), this.#notes)
  }

  #makeRoom(): void {
    if (this.#used + PLAIN_CELLS <= this.#plain.length) return
    const larger = new Uint8Array(this.#plain.length * 2)
    larger.set(this.#plain)
    this.#plain = larger
  }
}

/** How many characters of a puzzle that is too long its result shows. */
const SHOWN_OF_REFUSED = 100

/** A puzzle that is far too long is refused alone, and does not make its whole job invalid. */
function bounded(entry: Entry): Entry {
  const { length } = entry.text
  if (length <= MAX_PUZZLE_LENGTH) return entry
  const refused = entry.refused ?? `found ${length} characters, expected at most ${MAX_PUZZLE_LENGTH}`
  return { ...entry, text: `${entry.text.slice(0, SHOWN_OF_REFUSED)}…`, refused }
}
