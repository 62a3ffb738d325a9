import { parentPort, workerData } from 'node:worker_threads'
import { type VariantPuzzle, variantOf } from '../shared/input/variants/variant-puzzle.ts'
import type { ErRange } from '../shared/job/result-filter.ts'
import { textOf, withZeroes } from '../shared/sudoku/grid/grid.ts'
import { CluesNotReached, GridNotFound, generateSolved } from '../shared/sudoku/making/generate.ts'
import { generateRated, RatingNotReached } from '../shared/sudoku/making/generate-rated.ts'
import { generateVariant, type VariantOptions } from '../shared/sudoku/making/generate-variant.ts'
import { namesOf } from '../shared/sudoku/rules/rules.ts'
import { type LinkFormatName, puzzleFormats } from './puzzle-formats.ts'

/** The options that the puzzles of all blocks share: the thread's `workerData`. */
export interface BlockOptions extends VariantOptions {
  /** Whether the solution comes with each puzzle; on a line of bare cells `0` stands for an empty one then. */
  readonly solutions: boolean
  /** How a puzzle is written: bare cells, or a format that carries rules. */
  readonly format: 'text' | LinkFormatName
  /** How hard puzzles are to be, in tenths of ER; as it comes by default. */
  readonly er?: ErRange
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
  const { format, json } = options
  if (format !== 'text') {
    const puzzle = variantAt(index)
    return json ? JSON.stringify(puzzleFormats[format].fields(puzzle)) : puzzleFormats[format].write(puzzle).trimEnd()
  }
  const { seed, er } = options
  const rated = er && generateRated({ ...er, seed, index })
  const { puzzle, solution } = rated ?? generateSolved({ ...options, index })
  const rating = rated && { rating: rated.rating }
  if (options.json)
    return JSON.stringify({ puzzle, ...rating, ...(options.solutions && { solution: textOf(solution) }) })
  return options.solutions ? `${withZeroes(puzzle)},${textOf(solution)}` : puzzle
}

/** A puzzle with the rules that it was made under. */
function variantAt(index: number): VariantPuzzle {
  const asked = { ...options, index }
  const { own, puzzle, solution } =
    options.cages || options.regions
      ? generateVariant(asked)
      : { own: { rules: namesOf(options.rules) }, ...generateSolved(asked) }
  const made = variantOf({ ...own, puzzle, ...(options.solutions && { solution: textOf(solution) }) })
  if (!made.ok) throw new Error(`a made puzzle cannot be read: ${made.error}`)
  return made.value
}
