import { parentPort, workerData } from 'node:worker_threads'
import type { JobOptions } from '../shared/job/job.ts'
import type { ResultFilter } from '../shared/job/result-filter.ts'
import type { PuzzleBlock } from '../shared/local/blocks.ts'
import { solvedBlock } from '../shared/local/solved-block.ts'
import { type OutputFormatName, outputFormats } from './output-formats.ts'

/** The options that all puzzles share: the thread's `workerData`. */
export interface SolveThreadOptions {
  readonly options: JobOptions
  readonly format: OutputFormatName
  readonly filter: ResultFilter
}

const { format, ...asked }: SolveThreadOptions = workerData

parentPort?.on('message', (block: PuzzleBlock) => {
  const solved = solvedBlock(block, { ...asked, format: outputFormats[format] })
  parentPort?.postMessage(solved, [solved.text.buffer])
})
