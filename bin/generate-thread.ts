import { parentPort, workerData } from 'node:worker_threads'
import { variantOf } from '../shared/input/variants/variant-puzzle.ts'
import { include } from '../shared/job/chunks/including.ts'
import { includedFields } from '../shared/job/found.ts'
import type { InclusionName } from '../shared/job/inclusions.ts'
import { type PuzzleFormatName, puzzleFormats } from '../shared/job/output/puzzle-formats.ts'
import { includedFieldsOf } from '../shared/job/output/result-format.ts'
import { runToEnd } from '../shared/run-to-end.ts'
import { textOf, withZeroes } from '../shared/sudoku/grid/grid.ts'
import { NotFound } from '../shared/sudoku/making/generate.ts'
import { type Attempt, attempting, type Keyed, type WishOptions } from '../shared/sudoku/making/generate-wished.ts'
import { type Made, making } from '../shared/sudoku/making/making.ts'
import { type MakingOptions, wishIn } from '../shared/sudoku/making/making-options.ts'

/** The options that the puzzles of all blocks share: the thread's `workerData`. */
export interface BlockOptions extends MakingOptions {
  /** Whether the solution comes with each puzzle; on a line of bare cells `0` stands for an empty one then. */
  readonly solutions: boolean
  /** How a puzzle is written: bare cells, or a format that carries rules. */
  readonly format: 'text' | PuzzleFormatName
  /** What is told besides of each puzzle, in JSON or CSV. */
  readonly include?: readonly InclusionName[] | undefined
  /** Whether puzzles are the items of a JSON array, instead of lines. */
  readonly json: boolean
}

/** A run of consecutive puzzles; or, of puzzles by wish, of attempts. The thread receives one block after the other. */
export interface Block {
  readonly from: number
  readonly count: number
}

/** The thread's answer to a block: puzzles as they are printed, each for itself. */
export interface MadeBlock {
  readonly texts: readonly string[]
  /** Why there are fewer puzzles than the block has. */
  readonly problem?: string
}

/** A puzzle that came of an attempt, as it is printed. */
export interface PrintedPuzzle extends Keyed {
  readonly text: string
}

export type TriedBlock = readonly (Omit<Attempt, 'made'> & { readonly made: readonly PrintedPuzzle[] })[]

const options: BlockOptions = workerData
const wish = wishIn(options)

parentPort?.on('message', (block: Block) => parentPort?.postMessage(wish ? tried(block, wish) : made(block)))

function tried({ from, count }: Block, wish: WishOptions): TriedBlock {
  return Array.from({ length: count }, (_, i) => {
    const attempt = runToEnd(attempting(wish, from + i))
    const puzzles = attempt.made.map(({ key, ...made }) => ({
      key,
      text: printed(made),
      ...(made.rating && { rating: made.rating }),
    }))
    return { ...attempt, made: puzzles }
  })
}

function made({ from, count }: Block): MadeBlock {
  const texts: string[] = []
  for (let index = from; index < from + count; index++) {
    try {
      texts.push(printed(runToEnd(making({ ...options, index }))))
    } catch (error) {
      if (!(error instanceof NotFound)) throw error
      return { texts, problem: `puzzle ${index + 1}: ${error.message}` }
    }
  }
  return { texts }
}

function printed(made: Made): string {
  const { format, json, solutions } = options
  const { puzzle, rating } = made
  const solution = textOf(made.solution)
  const included = includedIn(made)
  if (format !== 'text') {
    const read = variantOf({ ...made.own, puzzle, ...(solutions && { solution }) })
    if (!read.ok) throw new Error(`a made puzzle cannot be read: ${read.error}`)
    const { fields, write } = puzzleFormats[format]
    if (json || format === 'ndjson') {
      const item = JSON.stringify({ ...fields(read.value), ...included })
      return json ? item : `${item}\n`
    }
    const more = format === 'csv' && options.include ? includedFieldsOf(included, options.include) : ''
    return `${write(read.value).trimEnd()}${more}\n`
  }
  if (json) return JSON.stringify({ puzzle, ...(rating && { rating }), ...(solutions && { solution }), ...included })
  return `${solutions ? `${withZeroes(puzzle)},${solution}` : puzzle}\n`
}

/** What is told of a puzzle besides, as results of a job have it. */
function includedIn({ puzzle, solution, own }: Made): object {
  const { rules, include: names, ruleSet, level } = options
  if (!names) return {}
  const solutions = [textOf(solution)]
  const outcome = { status: 'solved', solutionCount: 1, solutions, backtracks: null, searchBacktracks: null } as const
  const asked = { strategy: 'bit-parallel', rules, solutions: 2, backtrackLimit: INCLUDED_BACKTRACKS } as const
  const hasOwn = own.regions !== undefined || own.constraints !== undefined
  const given = { text: puzzle, outcome, rules: hasOwn ? own : undefined }
  const done = include({ ...given, options: { ...asked, include: names, ruleSet, level } }, () => false)
  return includedFields(names, 'additions' in done ? done.additions : {})
}

/** What is not found out within so many is left open, as in a job. */
const INCLUDED_BACKTRACKS = 10_000_000
