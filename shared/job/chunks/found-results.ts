import { plainText } from '../../sudoku/grid/plain-grid.ts'
import { SEARCH_VERSION } from '../../sudoku/search/strategy.ts'
import type { Found } from '../found.ts'
import type { ResultNote, SolvedGrid } from '../packed/packed-results.ts'
import type { Outcome } from '../result.ts'
import type { ResultSink } from './solve-chunk.ts'

/** A chunk of puzzles that belong to no job: they are solved for whoever asks, where he is. */
export const NO_JOB = { jobId: '', part: 1, number: 0, from: 0, redrive: 0, expiresAt: Number.POSITIVE_INFINITY }

/** Tells results as they are found, and keeps nothing: packed and unpacked, a million takes half a second more. */
export class FoundResults implements ResultSink {
  readonly isFull = false
  readonly #tell: (found: Found) => void

  constructor(tell: (found: Found) => void) {
    this.#tell = tell
  }

  addSolved({ grids, grid, solutions, solution, ...counts }: SolvedGrid, note?: ResultNote): void {
    const found = { solutionCount: 1, solutions: [plainText(solutions, solution)], ...counts }
    this.addPlain(grids, grid, { status: 'solved', ...found }, note)
  }

  addPlain(grids: Uint8Array, grid: number, outcome: Outcome, note?: ResultNote): void {
    this.addOther(plainText(grids, grid), outcome, note)
  }

  addOther(puzzle: string, { reason, ...outcome }: Outcome, note?: ResultNote): void {
    this.#tell({ reason, ...note, puzzle, outcome, searchVersion: SEARCH_VERSION })
  }
}
