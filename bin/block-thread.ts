import { parentPort, workerData } from 'node:worker_threads'
import { type VariantPuzzle, variantOf } from '../shared/input/variants/variant-puzzle.ts'
import { CluesNotReached, GridNotFound, generateSolved } from '../shared/sudoku/generate.ts'
import { generateVariant, type VariantOptions } from '../shared/sudoku/generate-variant.ts'
import { textOf } from '../shared/sudoku/grid.ts'
import { namesOf } from '../shared/sudoku/rules.ts'
import { type PuzzleFormName, puzzleForms } from './puzzle-forms.ts'

/** What the puzzles of all blocks have in common: the thread's `workerData`. */
export interface BlockOptions extends VariantOptions {
  /** Whether the solution comes with each puzzle; on a line of bare cells `0` stands for an empty one then. */
  readonly solutions: boolean
  /** How a puzzle is written: bare cells, or a form that carries rules. */
  readonly format: 'text' | PuzzleFormName
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
      if (!(error instanceof CluesNotReached || error instanceof GridNotFound)) throw error
      return madeOf(`puzzle ${index + 1}: ${error.message}`)
    }
  }
  return madeOf()
}

function textAt(index: number): string {
  const { format, json } = options
  if (format !== 'text') {
    const puzzle = variantAt(index)
    return json ? JSON.stringify(puzzleForms[format].fields(puzzle)) : puzzleForms[format].write(puzzle)
  }
  const { puzzle, solution } = generateSolved({ ...options, index })
  if (options.json) return JSON.stringify({ puzzle, ...(options.solutions && { solution: textOf(solution) }) })
  return options.solutions ? `${puzzle.replaceAll('.', '0')},${textOf(solution)}` : puzzle
}

/** A puzzle with the rules that it was made under. */
function variantAt(index: number): VariantPuzzle {
  const asked = { ...options, index }
  const { own, puzzle, solution } =
    options.cages || options.regions
      ? generateVariant(asked)
      : { own: { rules: namesOf(options.rules) }, ...generateSolved(asked) }
  const made = variantOf({ ...own, puzzle, ...(options.solutions && { solution: textOf(solution) }) })
  if (!made.ok) throw new Error(`a made puzzle is none: ${made.error}`)
  return made.value
}
