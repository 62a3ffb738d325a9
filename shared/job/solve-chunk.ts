import { lineOf } from '../sudoku/grid.ts'
import { parsePuzzle } from '../sudoku/puzzle.ts'
import { strategies } from '../sudoku/strategies/index.ts'
import { CHECKPOINT_VERSION, type Checkpoint, type SearchEnd, type Tally } from '../sudoku/strategies/strategy.ts'
import { type Chunk, type Entry, restOf } from './chunk.ts'
import type { JobOptions } from './options.ts'
import { type PuzzleResult, unsearched } from './result.ts'

/** What a worker got done of a chunk. */
export interface Slice {
  readonly results: readonly PuzzleResult[]
  /** What is left to do, with the search it was in the middle of. */
  readonly rest: Chunk | undefined
}

/**
 * Backtracks between two looks at the clock. The slowest strategy takes 13 µs a backtrack
 * on an empty 25×25 grid, so a slice overruns by some 10 ms; 40 before the code is compiled.
 */
const BACKTRACKS_PER_LOOK = 500

/**
 * Solves the puzzles of a chunk in order until all are done or the slice is over.
 *
 * @param timeIsUp whether the slice is over; asked after every few hundred backtracks
 */
export function solveChunk(chunk: Chunk, timeIsUp: () => boolean): Slice {
  const results: PuzzleResult[] = []
  for (const entry of chunk.entries) {
    const checkpoint = results.length === 0 ? chunk.checkpoint : undefined
    const solved = solveEntry(entry, chunk.line + results.length, chunk.options, timeIsUp, checkpoint)
    if ('path' in solved) return { results, rest: restOf(chunk, results.length, solved) }
    results.push(solved)
    if (timeIsUp()) return { results, rest: restOf(chunk, results.length) }
  }
  return { results, rest: undefined }
}

function solveEntry(
  entry: Entry,
  line: number,
  options: JobOptions,
  timeIsUp: () => boolean,
  from?: Checkpoint,
): PuzzleResult | Checkpoint {
  const named = { line, ...(entry.id !== undefined && { id: entry.id }) }
  const puzzle = entry.refused ? { error: entry.refused } : parsePuzzle(entry.text, options.rules, options.size)
  if ('error' in puzzle) {
    return unsearched({ ...named, puzzle: entry.text }, options, 'invalid', `line ${line}, ${puzzle.error}`)
  }
  // A chunk may have waited while a new version was deployed: then its search starts over.
  const checkpoint = from?.version === CHECKPOINT_VERSION ? from : undefined
  const search = strategies[options.strategy].search(puzzle, options, checkpoint)
  for (;;) {
    const end = search.run(BACKTRACKS_PER_LOOK)
    if (end) return { ...named, puzzle: puzzle.line, ...outcomeOf(end, search.tally, options) }
    if (timeIsUp()) return search.checkpoint()
  }
}

function outcomeOf(end: SearchEnd, tally: Tally, { strategy, solutions: asked }: JobOptions) {
  const solutions = tally.solutions.map((digits) => lineOf(digits))
  const { solutionCount, backtracks, searchBacktracks } = tally
  return {
    ...verdictOf(end, solutionCount, asked),
    strategy,
    solutionCount,
    ...(solutions[0] !== undefined && { solution: solutions[0] }),
    ...(solutions.length > 1 && { solutions }),
    backtracks,
    searchBacktracks,
  }
}

function verdictOf(end: SearchEnd, solutionCount: number, asked: number): Pick<PuzzleResult, 'status' | 'unique'> {
  if (end === 'limit') return { status: 'aborted', unique: solutionCount > 1 ? false : null }
  if (solutionCount === 0) return { status: 'no-solution', unique: null }
  if (solutionCount > 1) return { status: 'multiple', unique: false }
  return { status: 'solved', unique: asked > 1 ? true : null }
}
