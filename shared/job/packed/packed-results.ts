import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MAX_PUZZLE_BYTES, packPuzzle, unpackPlain } from '../../sudoku/grid/packed-grid.ts'
import { SOLUTION_BYTES, unpackSolution } from '../../sudoku/grid/packed-solution.ts'
import { PLAIN_CELLS, plainText, writePlain } from '../../sudoku/grid/plain-grid.ts'
import { SEARCH_VERSION } from '../../sudoku/search/strategy.ts'
import { type Found, resultOf, type ToldOptions } from '../found.ts'
import type { IncludedFields, InclusionName } from '../inclusions.ts'
import { MAX_RULES_LENGTH } from '../limits.ts'
import type { Entry, Puzzles } from '../puzzles.ts'
import { type Outcome, type PuzzleResult, ResultCounter, STATUSES, type Status, unsearched } from '../result.ts'
import { assertSignature, ByteReader, ByteWriter, headOf, SIGNATURE_BYTES } from './byte-format.ts'
import { AdditionsWriter, additionBytes, additionsIn } from './packed-additions.ts'
import { MAX_RECORD_BYTES, putSolution, RecordsReader, RecordsWriter } from './records.ts'

/**
 * Results as they rest in the table:
 *
 *      4 bytes   signature
 *     20 bytes   how many results · bytes of records · SEARCH_VERSION · bytes of extras · of notes, 4 bytes each,
 *                little-endian
 *     records    one for each plain grid, as `records.ts` draws them. The mark is its backtracks, where there are few:
 *                (first, further) with first + further < 7, numbered along the diagonals; 28 where there are more, or
 *                the puzzle is not simply solved; 31 where there is no solution
 *     extras     for each record of mark 28 or 31: its status, its counts, its further solutions or its puzzle
 *     notes      deflated JSON, {"ids": [id or null, …], "right": [true, false or null, …], "notes": [[place, note], …]}:
 *                the callers' names; whether given solutions are right; and reasons, and the whole of every result whose
 *                puzzle is no plain grid, which has no record. Each is left out where there is nothing of it
 *     additions  all that is left: what the job asked to be included, as `packed-additions.ts` draws it; nothing where
 *                it asked for nothing
 */
const FORMAT = 'packed results'
const COUNTS_BYTES = 20
const HEAD_BYTES = SIGNATURE_BYTES + COUNTS_BYTES
/** Sums of first and further backtracks that a mark stands for: 28 pairs. */
const PAIRS_UP_TO = 6
const PAIRS: (readonly [number, number])[] = []
for (let sum = 0; sum <= PAIRS_UP_TO; sum++) for (let first = 0; first <= sum; first++) PAIRS.push([first, sum - first])
const IN_EXTRAS = PAIRS.length

/** What is known of a result besides its record; with its puzzle if it has no record. */
export interface ResultNote extends Partial<Omit<Found, 'searchVersion'>> {
  /** A solution that came with a puzzle which was not solved, to be checked should it be sent again. */
  readonly given?: string | undefined
  /** Why such a puzzle was not taken as one at all. */
  readonly refused?: string | undefined
}

/** A plain grid that has one solution, as far as was asked: 81 characters from `grid` on, and from `solution` on. */
export interface SolvedGrid {
  readonly grids: Uint8Array
  readonly grid: number
  readonly solutions: Uint8Array
  readonly solution: number
  readonly backtracks: number
  readonly searchBacktracks: number
}

/** The most that packed results may take: DynamoDB's items end at 400 KB, keys included. */
export const MAX_RESULT_BYTES = 390_000

/** The most bytes that the result of a plain grid takes, notes apart. */
export function maxRecordBytes(kept: number): number {
  const counts = 1 + 3 * 8
  return MAX_RECORD_BYTES + counts + Math.max(MAX_PUZZLE_BYTES, (kept - 1) * SOLUTION_BYTES)
}

/** A note's place, its brackets and commas. */
const NOTE_FRAME_BYTES = 12
/** What most results have in a column of JSON: `null`, `true` or `false`, and a comma. */
const WORD_BYTES = 6
/** Fewer bytes than this are not worth deflating to find out how few they become. */
const LEAST_DEFLATED_BYTES = 32_768

/** Kept in the place of results while they are still to come: too short for a signature, so every reader refuses it. */
export const NO_RESULTS_YET: Uint8Array = Uint8Array.of(0)

export class ResultsBuilder {
  readonly counts = new ResultCounter()
  count = 0
  readonly #records: RecordsWriter
  readonly #extras = new ByteWriter(256)
  readonly #ids: string[] = []
  readonly #right: boolean[] = []
  readonly #notes: [number, ResultNote][] = []
  /** The size of the notes as JSON, which deflating can only make smaller, but for some bytes; of the first ones as deflated. */
  #noteBytes = 0
  #deflatedUpTo = 0
  #deflatedNotes = 0
  #deflatedBytes = 0
  readonly #additions: AdditionsWriter | undefined
  readonly #fullAt: number

  /**
   * @param expected how many plain grids there will be
   * @param kept the most solutions of one result
   * @param include what the note of each result has
   */
  constructor(expected: number, kept: number, include?: readonly InclusionName[]) {
    // The most that one more may take: a puzzle as long as puzzles may be, in three bytes a character, and solutions.
    const largest = 13_000 + MAX_RULES_LENGTH + kept * 640 + additionBytes(include ?? []).most
    this.#fullAt = MAX_RESULT_BYTES - largest
    this.#records = new RecordsWriter(expected)
    this.#additions = include && new AdditionsWriter(include)
  }

  addSolved(solved: SolvedGrid, note?: ResultNote): void {
    const { grids, grid, solutions, solution, backtracks, searchBacktracks: sum } = solved
    if (note) this.#note(note)
    const isFew = sum <= PAIRS_UP_TO
    this.#records.add(isFew ? (sum * (sum + 1)) / 2 + backtracks : IN_EXTRAS, grids, grid, solutions, solution)
    if (!isFew) {
      this.#extras.byte(STATUSES.indexOf('solved'))
      this.#putCounts(1, backtracks, sum)
    }
    this.counts.add('solved', backtracks)
    this.count++
  }

  /** A plain grid, whatever became of it. */
  addPlain(grids: Uint8Array, grid: number, outcome: Outcome, note: ResultNote = {}): void {
    const { status, solutionCount, backtracks, searchBacktracks, reason } = outcome
    const solutions = new Uint8Array(outcome.solutions.length * PLAIN_CELLS)
    for (const [i, text] of outcome.solutions.entries()) writePlain(text, solutions, i * PLAIN_CELLS)
    this.#note({ ...note, reason: reason ?? note.reason })
    if (status === 'solved') {
      const counts = { backtracks: backtracks ?? 0, searchBacktracks: searchBacktracks ?? 0 }
      this.addSolved({ grids, grid, solutions, solution: 0, ...counts })
      return
    }
    if (solutions.length > 0) this.#records.add(IN_EXTRAS, grids, grid, solutions, 0)
    else this.#records.addWithoutSolution()
    this.#extras.byte(STATUSES.indexOf(status))
    if (backtracks !== null) {
      this.#putCounts(solutionCount, backtracks, searchBacktracks ?? 0)
      this.#extras.number(outcome.solutions.length)
    }
    if (solutions.length === 0) {
      this.#extras.reserve(MAX_PUZZLE_BYTES)
      this.#extras.length = packPuzzle(grids, grid, this.#extras.bytes, this.#extras.length)
    } else for (let at = PLAIN_CELLS; at < solutions.length; at += PLAIN_CELLS) putSolution(solutions, at, this.#extras)
    this.counts.add(status, backtracks)
    this.count++
  }

  /** A puzzle that is no plain grid. */
  addOther(puzzle: string, { reason, ...outcome }: Outcome, note: ResultNote = {}): void {
    this.#note({ ...note, puzzle, outcome, reason: reason ?? note.reason })
    this.counts.add(outcome.status, outcome.backtracks)
    this.count++
  }

  /** The note of the result that is added next. */
  #note({ id, givenIsCorrect, additions, ...note }: ResultNote): void {
    if (additions) this.#additions?.add(additions)
    this.counts.addRating(additions?.rating)
    if (id !== undefined) {
      // Those before it that have none take a "null" each.
      this.#noteBytes += Buffer.byteLength(JSON.stringify(id)) + 1 + WORD_BYTES * (this.count - this.#ids.length)
      this.#ids[this.count] = id
    }
    if (givenIsCorrect !== undefined) {
      this.#noteBytes += WORD_BYTES * (this.count + 1 - this.#right.length)
      this.#right[this.count] = givenIsCorrect
    }
    if (givenIsCorrect === false) this.counts.mismatches++
    if (Object.values(note).every((value) => value === undefined)) return
    this.#notes.push([this.count, note])
    this.#noteBytes += Buffer.byteLength(JSON.stringify(note)) + NOTE_FRAME_BYTES
  }

  /** Whether another result might be more than an item holds. */
  get isFull(): boolean {
    if (this.#bytes <= this.#fullAt) return false
    if (this.#noteBytes < LEAST_DEFLATED_BYTES) return true
    // Rules deflate to a tenth: by their JSON alone an item would hold 190 killers, where it holds 1,800.
    const columns = [this.#ids, this.#right].map((column) => column.slice(this.#deflatedUpTo))
    this.#deflatedBytes += deflateRawSync(JSON.stringify([this.#notes.slice(this.#deflatedNotes), columns])).length
    this.#deflatedNotes = this.#notes.length
    this.#deflatedUpTo = Math.max(this.#ids.length, this.#right.length)
    this.#noteBytes = 0
    return this.#bytes > this.#fullAt
  }

  /** The size of all of them at most. */
  get #bytes(): number {
    const added = this.#additions?.bytes ?? 0
    return this.#records.maxBytes + this.#extras.length + this.#deflatedBytes + this.#noteBytes + added
  }

  pack(): Uint8Array {
    const records = this.#records.pack()
    const extras = this.#extras.written()
    const [ids, right, noted] = [this.#ids, this.#right, this.#notes].map((all) => (all.length > 0 ? all : undefined))
    const notes =
      ids || right || noted ? deflateRawSync(JSON.stringify({ ids, right, notes: noted })) : new Uint8Array()
    const head = headOf(FORMAT, this.count, records.length, SEARCH_VERSION, extras.length, notes.length)
    return Buffer.concat([head, records, extras, notes, this.#additions?.pack() ?? new Uint8Array()])
  }

  #putCounts(solutionCount: number, backtracks: number, searchBacktracks: number): void {
    this.#extras.number(solutionCount)
    this.#extras.number(backtracks)
    this.#extras.number(searchBacktracks - backtracks)
  }
}

/** The results of puzzles that will not be solved, as many as fit; they are kept, so that they can be sent again. */
export function unsolved(puzzles: Puzzles, status: 'failed' | 'cancelled', reason?: string): ResultsBuilder {
  const { count, plain } = puzzles
  const results = new ResultsBuilder(plain.length / PLAIN_CELLS, 0)
  let grid = 0
  for (let place = 0; place < count && !results.isFull; place++) {
    const { text, ...named } = puzzles.noteOf(place, grid) ?? {}
    const outcome = unsearched(status, reason)
    if (text !== undefined) results.addOther(text, outcome, named)
    else results.addPlain(plain, PLAIN_CELLS * grid++, outcome, named)
  }
  return results
}

export class ResultsReader {
  readonly count: number
  /** The place of the result that is looked at; -1 before the first. */
  place = -1
  status: Status = 'solved'
  backtracks: number | null = 0
  searchBacktracks: number | null = 0
  solutionCount = 0
  /** Whether it is a plain grid with a solution: then {@link record} has it. */
  isPlainSolved = false
  readonly record: RecordsReader
  readonly #bytes: Uint8Array
  readonly #searchVersion: number
  readonly #ids: readonly (string | null)[]
  readonly #right: readonly (boolean | null)[]
  readonly #notes: ReadonlyMap<number, ResultNote>
  readonly #extras: ByteReader
  readonly #additions: ReturnType<typeof additionsIn> | undefined
  /** Those of the result that is looked at. */
  #added: IncludedFields | undefined
  /** Where in the extras the further solutions, or the puzzle, of this result begin. */
  #details = 0
  #kept = 0

  /**
   * Damaged bytes are read as other results, or throw a RangeError here or later.
   *
   * @throws {VersionError} where code of another version packed them
   */
  constructor(packed: Uint8Array) {
    assertSignature(packed, FORMAT)
    const view = new DataView(packed.buffer, packed.byteOffset + SIGNATURE_BYTES, COUNTS_BYTES)
    const [count, records, searchVersion, extras, notes] = [0, 4, 8, 12, 16].map((at) => view.getUint32(at, true))
    this.count = count
    this.#bytes = packed
    this.#searchVersion = searchVersion
    const extrasAt = HEAD_BYTES + records
    this.record = new RecordsReader(packed.subarray(HEAD_BYTES, extrasAt))
    const notesAt = extrasAt + extras
    this.#extras = new ByteReader(packed.subarray(0, notesAt), extrasAt)
    const written = notes > 0 ? inflateRawSync(packed.subarray(notesAt, notesAt + notes)).toString('utf8') : '{}'
    const { ids = [], right = [], notes: noted } = JSON.parse(written)
    this.#ids = ids
    this.#right = right
    this.#notes = new Map(noted)
    if (notesAt + notes < packed.length) this.#additions = additionsIn(packed.subarray(notesAt + notes))
  }

  /** Looks at the next result; false at the end. */
  next(): boolean {
    if (++this.place >= this.count) return false
    this.#added = this.#additions?.next().value
    const outcome = this.#notes.get(this.place)?.outcome
    if (outcome) {
      const { status, solutionCount, backtracks, searchBacktracks } = outcome
      this.#set(status, solutionCount, backtracks, searchBacktracks, 0)
      return true
    }
    this.record.next()
    const { mark } = this.record
    if (mark >= IN_EXTRAS) this.#readExtras()
    else {
      const [first, further] = PAIRS[mark]
      this.#set('solved', 1, first, first + further, 1)
    }
    return true
  }

  /** Whether the solution that came with the puzzle is one; undefined where none came. */
  get givenIsCorrect(): boolean | undefined {
    return this.#right[this.place] ?? undefined
  }

  /** How hard its job has found the puzzle; null or undefined where it has not, or was not asked. */
  get rating(): IncludedFields['rating'] {
    return this.#added?.rating
  }

  /** The result as a whole, of the puzzle at a place of its job and on a line of its file. */
  result(place: number, line: number, options: ToldOptions): PuzzleResult {
    const note = this.#notes.get(this.place)
    const { puzzle, solutions } = note?.outcome
      ? { puzzle: note.puzzle ?? '', solutions: note.outcome.solutions }
      : this.#grids()
    const { reason, rules } = note ?? {}
    const id = this.#ids[this.place] ?? undefined
    const { givenIsCorrect } = this
    const { status, solutionCount, backtracks, searchBacktracks } = this
    const outcome = { status, solutionCount, solutions, backtracks, searchBacktracks }
    const found = { puzzle, outcome, id, reason, givenIsCorrect, rules, additions: this.#added }
    return resultOf({ ...found, searchVersion: this.#searchVersion }, place, line, options)
  }

  /** The puzzle as it was submitted. */
  entry(): Entry {
    const { given, refused, rules, puzzle } = this.#notes.get(this.place) ?? {}
    const id = this.#ids[this.place] ?? undefined
    return { text: puzzle ?? this.#grids().puzzle, id, given, refused, rules }
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
    this.#extras.skip(kept > 0 ? (kept - 1) * SOLUTION_BYTES : this.#endOfPuzzle() - this.#details)
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
    this.record.copySolution(scratch, 0)
    this.record.copyPuzzle(scratch, 0, scratch, PLAIN_CELLS)
    const solutions = [plainText(scratch, 0)]
    const puzzle = plainText(scratch, PLAIN_CELLS)
    for (let i = 1; i < this.#kept; i++) {
      unpackSolution(this.#bytes, this.#details + (i - 1) * SOLUTION_BYTES, scratch, 0)
      solutions.push(plainText(scratch, 0))
    }
    return { puzzle, solutions }
  }
}

const scratch = new Uint8Array(2 * PLAIN_CELLS)

export function* puzzlesIn(packed: Uint8Array): Generator<Entry, void> {
  const reader = new ResultsReader(packed)
  while (reader.next()) yield reader.entry()
}

/** The status of the first of some packed results: where that is `failed`, all are. */
export function firstStatus(packed: Uint8Array): Status | undefined {
  const reader = new ResultsReader(packed)
  return reader.next() ? reader.status : undefined
}

export function countsOf(packed: Uint8Array): ResultCounter {
  const reader = new ResultsReader(packed)
  const counts = new ResultCounter()
  while (reader.next()) {
    counts.add(reader.status, reader.backtracks)
    counts.addRating(reader.rating)
    if (reader.givenIsCorrect === false) counts.mismatches++
  }
  return counts
}
