import { parentPort, workerData } from 'node:worker_threads'
import { ended } from '../shared/ended.ts'
import { variantOf } from '../shared/input/variants/variant-puzzle.ts'
import { type LinkFormatName, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import { textOf, withZeroes } from '../shared/sudoku/grid/grid.ts'
import { CluesNotReached, GridNotFound } from '../shared/sudoku/making/generate.ts'
import { RatingNotReached } from '../shared/sudoku/making/generate-rated.ts'
import { type MakingOptions, making } from '../shared/sudoku/making/making.ts'

/** The options that the puzzles of all blocks share: the thread's `workerData`. */
export interface BlockOptions extends Omit<MakingOptions, 'index'> {
  /** Whether the solution comes with each puzzle; on a line of bare cells `0` stands for an empty one then. */
  readonly solutions: boolean
  /** How a puzzle is written: bare cells, or a format that carries rules. */
  readonly format: 'text' | LinkFormatName
  /** Whether puzzles are the items of a JSON array, instead of lines. */
  readonly json: boolean
}

/** A run of consecutive puzzles. The thread receives one block after the other. */
export interface Block {
  readonly from: number
  readonly count: number
}

/** The thread's answer to a block. */
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
      if (!REASONS.some((reason) => error instanceof reason)) throw error
      const { message } = error as Error
      return madeOf(`puzzle ${index + 1}: ${message}`)
    }
  }
  return madeOf()
}

/** Why there may be no such puzzle. */
const REASONS = [CluesNotReached, GridNotFound, RatingNotReached]

function textAt(index: number): string {
  const { format, json, solutions } = options
  const made = ended(making({ ...options, index }))
  const solution = textOf(made.solution)
  if (format !== 'text') {
    const puzzle = variantOf({ ...made.own, puzzle: made.puzzle, ...(solutions && { solution }) })
    if (!puzzle.ok) throw new Error(`a made puzzle cannot be read: ${puzzle.error}`)
    const { fields, write } = puzzleFormats[format]
    return json ? JSON.stringify(fields(puzzle.value)) : write(puzzle.value).trimEnd()
  }
  const { puzzle, rating } = made
  if (json) return JSON.stringify({ puzzle, ...(rating && { rating }), ...(solutions && { solution }) })
  return solutions ? `${withZeroes(puzzle)},${solution}` : puzzle
}
