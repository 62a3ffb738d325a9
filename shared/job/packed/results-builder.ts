import { deflateRawSync } from 'node:zlib'
import { packSolved, SOLVED_BYTES } from '../../sudoku/packed-grid.ts'
import { MAX_PUZZLE_BYTES, packPuzzle } from '../../sudoku/packed-puzzle.ts'
import { PLAIN_CELLS, writePlain } from '../../sudoku/plain-grid.ts'
import { SEARCH_VERSION } from '../../sudoku/strategies/strategy.ts'
import type { Puzzles } from '../puzzles.ts'
import { type Outcome, STATUSES, unsearched } from '../result.ts'
import { Tally } from '../tally.ts'
import { ByteWriter } from './bytes.ts'
import {
  HEAD_BYTES,
  IN_EXTRAS,
  MAX_RESULT_BYTES,
  type Note,
  PAIRS_UP_TO,
  SOLUTION_AT,
  SOLUTION_BYTES,
} from './packed-results.ts'

/** A note's place, its brackets and commas. */
const NOTE_FRAME_BYTES = 12
/** The most that one more result may take: a puzzle as long as puzzles may be, in three bytes a character, and solutions. */
const largestResult = (kept: number) => 13_000 + kept * 640

/** Collects the results of consecutive puzzles. */
export class ResultsBuilder {
  readonly tally = new Tally()
  count = 0
  readonly #records: ByteWriter
  readonly #extras = new ByteWriter(256)
  readonly #notes: [number, Note][] = []
  /** Of the notes as JSON, which deflating can only make smaller, but for some bytes. */
  #noteBytes = 0
  readonly #fullAt: number

  /**
   * @param expected how many plain grids there will be
   * @param kept the most solutions of one result
   */
  constructor(expected: number, kept: number) {
    this.#fullAt = MAX_RESULT_BYTES - largestResult(kept)
    this.#records = new ByteWriter(expected * SOLVED_BYTES)
  }

  /** A plain grid that has one solution, as far as was asked. */
  addSolved(
    grids: Uint8Array,
    grid: number,
    solutions: Uint8Array,
    solution: number,
    backtracks: number,
    searchBacktracks: number,
  ): void {
    const sum = searchBacktracks
    const isFew = sum <= PAIRS_UP_TO
    this.#records.reserve(SOLVED_BYTES)
    const { bytes, length } = this.#records
    const spare = isFew ? (sum * (sum + 1)) / 2 + backtracks : IN_EXTRAS
    packSolved(grids, grid, solutions, solution, spare, bytes, length)
    this.#records.length += SOLVED_BYTES
    if (!isFew) {
      this.#extras.byte(STATUSES.indexOf('solved'))
      this.#putCounts(1, backtracks, searchBacktracks)
    }
    this.tally.add('solved', backtracks)
    this.count++
  }

  /** A plain grid, whatever became of it. */
  addPlain(grids: Uint8Array, grid: number, outcome: Outcome, note: Note = {}): void {
    const { status, solutionCount, backtracks, searchBacktracks, reason } = outcome
    const solutions = new Uint8Array(outcome.solutions.length * PLAIN_CELLS)
    for (const [i, text] of outcome.solutions.entries()) writePlain(text, solutions, i * PLAIN_CELLS)
    this.#note({ ...note, ...(reason !== undefined && { reason }) })
    if (status === 'solved') {
      this.addSolved(grids, grid, solutions, 0, backtracks ?? 0, searchBacktracks ?? 0)
      return
    }
    this.#records.reserve(SOLVED_BYTES)
    const record = this.#records.length
    this.#records.length += SOLVED_BYTES
    if (solutions.length > 0) packSolved(grids, grid, solutions, 0, IN_EXTRAS, this.#records.bytes, record)
    else putNoSolution(this.#records.bytes, record)
    this.#extras.byte(STATUSES.indexOf(status))
    if (backtracks !== null) {
      this.#putCounts(solutionCount, backtracks, searchBacktracks ?? 0)
      this.#extras.number(outcome.solutions.length)
    }
    if (solutions.length === 0) this.#putPuzzle(grids, grid)
    else for (let at = PLAIN_CELLS; at < solutions.length; at += PLAIN_CELLS) this.#putSolution(solutions, at)
    this.tally.add(status, backtracks)
    this.count++
  }

  /** A puzzle that is no plain grid. */
  addOther(puzzle: string, { reason, ...outcome }: Outcome, note: Note = {}): void {
    this.#note({ ...note, puzzle, outcome, ...(reason !== undefined && { reason }) })
    this.tally.add(outcome.status, outcome.backtracks)
    this.count++
  }

  /** What else there is to say of the result that is added next. */
  #note(note: Note): void {
    if (note.givenIsCorrect === false) this.tally.mismatches++
    if (Object.keys(note).length === 0) return
    this.#notes.push([this.count, note])
    this.#noteBytes += Buffer.byteLength(JSON.stringify(note)) + NOTE_FRAME_BYTES
  }

  /** Whether another result might be more than an item holds. */
  get isFull(): boolean {
    return this.#records.length + this.#extras.length + this.#noteBytes > this.#fullAt
  }

  pack(): Uint8Array {
    const notes = this.#notes.length > 0 ? deflateRawSync(JSON.stringify(this.#notes)) : new Uint8Array()
    const { length: records } = this.#records
    const { length: extras } = this.#extras
    const packed = new Uint8Array(HEAD_BYTES + records + extras + notes.length)
    const head = [this.count, records / SOLVED_BYTES, extras, notes.length, SEARCH_VERSION]
    new Uint32Array(packed.buffer, 0, head.length).set(head)
    packed.set(this.#records.written(), HEAD_BYTES)
    packed.set(this.#extras.written(), HEAD_BYTES + records)
    packed.set(notes, HEAD_BYTES + records + extras)
    return packed
  }

  #putCounts(solutionCount: number, backtracks: number, searchBacktracks: number): void {
    this.#extras.number(solutionCount)
    this.#extras.number(backtracks)
    this.#extras.number(searchBacktracks - backtracks)
  }

  #putPuzzle(grids: Uint8Array, grid: number): void {
    this.#extras.reserve(MAX_PUZZLE_BYTES)
    this.#extras.length = packPuzzle(grids, grid, this.#extras.bytes, this.#extras.length)
  }

  #putSolution(solutions: Uint8Array, at: number): void {
    const record = new Uint8Array(SOLVED_BYTES)
    packSolved(solutions, at, solutions, at, 0, record, 0)
    this.#extras.reserve(SOLUTION_BYTES)
    this.#extras.bytes.set(record.subarray(SOLUTION_AT), this.#extras.length)
    this.#extras.length += SOLUTION_BYTES
  }
}

/** A record that has nothing to say but that the extras have it all. */
function putNoSolution(records: Uint8Array, at: number): void {
  records.fill(0, at, at + SOLVED_BYTES - 1)
  records[at + SOLVED_BYTES - 1] = IN_EXTRAS << 2
}

/** The results of puzzles that will not be solved, as many as fit; they are kept, so that they can be sent again. */
export function unsolved(
  { count, plain, notes }: Puzzles,
  status: 'failed' | 'cancelled',
  reason?: string,
): ResultsBuilder {
  const results = new ResultsBuilder(plain.length / PLAIN_CELLS, 0)
  let grid = 0
  for (let place = 0; place < count && !results.isFull; place++) {
    const { text, ...named } = notes.get(place) ?? {}
    const outcome = unsearched(status, reason)
    if (text !== undefined) results.addOther(text, outcome, named)
    else results.addPlain(plain, PLAIN_CELLS * grid++, outcome, named)
  }
  return results
}
