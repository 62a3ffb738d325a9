import { parentPort, workerData } from 'node:worker_threads'
import { FoundResults, NO_JOB } from '../shared/job/chunks/found-results.ts'
import { solveInto } from '../shared/job/chunks/solve-chunk.ts'
import { type Found, resultOf } from '../shared/job/found.ts'
import type { JobOptions } from '../shared/job/job.ts'
import { LineNumbers } from '../shared/job/line-numbers.ts'
import { ByteWriter } from '../shared/job/packed/bytes.ts'
import type { ResultNote } from '../shared/job/packed/packed-results.ts'
import { Puzzles } from '../shared/job/puzzles.ts'
import { isFilter, passes, type ResultFilter } from '../shared/job/result-filter.ts'
import { PLAIN_CELLS } from '../shared/sudoku/grid/plain-grid.ts'
import { type OutputFormatName, outputFormats } from './output-formats.ts'

/** The options that all puzzles share: the thread's `workerData`. */
export interface SolveThreadOptions {
  readonly options: JobOptions
  readonly format: OutputFormatName
  readonly filter: ResultFilter
}

/** Consecutive puzzles of a file, as `Puzzles` has them. */
export interface PuzzleBlock extends Pick<Puzzles, 'count' | 'notes' | 'given' | 'ids'> {
  readonly plain: Uint8Array<ArrayBuffer>
  /** The first one's among the puzzles of the file, from 1. */
  readonly place: number
  /** Their lines, as `LineNumbers` has them; where they are not known, places stand for them. */
  readonly lines?: { readonly first: number; readonly runs: readonly number[] }
}

/** The thread's answer to a block: the results that are asked for as they are printed, with separators between them. */
export interface SolvedBlock {
  readonly text: Uint8Array<ArrayBuffer>
  /** Whether every puzzle was solved, and every solution that came with one is right. */
  readonly areAllSolved: boolean
}

const { options, format, filter }: SolveThreadOptions = workerData
const { write, separator, ...fast } = outputFormats[format]
const solvedFormat = 'solved' in fast && !isFilter(filter) && !options.include ? fast.solved : undefined

/** A puzzle is searched to its end, or to its limit: nobody else waits for this thread. */
const never = () => false
const NO_BYTES = new Uint8Array()

parentPort?.on('message', ({ count, plain, notes, given, ids, place, lines }: PuzzleBlock) => {
  const results = new ResultsText(place, lines && new LineNumbers(lines.first, lines.runs), count)
  solveInto(results, { ...NO_JOB, options, puzzles: new Puzzles(count, plain, notes, given, ids) }, never)
  const solved = results.block()
  parentPort?.postMessage(solved, [solved.text.buffer])
})

/** Writes results as they are printed. */
class ResultsText extends FoundResults {
  readonly #text: ByteWriter
  readonly #lines: LineNumbers | undefined
  readonly #first: number
  #place: number
  #areAllSolved = true
  /** The grid and the solution that {@link addSolved} is given, for the format that copies them. */
  readonly #plain = {
    grids: NO_BYTES,
    grid: 0,
    solutions: NO_BYTES,
    solution: 0,
    copySolution(to: Uint8Array, at: number): void {
      const { solutions, solution } = this
      for (let cell = 0; cell < PLAIN_CELLS; cell++) to[at + cell] = solutions[solution + cell]
    },
    copyPuzzle(_solutions: Uint8Array, _solution: number, to: Uint8Array, at: number): void {
      const { grids, grid } = this
      for (let cell = 0; cell < PLAIN_CELLS; cell++) to[at + cell] = grids[grid + cell]
    },
  }

  constructor(place: number, lines: LineNumbers | undefined, count: number) {
    super((found) => this.#write(found))
    this.#first = place
    this.#place = place - 1
    this.#lines = lines
    this.#text = new ByteWriter(count * (solvedFormat?.bytes ?? 0))
  }

  override addSolved(
    grids: Uint8Array,
    grid: number,
    solutions: Uint8Array,
    solution: number,
    backtracks: number,
    searchBacktracks: number,
    note?: ResultNote,
  ): void {
    if (!solvedFormat) {
      super.addSolved(grids, grid, solutions, solution, backtracks, searchBacktracks, note)
      return
    }
    this.end()
    this.#place++
    Object.assign(this.#plain, { grids, grid, solutions, solution })
    this.#text.reserve(solvedFormat.bytes)
    solvedFormat.write(this.#plain, this.#text.bytes, this.#text.length)
    this.#text.length += solvedFormat.bytes
  }

  block(): SolvedBlock {
    this.end()
    return { text: this.#text.written().slice(), areAllSolved: this.#areAllSolved }
  }

  #write(found: Found): void {
    this.#place++
    this.#areAllSolved &&= found.outcome.status === 'solved' && found.givenIsCorrect !== false
    const line = this.#lines?.lineOf(this.#place - this.#first) ?? this.#place
    const result = resultOf(found, this.#place, line, options)
    if (!passes(filter, result)) return
    if (this.#text.length > 0) this.#text.text(separator)
    this.#text.text(write(result, options))
  }
}
