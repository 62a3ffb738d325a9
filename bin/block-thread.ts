import { parentPort, workerData } from 'node:worker_threads'
import { CluesNotReached, type GeneratorOptions, generateSolved } from '../shared/sudoku/generate.ts'
import { textOf } from '../shared/sudoku/grid.ts'

/** What the lines of all blocks have in common: `workerData`. */
export interface Lines extends GeneratorOptions {
  /** Each puzzle beside its solution, `0` in empty cells. */
  readonly solutions: boolean
}

/** Puzzles that follow one another: the thread is sent one after the other. */
export interface Block {
  readonly from: number
  readonly count: number
}

/** What comes back for a block. */
export interface MadeBlock {
  readonly text: string
  /** Why the text ends before the block does. */
  readonly problem?: string
}

const lines: Lines = workerData

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
  const { puzzle, solution } = generateSolved({ ...lines, index })
  return lines.solutions ? `${puzzle.replaceAll('.', '0')},${textOf(solution)}` : puzzle
}
