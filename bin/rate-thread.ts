import { parentPort, workerData } from 'node:worker_threads'
import { ratableOf } from '../shared/job/solved-entry.ts'
import { type RatingOptions, ratePuzzle } from '../shared/sudoku/rating/rating.ts'
import type { FileEntry } from './file-entries.ts'
import { RATING_FORMATS, type Rated, type RatingFormat } from './output-formats.ts'

/** The options that all puzzles share: the thread's `workerData`. */
export interface RateOptions extends RatingOptions {
  readonly format: RatingFormat
}

/** The thread's answer to some puzzles: their ratings as they are printed, with separators between them. */
export interface RatedBlock {
  readonly text: string
  readonly areAllRated: boolean
}

const { format, ...options }: RateOptions = workerData
const { write, separator } = RATING_FORMATS[format]

parentPort?.on('message', (entries: readonly FileEntry[]) => {
  const rated = entries.map(ratedOf)
  const block: RatedBlock = { text: rated.map(write).join(separator), areAllRated: rated.every((of) => 'er' in of) }
  parentPort?.postMessage(block)
})

function ratedOf({ entry, place }: FileEntry): Rated {
  const { id, text: puzzle } = entry
  const ratable = ratableOf(entry)
  const rating = ratable.ok ? ratePuzzle(ratable.value.givens, options) : { reason: ratable.error }
  return { place, ...(id !== undefined && { id }), puzzle, ...rating }
}
