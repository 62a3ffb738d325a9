import { type BulkCounts, solutionsOf } from '../sudoku/engine/bulk-solver.ts'
import { lineOf } from '../sudoku/grid.ts'
import { parsePuzzle } from '../sudoku/puzzle.ts'
import { strategies } from '../sudoku/strategies/index.ts'
import { type Checkpoint, KEPT_SOLUTIONS, SEARCH_VERSION, type SearchEnd } from '../sudoku/strategies/strategy.ts'
import { type Chunk, type Entry, restOf } from './chunk.ts'
import type { JobOptions } from './options.ts'
import { type PuzzleResult, unsearched } from './result.ts'
import { type BulkRun, isForEngine, runBulk } from './solve-bulk.ts'

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
 * @param timeIsUp whether the slice is over; asked every few milliseconds
 */
export function solveChunk(chunk: Chunk, timeIsUp: () => boolean): Slice {
  const { entries, options } = chunk
  // A chunk may have waited while a new version was deployed: then its search starts over.
  const from = chunk.checkpoint?.version === SEARCH_VERSION ? chunk.checkpoint : undefined
  const bulk = isForEngine(options) ? runBulk(entries, options, timeIsUp, from) : undefined
  const results: PuzzleResult[] = []
  for (const [i, entry] of entries.entries()) {
    const line = chunk.line + i
    const number = bulk ? bulk.numberOf[i] : -1
    if (bulk && number >= bulk.done) return { results, rest: restOf(chunk, i, bulk.checkpoint) }
    const solved =
      bulk && number >= 0
        ? bulkResult(entry, line, options, bulk, number)
        : solveEntry(entry, line, options, timeIsUp, i === 0 ? from : undefined)
    if ('path' in solved) return { results, rest: restOf(chunk, i, solved) }
    results.push(solved)
    if (number < 0 && timeIsUp()) return { results, rest: restOf(chunk, i + 1) }
  }
  return { results, rest: undefined }
}

/** Searches one puzzle with its strategy; answers with a checkpoint where the slice is over before it is done. */
function solveEntry(
  entry: Entry,
  line: number,
  options: JobOptions,
  timeIsUp: () => boolean,
  from?: Checkpoint,
): PuzzleResult | Checkpoint {
  const puzzle = entry.refused ? { error: entry.refused } : parsePuzzle(entry.text, options.rules, options.size)
  if ('error' in puzzle) return invalid(entry, line, options, puzzle.error)
  const search = strategies[options.strategy].search(puzzle, options, from)
  for (;;) {
    const end = search.run(BACKTRACKS_PER_LOOK)
    if (!end && timeIsUp()) return search.checkpoint()
    if (!end) continue
    const { tally } = search
    const solutions = tally.solutions.map((digits) => lineOf(digits))
    return { ...named(entry, line), puzzle: puzzle.line, ...outcome(end, tally, solutions, options) }
  }
}

function bulkResult(
  entry: Entry,
  line: number,
  options: JobOptions,
  { engine }: BulkRun,
  number: number,
): PuzzleResult {
  const found = engine.outcome(number)
  if (found.end === 'clash' || found.end === 'character') {
    // Seldom enough to be read again, for the words.
    const puzzle = parsePuzzle(entry.text, options.rules, options.size)
    return invalid(entry, line, options, 'error' in puzzle ? puzzle.error : found.end)
  }
  const solutions = solutionsOf(engine, number, KEPT_SOLUTIONS)
  const end = found.end === 'limit' ? 'limit' : 'enough'
  const puzzle = entry.text.replace(/[0*_-]/g, '.')
  return { ...named(entry, line), puzzle, ...outcome(end, found, solutions, options) }
}

function named(entry: Entry, line: number): Pick<PuzzleResult, 'line' | 'id'> {
  return { line, ...(entry.id !== undefined && { id: entry.id }) }
}

function invalid(entry: Entry, line: number, options: JobOptions, error: string): PuzzleResult {
  return unsearched({ ...named(entry, line), puzzle: entry.text }, options, 'invalid', `line ${line}, ${error}`)
}

function outcome(
  end: SearchEnd,
  counts: BulkCounts,
  solutions: readonly string[],
  { strategy, solutions: asked }: JobOptions,
) {
  const { solutionCount, backtracks, searchBacktracks } = counts
  return {
    ...verdictOf(end, solutionCount, asked),
    strategy,
    solutionCount,
    ...(solutions.length > 0 && { solution: solutions[0] }),
    ...(solutions.length > 1 && { solutions }),
    backtracks,
    searchBacktracks,
    searchVersion: SEARCH_VERSION,
  }
}

function verdictOf(end: SearchEnd, solutionCount: number, asked: number): Pick<PuzzleResult, 'status' | 'unique'> {
  if (end === 'limit') return { status: 'aborted', unique: solutionCount > 1 ? false : null }
  if (solutionCount === 0) return { status: 'no-solution', unique: null }
  if (solutionCount > 1) return { status: 'multiple', unique: false }
  return { status: 'solved', unique: asked > 1 ? true : null }
}
