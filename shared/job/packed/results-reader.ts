import { inflateRawSync } from 'node:zlib'
import { SOLVED_BYTES, spareOf, unpackPuzzle, unpackSolution } from '../../sudoku/packed-grid.ts'
import { unpackPlain } from '../../sudoku/packed-puzzle.ts'
import { PLAIN_CELLS, plainText } from '../../sudoku/plain-grid.ts'
import type { JobOptions } from '../options.ts'
import type { Entry } from '../puzzles.ts'
import { type PuzzleResult, STATUSES, type Status } from '../result.ts'
import { Tally } from '../tally.ts'
import { ByteReader } from './bytes.ts'
import { HEAD_BYTES, IN_EXTRAS, type Note, PAIRS, SOLUTION_AT, SOLUTION_BYTES } from './packed-results.ts'

/** Reads packed results, one after the other. */
export class ResultsReader {
  readonly count: number
  /** The place of the result that is looked at; -1 before the first. */
  place = -1
  status: Status = 'solved'
  backtracks: number | null = 0
  searchBacktracks: number | null = 0
  solutionCount = 0
  /** Whether it is a plain grid with a solution: then {@link copySolution} and {@link copyPuzzle} have it. */
  isPlainSolved = false
  readonly #bytes: Uint8Array
  readonly #searchVersion: number
  readonly #notes: ReadonlyMap<number, Note>
  readonly #extras: ByteReader
  #nextRecord = HEAD_BYTES
  #record = 0
  /** Where in the extras the further solutions, or the puzzle, of this result begin. */
  #details = 0
  #kept = 0

  constructor(packed: Uint8Array) {
    const view = new DataView(packed.buffer, packed.byteOffset)
    const [count, records, extras, notes, searchVersion] = [0, 4, 8, 12, 16].map((at) => view.getUint32(at, true))
    this.count = count
    this.#bytes = packed
    this.#searchVersion = searchVersion
    const extrasAt = HEAD_BYTES + records * SOLVED_BYTES
    this.#extras = new ByteReader(packed, extrasAt)
    const notesAt = extrasAt + extras
    const written = notes > 0 ? inflateRawSync(packed.subarray(notesAt, notesAt + notes)).toString('utf8') : '[]'
    this.#notes = new Map(JSON.parse(written) as [number, Note][])
  }

  /** Looks at the next result; false at the end. */
  next(): boolean {
    if (++this.place >= this.count) return false
    const outcome = this.#notes.get(this.place)?.outcome
    if (outcome) {
      const { status, solutionCount, backtracks, searchBacktracks } = outcome
      this.#set(status, solutionCount, backtracks, searchBacktracks, 0)
      return true
    }
    this.#record = this.#nextRecord
    this.#nextRecord += SOLVED_BYTES
    const spare = spareOf(this.#bytes, this.#record)
    if (spare === IN_EXTRAS) this.#readExtras()
    else {
      const [first, further] = PAIRS[spare]
      this.#set('solved', 1, first, first + further, 1)
    }
    return true
  }

  /** Whether the solution that came with the puzzle is one; undefined where none came. */
  get givenIsCorrect(): boolean | undefined {
    return this.#notes.get(this.place)?.givenIsCorrect
  }

  copySolution(to: Uint8Array, at: number): void {
    unpackSolution(this.#bytes, this.#record, to, at)
  }

  /** @param solution where {@link copySolution} has put the solution */
  copyPuzzle(solutions: Uint8Array, solution: number, to: Uint8Array, at: number): void {
    unpackPuzzle(this.#bytes, this.#record, solutions, solution, to, at)
  }

  /** The result as a whole. */
  result(line: number, { strategy, solutions: asked }: Pick<JobOptions, 'strategy' | 'solutions'>): PuzzleResult {
    const note = this.#notes.get(this.place)
    const { puzzle, solutions } = note?.outcome
      ? { puzzle: note.puzzle ?? '', solutions: note.outcome.solutions }
      : this.#grids()
    const { id, reason, givenIsCorrect } = note ?? {}
    const { status, solutionCount, backtracks, searchBacktracks } = this
    return {
      line,
      ...(id !== undefined && { id }),
      puzzle,
      status,
      strategy,
      unique: uniqueness(status, solutionCount, asked),
      solutionCount,
      ...(solutions.length > 0 && { solution: solutions[0] }),
      ...(solutions.length > 1 && { solutions }),
      backtracks,
      searchBacktracks,
      searchVersion: this.#searchVersion,
      ...(givenIsCorrect !== undefined && { givenIsCorrect }),
      // Lines are counted over the whole job, which the worker does not know.
      ...(reason !== undefined && { reason: status === 'invalid' ? `line ${line}, ${reason}` : reason }),
    }
  }

  /** The puzzle as it was submitted. */
  entry(): Entry {
    const { id, given, refused, puzzle } = this.#notes.get(this.place) ?? {}
    return {
      text: puzzle ?? this.#grids().puzzle,
      ...(id !== undefined && { id }),
      ...(given !== undefined && { given }),
      ...(refused !== undefined && { refused }),
    }
  }

  #readExtras(): void {
    const status = STATUSES[this.#extras.byte()]
    const isSearched = status !== 'invalid' && status !== 'failed' && status !== 'cancelled'
    const solutionCount = isSearched ? this.#extras.number() : 0
    const backtracks = isSearched ? this.#extras.number() : null
    const searchBacktracks = isSearched ? (backtracks ?? 0) + this.#extras.number() : null
    const kept = status === 'solved' ? 1 : isSearched ? this.#extras.number() : 0
    this.#set(status, solutionCount, backtracks, searchBacktracks, kept)
    this.#details = this.#extras.at
    this.#extras.at = kept > 0 ? this.#details + (kept - 1) * SOLUTION_BYTES : this.#endOfPuzzle()
  }

  #set(
    status: Status,
    solutionCount: number,
    backtracks: number | null,
    searchBacktracks: number | null,
    kept: number,
  ): void {
    this.status = status
    this.solutionCount = solutionCount
    this.backtracks = backtracks
    this.searchBacktracks = searchBacktracks
    this.#kept = kept
    this.isPlainSolved = kept > 0
  }

  #endOfPuzzle(): number {
    return unpackPlain(this.#bytes, this.#details, scratch, 0)
  }

  #grids(): { puzzle: string; solutions: string[] } {
    if (this.#kept === 0) {
      this.#endOfPuzzle()
      return { puzzle: plainText(scratch, 0), solutions: [] }
    }
    this.copySolution(scratch, 0)
    this.copyPuzzle(scratch, 0, scratch, PLAIN_CELLS)
    const solutions = [plainText(scratch, 0)]
    const puzzle = plainText(scratch, PLAIN_CELLS)
    for (let i = 1; i < this.#kept; i++) {
      unpackSolution(this.#bytes, this.#details + (i - 1) * SOLUTION_BYTES - SOLUTION_AT, scratch, 0)
      solutions.push(plainText(scratch, 0))
    }
    return { puzzle, solutions }
  }
}

const scratch = new Uint8Array(2 * PLAIN_CELLS)

/** The puzzles of packed results, as they were submitted. */
export function* puzzlesIn(packed: Uint8Array): Generator<Entry, void> {
  const reader = new ResultsReader(packed)
  while (reader.next()) yield reader.entry()
}

/** The status of the first of some packed results: where that is `failed`, all are. */
export function firstStatus(packed: Uint8Array): Status | undefined {
  const reader = new ResultsReader(packed)
  return reader.next() ? reader.status : undefined
}

/** The counts of packed results. */
export function tallyOf(packed: Uint8Array): Tally {
  const reader = new ResultsReader(packed)
  const tally = new Tally()
  while (reader.next()) {
    tally.add(reader.status, reader.backtracks)
    if (reader.givenIsCorrect === false) tally.mismatches++
  }
  return tally
}

function uniqueness(status: Status, solutionCount: number, asked: number): boolean | null {
  if (status === 'solved') return asked > 1 ? true : null
  return solutionCount > 1 ? false : null
}
