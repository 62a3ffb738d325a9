import { FoundResults, NO_JOB, solveInto } from '../job/chunks/solve-chunk.ts'
import { type Found, resultOf } from '../job/found.ts'
import type { JobOptions } from '../job/job.ts'
import type { Format } from '../job/output/result-format.ts'
import { ByteWriter } from '../job/packed/byte-format.ts'
import type { ResultNote, SolvedGrid } from '../job/packed/packed-results.ts'
import { Puzzles } from '../job/puzzles.ts'
import type { Status } from '../job/result.ts'
import { isFilter, passes, type ResultFilter } from '../job/result-filter.ts'
import { PLAIN_CELLS } from '../sudoku/grid/plain-grid.ts'
import type { PuzzleBlock } from './blocks.ts'

/** What is asked of the puzzles of all blocks. */
export interface BlockOptions {
  readonly options: JobOptions
  readonly format: Pick<Format, 'write' | 'solved'> & { readonly separator: string }
  readonly filter: ResultFilter
}

/** The results of a block that are asked for, as they are printed, with separators between them. */
export interface SolvedBlock {
  readonly text: Uint8Array<ArrayBuffer>
  /** Whether every puzzle was solved, and every solution that came with one is right. */
  readonly areAllSolved: boolean
  /** How many puzzles ended with each status, whichever are asked for; none is left out. */
  readonly counts: Readonly<Partial<Record<Status, number>>>
}

/** Solves a block by the code that the service's workers run. */
export function solvedBlock(block: PuzzleBlock, asked: BlockOptions): SolvedBlock {
  const { count, plain, notes, given, ids } = block
  const results = new ResultsText(block, asked)
  const puzzles = new Puzzles(count, plain, notes, given, ids)
  // A puzzle is searched to its end, or to its limit: nobody else waits for this thread.
  solveInto(results, { ...NO_JOB, options: asked.options, puzzles }, () => false)
  return results.block()
}

class ResultsText extends FoundResults {
  readonly #block: PuzzleBlock
  readonly #asked: BlockOptions
  readonly #solvedFormat: Format['solved']
  readonly #text: ByteWriter
  readonly #counts: Partial<Record<Status, number>> = {}
  /** Puzzles that have ended. */
  #ended = 0
  #areAllSolved = true
  /** What {@link addSolved} was given last, and the functions with which a format copies it. */
  #solved: SolvedGrid | undefined
  readonly #plain = {
    copySolution: (to: Uint8Array, at: number): void => {
      if (this.#solved) copyCells(this.#solved.solutions, this.#solved.solution, to, at)
    },
    copyPuzzle: (_solutions: Uint8Array, _solution: number, to: Uint8Array, at: number): void => {
      if (this.#solved) copyCells(this.#solved.grids, this.#solved.grid, to, at)
    },
  }

  constructor(block: PuzzleBlock, asked: BlockOptions) {
    super((found) => this.#write(found))
    this.#block = block
    this.#asked = asked
    // Solved puzzles are copied where all of them are printed, and nothing else with them.
    this.#solvedFormat = isFilter(asked.filter) || asked.options.include ? undefined : asked.format.solved
    this.#text = new ByteWriter(block.count * (this.#solvedFormat?.bytes ?? 0))
  }

  override addSolved(solved: SolvedGrid, note?: ResultNote): void {
    const solvedFormat = this.#solvedFormat
    if (!solvedFormat) {
      super.addSolved(solved, note)
      return
    }
    this.#end('solved')
    this.#solved = solved
    this.#text.reserve(solvedFormat.bytes)
    solvedFormat.write(this.#plain, this.#text.bytes, this.#text.length)
    this.#text.length += solvedFormat.bytes
  }

  block(): SolvedBlock {
    return { text: this.#text.written().slice(), areAllSolved: this.#areAllSolved, counts: this.#counts }
  }

  #write(found: Found): void {
    const { options, format, filter } = this.#asked
    const place = this.#block.place + this.#ended
    const result = resultOf(found, place, this.#block.lines?.[this.#ended] ?? place, options)
    this.#end(found.outcome.status)
    this.#areAllSolved &&= found.outcome.status === 'solved' && found.givenIsCorrect !== false
    if (!passes(filter, result)) return
    if (this.#text.length > 0) this.#text.text(format.separator)
    this.#text.text(format.write(result, options))
  }

  #end(status: Status): void {
    this.#ended++
    this.#counts[status] = (this.#counts[status] ?? 0) + 1
  }
}

function copyCells(from: Uint8Array, begin: number, to: Uint8Array, at: number): void {
  for (let cell = 0; cell < PLAIN_CELLS; cell++) to[at + cell] = from[begin + cell]
}
