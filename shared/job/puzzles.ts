import { isSolvedBy } from '../sudoku/grid/packed-grid.ts'
import { copyPlain, PLAIN_CELLS, plainText, writePlain } from '../sudoku/grid/plain-grid.ts'
import type { PuzzleRules } from '../sudoku/rules/puzzle-rules.ts'
import { MAX_ID_LENGTH, MAX_PUZZLE_LENGTH } from './limits.ts'

/** On which line of its file each of some puzzles begins, from 1. */
export type LineNumbers = Float64Array

/** Whether each is a line below the one before, from a first one on. */
export function areConsecutive(lines: LineNumbers, first: number): boolean {
  return lines.every((line, i) => line === first + i)
}

/** The same of a text that begins on a line of its file. */
export function linesFrom(lines: LineNumbers, line: number): LineNumbers {
  return line === 1 ? lines : lines.map((own) => own + line - 1)
}

export interface Entry {
  readonly text: string
  /** The caller's name for it. */
  readonly id?: string | undefined
  /** A solution that came with it, which is to be checked. */
  readonly given?: string | undefined
  /** Why it was refused as a puzzle, in which case its text is cut short. */
  readonly refused?: string | undefined
  readonly rules?: PuzzleRules | undefined
  /** How far somebody has got with it, who asks for a hint. */
  readonly played?: PlayedGrid
}

/** A grid that is half done. */
export interface PlayedGrid {
  /** The digits so far, a character a cell; the givens need not be among them. */
  readonly placed?: string
  /** For each cell, row by row, the digits that it may still hold, a character each; an empty text where nothing is noted. */
  readonly candidates?: readonly string[]
}

/**
 * Everything about a puzzle that no other column has. A puzzle that is not a plain grid, or has rules of its own, has its
 * text here.
 */
export type PuzzleNote = Omit<Entry, 'text'> & { readonly text?: string }

/**
 * Puzzles in the order of submission, as columns, so that a million of them are not a million objects:
 *
 *     place   0     1     2     3     4     5          plain: 81 bytes for each plain grid
 *     plain  [·····|·····]     [·····|·····|·····]     given: the solution that came with it, in as many bytes, where that
 *     given  [·····|0    ]     [0    |·····|·····]            is a solved grid with its givens; nothing where none is
 *     ids     'a'   'b'   'c'         'd'              ids:   the callers' names; nothing where no puzzle has one
 *     notes               {text}                       notes: everything else about a puzzle, by its place
 */
export class Puzzles {
  readonly count: number
  /** The plain grids, one after the other. */
  readonly plain: Uint8Array
  /** By place, in rising order. */
  readonly notes: ReadonlyMap<number, PuzzleNote>
  readonly given: Uint8Array
  readonly ids: readonly (string | undefined)[]

  constructor(
    count: number,
    plain: Uint8Array,
    notes: ReadonlyMap<number, PuzzleNote>,
    given: Uint8Array = NO_GRIDS,
    ids: readonly (string | undefined)[] = [],
  ) {
    this.count = count
    this.plain = plain
    this.notes = notes
    this.given = given
    this.ids = ids
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
      const ids = this.ids.slice(from, to)
      yield new Puzzles(to - from, this.plain.subarray(used, end), own, this.given.subarray(used, end), ids)
      from = to
      used = end
    }
  }

  *[Symbol.iterator](): Generator<Entry, void> {
    let plain = 0
    for (let place = 0; place < this.count; place++) {
      const note = this.noteOf(place, plain)
      yield note?.text === undefined ? { ...note, text: plainText(this.plain, plain++ * PLAIN_CELLS) } : (note as Entry)
    }
  }

  /** Everything about a puzzle but its plain grid, the columns together; undefined where there is no more. */
  noteOf(place: number, grid: number): PuzzleNote | undefined {
    const note = this.notes.get(place)
    const id = this.ids[place]
    const at = grid * PLAIN_CELLS
    const isGiven = note?.text === undefined && hasGrid(this.given, at)
    if (id === undefined && !isGiven) return note
    return { ...note, ...(id !== undefined && { id }), ...(isGiven && { given: plainText(this.given, at) }) }
  }
}

const NO_GRIDS = new Uint8Array()
const NO_LINES = new Float64Array()

/** Whether there is a grid at a place of a column. */
export function hasGrid(grids: Uint8Array, at: number): boolean {
  return at < grids.length && grids[at] !== 0
}

/** Collects {@link Puzzles} one by one. */
export class PuzzlesBuilder {
  count = 0
  readonly #notes = new Map<number, PuzzleNote>()
  readonly #most: number
  readonly #ids: (string | undefined)[] = []
  #plain: Uint8Array
  /** As long as the puzzles are many, from the first line that is known. */
  #lines = NO_LINES
  /** As long as the plain grids from the first solution on. */
  #given = NO_GRIDS
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
   * Adds the 81 characters at `at`; if they are not a plain grid, or what came with it fits no column, adds nothing and
   * returns false.
   *
   * @param line where the puzzle begins, as of {@link add}
   * @param id '' for none
   * @param solution where the 81 characters of its solution begin, if one came with it
   */
  addPlain(bytes: Uint8Array, at: number, line?: number, id = '', solution?: number): boolean {
    if (this.count >= this.#most || id.length > MAX_ID_LENGTH) return false
    this.#makeRoom()
    if (!copyPlain(bytes, at, this.#plain, this.#used)) return false
    if (solution !== undefined && !this.#takeGiven(bytes, solution)) return false
    if (id !== '') this.#ids[this.count] = id
    this.#used += PLAIN_CELLS
    this.#begin(line)
    return true
  }

  /** Takes the solution of the plain grid that is about to be added; false where it is to be a note. */
  #takeGiven(bytes: Uint8Array, at: number): boolean {
    if (!isSolvedBy(this.#plain, this.#used, bytes, at)) return false
    if (this.#given.length === 0) this.#given = new Uint8Array(this.#plain.length)
    return copyPlain(bytes, at, this.#given, this.#used)
  }

  /** @param line the line of the text on which it begins, from 1; where there are lines, of each puzzle or of none */
  add(entry: Entry, line?: number): void {
    if (this.count >= this.#most) {
      this.count++
      return
    }
    this.#makeRoom()
    const { text, id, ...note } = bounded(entry)
    if (id !== undefined) this.#ids[this.count] = id
    const { given } = note
    const isOrdinary = note.refused === undefined && note.rules === undefined && note.played === undefined
    const isPlain = isOrdinary && writePlain(text, this.#plain, this.#used)
    if (!isPlain) this.#notes.set(this.count, { text, ...note })
    else if (given !== undefined && !(writePlain(given, solution, 0) && this.#takeGiven(solution, 0)))
      this.#notes.set(this.count, note)
    if (isPlain) this.#used += PLAIN_CELLS
    this.#begin(line)
  }

  /** Counts a puzzle, which begins on a line. */
  #begin(line: number | undefined): void {
    if (line !== undefined) {
      if (this.count >= this.#lines.length) {
        const longer = new Float64Array(Math.max(this.#plain.length / PLAIN_CELLS, 2 * this.count))
        longer.set(this.#lines)
        this.#lines = longer
      }
      this.#lines[this.count] = line
    }
    this.count++
  }

  /** Where they begin in their text, once all are there; undefined where none of them was said to be on a line. */
  lines(): LineNumbers | undefined {
    return this.#lines.length > 0 ? this.#lines.subarray(0, Math.min(this.count, this.#most)) : undefined
  }

  build(): Puzzles {
    const given = this.#given.subarray(0, this.#used)
    return new Puzzles(this.count, this.#plain.subarray(0, this.#used), this.#notes, given, this.#ids)
  }

  #makeRoom(): void {
    if (this.#used + PLAIN_CELLS <= this.#plain.length) return
    this.#plain = twiceAsLong(this.#plain)
    this.#given = twiceAsLong(this.#given)
  }
}

function twiceAsLong(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2)
  larger.set(bytes)
  return larger
}

/** A solution that came as text, while it is looked at. */
const solution = new Uint8Array(PLAIN_CELLS)

/** How many characters of a puzzle that is too long its result shows. */
const SHOWN_OF_REFUSED = 100

/** A puzzle that is far too long is refused alone, and does not make its whole job invalid. */
function bounded(entry: Entry): Entry {
  const { length } = entry.text
  if (length <= MAX_PUZZLE_LENGTH) return entry
  const refused = entry.refused ?? `found ${length} characters, expected at most ${MAX_PUZZLE_LENGTH}`
  return { ...entry, text: `${entry.text.slice(0, SHOWN_OF_REFUSED)}…`, refused }
}
