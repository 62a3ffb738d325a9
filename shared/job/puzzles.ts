import { copyPlain, PLAIN_CELLS, plainText, writePlain } from '../sudoku/plain-grid.ts'
import { MAX_PUZZLE_LENGTH } from './limits.ts'

/** One puzzle as submitted. */
export interface Entry {
  readonly text: string
  /** The caller's own name for it. */
  readonly id?: string
  /** A solution that came with it, to be checked. */
  readonly given?: string
  /** Why it was not taken as a puzzle at all; its text is cut short then. */
  readonly refused?: string
}

/** What there is to know of a puzzle beside its 81 plain cells; with a text where it is something else. */
export type PuzzleNote = Omit<Entry, 'text'> & { readonly text?: string }

/**
 * Puzzles in the order of submission, as columns, so that a million of them are not a
 * million objects:
 *
 *     place   0     1     2     3     4     5          plain: 81 bytes for each plain grid
 *     plain  [·····|·····]     [·····|·····|·····]     notes: whatever else there is to know
 *     notes         {id}  {text}                       of a puzzle, by its place
 */
export class Puzzles {
  readonly count: number
  /** The plain grids, one after the other. */
  readonly plain: Uint8Array
  /** In the order of their places. */
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

  /** How many of the puzzles before a place are plain grids. */
  plainBefore(place: number): number {
    let plain = place
    for (const [at, { text }] of this.notes) {
      if (at >= place) break
      if (text !== undefined) plain--
    }
    return plain
  }

  slice(from: number, to = this.count): Puzzles {
    const first = this.plainBefore(from)
    const notes = new Map<number, PuzzleNote>()
    let plain = to - from
    for (const [at, note] of this.notes) {
      if (at >= to) break
      if (at < from) continue
      notes.set(at - from, note)
      if (note.text !== undefined) plain--
    }
    return new Puzzles(to - from, this.plain.subarray(first * PLAIN_CELLS, (first + plain) * PLAIN_CELLS), notes)
  }

  /** Runs of `size` puzzles each, the last one shorter; a slice for each would look through all notes before it. */
  *cut(size: number): Generator<Puzzles, void> {
    const notes = this.notes.entries()
    let next = notes.next()
    let used = 0
    for (let from = 0; from < this.count; from += size) {
      const count = Math.min(size, this.count - from)
      const own = new Map<number, PuzzleNote>()
      let plain = count
      for (; !next.done && next.value[0] < from + count; next = notes.next()) {
        const [at, note] = next.value
        own.set(at - from, note)
        if (note.text !== undefined) plain--
      }
      const end = used + plain * PLAIN_CELLS
      yield new Puzzles(count, this.plain.subarray(used, end), own)
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

const SHOWN_OF_REFUSED = 100

/** Collects {@link Puzzles} one by one. */
export class PuzzlesBuilder {
  count = 0
  readonly #notes = new Map<number, PuzzleNote>()
  readonly #most: number
  #plain: Uint8Array
  #used = 0

  /**
   * @param expected how many plain grids to make room for at first
   * @param most puzzles that are kept; beyond them there is no need to look for more
   */
  constructor(expected = 16, most = Number.POSITIVE_INFINITY) {
    this.#most = most
    this.#plain = new Uint8Array(Math.max(1, Math.min(expected, most)) * PLAIN_CELLS)
  }

  /** Whether there are more than are kept. */
  get isOver(): boolean {
    return this.count > this.#most
  }

  /** Adds the 81 characters at a place of some bytes; where they are no plain grid it adds nothing and says so. */
  addPlain(bytes: Uint8Array, at: number): boolean {
    if (this.count >= this.#most) return false
    this.#makeRoom()
    if (!copyPlain(bytes, at, this.#plain, this.#used)) return false
    this.#used += PLAIN_CELLS
    this.count++
    return true
  }

  add(entry: Entry): void {
    if (this.count >= this.#most) {
      this.count++
      return
    }
    this.#makeRoom()
    const { text, ...note } = bounded(entry)
    const isPlain = note.refused === undefined && writePlain(text, this.#plain, this.#used)
    if (isPlain) this.#used += PLAIN_CELLS
    if (!isPlain) this.#notes.set(this.count, { text, ...note })
    else if (Object.keys(note).length > 0) this.#notes.set(this.count, note)
    this.count++
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

/** One puzzle that is far too long is a bad puzzle, not a bad job. */
function bounded(entry: Entry): Entry {
  const { length } = entry.text
  if (length <= MAX_PUZZLE_LENGTH) return entry
  const refused = entry.refused ?? `found ${length} characters, expected at most ${MAX_PUZZLE_LENGTH}`
  return { ...entry, text: `${entry.text.slice(0, SHOWN_OF_REFUSED)}…`, refused }
}
