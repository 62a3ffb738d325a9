import { parentPort, workerData } from 'node:worker_threads'
import { CluesNotReached, type GeneratorOptions, generateSolved } from '../shared/sudoku/generate.ts'
import { textOf } from '../shared/sudoku/grid.ts'

/** What the puzzles of all blocks have in common: the thread's `workerData`. */
export interface BlockOptions extends GeneratorOptions {
  /** Whether the solution comes with each puzzle; on a line `0` stands for an empty cell then. */
  readonly solutions: boolean
  /** Whether puzzles are the items of a JSON array, instead of lines. */
  readonly json: boolean
}

/** A run of consecutive puzzles. The thread receives one block after the other. */
export interface Block {
  readonly from: number
  readonly count: number
}

/** What the thread sends back for a block. */
export interface MadeBlock {
  /** Whole lines; or items with commas between them. */
  readonly text: string
  /** Why the text has fewer puzzles than the block. */
  readonly problem?: string
}

const options: BlockOptions = workerData

parentPort?.on('message', (block: Block) => parentPort?.postMessage(made(block)))

function made({ from, count }: Block): MadeBlock {
  const puzzles: string[] = []
  const madeOf = (problem?: string): MadeBlock => ({
    text: options.json ? puzzles.join(',\n') : puzzles.map((line) => `${line}\n`).join(''),
    ...(problem && { problem }),
  })
  for (let index = from; index < from + count; index++) {
    try {
      puzzles.push(textAt(index))
    } catch (error) {
      if (!(error instanceof CluesNotReached)) throw error
      return madeOf(`puzzle ${index + 1}: ${error.message}`)
    }
  }
  return madeOf()
}

function textAt(index: number): string {
  const { puzzle, solution } = generateSolved({ ...options, index })
  if (options.json) return JSON.stringify({ puzzle, ...(options.solutions && { solution: textOf(solution) }) })
  return options.solutions ? `${puzzle.replaceAll('.', '0')},${textOf(solution)}` : puzzle
}
