import { parentPort, workerData } from 'node:worker_threads'
import { CluesNotReached, type GeneratorOptions, generateSolved } from '../shared/sudoku/generate.ts'
import { textOf } from '../shared/sudoku/grid.ts'

/** What the puzzles of all blocks have in common: the thread's `workerData`. */
export interface BlockOptions extends GeneratorOptions {
  /** Whether each line has the puzzle, with `0` for empty cells, and its solution. */
  readonly solutions: boolean
}

/** A run of consecutive puzzles. The thread receives one block after the other. */
export interface Block {
  readonly from: number
  readonly count: number
}

/** What the thread sends back for a block. */
export interface MadeBlock {
  readonly text: string
  /** Why the text has fewer puzzles than the block. */
  readonly problem?: string
}

const options: BlockOptions = workerData

parentPort?.on('message', (block: Block) => parentPort?.postMessage(made(block)))

function made({ from, count }: Block): MadeBlock {
  let text = ''
  for (let index = from; index < from + count; index++) {
    try {
      text += `${lineAt(index)}\n`
    } catch (error) {
      if (!(error instanceof CluesNotReached)) throw error
      return { text, problem: `puzzle ${index + 1}: ${error.message}` }
    }
  }
  return { text }
}

function lineAt(index: number): string {
  const { puzzle, solution } = generateSolved({ ...options, index })
  return options.solutions ? `${puzzle.replaceAll('.', '0')},${textOf(solution)}` : puzzle
}
